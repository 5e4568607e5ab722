//! The ways in which the unseen tiles can be shared out between the opponent and the bag.

use crate::game::{Bag, Play, Player, Position, Rack, Tally, Tile};
use crate::seeds::seed_of;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

/// The unseen tiles are shared out in no more ways than this; beyond, this many are drawn at random. (Where a play
/// leaves tiles in the bag, each is tried with each of them drawn first.)
pub const MOST_DEALS: usize = 72;

/// One way: what the opponent holds, and the bag, in the order in which it is drawn.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Deal {
    pub(super) opponent: Rack,
    pub(super) bag: Vec<Tile>,
    pub(super) weight: f64,
}

/// All deals, or a sample of them.
pub(super) struct Deals {
    pub(super) deals: Vec<Deal>,
    pub(super) is_whole: bool,
}

/// How likely a rack of the opponent is, for who knows all tiles that are unseen.
pub(super) type RackChance<'c> = Option<&'c dyn Fn(&Rack) -> f64>;

/// All ways to share the tiles out that the player on turn cannot see, with their weights; the bags in one order each.
/// Where there are too many, some are drawn instead. What is in the bag follows from the rack, so a deal is as likely
/// as the rack: as `chance` says, or as the number of ways to draw it, if it says nothing, or that nothing is possible.
pub(super) fn all(position: &Position, rack: &Rack, chance: RackChance<'_>, seed: u64) -> Deals {
    let opponent = position.on_turn().opponent();
    let mut unseen = *position.off_board();
    unseen.remove_all(rack.tiles().iter().copied()).expect("the rack's tiles are not on the board");
    let known = position.rack(opponent);
    unseen.remove_all(known.tiles().iter().copied()).expect("known tiles are unseen");
    let kinds: Vec<(Tile, usize)> = unseen.kinds().collect();
    let mut deals = Vec::new();
    share(&kinds, position.bag_len(), &mut Vec::new(), 1.0, &mut |bag, ways| {
        let mut rest = unseen;
        rest.remove_all(bag.iter().copied()).expect("a part of what is unseen");
        let rack = Rack::try_from_tiles(known.tiles().iter().copied().chain(rest.iter())).expect("what is held");
        deals.push((Deal { opponent: rack, bag: bag.to_vec(), weight: ways }, ways));
    });
    let is_whole = deals.len() <= MOST_DEALS;
    if !is_whole {
        // Drawn as often as there are ways, each counts as one.
        let drawn = |number| draw(&unseen, &known, position, seed_of(seed, number));
        let with_ways =
            |deal: Deal| deals.iter().find(|(all, _)| all.opponent == deal.opponent).map_or(1.0, |all| all.1);
        deals = (0..MOST_DEALS as u64).map(drawn).map(|deal| (deal.clone(), with_ways(deal))).collect();
    }
    for (number, (deal, _)) in (0..).zip(&mut deals) {
        deal.bag.shuffle(&mut Xoshiro256PlusPlus::seed_from_u64(seed_of(!seed, number)));
    }
    Deals { deals: believed(deals, chance), is_whole }
}

/// Deals that have the weights of their numbers of ways, with the weights of their chances.
fn believed(deals: Vec<(Deal, f64)>, chance: RackChance<'_>) -> Vec<Deal> {
    let times = |deal: &Deal, ways: f64| chance.map_or(1.0, |chance| chance(&deal.opponent).max(0.0) / ways);
    let factors: Vec<f64> = deals.iter().map(|(deal, ways)| times(deal, *ways)).collect();
    let is_possible = factors.iter().any(|&factor| factor > 0.0);
    let factors = factors.into_iter().map(|factor| if is_possible { factor } else { 1.0 });
    deals.into_iter().zip(factors).map(|((deal, _), factor)| Deal { weight: deal.weight * factor, ..deal }).collect()
}

/// Calls `each` with every choice of `count` tiles, and the number of ways to make it.
fn share(kinds: &[(Tile, usize)], count: usize, bag: &mut Vec<Tile>, ways: f64, each: &mut impl FnMut(&[Tile], f64)) {
    let Some((&(tile, there), rest)) = kinds.split_first() else {
        if count == 0 {
            each(bag, ways);
        }
        return;
    };
    let (len, mut choices) = (bag.len(), 1.0);
    for taken in 0..=there.min(count) {
        share(rest, count - taken, bag, ways * choices, each);
        bag.push(tile);
        choices *= (there - taken) as f64 / (taken + 1) as f64;
    }
    bag.truncate(len);
}

/// One deal at random, the same for the same seed.
fn draw(unseen: &Tally, known: &Rack, position: &Position, seed: u64) -> Deal {
    let mut all = Bag::shaken(unseen, seed);
    let mut opponent = *known;
    all.fill(&mut opponent, position.held(position.on_turn().opponent()), Player::Two);
    let mut bag = Rack::EMPTY;
    all.fill(&mut bag, position.bag_len(), Player::One);
    Deal { opponent, bag: bag.tiles().to_vec(), weight: 1.0 }
}

/// The deals that matter for a play: where it leaves tiles in the bag, what is drawn first matters as well, by us or
/// after a pass by the opponent.
pub(super) fn for_play(position: &Position, play: &Play, deals: &[Deal]) -> Vec<Deal> {
    let drawn = play.tiles_used(position.board()).map_or(0, |tiles| tiles.len());
    if drawn >= position.bag_len() {
        return deals.to_vec();
    }
    deals.iter().flat_map(turns).collect()
}

/// The bag of a deal begun at each of its tiles: every tile comes first equally often. With up to two tiles these are
/// all orders; with more it is chance which tiles are neighbours and come one after the other.
fn turns(deal: &Deal) -> impl Iterator<Item = Deal> + '_ {
    let weight = deal.weight / deal.bag.len() as f64;
    (0..deal.bag.len()).map(move |first| {
        let mut bag = deal.bag.clone();
        bag.rotate_left(first);
        Deal { bag, weight, ..deal.clone() }
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::english;

    #[test]
    fn deals_weigh_what_is_believed_of_them() {
        let rack = |text: &str| Rack::parse(text, english().alphabet()).unwrap();
        let deal = |text: &str, weight| Deal { opponent: rack(text), bag: Vec::new(), weight };
        let whole = || vec![(deal("A", 2.0), 2.0), (deal("B", 1.0), 1.0)];
        let weights = |deals: Vec<Deal>| -> Vec<f64> { deals.iter().map(|deal| deal.weight).collect() };
        assert_eq!(weights(believed(whole(), None)), [2.0, 1.0]);
        let chance = |held: &Rack| if *held == rack("A") { 0.25 } else { 0.75 };
        assert_eq!(weights(believed(whole(), Some(&chance))), [0.25, 0.75]);
        assert_eq!(weights(believed(whole(), Some(&|_| 0.0))), [2.0, 1.0], "what contradicts all is not believed");
        // Three were drawn: A twice, as its two ways make likely.
        let drawn = vec![(deal("A", 1.0), 2.0), (deal("A", 1.0), 2.0), (deal("B", 1.0), 1.0)];
        assert_eq!(weights(believed(drawn, Some(&chance))), [0.125, 0.125, 0.75]);
    }

    #[test]
    fn every_choice_comes_once_with_its_ways() {
        let tiles = |text: &str| Rack::parse(text, english().alphabet()).unwrap().tally();
        let kinds: Vec<(Tile, usize)> = tiles("?AABBBC").kinds().collect();
        let mut found = Vec::new();
        share(&kinds, 2, &mut Vec::new(), 1.0, &mut |bag, ways| {
            found.push((english().alphabet().write_tiles(bag.iter().copied()), ways));
        });
        found.sort_by(|a, b| a.0.cmp(&b.0));
        let expected = [("?A", 2), ("?B", 3), ("?C", 1), ("AA", 1), ("AB", 6), ("AC", 2), ("BB", 3), ("BC", 3)];
        let expected: Vec<(String, f64)> = expected.map(|(bag, ways)| (bag.into(), f64::from(ways))).to_vec();
        assert_eq!(found, expected);
        assert_eq!(found.iter().map(|(_, ways)| ways).sum::<f64>(), 21.0);
    }
}
