//! What a round goes by, and what it has found.

use super::super::part::Findings;
use super::sums::Sums;
use crate::AnyError;
use tasseo::evaluate::{LeaveGraph, Leaves};
use tasseo::game::Distribution;

/// How far a round has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notes {
    /// The round, from 1 on.
    pub round: u64,
    /// What leaves were worth after the round before.
    pub values: Leaves,
    /// What has been seen.
    pub sums: Sums,
}

impl Notes {
    /// Before the first game.
    pub fn new(round: u64, values: Leaves) -> Self {
        let sums = Sums::new(values.graph().len());
        Notes { round, values, sums }
    }

    /// Reads what was written for these leaves.
    pub fn read(bytes: &[u8], graph: &LeaveGraph, tiles: &Distribution) -> Result<Self, AnyError> {
        let cut = "its notes are cut short";
        let (round, rest) = bytes.split_first_chunk::<8>().ok_or(cut)?;
        let (length, rest) = rest.split_first_chunk::<8>().ok_or(cut)?;
        let (values, sums) = rest.split_at_checked(u64::from_le_bytes(*length) as usize).ok_or(cut)?;
        let values = Leaves::read(values, tiles)?;
        if values.graph() != graph {
            return Err("its leaves are other ones".into());
        }
        Ok(Notes { round: u64::from_le_bytes(*round), values, sums: Sums::read(sums, graph.len())? })
    }
}

impl Findings for Notes {
    const TRAINING: &'static str = "leaves";

    /// Of the same round, which goes by the same values.
    fn add(&mut self, other: &Self) {
        self.sums.merge(&other.sums);
    }

    /// The round, the values as a KLV2 file with its length before it, and the sums.
    fn write(&self) -> Vec<u8> {
        let values = self.values.write();
        let [round, length] = [self.round, values.len() as u64].map(u64::to_le_bytes);
        [&round[..], &length, &values, &self.sums.write()].concat()
    }
}
