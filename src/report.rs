//! One operation from an error to what leaves the server: mint the correlation id, log the event,
//! make the result (S3).

mod event;
mod id;
mod log;
mod stderr;

use std::{fmt::Display, time::SystemTime};

use serde_json::{Map, Value, json};

use crate::{Classification, ToolFailure, ToolFailureClass, call, text, wire};
pub use event::LOG_TARGET;
pub use stderr::set_stderr_fallback;

/// Reports a failed tool call: mints its correlation id, logs exactly one event under that id, and
/// gives back what the client is to receive.
///
/// The conversions into rmcp's results call this. Call it yourself where there is no rmcp:
/// [`Report::into_json`] is the `result` of a `tools/call`. Each call is one failure with an id of
/// its own, so report an error once, where it leaves the server.
///
/// The event has the target [`LOG_TARGET`] and the level WARN, for the code `internal_error` ERROR.
/// Its fields are `correlation_id`, `class`, `code`, `retryable`, `retry_not_before` (Unix epoch
/// milliseconds), `retry_remark` (why the wire does not say what the author said), `error.type`
/// (`tool_error`, as OpenTelemetry has it), `error.message` (the error's `Display`) and
/// `error.chain` (its sources, joined by `: `); under the layer that covers a whole server also
/// `tool`, `request_id`, `elapsed_ms` and `trace_id`. It belongs to the span that is current
/// where the error is converted: for a `#[tool]` function that returns `Result<_, E>` that is the
/// caller's, since rmcp converts after the function has ended. Where no
/// `tracing` subscriber is set, the event goes to stderr as one line of JSON
/// ([`set_stderr_fallback`]).
///
/// Never fails: what is too long is cut, what cannot be said is left out, and the log says so. Only a
/// `Display` that panics gets through.
///
/// ```
/// use toolfailure::ToolFailure;
///
/// #[derive(Debug, thiserror::Error, ToolFailure)]
/// enum CalendarError {
///     #[error("the calendar session has expired")]
///     #[tool_failure(class = "governance", code = "auth_required")]
///     SessionExpired,
/// }
///
/// let result = toolfailure::report(&CalendarError::SessionExpired).into_json();
/// assert_eq!(result["isError"], true);
/// assert_eq!(result["_meta"][toolfailure::wire::META_KEY]["class"], "governance");
/// ```
#[must_use = "the client is still waiting for the result"]
pub fn report<E: ToolFailure>(error: &E) -> Report {
    report_at(error, SystemTime::now())
}

fn report_at<E: ToolFailure>(error: &E, now: SystemTime) -> Report {
    let occurrence = Occurrence {
        classification: error.classify(),
        message: error,
        diagnosis: text::log_line(error),
        chain: text::chain(&error),
    };
    occurrence.report_at(now)
}

/// A failure before it has an id.
pub(crate) struct Occurrence<'a> {
    pub(crate) classification: Classification,
    /// What the model reads, unless the classification has a message of its own.
    pub(crate) message: &'a dyn Display,
    /// What the log says of the failure, made for logs already.
    pub(crate) diagnosis: String,
    /// What caused it, for the log alone, made for logs already.
    pub(crate) chain: Option<String>,
}

impl Occurrence<'_> {
    /// Mints the id, logs the event, makes what the client is to receive.
    pub(crate) fn report(self) -> Report {
        self.report_at(SystemTime::now())
    }

    fn report_at(self, now: SystemTime) -> Report {
        let Self { classification, message, diagnosis, chain } = self;
        let call = call::facts();
        let resolved = classification.retry().resolve(now, call.repeatable);
        let (id, code) = (id::mint(now), classification.code().clone());
        let failure = match classification.class() {
            ToolFailureClass::Capability => wire::ToolFailure::capability(code, id),
            ToolFailureClass::Reliability => {
                wire::ToolFailure::reliability(code, resolved.retryable, id)
            }
            ToolFailureClass::Governance => wire::ToolFailure::governance(code, id),
        };
        let failure = match classification.guidance().and_then(|given| text::guidance(&given)) {
            Some(guidance) => failure.with_agent_guidance(guidance),
            None => failure,
        };
        log::log(&event::Event {
            failure: &failure,
            message: diagnosis,
            chain,
            remark: resolved.remark,
            call,
            at: now,
        });
        let (guidance, id) = (failure.agent_guidance(), failure.correlation_id().as_str());
        let content = match classification.message() {
            Some(message) => text::content(&message, guidance, id),
            None => text::content(message, guidance, id),
        };
        Report { failure, content }
    }
}

/// A failure that is in the log, and what the client is to receive of it.
#[derive(Clone, Debug)]
#[must_use = "the client is still waiting for the result"]
pub struct Report {
    failure: wire::ToolFailure,
    content: String,
}

impl Report {
    /// What stands under [`wire::META_KEY`] (W1–W7).
    #[must_use]
    pub fn failure(&self) -> &wire::ToolFailure {
        &self.failure
    }

    /// The one text block: the message, the guidance if there is any, and `Reference: ` with the
    /// correlation id, each after a blank line. At most [`text::MAX_CONTENT_BYTES`].
    #[must_use]
    pub fn content(&self) -> &str {
        &self.content
    }

    /// The message alone, in one line: the first part of [`Report::content`].
    #[must_use]
    pub fn message(&self) -> &str {
        self.content.split("\n\n").next().unwrap_or_default()
    }

    /// The `result` of the `tools/call`, for frameworks other than rmcp (W1, S1, S2).
    #[must_use]
    pub fn into_json(self) -> Value {
        let mut meta = Map::new();
        let (key, failure) = meta_entry(&self.failure);
        meta.insert(key, failure);
        json!({
            "content": [{"type": "text", "text": self.content}],
            "isError": true,
            "_meta": meta,
        })
    }
}

/// The failure as it stands in `_meta` (W1).
fn meta_entry(failure: &wire::ToolFailure) -> (String, Value) {
    // A struct of strings, bools and integers always is a JSON value.
    let value = serde_json::to_value(failure).unwrap_or(Value::Null);
    (wire::META_KEY.to_owned(), value)
}

#[cfg(feature = "rmcp3")]
impl Report {
    /// The text block and the entry for `_meta`, for the conversions into rmcp's results.
    pub(crate) fn into_parts(self) -> (String, (String, Value)) {
        let entry = meta_entry(&self.failure);
        (self.content, entry)
    }
}

#[cfg(test)]
mod tests;
