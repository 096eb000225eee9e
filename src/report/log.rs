//! Where the event goes.

use tracing::{Level, subscriber::NoSubscriber};

use super::{
    event::{ERROR_TYPE, Event, LOG_TARGET, MESSAGE},
    stderr,
};

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
