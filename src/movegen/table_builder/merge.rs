//! The third pass: of entries with the same key, the best.

use super::super::table_entry::TableEntry;
use super::group::GroupScratch;
use super::partitions::PARTS;
use crate::game::Key;

/// What one thread works with in the third pass.
#[derive(Clone, Default)]
pub(super) struct MergeScratch {
    /// Open addressing by the bits of the key after those of its part; a power of two, at most half of it used.
    table: Vec<TableEntry>,
    /// The best entries, nearly in the order of their keys within each part.
    merged: Vec<TableEntry>,
    /// For each part that was merged here, where its entries end.
    ends: Vec<(usize, usize)>,
}

impl MergeScratch {
    pub(super) fn clear(&mut self) {
        self.merged.clear();
        self.ends.clear();
    }

    pub(super) fn merge(&mut self, grouped: &[GroupScratch], part: usize) {
        const SMALLEST: usize = 512;
        self.table.clear();
        self.table.resize(SMALLEST, TableEntry::NONE);
        let mut used = 0;
        for entry in grouped.iter().flat_map(|scratch| scratch.entries.part(part)) {
            let at = place(&self.table, entry.key);
            used += usize::from(self.table[at].worth == 0);
            self.table[at] = TableEntry { key: entry.key, worth: self.table[at].worth.max(entry.worth) };
            if used * 2 > self.table.len() {
                self.grow();
            }
        }
        self.merged.extend(self.table.iter().filter(|entry| entry.worth != 0));
        self.ends.push((part, self.merged.len()));
    }

    fn grow(&mut self) {
        let larger = vec![TableEntry::NONE; self.table.len() * 2];
        let old = std::mem::replace(&mut self.table, larger);
        for entry in old.into_iter().filter(|entry| entry.worth != 0) {
            let at = place(&self.table, entry.key);
            self.table[at] = entry;
        }
    }

    /// The merged parts with their entries.
    fn parts(&self) -> impl Iterator<Item = (usize, &[TableEntry])> {
        let starts = std::iter::once(0).chain(self.ends.iter().map(|&(_, end)| end));
        starts.zip(&self.ends).map(|(start, &(part, end))| (part, &self.merged[start..end]))
    }
}

/// Where a key is in the table of a part, or the free place where it would be.
#[inline]
pub(super) fn place(table: &[TableEntry], key: Key) -> usize {
    let mask = table.len() - 1;
    let mut at = ((key.bits() << PARTS.trailing_zeros()) >> (u64::BITS - table.len().trailing_zeros())) as usize & mask;
    while table[at].worth != 0 && table[at].key != key {
        at = (at + 1) & mask;
    }
    at
}

/// The entries of all parts, part by part.
pub(super) fn in_order(merged: &[MergeScratch]) -> Vec<&[TableEntry]> {
    let mut parts: Vec<(usize, &[TableEntry])> = merged.iter().flat_map(MergeScratch::parts).collect();
    parts.sort_unstable_by_key(|&(part, _)| part);
    parts.into_iter().map(|(_, entries)| entries).collect()
}
