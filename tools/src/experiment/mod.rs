//! Experiments that can be run again by name: each is resumable, and ends in Markdown, JSON and plots.

pub mod efficiency;
pub mod lab;
pub mod leads;
pub mod matches;
pub mod plans;
pub mod plot;
pub mod records;
