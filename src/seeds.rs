//! Seeds for the parts of a whole: each part its own, all from one.

/// A seed for the n-th task of a run: well spread, and the same on every machine.
pub const fn seed_of(run: u64, task: u64) -> u64 {
    let mut mixed = run.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(task);
    // The finaliser of SplitMix64 (Steele, Lea and Flood).
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}
