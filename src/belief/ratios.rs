//! What is carried from turn to turn: how much more, or less, a leave is believed in than chance would have it.

use super::policy::PerPolicy;
use crate::game::{Key, Rack};

/// Leaves of one size, and where each of them is in an array.
#[derive(Clone, Debug, Default)]
pub(super) struct LeaveIndex {
    leaves: Vec<Rack>,
    /// The keys of the leaves.
    keys: Vec<Key>,
    /// Open addressing by the key's high bits: the number of a leave and one more, or 0. A power of two, and at least
    /// half of it free.
    slots: Box<[u32]>,
}

impl LeaveIndex {
    /// These leaves, which are different.
    pub(super) fn new(leaves: Vec<Rack>) -> Self {
        let keys: Vec<Key> = leaves.iter().map(key_of).collect();
        let mut index = LeaveIndex { slots: vec![0; (2 * keys.len()).next_power_of_two()].into(), leaves, keys };
        for (number, &key) in index.keys.iter().enumerate() {
            let mut slot = key.place(index.slots.len());
            while index.slots[slot] != 0 {
                slot = (slot + 1) & (index.slots.len() - 1);
            }
            index.slots[slot] = number as u32 + 1;
        }
        index
    }

    /// The number of a leave.
    #[inline]
    pub(super) fn get(&self, key: Key) -> Option<usize> {
        let mut slot = key.place(self.slots.len());
        loop {
            let number = (self.slots[slot] as usize).checked_sub(1)?;
            if self.keys[number] == key {
                return Some(number);
            }
            slot = (slot + 1) & (self.slots.len() - 1);
        }
    }

    pub(super) fn leaves(&self) -> &[Rack] {
        &self.leaves
    }
}

/// The key of a leave.
pub(super) fn key_of(leave: &Rack) -> Key {
    leave.key()
}

/// For each leave and each policy, the belief in both divided by the chance of the leave. A leave of which nothing is
/// known has the weight of the policy.
#[derive(Clone, Debug)]
pub(super) struct Ratios {
    /// How many tiles were kept.
    pub(super) size: usize,
    pub(super) index: LeaveIndex,
    /// By the numbers of the index.
    pub(super) ratios: Vec<PerPolicy>,
    /// Those of leaves that are not in the index: nothing, if all were judged.
    pub(super) elsewhere: PerPolicy,
    /// How much each policy is believed in; adds up to 1.
    pub(super) policies: PerPolicy,
    /// How much of what was possible was judged, by weight.
    pub(super) covered: f64,
    /// Whether judging was cut short.
    pub(super) stopped: bool,
    /// Whether what was told cannot be.
    pub(super) impossible: bool,
    /// How many racks were judged.
    pub(super) judged: usize,
    /// Tiles that are on the rack for certain, and among the kept ones.
    pub(super) sure: Rack,
    /// How many choices of the opponent this was read from.
    pub(super) plays: usize,
}

impl Ratios {
    /// Nothing is known but how the opponent may play: it has kept no tiles.
    pub(super) fn nothing(policies: PerPolicy) -> Self {
        Ratios {
            size: 0,
            index: LeaveIndex::new(vec![Rack::EMPTY]),
            ratios: vec![policies],
            elsewhere: [0.0; super::POLICIES],
            policies,
            covered: 1.0,
            stopped: false,
            impossible: false,
            judged: 0,
            sure: Rack::EMPTY,
            plays: 0,
        }
    }

    /// There was no time to look: nothing is known but how the opponent may play.
    pub(super) fn unread(policies: PerPolicy) -> Self {
        Ratios { covered: 0.0, stopped: true, ..Self::nothing(policies) }
    }

    /// The ratios of a leave of this size.
    #[inline]
    pub(super) fn get(&self, key: Key) -> &PerPolicy {
        self.index.get(key).map_or(&self.elsewhere, |number| &self.ratios[number])
    }
}
