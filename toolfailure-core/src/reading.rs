//! Reading a result of `tools/call`: what is usable, and which rules it breaks.
//!
//! Nothing here fails and nothing panics, whatever the server sent. What cannot be used is absent
//! from the [`Reading`] and listed among its [violations](Reading::violations); what follows for a
//! retry is for [`decision`](crate::decision) to say.

mod guidance;
mod result;

use std::fmt::Write;

use serde::Deserialize;
use serde_json::Value;

use crate::{
    CorrelationId, RetryNotBefore, ToolFailureClass, text,
    wire::{check::Checked, fields::Entry, found::Found, shape},
};
pub use guidance::UntrustedGuidance;
use result::{Parts, Whole};

pub use crate::wire::{Field, Problem, Violation};

/// A result of `tools/call` as it was received, as far as tool failures are concerned.
///
/// ```
/// use toolfailure_core::{ToolFailureClass, reading::Reading};
///
/// let reading = Reading::from_json(
///     r#"{"isError":true,"content":[{"type":"text","text":"The calendar session has expired."}],
///         "_meta":{"io.modelcontextprotocol/toolFailure":{"class":"governance",
///         "code":"auth_required","correlationId":"c-1",
///         "agentGuidance":"Ask the user to reconnect."}}}"#,
/// );
/// assert!(reading.has_tool_failure() && reading.violations().is_empty());
/// match reading.class() {
///     Some(ToolFailureClass::Governance) => { /* ask a person */ }
///     Some(ToolFailureClass::Capability) => { /* another way */ }
///     Some(ToolFailureClass::Reliability) => { /* retry, if the decision says so */ }
///     None => { /* an unknown class, or none: an ordinary error */ }
/// }
/// assert_eq!(
///     reading.model_text(),
///     "The calendar session has expired.\n\nAsk the user to reconnect.\n\nReference: c-1"
/// );
/// ```
#[derive(Clone, Debug)]
pub struct Reading {
    kind: ResultKind,
    is_error: IsError,
    failure: Option<Failure>,
    violations: Vec<Violation>,
    text: String,
}

/// `isError`, as far as it goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum IsError {
    Absent,
    False,
    True,
    Malformed,
}

/// What kind of result `resultType` says this is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ResultKind {
    Complete,
    InputRequired,
    Task,
    /// No result at all, or of a type that we do not know.
    Unknown,
}

/// What is usable under the key.
#[derive(Clone, Debug)]
struct Failure {
    class: Option<ToolFailureClass>,
    code: Option<String>,
    retryable: bool,
    not_before: Option<RetryNotBefore>,
    correlation_id: Option<CorrelationId>,
    guidance: Option<UntrustedGuidance>,
}

impl Reading {
    /// The most that is kept of a `code`, in bytes. The standard sets no limit, but a code is a word.
    pub const MAX_CODE_BYTES: usize = 256;

    /// Reads a result from JSON text, without building a tree of it. What is no JSON is a
    /// violation like any other.
    ///
    /// Of a duplicate key the last one stands.
    #[must_use]
    pub fn from_json(text: impl AsRef<[u8]>) -> Self {
        let mut deserializer = serde_json::Deserializer::from_slice(text.as_ref());
        let parts = shape::read(Whole, &mut deserializer)
            .and_then(|parts| deserializer.end().map(|()| parts));
        parts.map_or_else(|error| Self::unreadable(&error), Self::new)
    }

    /// Reads a result from a value.
    #[must_use]
    pub fn from_value(result: &Value) -> Self {
        let parts = shape::read(Whole, result);
        parts.map_or_else(|error| Self::unreadable(&error), Self::new)
    }

    /// Reads a result that some library has already taken apart: `isError`, what stands under
    /// [`META_KEY`](crate::wire::META_KEY) in `_meta`, and the text blocks of `content`.
    ///
    /// It is taken for a complete result: one that asks for input, or a handle of a task, has
    /// neither `isError` nor `content`.
    #[must_use]
    pub fn from_parts<'a>(
        is_error: Option<bool>,
        tool_failure: Option<&Value>,
        texts: impl IntoIterator<Item = &'a str>,
    ) -> Self {
        Self::new(Parts {
            is_error: is_error.map(Found::Bool),
            // Of a value, every entry can be read.
            entry: tool_failure.and_then(|value| Entry::deserialize(value).ok()),
            texts: texts.into_iter().map(Into::into).collect(),
            ..Parts::default()
        })
    }

    /// Reads what is left of a result that a library took for the result of another method, and of
    /// which it lost `isError` and `content`: what stands under
    /// [`META_KEY`](crate::wire::META_KEY) in `_meta`.
    ///
    /// Since the key is there only on failed results (S2), it is read as one: for the log, and for
    /// whoever is to act on the class. The loss is a violation that bars another call.
    #[must_use]
    pub fn from_remains(tool_failure: &Value) -> Self {
        let mut reading = Self::from_parts(Some(true), Some(tool_failure), []);
        let detail = "the result was taken for that of another method, and its isError is lost";
        let lost = Violation::new("MCP", Field::Result, Problem::Malformed, detail);
        reading.violations.insert(0, lost);
        reading
    }

    fn unreadable(error: &serde_json::Error) -> Self {
        let error = text::log_line(error);
        let detail = format!("the result cannot be read as JSON: {error}");
        Self {
            kind: ResultKind::Unknown,
            is_error: IsError::Malformed,
            failure: None,
            violations: vec![Violation::new("MCP", Field::Result, Problem::Malformed, detail)],
            text: String::new(),
        }
    }

    fn new(parts: Parts<'_>) -> Self {
        let mut violations = Vec::new();
        let kind = parts.kind(&mut violations);
        let is_error = parts.is_error(&mut violations);
        if parts.entry.is_some()
            && let Some(key) = parts.of_another_method
        {
            let detail = format!("`{key}` is a key of another method's result");
            violations.push(Violation::new("MCP", Field::Result, Problem::Misplaced, detail));
        }
        let failure = parts.entry.map(|entry| {
            if matches!(is_error, IsError::Absent | IsError::False) {
                let detail = "a tool failure on a result without `isError: true`";
                violations.push(Violation::new(
                    "S2",
                    Field::ToolFailure,
                    Problem::Misplaced,
                    detail,
                ));
            }
            let checked = Checked::new(entry);
            violations.extend(checked.violations);
            Failure {
                class: checked.class,
                code: checked.code.map(bounded),
                retryable: checked.retryable,
                not_before: checked.not_before,
                correlation_id: checked.correlation_id,
                guidance: checked.agent_guidance.map(UntrustedGuidance::new),
            }
        });
        // Only what failed is ever shown from here.
        let text = match is_error {
            IsError::True => parts.texts.join("\n"),
            _ => String::new(),
        };
        Self { kind, is_error, failure, violations, text }
    }

    /// Whether this is a tool execution error: `isError` is exactly `true`.
    #[must_use]
    pub fn is_error(&self) -> bool {
        self.is_error == IsError::True
    }

    /// Whether this is a tool execution error that carries something under
    /// [`META_KEY`](crate::wire::META_KEY), well-formed or not.
    #[must_use]
    pub fn has_tool_failure(&self) -> bool {
        self.is_error() && self.failure.is_some()
    }

    /// `class`: what to dispatch on (C2). `None` if it is absent, malformed or none of the three.
    #[must_use]
    pub fn class(&self) -> Option<ToolFailureClass> {
        self.failure.as_ref()?.class
    }

    /// `code`, as it was received: for the log, not to dispatch on (C2). It may hold anything,
    /// control characters and secrets among it: what a terminal or a log gets is
    /// [`code_for_log`](Self::code_for_log).
    ///
    /// Of one that is longer than [`MAX_CODE_BYTES`](Self::MAX_CODE_BYTES), the beginning of that.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        self.failure.as_ref()?.code.as_deref()
    }

    /// `code` on one line, redacted and escaped, as [`text::log_line`] makes it.
    #[must_use]
    pub fn code_for_log(&self) -> Option<String> {
        self.code().map(|code| text::log_line(&code))
    }

    /// Whether the server says that the call may be repeated: exactly `true`, on a failure of class
    /// reliability (W4). By itself this permits nothing (C4).
    #[must_use]
    pub fn retryable(&self) -> bool {
        self.class() == Some(ToolFailureClass::Reliability)
            && self.failure.as_ref().is_some_and(|failure| failure.retryable)
    }

    /// `retryNotBefore`, in Unix epoch milliseconds, if it is a time and stands beside
    /// `retryable: true` (W5, C5). One that is past 2⁵³ − 1 is the latest that can be said.
    #[must_use]
    pub fn retry_not_before(&self) -> Option<RetryNotBefore> {
        self.failure.as_ref()?.not_before
    }

    /// `correlationId`: for the log, and for whoever asks the server's operator (W6).
    #[must_use]
    pub fn correlation_id(&self) -> Option<&CorrelationId> {
        self.failure.as_ref()?.correlation_id.as_ref()
    }

    /// `agentGuidance`: data from the server, for a model to read and not for a client to obey
    /// (W7, C6).
    #[must_use]
    pub fn agent_guidance(&self) -> Option<&UntrustedGuidance> {
        self.failure.as_ref()?.guidance.as_ref()
    }

    /// The rules that this result breaks, in the order in which they are checked. Empty for a
    /// result that is as it should be, failed or not.
    #[must_use]
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// What to show a model of a failed call: the text blocks as they are; then, unless they
    /// already say it, the guidance on one line, and the reference. Each once.
    ///
    /// All of it is text from the server. Blocks that are no text (images, links) are not in it:
    /// hand those on beside it. Empty for a result that did not fail.
    #[must_use]
    pub fn model_text(&self) -> String {
        let mut shown = self.text.clone();
        if !self.is_error() {
            return shown;
        }
        if let Some(guidance) = self.agent_guidance()
            && let Some(line) = text::guidance(&guidance.as_untrusted_str())
            && !shown.contains(&line)
            && !shown.contains(guidance.as_untrusted_str())
        {
            paragraph(&mut shown, "", &line);
        }
        // One line, redacted and cut, as guidance is.
        if let Some(id) = self.correlation_id()
            && let Some(line) = text::guidance(&id.as_str())
            && !names(&shown, id.as_str())
        {
            paragraph(&mut shown, REFERENCE, &line);
        }
        shown
    }

    pub(crate) fn kind(&self) -> ResultKind {
        self.kind
    }

    pub(crate) fn is_error_field(&self) -> IsError {
        self.is_error
    }

    /// Whether anything stands under the key.
    pub(crate) fn has_entry(&self) -> bool {
        self.failure.is_some()
    }

    /// Whether `field` breaks its rule in this way.
    pub(crate) fn violates(&self, field: Field, problem: Problem) -> bool {
        self.violations.iter().any(|it| (it.field(), it.problem()) == (field, problem))
    }
}

/// A code of at most [`Reading::MAX_CODE_BYTES`]. What is cut is redacted first: a part of a secret is
/// not known for one.
fn bounded(code: String) -> String {
    if code.len() <= Reading::MAX_CODE_BYTES {
        return code;
    }
    let mut line = text::log_line(&code);
    let fits = |at: &usize| line.is_char_boundary(*at);
    line.truncate((0..=Reading::MAX_CODE_BYTES).rev().find(fits).unwrap_or_default());
    line
}

/// What stands before the id, as our own servers write it.
const REFERENCE: &str = "Reference: ";

/// The shortest id, in bytes, that nobody takes for a word of the message.
const MIN_TELLING_ID: usize = 8;

/// Whether the text has this id: not merely a longer one that holds it, and not a word that happens
/// to be spelled alike, which is short or has no digits.
fn names(text: &str, id: &str) -> bool {
    let telling = id.len() >= MIN_TELLING_ID && id.contains(|c: char| c.is_ascii_digit());
    let goes_on = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    text.match_indices(id).any(|(at, _)| {
        let (before, after) = (&text[..at], &text[at + id.len()..]);
        let telling = telling || before.ends_with(REFERENCE);
        telling && !before.ends_with(goes_on) && !after.starts_with(goes_on)
    })
}

fn paragraph(text: &mut String, label: &str, line: &str) {
    let gap = if text.is_empty() { "" } else { "\n\n" };
    // Writing to a `String` does not fail.
    let _ = write!(text, "{gap}{label}{line}");
}

#[cfg(test)]
pub(crate) mod tests;
