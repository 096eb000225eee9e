use std::time::{Duration, SystemTime};

use crate::Retry;

/// A delay: what a field marked `#[tool_failure(retry_after)]` holds.
///
/// `Duration`, or an `Option` of one, where `None` means retryable without a hint. Decided by this
/// trait and not by how the type is spelled, so aliases work.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a delay",
    label = "expected `Duration` or `Option<Duration>`",
    note = "a fixed delay is written on the variant: `retry_after = Duration::from_secs(30)`",
    note = "a field that holds seconds, too: `retry_after = Duration::from_secs(*seconds)`, where `seconds` is the field's name"
)]
pub trait RetryAfter {
    /// The delay, as what the author says about a retry.
    fn retry_after(&self) -> Retry;
}

impl RetryAfter for Duration {
    fn retry_after(&self) -> Retry {
        Retry::After(*self)
    }
}

impl<T: RetryAfter> RetryAfter for Option<T> {
    fn retry_after(&self) -> Retry {
        self.as_ref().map_or(Retry::Yes, T::retry_after)
    }
}

impl<T: RetryAfter + ?Sized> RetryAfter for &T {
    fn retry_after(&self) -> Retry {
        T::retry_after(self)
    }
}

/// A point in time: what a field marked `#[tool_failure(retry_at)]` holds.
///
/// `SystemTime`, or an `Option` of one, where `None` means retryable without a hint.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a point in time",
    label = "expected `SystemTime` or `Option<SystemTime>`",
    note = "for a delay, write `retry_after` instead of `retry_at`"
)]
pub trait RetryAt {
    /// The time, as what the author says about a retry.
    fn retry_at(&self) -> Retry;
}

impl RetryAt for SystemTime {
    fn retry_at(&self) -> Retry {
        Retry::At(*self)
    }
}

impl<T: RetryAt> RetryAt for Option<T> {
    fn retry_at(&self) -> Retry {
        self.as_ref().map_or(Retry::Yes, T::retry_at)
    }
}

impl<T: RetryAt + ?Sized> RetryAt for &T {
    fn retry_at(&self) -> Retry {
        T::retry_at(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_missing_hint_is_retryable_without_a_time() {
        assert_eq!(None::<Duration>.retry_after(), Retry::Yes);
        assert_eq!(None::<SystemTime>.retry_at(), Retry::Yes);
        let delay = Duration::from_secs(1);
        assert_eq!(Some(Some(&delay)).retry_after(), Retry::After(delay));
        let time = SystemTime::UNIX_EPOCH;
        assert_eq!(Some(time).retry_at(), Retry::At(time));
    }
}
