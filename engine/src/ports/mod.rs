//! The worlds of the machines: what each one asks for, done on a page.

pub(crate) mod area;
pub(crate) mod branches;
pub(crate) mod calendar;
pub(crate) mod confirm;
pub(crate) mod count;
mod dial;
pub(crate) mod fill;
pub(crate) mod pick;
pub(crate) mod settle;
pub(crate) mod several;
pub(crate) mod step;
pub(crate) mod submit;
pub(crate) mod wait;
