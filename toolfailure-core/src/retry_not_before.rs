use std::{
    error, fmt,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

/// The earliest time at which a retry may be made, in Unix epoch **milliseconds** (W5, C5).
///
/// Always whole milliseconds, rounded **up**, so that nobody comes early; never above
/// 2⁵³ − 1, so that every JSON reader gets the same number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RetryNotBefore(u64);

impl RetryNotBefore {
    /// The latest time that can be said: 2⁵³ − 1 ms, the largest integer every JSON reader keeps.
    pub const MAX: Self = Self((1 << 53) - 1);

    /// A time in Unix epoch milliseconds.
    ///
    /// # Errors
    ///
    /// If it is later than [`RetryNotBefore::MAX`].
    pub const fn from_epoch_millis(millis: u64) -> Result<Self, RetryNotBeforeError> {
        if millis > Self::MAX.0 {
            return Err(RetryNotBeforeError::TooLate);
        }
        Ok(Self(millis))
    }

    /// A point in time, rounded up to the next millisecond.
    ///
    /// # Errors
    ///
    /// If it is before 1970 or later than [`RetryNotBefore::MAX`].
    pub fn from_system_time(time: SystemTime) -> Result<Self, RetryNotBeforeError> {
        let since_epoch =
            time.duration_since(UNIX_EPOCH).map_err(|_| RetryNotBeforeError::BeforeEpoch)?;
        let up = u128::from(since_epoch.subsec_nanos() % 1_000_000 != 0);
        let millis = u64::try_from(since_epoch.as_millis() + up);
        Self::from_epoch_millis(millis.map_err(|_| RetryNotBeforeError::TooLate)?)
    }

    /// `delay` after `now`, rounded up to the next millisecond.
    ///
    /// # Errors
    ///
    /// If the sum is before 1970 or later than [`RetryNotBefore::MAX`].
    pub fn after(now: SystemTime, delay: Duration) -> Result<Self, RetryNotBeforeError> {
        let time = now.checked_add(delay).ok_or(RetryNotBeforeError::TooLate)?;
        Self::from_system_time(time)
    }

    /// The time in Unix epoch milliseconds.
    #[must_use]
    pub const fn epoch_millis(self) -> u64 {
        self.0
    }
}

impl fmt::Display for RetryNotBefore {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, f)
    }
}

/// A time that `retryNotBefore` cannot say (W5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryNotBeforeError {
    /// Before the Unix epoch.
    BeforeEpoch,
    /// Later than [`RetryNotBefore::MAX`].
    TooLate,
}

impl fmt::Display for RetryNotBeforeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::BeforeEpoch => "the time is before 1970",
            Self::TooLate => "the time is past what retryNotBefore can say (2^53 - 1 ms)",
        })
    }
}

impl error::Error for RetryNotBeforeError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w5_rounds_up_and_never_down() {
        let at = |nanos| RetryNotBefore::from_system_time(UNIX_EPOCH + Duration::from_nanos(nanos));
        assert_eq!(at(0).map(RetryNotBefore::epoch_millis), Ok(0));
        assert_eq!(at(1).map(RetryNotBefore::epoch_millis), Ok(1));
        assert_eq!(at(1_000_000).map(RetryNotBefore::epoch_millis), Ok(1));
        assert_eq!(at(1_000_001).map(RetryNotBefore::epoch_millis), Ok(2));
    }

    #[test]
    fn w5_what_cannot_be_said_is_an_error_and_no_panic() {
        let before = UNIX_EPOCH - Duration::from_nanos(1);
        assert_eq!(RetryNotBefore::from_system_time(before), Err(RetryNotBeforeError::BeforeEpoch));
        assert_eq!(
            RetryNotBefore::after(UNIX_EPOCH, Duration::MAX),
            Err(RetryNotBeforeError::TooLate)
        );
        assert_eq!(
            RetryNotBefore::after(UNIX_EPOCH, Duration::from_millis(1 << 53)),
            Err(RetryNotBeforeError::TooLate)
        );
        assert_eq!(
            RetryNotBefore::after(UNIX_EPOCH, Duration::from_millis((1 << 53) - 1)),
            Ok(RetryNotBefore::MAX)
        );
        assert!(RetryNotBefore::from_epoch_millis(u64::MAX).is_err());
    }
}
