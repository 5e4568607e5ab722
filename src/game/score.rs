//! What a placement scores, and which words it forms.
//!
//! Premium squares count for new tiles only. The main word and every cross word are scored alike: the points of
//! their tiles, letter premiums applied, times the word premiums under the word's new tiles.

use super::{Board, Direction, Distribution, Layout, PlacedTile, Placement, Premium, RACK_SIZE, Square, Word};

/// The points of a placement on a board, `bonus` included where all seven tiles of a rack are placed.
///
/// The placement must fit the board (see [`Position::check`](super::Position::check)); words are not looked up.
pub fn score(board: &Board, layout: &Layout, distribution: &Distribution, bonus: i32, placement: &Placement) -> i32 {
    let mut main = WordScore::default();
    let (mut crosses, mut fresh) = (0, 0);
    for (square, tile) in placement.squares() {
        let value = distribution.placed_value(tile);
        if board.get(square).is_some() {
            main.add(value, Premium::Plain);
            continue;
        }
        let premium = layout.premium(square);
        main.add(value, premium);
        fresh += 1;
        if let Some(around) = value_across(board, distribution, square, placement.slot.direction.crossing()) {
            let mut cross = WordScore { sum: around, ..WordScore::default() };
            cross.add(value, premium);
            crosses += cross.total();
        }
    }
    main.total() + crosses + if fresh == RACK_SIZE { bonus } else { 0 }
}

/// The sum and the multiplier of one word while its tiles are gone through.
struct WordScore {
    sum: i32,
    factor: i32,
}

impl Default for WordScore {
    fn default() -> Self {
        WordScore { sum: 0, factor: 1 }
    }
}

impl WordScore {
    fn add(&mut self, value: i32, premium: Premium) {
        self.sum += value * premium.letter_factor();
        self.factor *= premium.word_factor();
    }

    fn total(&self) -> i32 {
        self.sum * self.factor
    }
}

/// The points of the tiles before and after an empty square; none if there are no such tiles.
fn value_across(board: &Board, distribution: &Distribution, square: Square, direction: Direction) -> Option<i32> {
    let before = tiles_from(board, square, direction, -1);
    let after = tiles_from(board, square, direction, 1);
    before.chain(after).map(|tile| distribution.placed_value(tile)).reduce(|sum, value| sum + value)
}

/// The tiles that follow a square without a gap, going forwards (`step` 1) or backwards (-1).
fn tiles_from(
    board: &Board,
    square: Square,
    direction: Direction,
    step: isize,
) -> impl Iterator<Item = PlacedTile> + '_ {
    (1..).map_while(move |distance| board.neighbour(square, direction, distance * step))
}

/// Every word that the placement makes: the main word, then the cross words in the order of its tiles.
pub fn words_formed(board: &Board, placement: &Placement) -> Vec<Word> {
    let crossing = placement.slot.direction.crossing();
    let crosses = placement.fresh(board).filter_map(|(square, tile)| {
        let mut before: Vec<PlacedTile> = tiles_from(board, square, crossing, -1).collect();
        before.reverse();
        let cross = Word::new(before.into_iter().chain([tile]).chain(tiles_from(board, square, crossing, 1)))?;
        (cross.len() > 1).then_some(cross)
    });
    std::iter::once(placement.word).chain(crosses).collect()
}
