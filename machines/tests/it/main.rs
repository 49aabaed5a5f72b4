//! What holds for the decisions as a whole: properties over courses of events and over arbitrary input.

mod breaker;
mod challenge;
mod classify;
mod confirm;
mod dates;
mod diagrams;
mod fill;
mod keys;
mod keys_contrast;
mod labels;
mod outline;
mod owed;
mod recall;
mod recall_asked;
mod recall_fresh;
mod recall_learn;
mod recall_whose;
mod rows;
mod settle;
mod sim;
mod submit;
mod table;
mod values;
mod verify;
mod widgets;
mod wizard;
