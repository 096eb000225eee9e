//! A JSON value as far as the wire object is concerned.

use std::{borrow::Borrow, fmt};

use crate::text;

/// What stands in a field, whatever its type.
#[derive(Clone, Debug)]
pub(crate) enum Found {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    Float(f64),
    Text(String),
    Array,
    Object,
}

/// The most of a text from the wire that an error message shows.
const MAX_SHOWN_CHARS: usize = 64;

/// What was found, for an error message. Text from the wire is redacted, cut and escaped: in this
/// order, since what is cut first is no longer known for a secret.
pub(crate) struct Shown<'a, T>(pub(crate) &'a Option<T>);

impl<T: Borrow<Found>> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_ref().map(Borrow::borrow) {
            None => f.write_str("absent"),
            Some(Found::Null) => f.write_str("null"),
            Some(Found::Bool(value)) => write!(f, "{value}"),
            Some(Found::Unsigned(value)) => write!(f, "{value}"),
            Some(Found::Negative(value)) => write!(f, "{value}"),
            // `e` where it is shorter: a float has up to 309 digits.
            Some(Found::Float(value)) if value.abs() >= 1e17 => write!(f, "{value:e}"),
            Some(Found::Float(value)) => write!(f, "{value}"),
            Some(Found::Text(value)) => {
                let line = text::log_line(value);
                let short: String = line.chars().take(MAX_SHOWN_CHARS).collect();
                let more = if short.len() < line.len() { "…" } else { "" };
                write!(f, "\"{}\"{more}", short.replace('"', "\\\""))
            }
            Some(Found::Array) => f.write_str("an array"),
            Some(Found::Object) => f.write_str("an object"),
        }
    }
}
