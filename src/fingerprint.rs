//! Telling whether two things are the same without keeping them.

/// Fowler, Noll and Vo's hash (FNV-1a): simple, and the same everywhere.
pub fn fingerprint(bytes: impl IntoIterator<Item = u8>) -> u64 {
    let mix = |hash: u64, byte| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
    bytes.into_iter().fold(0xCBF2_9CE4_8422_2325, mix)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_as_published() {
        assert_eq!(fingerprint([]), 0xCBF2_9CE4_8422_2325);
        assert_eq!(fingerprint(*b"foobar"), 0x8594_4171_F739_67E8);
    }
}
