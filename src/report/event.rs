//! The one event of a failure.

use std::time::SystemTime;

use tracing::{Level, subscriber::NoSubscriber};

use super::stderr;
use crate::{RetryRemark, call::Facts, wire};

/// The target of the events that [`report`](crate::report()) logs.
pub const LOG_TARGET: &str = "mcp::tool_failure";

/// The event's message, the same for every failure, so that logs group.
pub(super) const MESSAGE: &str = "tool call failed";

/// `error.type`, as OpenTelemetry's conventions for MCP have it for a result with `isError`.
pub(super) const ERROR_TYPE: &str = "tool_error";

/// What an operator is to find under the correlation id. Texts are made for logs already.
pub(super) struct Event<'a> {
    pub(super) failure: &'a wire::ToolFailure,
    pub(super) message: String,
    pub(super) chain: Option<String>,
    pub(super) remark: Option<RetryRemark>,
    pub(super) call: Facts,
    pub(super) at: SystemTime,
}

impl Event<'_> {
    pub(super) fn level(&self) -> Level {
        if self.failure.code() == "internal_error" { Level::ERROR } else { Level::WARN }
    }
}

/// Logs the event: to the subscriber of the running thread, and to stderr while there is none. (The
/// event is emitted all the same, for those who have tracing hand events on to `log`.)
pub(super) fn log(event: &Event<'_>) {
    let nobody_listens = tracing::dispatcher::get_default(|current| current.is::<NoSubscriber>());
    if nobody_listens {
        stderr::write(event);
    }
    // Levels are part of an event's static description, hence one `event!` for each.
    macro_rules! log_at {
        ($level:expr) => {{
            if !nobody_listens && !tracing::event_enabled!(target: LOG_TARGET, $level) {
                stderr::say_once_that_a_filter_drops_events();
            }
            tracing::event!(
                // Not the default, which has our file and line: collectors store it with the record.
                name: "mcp.tool_failure",
                target: LOG_TARGET,
                $level,
                correlation_id = event.failure.correlation_id().as_str(),
                class = event.failure.class().as_str(),
                code = event.failure.code(),
                retryable = event.failure.retryable(),
                retry_not_before = event.failure.retry_not_before().map(|time| time.epoch_millis()),
                retry_remark = event.remark.map(tracing::field::display),
                "error.type" = ERROR_TYPE,
                "error.message" = event.message,
                "error.chain" = event.chain,
                tool = event.call.tool,
                request_id = event.call.request_id,
                elapsed_ms = event.call.elapsed_ms,
                trace_id = event.call.trace_id,
                "{MESSAGE}"
            );
        }};
    }
    if event.level() == Level::ERROR { log_at!(Level::ERROR) } else { log_at!(Level::WARN) }
}
