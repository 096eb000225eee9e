//! The events of a call.

use std::time::Duration;

use toolfailure_core::{decision::StopReason, text::log_line};
use tracing::Level;

use super::Attempt;

/// The target of the events that [`RetryingClient`](crate::client::RetryingClient) logs: one for
/// each attempt, under the correlation id that the server gave.
///
/// DEBUG for a success, WARN if the server's result breaks the standard, else INFO.
pub const ATTEMPT_LOG_TARGET: &str = "mcp::tool_call";

/// Logs an attempt, and either what is waited before the next one or why there is none. What came
/// from the server is escaped, redacted and cut.
pub(super) fn attempt(tool: &str, attempt: &Attempt, max_attempts: u32, wait: Option<Duration>) {
    let reading = attempt.reading.as_ref();
    let violations: Vec<_> =
        reading.iter().flat_map(|reading| reading.violations()).map(|it| log_line(it)).collect();
    // Levels are part of an event's static description, hence one `event!` for each.
    macro_rules! log_at {
        ($level:expr) => {
            tracing::event!(
                name: "mcp.tool_call.attempt",
                target: ATTEMPT_LOG_TARGET,
                $level,
                tool = log_line(&tool),
                attempt = attempt.number,
                max_attempts,
                elapsed_ms = millis(attempt.took),
                correlation_id = attempt.correlation_id().map(|id| log_line(&id.as_str())),
                class = reading.and_then(|it| it.class()).map(|class| class.as_str()),
                code = reading.and_then(|it| it.code_for_log()),
                wait_ms = wait.map(millis),
                stopped_because = attempt.stopped_because.map(tracing::field::display),
                violations = (!violations.is_empty()).then(|| violations.join("; ")),
                "tool call attempt"
            )
        };
    }
    if !violations.is_empty() {
        log_at!(Level::WARN);
    } else if attempt.stopped_because == Some(StopReason::Success) {
        log_at!(Level::DEBUG);
    } else {
        log_at!(Level::INFO);
    }
}

/// Logs that after an attempt, whose event said that another would follow, none did.
pub(super) fn given_up(tool: &str, attempt: &Attempt) {
    tracing::info!(
        name: "mcp.tool_call.given_up",
        target: ATTEMPT_LOG_TARGET,
        tool = log_line(&tool),
        attempt = attempt.number,
        correlation_id = attempt.correlation_id().map(|id| log_line(&id.as_str())),
        stopped_because = attempt.stopped_because.map(tracing::field::display),
        "tool call given up while waiting"
    );
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).unwrap_or(u64::MAX)
}
