//! One page: its frames, the questions asked of them, and what is done to them.

mod act;
mod ask;
mod closed;
mod files;
mod handles;
mod homes;
mod keep;
mod keyboard;
mod marks;
mod navigate;
mod outline;
mod picture;
mod reply;
mod sends;
mod tab;
mod watch;

pub(crate) use act::{Acted, Pressing};
pub use ask::PageError;
pub(crate) use ask::site;
pub use marks::Marks;
pub use navigate::NavigateError;
pub(crate) use picture::Part;
pub(crate) use tab::Found;
pub use tab::Tab;
pub use watch::{Dialog, Sent};
