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
    /// The list could not be had: an error, a time-out, too many pages. A list from a cache is
    /// this, too.
    Unavailable,
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
