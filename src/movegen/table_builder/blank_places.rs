//! Which letters of a placement are blanks.

use crate::game::RACK_SIZE;

/// Where the blanks are among the letters of a placement: four bits for each, the last that was added lowest.
/// One number, not an array: written byte by byte and read as a whole, an array made this pass half as slow again.
#[derive(Clone, Copy)]
pub(super) struct BlankPlaces(u32);

impl BlankPlaces {
    /// All at the place after the last letter, where nothing is lost.
    pub(super) const NOWHERE: BlankPlaces = BlankPlaces(0x7777_7777);

    #[inline]
    pub(super) fn with(self, place: u8) -> Self {
        BlankPlaces(self.0 << 4 | u32::from(place))
    }

    /// At most [`RACK_SIZE`].
    #[inline]
    pub(super) fn get(self, number: usize) -> usize {
        (self.0 >> (4 * number)) as usize & RACK_SIZE
    }
}

const _: () = assert!(RACK_SIZE == 7);
