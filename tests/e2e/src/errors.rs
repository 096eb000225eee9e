//! What goes wrong, as a server's author writes it.

use std::time::{Duration, SystemTime};

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
pub(crate) enum CalendarError {
    #[error("this calendar cannot repeat events")]
    #[tool_failure(
        code = "capability_unsupported",
        guidance = "Create the events one by one instead."
    )]
    CannotRepeat,
    #[error("the calendar is being rebuilt")]
    #[tool_failure(class = "reliability", code = "acme.rebuilding", retryable = false)]
    Rebuilding,
    #[error("the calendar session has expired")]
    #[tool_failure(
        class = "governance",
        code = "auth_required",
        guidance = "Ask the user to reconnect their calendar, then repeat the call."
    )]
    SessionExpired,
    #[error("the calendar is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited {
        #[tool_failure(retry_after)]
        wait: Duration,
    },
    #[error("the calendar's backend failed")]
    #[tool_failure(code = "retryable_transient_error")]
    Backend(#[from] BackendError),
    #[error("there is no event of this title")]
    #[tool_failure(
        code = "resource_not_found",
        guidance = "List the events first; {title} is not among them."
    )]
    NoSuchEvent { title: String },
}

/// What an operator is to read, and a client never.
#[derive(Debug, thiserror::Error)]
#[error("{secret} is refused by the database")]
pub(crate) struct BackendError {
    pub(crate) secret: String,
    pub(crate) source: DiskError,
}

#[derive(Debug, thiserror::Error)]
#[error("{secret} lies on a bad sector")]
pub(crate) struct DiskError {
    pub(crate) secret: String,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
pub(crate) enum ExtremeError {
    #[error("closed until a time")]
    #[tool_failure(class = "reliability", code = "closed")]
    Until(#[tool_failure(retry_at)] SystemTime),
    #[error("closed for a while")]
    #[tool_failure(class = "reliability", code = "closed")]
    For(#[tool_failure(retry_after)] Option<Duration>),
    #[error("{0}")]
    #[tool_failure(code = "invalid_input")]
    Says(String),
}

/// Becomes a protocol error by `?` where a signature knows no other.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[tool_failure(error_data)]
pub(crate) enum MailError {
    #[error("the mailbox is locked")]
    #[tool_failure(code = "permission_denied", guidance = "Ask the user to unlock it.")]
    Locked(#[source] DiskError),
    #[error("there is no such mail")]
    #[tool_failure(code = "resource_not_found")]
    NoSuchMail,
}
