use super::{RetryPolicy, StopReason};

/// What the server's current `tools/list` says of the tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// It is there, with these annotations; `None` where one is absent.
    Listed {
        /// `idempotentHint`.
        idempotent: Option<bool>,
        /// `readOnlyHint`.
        read_only: Option<bool>,
    },
    /// It is not there.
    NotListed,
    /// The list could not be had: an error, a time-out, more than the policy takes. A list from a
    /// cache is this, too.
    Unavailable,
}

impl Listing {
    /// What two parts of a list say together: two pages, or two entries of the same name. Hint by
    /// hint the stricter counts, since nobody knows which of two entries is called (C4).
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        match (self, other) {
            (Self::Unavailable, _) | (_, Self::Unavailable) => Self::Unavailable,
            (Self::NotListed, listing) | (listing, Self::NotListed) => listing,
            (
                Self::Listed { idempotent, read_only },
                Self::Listed { idempotent: other, read_only: other_read_only },
            ) => Self::Listed {
                idempotent: stricter(idempotent, other),
                read_only: stricter(read_only, other_read_only),
            },
        }
    }
}

/// `false` before none before `true`.
fn stricter(one: Option<bool>, other: Option<bool>) -> Option<bool> {
    match (one, other) {
        (Some(false), _) | (_, Some(false)) => Some(false),
        (None, _) | (_, None) => None,
        (Some(true), Some(true)) => Some(true),
    }
}

/// What the policy says without asking the server.
pub(super) enum Gate {
    Open,
    Closed(StopReason),
    /// The annotations decide.
    Ask,
}

impl RetryPolicy {
    pub(super) fn gate(&self, tool: &str) -> Gate {
        match self.idempotent_by_word(tool) {
            Some(true) => Gate::Open,
            Some(false) => Gate::Closed(StopReason::ToolNotIdempotent),
            None if self.trusts_annotations() => Gate::Ask,
            None => Gate::Closed(StopReason::AnnotationsUntrusted),
        }
    }

    /// Whether the annotations permit a second call (C4).
    pub(super) fn permits(&self, listing: Listing) -> Result<(), StopReason> {
        match listing {
            Listing::Listed { idempotent: Some(true), .. } => Ok(()),
            Listing::Listed { idempotent: None, read_only: Some(true) }
                if self.accepts_read_only() =>
            {
                Ok(())
            }
            Listing::Listed { .. } => Err(StopReason::ToolNotIdempotent),
            Listing::NotListed | Listing::Unavailable => Err(StopReason::ToolUnknown),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever the other part says, and in whichever order, nothing is permitted by both that one
    /// alone would forbid; but for a part that does not have the tool.
    #[test]
    fn c4_of_two_entries_the_stricter_counts() {
        let hints = [None, Some(false), Some(true)];
        let mut all = vec![Listing::NotListed, Listing::Unavailable];
        for idempotent in hints {
            all.extend(hints.map(|read_only| Listing::Listed { idempotent, read_only }));
        }
        let plain = RetryPolicy::default();
        for policy in [plain.clone(), plain.accept_read_only()] {
            for one in all.clone() {
                for other in all.clone() {
                    let both = one.and(other);
                    assert_eq!(both, other.and(one));
                    let open =
                        |listing| listing == Listing::NotListed || policy.permits(listing).is_ok();
                    if policy.permits(both).is_ok() {
                        assert!(open(one) && open(other), "{one:?} and {other:?}");
                    }
                }
                assert_eq!((one.and(one), one.and(Listing::NotListed)), (one, one));
            }
        }
    }
}
