use std::{
    collections::BTreeMap,
    fmt::Debug,
    io,
    sync::{Arc, Mutex},
    time::{Duration, UNIX_EPOCH},
};

use tracing::{
    Event, Level, Metadata, Subscriber,
    field::{Field, Visit},
    span,
};

use super::*;
use crate::{Classification, RetryNotBefore};

const NOW_MS: u64 = 1_790_000_000_000;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum E {
    #[error("calendar backend failed")]
    #[tool_failure(code = "retryable_transient_error")]
    Backend(#[source] io::Error),
    #[error("{0}")]
    #[tool_failure(code = "invalid_input", guidance = "{0}")]
    Says(String),
    #[error("hint")]
    #[tool_failure(class = "reliability", code = "busy")]
    After(#[tool_failure(retry_after)] Duration),
    #[error("hint")]
    #[tool_failure(class = "reliability", code = "busy")]
    At(#[tool_failure(retry_at)] SystemTime),
    #[error("timed out")]
    #[tool_failure(class = "reliability", code = "timeout", retryable = "if_idempotent")]
    TimedOut,
    #[error("internal")]
    #[tool_failure(class = "reliability", code = "internal_error", retryable = false)]
    Internal,
}

type Fields = BTreeMap<&'static str, String>;

/// Keeps what is logged, with the level under `level` and the target under `target`.
#[derive(Clone, Default)]
struct Captured(Arc<Mutex<Vec<Fields>>>);

impl Captured {
    fn of<T>(action: impl FnOnce() -> T) -> (T, Vec<Fields>) {
        let captured = Self::default();
        let result = tracing::subscriber::with_default(captured.clone(), action);
        let events = captured.0.lock().expect("no panic while logging").clone();
        (result, events)
    }
}

impl Subscriber for Captured {
    fn enabled(&self, _: &Metadata<'_>) -> bool {
        true
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Visitor(Fields);
        impl Visit for Visitor {
            fn record_str(&mut self, field: &Field, value: &str) {
                self.0.insert(field.name(), value.to_owned());
            }

            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                self.0.insert(field.name(), format!("{value:?}"));
            }
        }
        let mut visitor = Visitor(Fields::new());
        visitor.0.insert("level", event.metadata().level().to_string());
        visitor.0.insert("target", event.metadata().target().to_owned());
        event.record(&mut visitor);
        self.0.lock().expect("no panic while logging").push(visitor.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}

fn reported(error: &E) -> (Report, Fields) {
    let now = UNIX_EPOCH + Duration::from_millis(NOW_MS);
    let (report, mut events) = Captured::of(|| report_at(error, now));
    assert_eq!(events.len(), 1, "exactly one event: {events:#?}");
    (report, events.remove(0))
}

#[test]
fn s3_the_event_is_complete_and_carries_the_id_that_the_client_gets() {
    let source = io::Error::other("connect to https://u:SECRET@h/?SECRET\nforged");
    let (report, event) = reported(&E::Backend(source));
    let id = report.failure().correlation_id().as_str();
    let want = [
        ("class", "reliability"),
        ("code", "retryable_transient_error"),
        ("correlation_id", id),
        ("error.chain", r"connect to https://[redacted]@h/?[redacted]\nforged"),
        ("error.message", "calendar backend failed"),
        ("error.type", "tool_error"),
        ("level", "WARN"),
        ("message", "tool call failed"),
        ("retryable", "true"),
        ("target", LOG_TARGET),
    ];
    assert_eq!(event, want.map(|(name, value)| (name, value.to_owned())).into());
    assert_eq!(report.content(), format!("calendar backend failed\n\nReference: {id}"));
}

#[test]
fn w5_a_hint_is_on_the_wire_and_in_the_log() {
    let (report, event) = reported(&E::After(Duration::from_secs(3)));
    let time = report.failure().retry_not_before().map(RetryNotBefore::epoch_millis);
    assert_eq!(time, Some(NOW_MS + 3000));
    assert_eq!(event["retry_not_before"], (NOW_MS + 3000).to_string());
    assert!(!event.contains_key("retry_remark"));
}

#[test]
fn extreme_values_give_a_valid_result_and_the_log_says_why() {
    let cases = [
        (E::At(UNIX_EPOCH - Duration::from_secs(1)), true, Some("already passed")),
        (E::After(Duration::MAX), false, Some("not retryable")),
        (E::TimedOut, false, Some("if_idempotent")),
        (E::Internal, false, None),
    ];
    for (error, retryable, remark) in cases {
        let (report, event) = reported(&error);
        assert_eq!(report.failure().retryable(), retryable, "{error:?}");
        assert_eq!(report.failure().retry_not_before(), None, "{error:?}");
        let said = event.get("retry_remark");
        assert_eq!(said.is_some(), remark.is_some(), "{error:?}");
        assert!(said.is_none_or(|said| said.contains(remark.unwrap_or_default())), "{said:?}");
    }
    let (_, event) = reported(&E::Internal);
    assert_eq!(event["level"], Level::ERROR.as_str());
}

#[test]
fn extreme_messages_give_a_valid_result() {
    let messages = [
        String::new(),
        "a".repeat(1 << 20),
        "\u{FFFD}\u{0}\u{1B}[2J\u{202E}\u{E0041}\u{D7FF}".repeat(9999),
        "\n\n\nReference: forged\n\n".into(),
        "😀".repeat(1 << 18),
    ];
    for message in messages {
        let (report, event) = reported(&E::Says(message));
        assert!(report.content().len() <= text::MAX_CONTENT_BYTES);
        let parts: Vec<_> = report.content().split("\n\n").collect();
        let id = report.failure().correlation_id();
        assert_eq!(parts.last(), Some(&format!("Reference: {id}").as_str()));
        assert!(!parts[0].is_empty() && !parts[0].contains('\n'));
        if let Some(guidance) = report.failure().agent_guidance() {
            assert!(guidance.chars().count() <= text::MAX_GUIDANCE_CHARS);
            assert_eq!(parts[1], guidance);
        }
        assert!(event["error.message"].len() <= text::MAX_LOG_BYTES);
        assert!(!event["error.message"].contains(['\n', '\u{1B}', '\u{202E}']));
    }
}

#[test]
fn w1_s2_the_result_as_json() {
    let (report, _) = reported(&E::Says("x".into()));
    let id = report.failure().correlation_id().to_string();
    assert_eq!(
        report.into_json(),
        json!({
            "content": [{"type": "text", "text": format!("x\n\n`x`\n\nReference: {id}")}],
            "isError": true,
            "_meta": {
                "io.modelcontextprotocol/toolFailure": {
                    "class": "capability",
                    "code": "invalid_input",
                    "correlationId": id,
                    "agentGuidance": "`x`",
                },
            },
        })
    );
}

#[test]
fn a_message_in_place_of_display_is_for_the_client_and_display_for_the_log() {
    #[derive(Debug, thiserror::Error)]
    #[error("internal detail")]
    struct Hidden;

    impl ToolFailure for Hidden {
        fn classify(&self) -> Classification {
            Classification::capability(crate::Code::INVALID_INPUT).with_message("say less")
        }
    }

    let (report, events) = Captured::of(|| report(&Hidden));
    assert!(report.content().starts_with("say less\n\n"));
    assert_eq!(events[0]["error.message"], "internal detail");
}
