//! Experiments that can be run again by name, and end in Markdown, JSON and plots. Those that take long are resumable.

pub mod efficiency;
pub mod leads;
pub mod matches;
pub mod plans;
pub mod records;
pub mod results;
pub mod truth;
pub mod when_it_helps;
pub mod worked_example;
