use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::RetryNotBefore;

/// Both clocks at one moment.
///
/// `retryNotBefore` is a time of day, so the wall clock says when it is reached; but that one may
/// be set, so everything that lasts is measured by the monotonic one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Now {
    /// The time of day.
    pub wall: SystemTime,
    /// The time since some moment that stays the same for one call.
    pub monotonic: Duration,
}

impl Now {
    /// How long until `margin` after a time of day: zero if that is reached, [`Duration::MAX`] if
    /// this system cannot even say it.
    pub(super) fn until(self, time: RetryNotBefore, margin: Duration) -> Duration {
        UNIX_EPOCH
            .checked_add(Duration::from_millis(time.epoch_millis()))
            .and_then(|time| time.checked_add(margin))
            .map_or(Duration::MAX, |time| time.duration_since(self.wall).unwrap_or_default())
    }
}
