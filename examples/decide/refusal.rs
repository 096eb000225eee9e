//! Why a line is not understood: which field, and what was probably meant.

use serde::Deserialize;
use serde_json::{Map, Value, json};

use crate::row::Row;

/// What to say of a line that is no row.
pub(crate) fn refusal(line: &[u8], error: &serde_json::Error) -> String {
    // Every row is the first line of its own.
    let (column, text) = (error.column(), error.to_string());
    let what = text.split(" at line 1 column ").next().unwrap_or_default();
    let field = field_at_fault(line).map(|field| format!("`{field}`: ")).unwrap_or_default();
    let meant = meant(what).map(|word| format!("; did you mean `{word}`?")).unwrap_or_default();
    format!("{field}{what}{meant} (column {column})")
}

/// The first field whose value is refused. (One that is unknown is named by the error itself.)
fn field_at_fault(line: &[u8]) -> Option<String> {
    let fields: Map<String, Value> = serde_json::from_slice(line).ok()?;
    fields.into_iter().find_map(|(field, value)| {
        let alone = match field.as_str() {
            "name" => json!({field.as_str(): value}),
            _ => json!({"name": "", field.as_str(): value}),
        };
        let error = Row::deserialize(alone).err()?;
        (!error.to_string().starts_with("unknown field")).then_some(field)
    })
}

/// Of the words that serde says it expected, the one that is nearest to the one that it found.
fn meant(what: &str) -> Option<&str> {
    let mut quoted = what.split('`').skip(1).step_by(2);
    let found = quoted.next()?;
    let (steps, word) = quoted.map(|word| (steps(found, word), word)).min()?;
    (steps <= 1 + found.chars().count() / 3).then_some(word)
}

/// How many letters have to be put in, taken out or replaced to make one word of the other.
fn steps(from: &str, to: &str) -> usize {
    let mut row: Vec<usize> = (0..=to.chars().count()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = std::mem::replace(&mut row[0], i + 1);
        for (j, b) in to.chars().enumerate() {
            let replaced = diagonal + usize::from(a != b);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(diagonal + 1).min(row[j] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}
