//! What can be wrong with leave values, and with a file of them.

use crate::game::RACK_SIZE;
use std::path::PathBuf;
use thiserror::Error;

/// Why bytes are no leave values.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum LeaveError {
    /// Too short, or longer than its own counts say.
    #[error("{actual} bytes, but the file's own counts make {expected}; it is damaged, or no KLV2 file")]
    Size {
        /// How many there are.
        actual: usize,
        /// How many there should be.
        expected: usize,
    },
    /// An arc, or a list, that leads out of the graph.
    #[error("node {0} leads out of the graph; the file is damaged, or no KLV2 file")]
    OutOfRange(usize),
    /// The graph leads back to where it was.
    #[error("node {0} leads back to itself; the file is damaged")]
    Cycle(usize),
    /// A leave of more tiles than a rack has.
    #[error("a leave of more than {RACK_SIZE} tiles begins at node {0}; the file is damaged")]
    TooLong(usize),
    /// Tiles out of order in a list.
    #[error("the tiles after node {0} are not in order; the file is damaged")]
    OutOfOrder(usize),
    /// A tile that the distribution does not have.
    #[error("tile number {tile} at node {node}, but {distribution} has {tiles} kinds of tile")]
    UnknownTile {
        /// The tile's number.
        tile: usize,
        /// Where it is.
        node: usize,
        /// The distribution's name.
        distribution: String,
        /// How many kinds of tile it has, the blank included.
        tiles: usize,
    },
    /// The graph has another number of leaves than there are values.
    #[error("{leaves} leaves, but {values} values; the file is damaged")]
    Count {
        /// How many leaves there are.
        leaves: usize,
        /// How many values there are.
        values: usize,
    },
    /// A leave of more tiles than there are.
    #[error("a leave with {count} of tile number {tile}, but {distribution} has {has}; the file is for other tiles")]
    TooMany {
        /// The tile's number.
        tile: usize,
        /// How many a leave has.
        count: usize,
        /// The distribution's name.
        distribution: String,
        /// How many it has.
        has: usize,
    },
    /// A value that is no number of points.
    #[error("value {0} is not a number of points; the file is damaged")]
    Value(usize),
}

/// Why a file gives no leave values.
#[derive(Debug, Error)]
pub enum LoadLeavesError {
    /// It cannot be read.
    #[error("{}: {source}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// The system's reason.
        source: std::io::Error,
    },
    /// A folder, a pipe or the like.
    #[error("{}: not a file", .0.display())]
    NotAFile(PathBuf),
    /// It is no KLV2 file.
    #[error("{}: {source}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        source: LeaveError,
    },
}
