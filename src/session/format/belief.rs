//! What is told of a belief: to front ends, line by line, and to people, as a table.

use crate::belief::{Belief, FLOORS, Likelihood, POLICIES, Policies, TEMPERATURES, TileChance};
use crate::engine::{Counted, Holding, nothing_to_read};
use crate::game::{History, Position, Rack, Tile};
use crate::protocol::{InferInfo, ReadingInfo, Reply};
use crate::search::Reading;
use std::cmp::Reverse;
use std::sync::Arc;

/// How many leaves are told of where nothing is said.
pub(crate) const LEAVES: usize = 10;

/// How many characters wide a bar is at most.
const BAR: f64 = 30.0;

/// What is said where nothing could be read.
pub(crate) const NO_TIME: &str = "there was no time to read the opponent's plays";

/// What is said of a belief in which nothing was read.
fn nothing_read(belief: &Belief) -> Reply {
    let why = match (belief.is_contradicted(), belief.is_cut_short()) {
        (true, _) => "what is told of the opponent cannot be; nothing was read",
        (_, true) => NO_TIME,
        _ => "the opponent's last turn tells nothing of its tiles",
    };
    Reply::Text(why.into())
}

/// How much was read.
fn summary(Reading { belief, time }: &Reading) -> ReadingInfo {
    ReadingInfo {
        plays: belief.plays(),
        racks: belief.judged(),
        covered: format!("{:.4}", belief.covered()),
        effective: format!("{:.1}", belief.effective_leaves()),
        time: time.as_millis(),
    }
}

/// How a belief is told.
pub(crate) struct BeliefFormat {
    /// The position in which the opponent was read.
    pub(crate) position: Arc<Position>,
    /// How its plays are explained.
    pub(crate) likelihood: Likelihood,
}

impl BeliefFormat {
    /// One line, for who is told of something else.
    pub(crate) fn line(&self, reading: &Reading) -> Reply {
        match reading.belief.plays() {
            0 => nothing_read(&reading.belief),
            _ => Reply::Text(format!("belief {}", summary(reading))),
        }
    }

    /// What a front end is told: the likeliest leaves and how much was read; at the end also tiles and policies.
    pub(crate) fn lines(&self, reading: &Reading, most: usize, is_last: bool) -> Vec<Reply> {
        let (belief, position) = (&reading.belief, &self.position);
        if belief.plays() == 0 {
            return vec![nothing_read(belief)];
        }
        let mut infos: Vec<InferInfo> =
            top(belief, most).iter().map(|(leave, chance)| leave_info(belief, position, leave, *chance)).collect();
        if is_last {
            infos.extend(belief.tiles().iter().map(|tile| tile_info(position, tile)));
            infos.extend(policies(belief, &self.likelihood));
        }
        infos.push(InferInfo::Summary(summary(reading)));
        infos.into_iter().map(Reply::Infer).collect()
    }

    /// What people are told: the likeliest leaves, the likeliest tiles, and how the opponent seems to choose.
    pub(crate) fn table(&self, reading: &Reading, most: usize) -> Vec<Reply> {
        let (belief, position) = (&reading.belief, &self.position);
        if belief.plays() == 0 {
            return vec![nothing_read(belief)];
        }
        let mut lines = vec![heading(belief, position)];
        lines.extend(leave_rows(belief, position, most));
        lines.push(format!("{:<10} {:>7} {:>7}", "holds", "chance", "before"));
        let mut tiles = belief.tiles();
        tiles.sort_by(|a, b| b.chance.total_cmp(&a.chance));
        let tile = |&TileChance { tile, chance, prior }: &TileChance| {
            row(&position.distribution().write_tile(tile), chance, Some(prior), chance, "")
        };
        lines.extend(tiles.iter().take(most).map(tile));
        lines.extend(temperatures(belief, &self.likelihood));
        lines.into_iter().map(Reply::Text).collect()
    }
}

/// A table of the likeliest leaves; nothing where nothing was kept.
fn leave_rows(belief: &Belief, position: &Position, most: usize) -> Vec<String> {
    let leaves = top(belief, most);
    let Some(&(_, best)) = leaves.first() else { return Vec::new() };
    let alphabet = position.distribution().alphabet();
    let leave = |(leave, chance): &(Rack, f64)| {
        row(&leave.display(alphabet), *chance, Some(belief.prior(leave)), chance / best, "")
    };
    let heading = format!("{:<10} {:>7} {:>7}", "kept", "chance", "before");
    [heading].into_iter().chain(leaves.iter().map(leave)).collect()
}

/// The likeliest leaves that are not ruled out; none where nothing was kept.
fn top(belief: &Belief, most: usize) -> Vec<(Rack, f64)> {
    let mut top = if belief.kept() == 0 { Vec::new() } else { belief.top(most) };
    top.retain(|&(_, chance)| chance > 0.0);
    top
}

fn written(chance: f64) -> String {
    format!("{chance:.6}")
}

fn leave_info(belief: &Belief, position: &Position, leave: &Rack, chance: f64) -> InferInfo {
    let tiles = leave.display(position.distribution().alphabet());
    InferInfo::Leave { tiles, chance: written(chance), prior: written(belief.prior(leave)) }
}

fn tile_info(position: &Position, &TileChance { tile, chance, prior }: &TileChance) -> InferInfo {
    InferInfo::Tile { tile: position.distribution().write_tile(tile), chance: written(chance), prior: written(prior) }
}

/// The policies that were ever believed in.
fn policies(belief: &Belief, likelihood: &Likelihood) -> Vec<InferInfo> {
    let Likelihood::Softmax(policies) = likelihood else { return Vec::new() };
    let believed = belief.policies().iter().zip(policies.prior).enumerate().filter(|(_, (_, prior))| *prior > 0.0);
    let info = |(at, (&chance, prior)): (usize, (&f64, f64))| InferInfo::Policy {
        temperature: temperature(policies, at),
        floor: policies.policy(at).1.to_string(),
        chance: written(chance),
        prior: written(prior),
    };
    believed.map(info).collect()
}

/// The temperature of a policy, as it is early in a game for a play of four tiles.
fn temperature(policies: &Policies, at: usize) -> String {
    let of_grid = policies.temperatures(usize::MAX, 4);
    format!("{:.2}", of_grid.get(at / FLOORS).copied().unwrap_or_default())
}

/// What people are told without anything being read; none if there is something to read.
pub(crate) fn unread(history: &History, most: usize) -> Option<Vec<Reply>> {
    let (why, now) = (nothing_to_read(history)?, history.now());
    let opponent = now.on_turn().opponent();
    if now.ending().is_some() || now.full_rack(opponent).is_some() {
        return Some(vec![Reply::Text(why)]);
    }
    let held = Holding(now, opponent);
    let mut lines = vec![format!("{opponent} holds {held}, and {why}; by the unseen tiles alone there is among these")];
    lines.extend(unseen_tiles(now, most));
    Some(lines.into_iter().map(Reply::Text).collect())
}

/// Which tiles are among those unknown of the opponent of the player on turn, by the number of those that are unseen.
fn unseen_tiles(position: &Position, most: usize) -> Vec<String> {
    let opponent = position.on_turn().opponent();
    let (unseen, unknown) = (position.unaccounted(), position.held(opponent) - position.rack(opponent).len());
    let of = unseen.len();
    let among_unknown = |count: usize| {
        let other = |drawn: usize| of.saturating_sub(count + drawn) as f64 / (of - drawn) as f64;
        1.0 - (0..unknown).map(other).product::<f64>()
    };
    let mut kinds: Vec<(Tile, usize)> = unseen.kinds().collect();
    kinds.sort_by_key(|&(_, count)| Reverse(count));
    let line = |&(tile, count): &(Tile, usize)| {
        let (tile, chance) = (position.distribution().write_tile(tile), among_unknown(count));
        row(&tile, chance, None, chance, &format!(" {count} of {of} unseen"))
    };
    kinds.iter().take(most).map(line).collect()
}

fn heading(belief: &Belief, position: &Position) -> String {
    let opponent = position.on_turn().opponent();
    let kept = match belief.kept() {
        0 => "nothing".into(),
        kept => format!("{kept} of its {} tiles", belief.held()),
    };
    let (plays, racks) = (Counted(belief.plays(), "play"), Counted(belief.judged(), "rack"));
    let (covered, effective) = (100.0 * belief.covered(), belief.effective_leaves());
    format!(
        "{opponent} kept {kept}; {plays} read, {racks} judged for the last, {covered:.1} % of all; as if {effective:.1} leaves were equally likely"
    )
}

/// A line of a table, with a bar for a number from 0 to 1.
fn row(name: &str, chance: f64, prior: Option<f64>, part: f64, more: &str) -> String {
    let percent = |chance: f64| format!("{:.1} %", 100.0 * chance);
    let prior = prior.map(|prior| format!(" {:>7}", percent(prior))).unwrap_or_default();
    let bar = "#".repeat((BAR * part).round() as usize);
    format!("{name:<10} {:>7}{prior}{more}  {bar}", percent(chance)).trim_end().to_owned()
}

/// How the opponent seems to choose.
fn temperatures(belief: &Belief, likelihood: &Likelihood) -> Option<String> {
    let Likelihood::Softmax(policies) = likelihood else { return None };
    let by_temperature = |of: &[f64; POLICIES], at: usize| of.iter().skip(at * FLOORS).take(FLOORS).sum::<f64>();
    let believed = (0..TEMPERATURES).filter(|&at| by_temperature(&policies.prior, at) > 0.0).map(|at| {
        let [now, before] = [belief.policies(), &policies.prior].map(|of| 100.0 * by_temperature(of, at));
        format!("{} points {now:.0} % (before {before:.0} %)", temperature(policies, at * FLOORS))
    });
    Some(format!("it seems to choose with a temperature of {}", believed.collect::<Vec<_>>().join(", ")))
}
