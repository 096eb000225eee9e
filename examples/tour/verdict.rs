//! What a client may do about a failure: asked of the engine that drives the retrying client.

use std::time::{Duration, SystemTime};

use toolfailure::{
    ToolFailureClass,
    client::{
        Reading, RetryPolicy, StopReason,
        decision::{Call, Listing, Now, Request, Step, Throttle},
    },
};

pub(crate) struct Verdict {
    pub(crate) may_retry: bool,
    /// One word, for machines.
    pub(crate) reason: &'static str,
    /// The same for people.
    pub(crate) because: &'static str,
}

/// The verdict for a client that trusts this server's annotations and has an hour.
pub(crate) fn verdict(failure: &Reading, tool: &str, listing: Listing) -> Verdict {
    let policy = RetryPolicy::default()
        .trust_server_annotations()
        .with_deadline(Duration::from_secs(60 * 60));
    let now = Now { wall: SystemTime::now(), monotonic: Duration::ZERO };
    let call = Call::begin(&policy, Request::of_tool(tool), now);
    let mut throttle = Throttle::default();
    let step = match call.reply(failure, now, &mut throttle, &mut || 0) {
        Step::AskForTool(question) => question.answer(listing, now, &throttle),
        step => step,
    };
    match step {
        Step::Return(reason) => Verdict {
            may_retry: false,
            reason: reason.as_str(),
            because: why_not(reason, failure.class()),
        },
        Step::Wait(_) | Step::Call(_) | Step::AskForTool(_) => Verdict {
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

fn why_not(reason: StopReason, class: Option<ToolFailureClass>) -> &'static str {
    match (reason, class) {
        (StopReason::ClassForbids, Some(ToolFailureClass::Governance)) => {
            "governance: a person has to act first (C3, C7)"
        }
        (StopReason::ClassForbids, _) => {
            "capability: the same call fails again, so try another way (C3, C7)"
        }
        (StopReason::NotRetryable, _) => {
            "reliability, but the server says that it is not retryable (C4)"
        }
        (StopReason::ToolNotIdempotent, _) => {
            "retryable, but the tool does not declare idempotentHint: a second call could act twice (C4)"
        }
        _ => "there is no rule that permits it (C4)",
    }
}
