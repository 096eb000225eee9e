//! The three servers side by side, in 80 columns.

use std::{collections::BTreeMap, fmt::Write};

use crate::view::View;

/// For each kind of tool, one that stands for it.
const KINDS: [(&str, &str); 8] = [
    ("Result<_, ErrorData>", "list_events"),
    ("  then `error_data`", "create_event"),
    ("  then the signature", "show_event"),
    ("anyhow, as text", "import_events"),
    ("  then the signature", "search_events"),
    ("SyncTool", "find_slot"),
    ("ToolRoute", "weather"),
    ("call_tool by hand", "delete_event"),
];

/// Three lines for each kind of tool: what a client of each server sees.
pub fn table(servers: &[(&str, BTreeMap<String, View>); 3]) -> String {
    let mut table = String::new();
    let mut row = |cells: [&str; 4]| {
        let [tool, before, one_line, derived] = cells;
        let line = format!("{tool:<22}{before:<17}{one_line:<15}{derived}");
        let _ = writeln!(table, "{}", line.trim_end());
    };
    let [before, one_line, derived] = servers.each_ref().map(|(name, _)| *name);
    row(["the tool's errors", before, one_line, derived]);
    row(["", "", "", ""]);
    for (kind, tool) in KINDS {
        let [before, one_line, derived] =
            servers.each_ref().map(|(_, views)| views.get(tool).map(cell).unwrap_or_default());
        row([kind, &before[0], &one_line[0], &derived[0]]);
        row([&format!("  {tool}"), &before[1], &one_line[1], &derived[1]]);
        row(["", &before[2], &one_line[2], &derived[2]]);
    }
    row(["", "", "", ""]);
    for (what, is_so) in COUNTS {
        let [before, one_line, derived] = servers.each_ref().map(|(_, views)| {
            format!("{} of {}", views.values().filter(|view| is_so(view)).count(), views.len())
        });
        row([what, &before, &one_line, &derived]);
    }
    table
}

type Count = (&'static str, fn(&View) -> bool);

const COUNTS: [Count; 3] = [
    ("seen by the model", |view| !matches!(view, View::ProtocolError(_))),
    ("with a class and id", |view| matches!(view, View::Classified(..))),
    (
        "with the real class",
        |view| matches!(view, View::Classified(failure, _) if failure.code() != "unclassified"),
    ),
];

fn cell(view: &View) -> [String; 3] {
    match view {
        View::ProtocolError(code) => ["JSON-RPC error".into(), code.to_string(), String::new()],
        View::Text(_) => ["isError".into(), "no class, no id".into(), String::new()],
        View::Classified(failure, _) => {
            // An id has 36 characters; its end is enough to tell one from another.
            let id = failure.correlation_id().as_str();
            let end = id.rsplit('-').next().unwrap_or(id);
            [failure.class().to_string(), failure.code().to_owned(), format!("…{end}")]
        }
    }
}
