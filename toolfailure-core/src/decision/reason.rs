use std::fmt;

use crate::reading::Field;

/// Why there is no further attempt. A closed set: match on all of it.
///
/// Whatever the reason, the caller gets the last reply, unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// A result that is no error.
    Success,
    /// A result that is no complete answer and no error either: the handle of a task, or one that
    /// carries a tool failure without saying `isError`.
    NotAnError,
    /// The server asks for input. Returned, not driven.
    InputRequired,
    /// A tool execution error without a tool failure: opaque (C1).
    NoExtension,
    /// A part that the decision needs is absent or malformed.
    Malformed(Field),
    /// A failure of class capability or governance: another way, or a person (C3, C7).
    ClassForbids,
    /// A class that is none of the three: there is no rule to follow.
    UnknownClass,
    /// A reliability failure that does not say `retryable: true` (C4).
    NotRetryable,
    /// The tool does not declare `idempotentHint: true`, or the caller says that it is not
    /// idempotent: a second call could act twice (C4).
    ToolNotIdempotent,
    /// The tool is not in the server's current list, or the list could not be had (C4).
    ToolUnknown,
    /// The caller does not trust this server's annotations (C4).
    AnnotationsUntrusted,
    /// `retryNotBefore` looks like seconds: neither its letter nor a guess can be obeyed (C5).
    HintSuspect,
    /// All attempts are made. Not that calling again is safe.
    AttemptsExhausted,
    /// The next attempt would not fit before the deadline. Whether the tool is idempotent need not
    /// have been asked by then.
    Deadline,
    /// Too many calls of this server failed lately. Whether the tool is idempotent was not asked, so
    /// this is no licence to call it again by hand later.
    Throttled,
    /// The caller cancelled.
    Cancelled,
    /// The call has already answered the server's questions, or is too large to keep: it cannot be
    /// made again as it was.
    Committed,
    /// The request says that whoever sent it retries already.
    AlreadyRetriedDownstream,
    /// No answer came (the deadline or the attempt's time ran out, the connection broke), or none
    /// that is a result of a tool: the tool may have run. Verify before calling again.
    OutcomeUnknown,
    /// The answer was a JSON-RPC error: no failure of the tool (S1).
    ProtocolError,
}

impl StopReason {
    /// The reason in one word, for machines and logs.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Success => "success",
            Self::NotAnError => "not_an_error",
            Self::InputRequired => "input_required",
            Self::NoExtension => "no_extension",
            Self::Malformed(_) => "malformed",
            Self::ClassForbids => "class_forbids",
            Self::UnknownClass => "unknown_class",
            Self::NotRetryable => "not_retryable",
            Self::ToolNotIdempotent => "tool_not_idempotent",
            Self::ToolUnknown => "tool_unknown",
            Self::AnnotationsUntrusted => "annotations_untrusted",
            Self::HintSuspect => "hint_suspect",
            Self::AttemptsExhausted => "attempts_exhausted",
            Self::Deadline => "deadline",
            Self::Throttled => "throttled",
            Self::Cancelled => "cancelled",
            Self::Committed => "committed",
            Self::AlreadyRetriedDownstream => "already_retried_downstream",
            Self::OutcomeUnknown => "outcome_unknown",
            Self::ProtocolError => "protocol_error",
        }
    }
}

/// As [`StopReason::as_str`], with the field of what is malformed: `malformed{retryable}`.
impl fmt::Display for StopReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(field) => write!(f, "malformed{{{field}}}"),
            _ => f.pad(self.as_str()),
        }
    }
}
