//! What `go infer` tells.

use super::InfoLine;
use std::fmt;

/// A line of what was read of the opponent. Numbers are as they are written; chances are from 0 to 1, and a prior is
/// the chance without any play seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InferInfo {
    /// Tiles that the opponent may have kept.
    Leave {
        /// The tiles.
        tiles: String,
        /// How much that is believed in.
        chance: String,
        /// Its prior.
        prior: String,
    },
    /// A tile that the opponent may hold now, once or more.
    Tile {
        /// The tile.
        tile: String,
        /// How much that is believed in.
        chance: String,
        /// Its prior.
        prior: String,
    },
    /// A way in which the opponent may choose.
    Policy {
        /// How softly, in points.
        temperature: String,
        /// How often at random.
        floor: String,
        /// How much that is believed in.
        chance: String,
        /// How much it was before the first play.
        prior: String,
    },
    /// What all that comes from.
    Summary(ReadingInfo),
}

/// How much was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReadingInfo {
    /// How many plays.
    pub plays: usize,
    /// How many racks were judged for the last of them.
    pub racks: usize,
    /// The part of what was possible that they are, by weight, from 0 to 1.
    pub covered: String,
    /// How many equally likely leaves would be as hard to guess.
    pub effective: String,
    /// How long it took, in milliseconds.
    pub time: u128,
}

impl fmt::Display for ReadingInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let ReadingInfo { plays, racks, covered, effective, time } = self;
        write!(f, "plays {plays} racks {racks} covered {covered} effective {effective} time {time}")
    }
}

impl fmt::Display for InferInfo {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InferInfo::Leave { tiles, chance, prior } => write!(f, "leave {tiles} prob {chance} prior {prior}"),
            InferInfo::Tile { tile, chance, prior } => write!(f, "tile {tile} prob {chance} prior {prior}"),
            InferInfo::Policy { temperature, floor, chance, prior } => {
                write!(f, "policy temperature {temperature} floor {floor} prob {chance} prior {prior}")
            }
            InferInfo::Summary(info) => write!(f, "{info}"),
        }
    }
}

impl InferInfo {
    /// Reads what a line says of the opponent; nothing if it lacks what it would have.
    pub(super) fn read(info: &InfoLine<'_>) -> Option<Self> {
        let chances = || Some((info.text("prob")?, info.text("prior")?));
        if info.has("policy") {
            let (temperature, floor) = (info.text("temperature")?, info.text("floor")?);
            return chances().map(|(chance, prior)| InferInfo::Policy { temperature, floor, chance, prior });
        }
        if let Some(tiles) = info.text("leave") {
            return chances().map(|(chance, prior)| InferInfo::Leave { tiles, chance, prior });
        }
        if let Some(tile) = info.text("tile") {
            return chances().map(|(chance, prior)| InferInfo::Tile { tile, chance, prior });
        }
        let (plays, racks, time) = (info.value("plays")?, info.value("racks")?, info.value("time")?);
        let (covered, effective) = (info.text("covered")?, info.text("effective")?);
        Some(InferInfo::Summary(ReadingInfo { plays, racks, covered, effective, time }))
    }
}
