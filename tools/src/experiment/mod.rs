//! Experiments that can be run again by name: each is resumable, and ends in Markdown, JSON and plots.

pub mod efficiency;
pub mod plot;
pub mod records;
