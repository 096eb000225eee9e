use std::{
    fmt,
    time::{Duration, SystemTime},
};

use crate::{RetryNotBefore, RetryNotBeforeError, wire};

/// What the author of a reliability failure says about repeating the call (W4, W5).
///
/// It holds what was said, not what goes on the wire: a delay becomes a time only when the result
/// is made, by [`Retry::resolve`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retry {
    /// The same call is not to be repeated.
    No,
    /// The same call may be repeated; when is up to the client.
    Yes,
    /// The same call may be repeated, but not before this much time has passed.
    After(Duration),
    /// The same call may be repeated, but not before this time.
    At(SystemTime),
    /// Nobody knows whether the call took effect (a time-out after sending): it may be repeated
    /// only if the tool declares that repeating is harmless.
    IfIdempotent,
}

impl Retry {
    /// What goes on the wire, if the result is made at `now`.
    ///
    /// `repeatable` is whether the tool declares `idempotentHint` or `readOnlyHint`; `None` where
    /// the tool is not known. Never fails: what cannot be said is left out or becomes "not
    /// retryable", with a [`RetryRemark`] for the log.
    ///
    /// * A time that has passed is no hint; the call stays retryable (W5).
    /// * A time past [`RetryNotBefore::MAX`] makes the call not retryable: no client can wait for
    ///   it, and to leave it out would invite a retry at once (C5).
    #[must_use]
    pub fn resolve(self, now: SystemTime, repeatable: Option<bool>) -> Resolved {
        let (retryable, remark) = match self {
            Self::No => (wire::Retryable::No, None),
            Self::Yes => (wire::Retryable::Yes, None),
            Self::After(Duration::ZERO) => (wire::Retryable::Yes, None),
            Self::After(delay) => not_before(RetryNotBefore::after(now, delay)),
            Self::At(time) if time <= now => {
                (wire::Retryable::Yes, Some(RetryRemark::HintInThePast))
            }
            Self::At(time) => not_before(RetryNotBefore::from_system_time(time)),
            Self::IfIdempotent => match repeatable {
                Some(true) => (wire::Retryable::Yes, None),
                Some(false) => (wire::Retryable::No, Some(RetryRemark::ToolNotIdempotent)),
                None => (wire::Retryable::No, Some(RetryRemark::ToolUnknown)),
            },
        };
        Resolved { retryable, remark }
    }
}

fn not_before(
    time: Result<RetryNotBefore, RetryNotBeforeError>,
) -> (wire::Retryable, Option<RetryRemark>) {
    match time {
        Ok(time) => (wire::Retryable::NotBefore(time), None),
        // Only a clock that is itself before 1970 gets here: the hint is lost, the word is kept.
        Err(RetryNotBeforeError::BeforeEpoch) => {
            (wire::Retryable::Yes, Some(RetryRemark::HintInThePast))
        }
        Err(RetryNotBeforeError::TooLate) => {
            (wire::Retryable::No, Some(RetryRemark::HintOutOfRange))
        }
    }
}

/// What [`Retry::resolve`] made of the author's word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Resolved {
    /// What goes on the wire (W4, W5).
    pub retryable: wire::Retryable,
    /// Why that is not what the author said, for the log.
    pub remark: Option<RetryRemark>,
}

/// Why the wire does not say what the author said about a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RetryRemark {
    /// The time had already passed, so it is no hint.
    HintInThePast,
    /// The time is past what can be said, so the call is not retryable.
    HintOutOfRange,
    /// "If idempotent", and the tool does not declare that it is.
    ToolNotIdempotent,
    /// "If idempotent", and what the tool declares is not known here.
    ToolUnknown,
}

impl fmt::Display for RetryRemark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::HintInThePast => "the retry time has already passed: sent without a time",
            Self::HintOutOfRange => {
                "the retry time is past what retryNotBefore can say: sent as not retryable"
            }
            Self::ToolNotIdempotent => {
                "if_idempotent, and the tool declares neither idempotentHint nor readOnlyHint: \
                 sent as not retryable"
            }
            Self::ToolUnknown => {
                "if_idempotent, and the tool's hints are not known here: sent as not retryable"
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use std::time::UNIX_EPOCH;

    use super::*;

    const NOW_MS: u64 = 1_790_000_000_000;

    fn resolve(retry: Retry) -> (wire::Retryable, Option<RetryRemark>) {
        let now = UNIX_EPOCH + Duration::from_millis(NOW_MS);
        let resolved = retry.resolve(now, None);
        (resolved.retryable, resolved.remark)
    }

    fn at(millis: u64) -> wire::Retryable {
        wire::Retryable::NotBefore(RetryNotBefore::from_epoch_millis(millis).expect("in range"))
    }

    #[test]
    fn w5_a_delay_becomes_a_time_rounded_up() {
        assert_eq!(resolve(Retry::After(Duration::from_secs(3))), (at(NOW_MS + 3000), None));
        assert_eq!(resolve(Retry::After(Duration::from_nanos(1))), (at(NOW_MS + 1), None));
        assert_eq!(resolve(Retry::After(Duration::ZERO)), (wire::Retryable::Yes, None));
        let time = UNIX_EPOCH + Duration::from_millis(NOW_MS + 5);
        assert_eq!(resolve(Retry::At(time)), (at(NOW_MS + 5), None));
    }

    #[test]
    fn w5_extreme_times_give_a_valid_answer() {
        let past = (wire::Retryable::Yes, Some(RetryRemark::HintInThePast));
        assert_eq!(resolve(Retry::At(UNIX_EPOCH - Duration::from_secs(9))), past);
        assert_eq!(resolve(Retry::At(UNIX_EPOCH)), past);
        let far = (wire::Retryable::No, Some(RetryRemark::HintOutOfRange));
        assert_eq!(resolve(Retry::After(Duration::MAX)), far);
        assert_eq!(resolve(Retry::After(Duration::from_millis(1 << 53))), far);
        let broken_clock = UNIX_EPOCH - Duration::from_secs(1000);
        let resolved = Retry::After(Duration::from_secs(1)).resolve(broken_clock, None);
        assert_eq!(resolved.retryable, wire::Retryable::Yes);
    }

    #[test]
    fn c4_an_unknown_outcome_is_retryable_only_where_repeating_is_harmless() {
        let now = UNIX_EPOCH;
        let resolve = |repeatable| Retry::IfIdempotent.resolve(now, repeatable);
        assert_eq!(resolve(Some(true)).retryable, wire::Retryable::Yes);
        assert_eq!(resolve(Some(false)).remark, Some(RetryRemark::ToolNotIdempotent));
        assert_eq!(resolve(None).retryable, wire::Retryable::No);
        assert_eq!(resolve(None).remark, Some(RetryRemark::ToolUnknown));
    }
}
