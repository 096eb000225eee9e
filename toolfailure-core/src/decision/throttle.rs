/// Keeps retries from burying a server that is already down: one for each server, shared by all
/// calls to it.
///
/// Ten tokens. A reliability failure, of whatever attempt, takes one; a success gives a tenth of
/// one back; a retry needs more than five, both when the reply comes and when the wait is over. A
/// retry that is throttled fails at once, it does not queue. These are the rules and the numbers of gRPC's retry throttling: time
/// alone opens nothing, so after a long outage it takes some fifty calls that succeed at once until
/// retries are made again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Throttle {
    /// In tenths, so that nothing is lost to rounding.
    tenths: u32,
}

impl Throttle {
    const MAX_TENTHS: u32 = 100;
    const TENTHS_PER_FAILURE: u32 = 10;
    const TENTHS_PER_SUCCESS: u32 = 1;

    /// A throttle with so many tokens left, at most ten.
    #[must_use]
    pub fn with_tokens(tokens: u32) -> Self {
        Self { tenths: tokens.saturating_mul(10).min(Self::MAX_TENTHS) }
    }

    /// Whether a retry may be made now.
    #[must_use]
    pub fn is_open(&self) -> bool {
        self.tenths > Self::MAX_TENTHS / 2
    }

    pub(super) fn failure(&mut self) {
        self.tenths = self.tenths.saturating_sub(Self::TENTHS_PER_FAILURE);
    }

    pub(super) fn success(&mut self) {
        self.tenths = (self.tenths + Self::TENTHS_PER_SUCCESS).min(Self::MAX_TENTHS);
    }
}

/// Full: ten tokens.
impl Default for Throttle {
    fn default() -> Self {
        Self { tenths: Self::MAX_TENTHS }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rr12_five_failures_close_it_and_successes_open_it_slowly() {
        let mut throttle = Throttle::default();
        for left in (6..10).rev() {
            throttle.failure();
            assert!(throttle.is_open(), "{left} tokens");
        }
        throttle.failure();
        assert_eq!((throttle.is_open(), &throttle), (false, &Throttle::with_tokens(5)));
        throttle.success();
        assert!(throttle.is_open());
        for _ in 0..20 {
            throttle.failure();
        }
        assert_eq!(throttle, Throttle::with_tokens(0));
        for _ in 0..1000 {
            throttle.success();
        }
        assert_eq!(throttle, Throttle::with_tokens(u32::MAX));
    }
}
