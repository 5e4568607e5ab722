//! Experiments that can be run again by name, and end in Markdown, JSON and plots: what the tool `experiment` does.
//!
//! There are two kinds. Those of [`plans`] are matches: who beats whom, by how much, beside what a paper found;
//! [`matches`](mod@matches) has the referee play them, [`ranks`] looks at what was chosen, and [`score_sheet`] at the
//! games one by one. The others look into single decisions or plays with our own searches: [`efficiency`], how soon
//! simulation finds the right move; [`leads`], whether it plays safe when far ahead; [`truth`], how much of what the
//! opponent kept a belief finds out; [`when_it_helps`], what that is worth; and [`worked_example`], the example of the
//! paper. Three ask how good, or how large, the values are that the engine comes with: [`calibration`], what win
//! chances foretell; [`stages`], how much of a leave counts late in a game; and the
//! [likelihood](crate::train::likelihood), how sharply players choose. [`luck`] asks which measure of luck takes most of
//! the scatter out of results.
//!
//! They stand on [`records`], with which a run that is stopped goes on where it was, and [`report_folder`], where what
//! came of it goes.

pub mod calibration;
pub mod choices;
pub mod depth;
pub mod efficiency;
pub mod leads;
pub mod luck;
pub mod matches;
pub mod plans;
pub mod ranks;
pub mod records;
pub mod report_folder;
pub mod score_sheet;
pub mod stages;
pub mod truth;
pub mod when_it_helps;
pub mod worked_example;
