//! The second pass: placements of the same letters together, and every choice of letters to be blanks.

use super::super::site::Site;
use super::super::table_entry::TableEntry;
use super::blank_places::BlankPlaces;
use super::find::{FindScratch, FoundPlacement, sorted};
use super::partitions::Partitions;
use super::stock::Stock;
use crate::game::{Key, Letter, RACK_SIZE};
use crate::lexicon::WordColumns;

/// What one thread works with in the second pass.
#[derive(Clone, Default)]
pub(super) struct GroupScratch {
    pub(super) entries: Partitions<TableEntry>,
    /// One part of all placements.
    together: Vec<FoundPlacement>,
    /// The choices of blanks for one group.
    choices: Vec<(Key, BlankPlaces)>,
}

/// The second pass.
pub(super) struct Grouper<'a> {
    pub(super) sites: &'a [Site],
    pub(super) words: &'a WordColumns,
    pub(super) stock: &'a Stock,
}

impl Grouper<'_> {
    pub(super) fn group(&self, found: &[FindScratch], part: usize, scratch: &mut GroupScratch) {
        match self.stock.blanks {
            0 => self.group_with::<0>(found, part, scratch),
            1 => self.group_with::<1>(found, part, scratch),
            2 => self.group_with::<2>(found, part, scratch),
            3 => self.group_with::<3>(found, part, scratch),
            4 => self.group_with::<4>(found, part, scratch),
            _ => self.group_with::<RACK_SIZE>(found, part, scratch),
        }
    }

    /// Groups one part, with at most `BLANKS` blanks in a play.
    fn group_with<const BLANKS: usize>(&self, found: &[FindScratch], part: usize, scratch: &mut GroupScratch) {
        let GroupScratch { entries, together, choices } = scratch;
        together.clear();
        found.iter().for_each(|scratch| together.extend_from_slice(scratch.placements.part(part)));
        together.sort_unstable_by_key(|found| found.key);
        for group in together.chunk_by(|a, b| a.key == b.key) {
            self.list_choices::<BLANKS>(&group[0], choices);
            for &(key, blanks) in &*choices {
                let worth = group.iter().map(|found| found.reference.worth(found.with_blanks::<BLANKS>(blanks))).max();
                entries.push(key, TableEntry { key, worth: worth.unwrap_or(0) });
            }
        }
    }

    /// All choices of blanks for a placement that leave no more letters than there are.
    fn list_choices<const BLANKS: usize>(&self, found: &FoundPlacement, list: &mut Vec<(Key, BlankPlaces)>) {
        let site = &self.sites[found.reference.site()];
        let word = self.words.of_length(usize::from(site.len)).word(found.reference.word());
        let runs = Runs::new(sorted(site.letters(word)), self.stock);
        let places = BlankPlaces::NOWHERE;
        list.clear();
        let Runs { lacking, others, .. } = runs;
        let first = BlankChoice::<BLANKS> { key: found.key, places, blanks: 0, lacking, others, stock: self.stock };
        first.list(runs.as_slice(), list);
    }
}

/// Some letters of a placement as blanks, at most `BLANKS` of them.
#[derive(Clone, Copy)]
pub(super) struct BlankChoice<'s, const BLANKS: usize> {
    key: Key,
    places: BlankPlaces,
    blanks: usize,
    /// How many letters more than there are it still needs.
    lacking: u8,
    /// How many of its tiles are not among those that are sure.
    others: u8,
    stock: &'s Stock,
}

impl<const BLANKS: usize> BlankChoice<'_, BLANKS> {
    /// Lists this choice, if there are such racks, and all those that have more blanks in these runs.
    fn list(self, runs: &[Run], list: &mut Vec<(Key, BlankPlaces)>) {
        if self.lacking == 0 && self.others <= self.stock.others {
            list.push((self.key, self.places));
        }
        for (number, &run) in runs.iter().enumerate() {
            let mut next = self;
            for extra in 0..run.count.min((BLANKS - self.blanks) as u8) {
                next.add(run, extra);
                let rest = if next.blanks < BLANKS { &runs[number + 1..] } else { &[] };
                next.list(rest, list);
            }
        }
    }

    /// With one more of a run's letters as a blank.
    #[inline]
    fn add(&mut self, run: Run, extra: u8) {
        self.key = self.key.blanking(run.letter);
        self.places = self.places.with(run.start + extra);
        self.blanks += 1;
        self.lacking -= u8::from(extra < run.lacking);
        self.others += u8::from(self.blanks > self.stock.sure_blanks);
        self.others -= u8::from(extra < run.others);
    }
}

/// The letters of a placement, equal ones together.
pub(super) struct Runs {
    runs: [Run; RACK_SIZE],
    len: usize,
    lacking: u8,
    others: u8,
}

#[derive(Clone, Copy)]
pub(super) struct Run {
    letter: Letter,
    start: u8,
    count: u8,
    /// How many more it is than there are, and than are sure.
    lacking: u8,
    others: u8,
}

impl Runs {
    /// The runs of letters, given by their numbers in order, at the end of which may be some that are no letters.
    fn new(letters: [u32; RACK_SIZE], stock: &Stock) -> Self {
        let none = Run { letter: const { Letter::new(1).unwrap() }, start: 0, count: 0, lacking: 0, others: 0 };
        let mut runs = Runs { runs: [none; RACK_SIZE], len: 0, lacking: 0, others: 0 };
        let (mut run, mut last) = (none, 0);
        for (start, number) in letters.into_iter().enumerate() {
            let Some(letter) = u8::try_from(number).ok().and_then(Letter::new) else { break };
            if number != last {
                run = Run { letter, start: start as u8, ..none };
                runs.len += 1;
                last = number;
            }
            run.count += 1;
            let lacks = u8::from(run.count > stock.letters[usize::from(letter.number())]);
            let is_other = u8::from(run.count > stock.sure[usize::from(letter.number())]);
            (run.lacking, run.others) = (run.lacking + lacks, run.others + is_other);
            (runs.lacking, runs.others) = (runs.lacking + lacks, runs.others + is_other);
            runs.runs[runs.len - 1] = run;
        }
        runs
    }

    fn as_slice(&self) -> &[Run] {
        &self.runs[..self.len]
    }
}
