//! From counts to a table of win chances.
//!
//! The counts alone would nearly do: with 50,000 turns at a number of unseen tiles no chance is off by more than a few
//! thousandths. Three things make them better, each of them slight.
//!
//! 1. **Too few turns.** Some numbers of unseen tiles hardly occur (nobody can leave 92 in English). Where there are
//!    fewer than `ENOUGH` turns, those of the numbers next to it are counted too, and so on outwards.
//! 2. **Ragged counts.** Each change is spread out over its neighbours, as a bell curve. Its width is the changes'
//!    own standard deviation over the cube root of their number: the rule that suits distribution functions, by
//!    which the bell shrinks as the data grow. With 50,000 turns it is a point or two wide.
//! 3. **The ends.** Where the rarest changes are, the last `TAIL` of turns on either side, each further point becomes
//!    rarer by the same factor, the likeliest one for those turns. So a chance never reaches 0 or 1.
//!
//! Neighbouring numbers of unseen tiles are *not* blended where there are enough turns: 7 unseen tiles are an
//! opponent's full rack and an empty bag, 8 are one tile to draw, and the two have little in common. Learned from
//! 200,000 games and tried on 100,000 others (TWL06), blending them 1:2:1 made forecasts below 15 unseen tiles worse
//! (log loss 0.16293 for 0.16245 up to 7, 0.30529 for 0.30511 from 8 to 14) and elsewhere no better than by 0.00002.
//! The bell changes nothing there either, for better or worse: it is for looks, and for smaller samples.

use super::changes::Changes;
use tasseo::evaluate::WinChance;

/// How many turns are enough for a number of unseen tiles.
const ENOUGH: f64 = 2000.0;

/// The share of all turns, on either side, that is taken to be rare.
const TAIL: f64 = 0.0003;

/// The least number of turns that the rare ones are judged by.
const LEAST_TAIL: f64 = 20.0;

/// The table that these counts tell of.
pub fn win_chance(changes: &Changes) -> WinChance {
    let rows: Vec<Vec<f64>> = (1..=changes.most_unseen()).map(|unseen| chances(&pool(changes, unseen))).collect();
    WinChance::from_fn(changes.most_unseen(), |spread, unseen| rows[unseen - 1][(spread + Changes::MOST) as usize])
}

/// The counts at this many unseen tiles, with those at the numbers around it as long as there are not enough.
fn pool(changes: &Changes, unseen: usize) -> Vec<f64> {
    let mut pooled = vec![0.0; changes.at(unseen).len()];
    for distance in 0..changes.most_unseen() {
        let mut around = vec![unseen.saturating_sub(distance), unseen + distance];
        around.dedup();
        for near in around.into_iter().filter(|near| (1..=changes.most_unseen()).contains(near)) {
            pooled.iter_mut().zip(changes.at(near)).for_each(|(sum, &count)| *sum += count as f64);
        }
        if pooled.iter().sum::<f64>() >= ENOUGH {
            break;
        }
    }
    pooled
}

/// The chance to win at every spread, the lowest first, from the counts of every change, the lowest first.
fn chances(counts: &[f64]) -> Vec<f64> {
    let mut counts = spread_out(counts, bell_width(counts));
    thin_out(&mut counts);
    counts.reverse();
    thin_out(&mut counts);
    // Highest change first, as the spread that it makes good is the lowest.
    let total: f64 = counts.iter().sum::<f64>().max(f64::MIN_POSITIVE);
    let mut better = 0.0;
    let chance = |&count: &f64| {
        better += count;
        (better - count / 2.0) / total
    };
    counts.iter().map(chance).collect()
}

/// The standard deviation over the cube root of the number, in points.
fn bell_width(counts: &[f64]) -> f64 {
    let total: f64 = counts.iter().sum::<f64>().max(1.0);
    let moment = |value: &dyn Fn(f64) -> f64| {
        counts.iter().enumerate().map(|(at, count)| count * value(at as f64)).sum::<f64>() / total
    };
    let mean = moment(&|at| at);
    let variance = moment(&|at| (at - mean).powi(2));
    (variance.sqrt() / total.cbrt()).max(0.5)
}

/// Each count spread out over its neighbours, as a bell curve of this width.
fn spread_out(counts: &[f64], width: f64) -> Vec<f64> {
    let reach = ((4.0 * width).ceil() as usize).min(counts.len() - 1);
    let bell: Vec<f64> =
        (0..=2 * reach).map(|at| (-((at as f64 - reach as f64) / width).powi(2) / 2.0).exp()).collect();
    let whole: f64 = bell.iter().sum();
    let mut smooth = vec![0.0; counts.len()];
    for (at, &count) in counts.iter().enumerate().filter(|(_, count)| **count > 0.0) {
        for (step, share) in bell.iter().enumerate() {
            let place = (at + step).saturating_sub(reach).min(counts.len() - 1);
            smooth[place] += count * share / whole;
        }
    }
    smooth
}

/// The rarest of the highest changes: each further point rarer by the same factor.
///
/// With T turns beyond some point, at a mean distance of m points from it, the likeliest factor is 1 - 1/m.
fn thin_out(counts: &mut [f64]) {
    let total: f64 = counts.iter().sum();
    let rare = (TAIL * total).max(LEAST_TAIL).min(total / 2.0);
    let (mut turns, mut distance, mut start) = (0.0, 0.0, counts.len());
    while start > 0 && turns + counts[start - 1] <= rare {
        start -= 1;
        distance += turns;
        turns += counts[start];
    }
    distance += turns;
    if turns > 0.0 {
        let factor = 1.0 - turns / distance.max(turns * 1.01);
        let first = turns * (1.0 - factor);
        (counts[start..].iter_mut().zip(0..)).for_each(|(count, at)| *count = first * factor.powi(at));
    }
}

#[cfg(test)]
mod tests {
    use super::super::changes::TurnSample;
    use super::*;
    use tasseo::evaluate::Equity;

    /// Changes of a known kind: the sum of four dice with `sides` sides each, about a mean of `ahead`.
    fn dice(turns: u64, sides: u64, ahead: i32) -> Changes {
        let mut changes = Changes::new(10);
        for turn in 0..turns {
            let die = |number| tasseo::seeds::seed_of(number, turn) % sides;
            let sum = (0..4).map(die).sum::<u64>() as i32;
            let change = Equity::points(sum - 2 * (sides as i32 - 1) + ahead);
            changes.count(&TurnSample { unseen: 5, spread: Equity::ZERO, change });
        }
        changes
    }

    #[test]
    fn smoothing_leaves_chances_where_they_were() {
        let changes = dice(50_000, 61, 10);
        let table = win_chance(&changes);
        let counts = changes.at(5);
        for spread in -150..=150_i32 {
            let draws = (Changes::MOST - spread) as usize;
            let wins = counts[draws + 1..].iter().sum::<u64>() as f64 + counts[draws] as f64 / 2.0;
            let (plain, smooth) = (wins / 50_000.0, table.on_turn(Equity::points(spread), 5));
            assert!((plain - smooth).abs() < 0.003, "{spread}: {plain} {smooth}");
        }
    }

    #[test]
    fn a_number_of_unseen_tiles_that_never_occurs_is_like_those_around_it() {
        let table = win_chance(&dice(10_000, 31, 0));
        assert_eq!(table.on_turn(Equity::points(7), 9), table.on_turn(Equity::points(7), 5));
    }

    /// 15 turns at distances of 1, 2, 3 and 4, and 26 points in all.
    #[test]
    fn tails_go_down_evenly() {
        let mut counts = vec![1000.0, 8.0, 4.0, 2.0, 1.0];
        counts.resize(60, 0.0);
        thin_out(&mut counts);
        assert_eq!(counts[0], 1000.0);
        assert!((counts[1..].iter().sum::<f64>() - 15.0).abs() < 1e-9);
        assert!(counts[1..].windows(2).all(|pair| (pair[1] / pair[0] - (1.0 - 15.0 / 26.0)).abs() < 1e-9));
    }

    #[test]
    fn nothing_and_next_to_nothing_make_a_table_too() {
        for turns in [0, 1, 5, 30] {
            let table = win_chance(&dice(turns, 61, 0));
            let chance = |spread| table.on_turn(Equity::points(spread), 5);
            assert!(0.0 < chance(-300) && chance(-300) < chance(300) && chance(300) < 1.0, "{turns}");
        }
    }
}
