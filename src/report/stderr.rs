//! What is said on stderr, so that no correlation id is without a log line.

use std::{
    io::Write,
    sync::{
        Once,
        atomic::{AtomicBool, Ordering},
    },
    time::UNIX_EPOCH,
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
    line(&to_json(event));
}

/// A subscriber is set, but its filter drops our events: then the ids that clients get find
/// nothing. Once a process, since every further failure would say the same.
pub(super) fn say_once_that_a_filter_drops_events() {
    static SAID: Once = Once::new();
    SAID.call_once(|| {
        line(&json!({
            "level": "WARN",
            "target": LOG_TARGET,
            "message": "the subscriber's filter drops the events of this target, so correlation \
                        ids of failed tool calls find nothing: let WARN and ERROR pass for it",
        }));
    });
}

/// One write, so that lines of several threads do not mix. A closed stderr is no reason to panic.
fn line(value: &Value) {
    if ENABLED.load(Ordering::Relaxed) {
        let _ = std::io::stderr().lock().write_all(format!("{value}\n").as_bytes());
    }
}

/// The event's fields under the same names as in the `tracing` event.
fn to_json(event: &Event<'_>) -> Value {
    let since_epoch = event.at.duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut json = json!({
        "timestamp_ms": u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX),
        "level": event.level().as_str(),
        "target": LOG_TARGET,
        "message": MESSAGE,
        "correlation_id": event.failure.correlation_id().as_str(),
        "class": event.failure.class().as_str(),
        "code": event.failure.code(),
        "retryable": event.failure.retryable(),
        "error.type": ERROR_TYPE,
        "error.message": event.message,
    });
    let optional = [
        (
            "retry_not_before",
            event.failure.retry_not_before().map(|time| json!(time.epoch_millis())),
        ),
        ("retry_remark", event.remark.map(|remark| json!(remark.to_string()))),
        ("error.chain", event.chain.as_ref().map(|chain| json!(chain))),
    ];
    for (name, value) in optional {
        if let Some(value) = value {
            json[name] = value;
        }
    }
    json
}
