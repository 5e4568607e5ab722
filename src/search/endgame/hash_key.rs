//! Hashes of what a search looks up: lanes, positions, and the tiles that cross a square.

use std::hash::{BuildHasherDefault, Hasher};
use std::ops::{BitXor, BitXorAssign};

/// A hash of 64 bits, spread evenly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct HashKey(u64);

impl HashKey {
    /// The key of nothing.
    pub(super) const ZERO: HashKey = HashKey(0);

    /// A key with this number; not spread.
    #[inline]
    pub(super) const fn of(number: u64) -> Self {
        HashKey(number)
    }

    #[inline]
    pub(super) const fn number(self) -> u64 {
        self.0
    }

    /// The key of this and a number, spread over 64 bits.
    #[inline]
    pub(super) fn mix(self, number: usize) -> Self {
        let mut mixed =
            (self.0 ^ (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed ^= mixed >> 32;
        mixed = mixed.wrapping_mul(0x94D0_49BB_1331_11EB);
        HashKey(mixed ^ (mixed >> 29))
    }
}

impl BitXor for HashKey {
    type Output = HashKey;

    #[inline]
    fn bitxor(self, other: HashKey) -> HashKey {
        HashKey(self.0 ^ other.0)
    }
}

impl BitXorAssign for HashKey {
    #[inline]
    fn bitxor_assign(&mut self, other: HashKey) {
        self.0 ^= other.0;
    }
}

impl std::hash::Hash for HashKey {
    #[inline]
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u64(self.0);
    }
}

/// For maps by [`HashKey`], which need no second hash.
pub(super) type BuildKeyHasher = BuildHasherDefault<KeyHasher>;

/// A hasher that takes a key as it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct KeyHasher(u64);

impl Hasher for KeyHasher {
    fn finish(&self) -> u64 {
        self.0
    }
    fn write(&mut self, _: &[u8]) {
        unreachable!("only keys are hashed");
    }
    fn write_u64(&mut self, number: u64) {
        self.0 = number;
    }
}
