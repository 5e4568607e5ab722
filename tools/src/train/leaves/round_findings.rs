//! What a round goes by, and what it has found.

use super::super::run_part::Findings;
use super::sums::Sums;
use crate::AnyError;
use tasseo::evaluate::{LeaveGraph, Leaves};
use tasseo::game::Distribution;

/// How far a round has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RoundFindings {
    /// The round, from 1 on.
    pub round: u64,
    /// What leaves were worth after the round before.
    pub values: Leaves,
    /// What has been seen.
    pub sums: Sums,
}

impl RoundFindings {
    /// Before the first game.
    pub fn new(round: u64, values: Leaves) -> Self {
        let sums = Sums::new(values.graph().len());
        RoundFindings { round, values, sums }
    }

    /// Reads what was written for these leaves.
    pub fn read(bytes: &[u8], graph: &LeaveGraph, tiles: &Distribution) -> Result<Self, AnyError> {
        let (round, values, sums): (u64, Vec<u8>, Sums) = postcard::from_bytes(bytes)?;
        let values = Leaves::read(&values, tiles)?;
        if values.graph() != graph || !sums.is_of(graph.len()) {
            return Err("its leaves are other ones".into());
        }
        Ok(RoundFindings { round, values, sums })
    }
}

impl Findings for RoundFindings {
    const TRAINING: &'static str = "leaves";

    /// Of the same round, which goes by the same values.
    fn add(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
    }

    /// The round, the values as a KLV2 file, and the sums.
    fn write(&self) -> Vec<u8> {
        postcard::to_stdvec(&(self.round, self.values.write(), &self.sums)).expect("memory is all it takes")
    }
}
