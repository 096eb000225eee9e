//! Every failure of an error enum, nested ones included, as a Markdown table for the documentation
//! and as JSON for machines:
//!
//! ```text
//! cargo run --example catalog
//! cargo run --example catalog -- --json
//! ```

use std::{env, time::Duration};

use serde_json::{Value, json};
use toolfailure::{CatalogEntry, OwnEntry, Retryable, ToolFailure};

#[derive(Debug, thiserror::Error, ToolFailure)]
#[expect(dead_code, reason = "the catalogue needs no value of it")]
enum CalendarError {
    /// The user's session with the calendar has ended.
    #[error("the calendar session has expired")]
    #[tool_failure(code = "auth_required", guidance = "Ask the user to reconnect their calendar.")]
    SessionExpired,

    /// The API's limit for this account.
    #[error("the calendar API is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited(#[tool_failure(retry_after)] Duration),

    /// The change was sent, and nobody knows whether it was made.
    #[error("the calendar did not confirm the change")]
    #[tool_failure(class = "reliability", code = "timeout", retryable = "if_idempotent")]
    Unconfirmed,

    #[error(transparent)]
    #[tool_failure(transparent)]
    Storage(#[from] StorageError),
}

/// Exports and backups.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[expect(dead_code, reason = "the catalogue needs no value of it")]
enum StorageError {
    /// An administrator has switched exports off.
    #[error("exports are switched off")]
    #[tool_failure(code = "policy_blocked")]
    SwitchedOff,

    /// There is no such file.
    #[error("no file is called {name:?}")]
    #[tool_failure(code = "resource_not_found", guidance = "List the files; {name} is not one.")]
    NoSuchFile { name: String },
}

fn main() {
    let entries = CatalogEntry::flatten(CalendarError::CATALOG);
    let own: Vec<OwnEntry> = entries
        .into_iter()
        .filter_map(|entry| match entry {
            CatalogEntry::Own(own) => Some(own),
            _ => None,
        })
        .collect();
    if env::args().any(|argument| argument == "--json") {
        let manifest: Value = own.iter().map(to_json).collect();
        println!("{manifest:#}");
    } else {
        println!("| code | class | retryable | when | guidance |\n|---|---|---|---|---|");
        own.iter().for_each(|entry| println!("{}", to_row(entry)));
    }
}

fn to_row(entry: &OwnEntry) -> String {
    let OwnEntry { code, class, docs, guidance, .. } = entry;
    let when = docs.replace('\n', " ").replace('|', "\\|");
    let guidance = guidance.unwrap_or_default().replace('|', "\\|");
    format!("| `{code}` | {class} | {} | {when} | {guidance} |", retryable(entry))
}

fn to_json(entry: &OwnEntry) -> Value {
    json!({
        "name": entry.name,
        "class": entry.class.as_str(),
        "code": entry.code,
        "retryable": retryable(entry),
        "guidance": entry.guidance,
        "docs": entry.docs,
    })
}

fn retryable(entry: &OwnEntry) -> &'static str {
    match entry.retryable {
        Retryable::Yes => "yes",
        Retryable::IfIdempotent => "if idempotent",
        _ => "no",
    }
}
