//! What an operator does with a reference: `grep`, or the same in a log store.

use std::io::{self, Write};

use serde_json::Value;

const WIDTH: usize = 80;
const NAME: usize = 4 + 15;

/// What the line says, in the order in which one asks: which call, what class, why.
const FIELDS: [&str; 8] = [
    "tool",
    "request_id",
    "elapsed_ms",
    "trace_id",
    "class",
    "code",
    "error.message",
    "error.chain",
];

/// The line of a JSON log that has the id. Lines of other programs may be no JSON.
pub(crate) fn find(log: &str, correlation_id: &str) -> Option<Value> {
    let lines = log.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    lines.into_iter().find(|line| line["correlation_id"] == correlation_id)
}

pub(crate) fn show(line: &Value, out: &mut impl Write) -> io::Result<()> {
    for name in FIELDS {
        let value = match &line[name] {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        // Between any two characters, since a URL has no spaces to break at.
        let value: Vec<char> = value.chars().collect();
        let mut label = format!("    {name}");
        for piece in value.chunks(WIDTH - NAME) {
            writeln!(out, "{label:<NAME$}{}", piece.iter().collect::<String>().trim_end())?;
            label.clear();
        }
    }
    Ok(())
}
