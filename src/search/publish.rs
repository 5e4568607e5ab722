//! How the methods publish what they find, without knowing what else there is to find.

use super::reading::Reading;

/// Takes reports of one kind. Returns at once.
pub(crate) trait Publish<R> {
    /// Makes this the newest that is known, with what was read of the opponent.
    fn publish(&self, reading: Option<&Reading>, report: R);
}
