//! What is said on stderr, so that no correlation id is without a log line.

use std::{
    io::Write,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::{SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};

use super::event::{ERROR_TYPE, Event, LOG_TARGET, MESSAGE};

static ENABLED: AtomicBool = AtomicBool::new(true);

/// Whether failures go to stderr, one line of JSON each, while the program has set no `tracing`
/// subscriber. On by default, because a correlation id that finds nothing is worse than none; over
/// stdio, stderr is the log file of the host. Turned off, nothing of this crate is said on stderr.
pub fn set_stderr_fallback(enabled: bool) {
    ENABLED.store(enabled, Ordering::Relaxed);
}

pub(super) fn write(event: &Event<'_>) {
    line(&fields(event));
}

/// A subscriber is set, but its filter drops our events: then the ids that clients get find
/// nothing. Once a process, since every further failure would say the same.
pub(super) fn say_once_that_a_filter_drops_events() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        line(&[
            timestamp(SystemTime::now()),
            ("level", json!("WARN")),
            ("target", json!(LOG_TARGET)),
            (
                "message",
                json!(
                    "the subscriber's filter drops the events of this target, so correlation ids \
                     of failed tool calls find nothing: let WARN and ERROR pass for it"
                ),
            ),
        ]);
    });
}

/// The event's fields under the same names as in the `tracing` event, the first things first.
fn fields(event: &Event<'_>) -> Vec<(&'static str, Value)> {
    let mut fields = vec![
        timestamp(event.at),
        ("level", json!(event.level().as_str())),
        ("target", json!(LOG_TARGET)),
        ("message", json!(MESSAGE)),
        ("correlation_id", json!(event.failure.correlation_id().as_str())),
        ("class", json!(event.failure.class().as_str())),
        ("code", json!(event.failure.code())),
        ("retryable", json!(event.failure.retryable())),
    ];
    if let Some(time) = event.failure.retry_not_before() {
        fields.push(("retry_not_before", json!(time.epoch_millis())));
    }
    if let Some(remark) = event.remark {
        fields.push(("retry_remark", json!(remark.to_string())));
    }
    fields.push(("error.type", json!(ERROR_TYPE)));
    fields.push(("error.message", json!(event.message)));
    let optional = [
        ("error.chain", event.chain.as_ref().map(|chain| json!(chain))),
        ("tool", event.call.tool.as_ref().map(|tool| json!(tool))),
        ("request_id", event.call.request_id.as_ref().map(|id| json!(id))),
        ("elapsed_ms", event.call.elapsed_ms.map(|millis| json!(millis))),
        ("trace_id", event.call.trace_id.as_ref().map(|id| json!(id))),
    ];
    fields.extend(optional.into_iter().filter_map(|(name, value)| Some((name, value?))));
    fields
}

/// Unix epoch milliseconds; without a subscriber nobody else puts a time to the line.
fn timestamp(at: SystemTime) -> (&'static str, Value) {
    let since_epoch = at.duration_since(UNIX_EPOCH).unwrap_or_default();
    ("timestamp_ms", json!(u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX)))
}

/// One JSON object in one write, so that lines of several threads do not mix. A closed stderr is no
/// reason to panic.
fn line(fields: &[(&str, Value)]) {
    if !ENABLED.load(Ordering::Relaxed) {
        return;
    }
    let fields: Vec<String> =
        fields.iter().map(|(name, value)| format!("{}:{value}", json!(name))).collect();
    let line = format!("{{{}}}\n", fields.join(","));
    let _ = std::io::stderr().lock().write_all(line.as_bytes());
}
