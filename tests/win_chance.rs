//! The win chance on any table: in range, rising with the spread, and the same when it is written and read.

use proptest::prelude::*;
use tasseo::evaluate::{Equity, WinChance};

/// Rough tables: a sum of logistic curves with steep and flat parts, and some that fall or are no numbers.
fn tables() -> impl Strategy<Value = WinChance> {
    let curve = (-400.0..400.0_f64, 0.1..200.0_f64, -0.2..1.0_f64);
    (1..100_usize, prop::collection::vec(curve, 1..4)).prop_map(|(most_unseen, curves)| {
        WinChance::from_fn(most_unseen, |spread, unseen| {
            let value = |&(middle, width, weight): &(f64, f64, f64)| {
                weight / (1.0 + (-(f64::from(spread) + middle) / (width + unseen as f64)).exp())
            };
            curves.iter().map(value).sum::<f64>()
        })
    })
}

/// Spreads with thousandths, mostly within tables.
fn spreads() -> impl Strategy<Value = Equity> {
    prop_oneof![4 => -400_000..400_000, 1 => -900_000_000..900_000_000].prop_map(Equity::millipoints)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn chances_are_in_range_and_rise(
        table in tables(), pairs in prop::collection::vec((spreads(), spreads(), 0..120_usize), 50),
    ) {
        for (one, other, unseen) in pairs {
            let (low, high) = (one.min(other), one.max(other));
            let (worse, better) = (table.on_turn(low, unseen), table.on_turn(high, unseen));
            prop_assert!(worse <= better, "{low} {worse}, {high} {better}");
            prop_assert!(unseen == 0 || (0.0 < worse && better < 1.0), "{worse} {better}");
            let within = Equity::points(-WinChance::SPREADS) <= low && high <= Equity::points(WinChance::SPREADS);
            prop_assert!(low == high || unseen == 0 || !within || worse < better, "{low} {high}");
            prop_assert_eq!(table.waiting(-low, unseen), 1.0 - worse);
        }
    }

    #[test]
    fn what_is_written_is_read(table in tables()) {
        for text in [table.to_csv(), table.to_magpie()] {
            prop_assert_eq!(&WinChance::read(text.as_bytes()).unwrap(), &table);
        }
    }

    #[test]
    fn reading_is_total(text in "[0-9,. \n-]{0,60}", at in any::<prop::sample::Index>(), byte in any::<u8>()) {
        let _ = WinChance::read(text.as_bytes());
        let mut bytes = b",0,1,2\n1,1,0.91,0.85\n0,0.5,0.9,0.84\n-1,0,0.88,0.83\n".to_vec();
        let at = at.index(bytes.len());
        bytes[at] = byte;
        let _ = WinChance::read(&bytes);
        let _ = WinChance::read(&bytes[..at]);
    }
}
