//! Reading: whatever was sent, from text, from a value and from parts.

use serde_json::{Value, json};

use super::*;
use crate::wire::META_KEY;

pub(crate) mod any;
mod json_text;
mod model_text;
mod rules;

/// How serde_json hands on numbers where its feature `arbitrary_precision` is on: an object with
/// this key, and the digits under it.
const NUMBER_KEY: &str = "$serde_json::private::Number";

/// A result that says of itself what `failure` says.
fn result(failure: &Value) -> Value {
    json!({"content": [], "isError": true, "_meta": {META_KEY: failure}})
}

/// A failure that breaks no rule.
fn fine() -> Value {
    json!({"class": "reliability", "code": "x", "retryable": true, "correlationId": "c-1"})
}

/// The requirement, the field and the problem of each violation.
fn broken(reading: &Reading) -> Vec<(&str, &str, Problem)> {
    reading
        .violations()
        .iter()
        .map(|it| (it.requirement(), it.field().as_str(), it.problem()))
        .collect()
}
