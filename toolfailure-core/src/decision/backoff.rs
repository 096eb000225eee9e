//! How long to wait, from a policy, a hint and two draws.

use std::time::Duration;

use super::RetryPolicy;

/// The share of a wait that is spread over, so that those who were told the same moment do not all
/// come at it.
const SPREAD_DIVISOR: u32 = 10;
const MAX_SPREAD: Duration = Duration::from_secs(10);

/// The wait before the next attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Delay {
    /// What the server asked for, and the margin for clocks that differ. Zero without a hint.
    pub(super) at_least: Duration,
    /// What comes on top; never zero.
    pub(super) jitter: Duration,
}

impl Delay {
    /// After so many attempts, `at_least` being the time left until `retryNotBefore` and the margin
    /// are over; zero if there is none or they are.
    pub(super) fn new(
        policy: &RetryPolicy,
        attempts: u32,
        at_least: Duration,
        random: &mut dyn FnMut() -> u64,
    ) -> Self {
        let backoff = policy.backoff(attempts);
        let draw = backoff / 2 + fraction(backoff / 2, random());
        if at_least.is_zero() {
            return Self { at_least, jitter: draw };
        }
        let spread = (at_least / SPREAD_DIVISOR).min(MAX_SPREAD).max(backoff);
        let spread = fraction(spread, random());
        Self { at_least, jitter: draw.saturating_add(spread) }
    }

    pub(super) fn total(self) -> Duration {
        self.at_least.saturating_add(self.jitter)
    }
}

/// `part` of 2⁶⁴ of a duration. Up to some 584 years, which is more than any back-off.
fn fraction(of: Duration, part: u64) -> Duration {
    let nanos = u64::try_from(of.as_nanos()).unwrap_or(u64::MAX);
    // The product of two u64 fits, and its upper half is a u64.
    let share = ((u128::from(nanos) * u128::from(part)) >> 64) as u64;
    Duration::from_nanos(share)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rr9_jitter_comes_on_top_of_the_hint_and_is_never_nothing() {
        let policy = RetryPolicy::default();
        for random in [0, 1, u64::MAX / 2, u64::MAX] {
            for attempts in 1..=10 {
                let backoff = policy.backoff(attempts);
                let own = Delay::new(&policy, attempts, Duration::ZERO, &mut || random);
                assert_eq!(own.at_least, Duration::ZERO);
                assert!(own.jitter >= backoff / 2 && own.jitter <= backoff);

                let hint = Duration::from_secs(30);
                let hinted = Delay::new(&policy, attempts, hint, &mut || random);
                assert_eq!(hinted.at_least, hint);
                assert!(hinted.jitter >= own.jitter);
                assert!(hinted.jitter <= own.jitter + backoff.max(hint / 10));
            }
        }
    }

    #[test]
    fn extreme_durations_saturate() {
        let policy = RetryPolicy::default().with_backoff(Duration::MAX, Duration::ZERO);
        for random in [0, u64::MAX] {
            for hint in [Duration::ZERO, Duration::MAX] {
                let delay = Delay::new(&policy, u32::MAX, hint, &mut || random);
                assert!(delay.total() >= Duration::MAX / 2);
            }
        }
    }
}
