//! What a client may do about a failure (C3–C5, C7).

use toolfailure::{ToolFailureClass, wire::ToolFailure};

pub(crate) struct Verdict {
    pub(crate) may_retry: bool,
    /// One word, for machines.
    pub(crate) reason: &'static str,
    /// The same for people.
    pub(crate) because: &'static str,
}

/// `idempotent` is the tool's own `idempotentHint`, from a server whose annotations the caller
/// trusts.
pub(crate) fn verdict(failure: &ToolFailure, idempotent: bool) -> Verdict {
    let no = |reason, because| Verdict { may_retry: false, reason, because };
    match failure.class() {
        ToolFailureClass::Capability => no(
            "class_forbids",
            "capability: the same call fails again, so try another way (C3, C7)",
        ),
        ToolFailureClass::Governance => {
            no("class_forbids", "governance: a person has to act first (C3, C7)")
        }
        ToolFailureClass::Reliability if !failure.retryable() => {
            no("not_retryable", "reliability, but the server says that it is not retryable (C4)")
        }
        ToolFailureClass::Reliability if !idempotent => no(
            "tool_not_idempotent",
            "retryable, but the tool does not declare idempotentHint: a second call could act twice (C4)",
        ),
        ToolFailureClass::Reliability => Verdict {
            may_retry: true,
            reason: "permitted",
            because: match failure.retry_not_before() {
                Some(_) => {
                    "retryable, and the tool is idempotent; not before the time given (C4, C5)"
                }
                None => "retryable, and the tool is idempotent (C4)",
            },
        },
    }
}
