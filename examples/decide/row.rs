//! One case, as it stands on a line.

use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use toolfailure::client::decision::Listing;

use crate::refusal::refusal;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Row {
    pub(crate) name: String,
    pub(crate) expect: Option<String>,
    // What the server says of the tool.
    #[serde(default, deserialize_with = "even_null")]
    annotations: Option<Annotations>,
    #[serde(default, deserialize_with = "even_null")]
    annotations_later: Option<Annotations>,
    listing: Option<Unavailable>,
    // What came back: one of these.
    #[serde(default, deserialize_with = "even_null")]
    result: Option<Value>,
    result_text: Option<String>,
    no_reply: Option<NoReply>,
    error: Option<Map<String, Value>>,
    // Who asks, and how often.
    #[serde(default = "yes")]
    pub(crate) trusted: bool,
    #[serde(rename = "override")]
    pub(crate) by_word: Option<bool>,
    #[serde(default)]
    pub(crate) read_only_is_idempotent: bool,
    #[serde(default = "first")]
    pub(crate) attempt: u32,
    #[serde(default = "three")]
    pub(crate) max_attempts: u32,
    #[serde(default)]
    pub(crate) committed: bool,
    #[serde(default)]
    pub(crate) request_stamp: bool,
    #[serde(default)]
    pub(crate) request_bytes: usize,
    #[serde(default = "ten")]
    pub(crate) tokens: u32,
    pub(crate) tokens_later: Option<u32>,
    // Times.
    #[serde(default = "half_a_minute")]
    pub(crate) deadline_ms: u64,
    #[serde(default)]
    pub(crate) took_ms: u64,
    pub(crate) cancel_at_ms: Option<u64>,
    #[serde(default)]
    pub(crate) wall_step_ms: i64,
}

/// What came back.
pub(crate) enum Reply<'a> {
    Result(&'a Value),
    Text(&'a str),
    Nothing,
    ProtocolError,
}

impl Row {
    pub(crate) fn parse(line: &[u8]) -> Result<Self, String> {
        // Or serde would take an array for a row without names.
        if !line.trim_ascii_start().starts_with(b"{") {
            return Err("a row is a JSON object".to_owned());
        }
        let row: Self = serde_json::from_slice(line).map_err(|error| refusal(line, &error))?;
        row.reply()?;
        if row.attempt == 0 {
            return Err("the first `attempt` is 1".to_owned());
        }
        for (field, tokens) in [("tokens", Some(row.tokens)), ("tokens_later", row.tokens_later)] {
            if tokens.is_some_and(|tokens| tokens > 10) {
                return Err(format!("`{field}`: a throttle has 10 tokens at most"));
            }
        }
        if row.annotations.is_some() == row.listing.is_some() {
            return Err("give either `annotations` or `listing`".to_owned());
        }
        Ok(row)
    }

    pub(crate) fn reply(&self) -> Result<Reply<'_>, String> {
        let Self { result, result_text, no_reply, error, .. } = self;
        match (result, result_text, no_reply, error) {
            (Some(value), None, None, None) => Ok(Reply::Result(value)),
            (None, Some(text), None, None) => Ok(Reply::Text(text)),
            (None, None, Some(_), None) => Ok(Reply::Nothing),
            (None, None, None, Some(_)) => Ok(Reply::ProtocolError),
            _ => Err("give one of `result`, `result_text`, `no_reply` and `error`".to_owned()),
        }
    }

    /// What the server's list says of the tool when the reply has come.
    pub(crate) fn listing(&self) -> Listing {
        self.annotations.as_ref().map_or(Listing::Unavailable, |annotations| annotations.0)
    }

    /// What it says when the wait is over.
    pub(crate) fn listing_later(&self) -> Listing {
        self.annotations_later.as_ref().map_or_else(|| self.listing(), |annotations| annotations.0)
    }
}

#[derive(Deserialize)]
#[serde(try_from = "Value")]
struct Annotations(Listing);

impl TryFrom<Value> for Annotations {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        match value {
            Value::String(word) if word == "missing" => Ok(Self(Listing::NotListed)),
            // A tool without annotations, which has no hints.
            Value::Null => Ok(Self(Listing::Listed { idempotent: None, read_only: None })),
            Value::Object(hints) => {
                let hint = |name| hints.get(name).and_then(Value::as_bool);
                let (idempotent, read_only) = (hint("idempotentHint"), hint("readOnlyHint"));
                Ok(Self(Listing::Listed { idempotent, read_only }))
            }
            _ => Err("annotations are an object, null or \"missing\""),
        }
    }
}

/// Why no reply came. To the decision it is all one.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum NoReply {
    Timeout,
    Closed,
    Send,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unavailable {
    Unavailable,
}

/// `"result": null` is a result, and a tool may have `"annotations": null`.
fn even_null<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    T::deserialize(deserializer).map(Some)
}

fn yes() -> bool {
    true
}

fn first() -> u32 {
    1
}

fn three() -> u32 {
    3
}

fn ten() -> u32 {
    10
}

fn half_a_minute() -> u64 {
    30_000
}
