//! What the guide says of the three servers is so.

use std::{
    collections::{BTreeMap, HashSet},
    error::Error,
};

use rmcp::ServerHandler;
use toolfailure::wire::ToolFailure;
use toolfailure_example_migrate::{
    before, derived, one_line, table,
    view::{self, View},
};

type Outcome = Result<(), Box<dyn Error>>;

/// Without the log, which the tests do not look at.
async fn views(server: impl ServerHandler) -> Result<BTreeMap<String, View>, Box<dyn Error>> {
    toolfailure::set_stderr_fallback(false);
    view::of(server).await
}

async fn classified(server: impl ServerHandler) -> BTreeMap<String, ToolFailure> {
    let views = views(server).await.expect("every tool fails");
    let classified = views.into_iter().map(|(tool, view)| match view {
        View::Classified(failure, text) => {
            let reference = format!("Reference: {}", failure.correlation_id());
            assert!(text.ends_with(&reference), "{tool}: {text}");
            (tool, failure)
        }
        other => panic!("{tool}: {other:?}"),
    });
    classified.collect()
}

#[tokio::test]
async fn before_nothing_is_classified() -> Outcome {
    let views = views(before::server()).await?;
    assert_eq!(views.len(), 42);
    let protocol_errors = views.values().filter(|view| matches!(view, View::ProtocolError(-32603)));
    let texts = views.values().filter(|view| matches!(view, View::Text(_)));
    assert_eq!((protocol_errors.count(), texts.count()), (22, 20));
    for tool in ["list_events", "find_slot", "weather", "delete_event"] {
        assert!(matches!(views[tool], View::ProtocolError(_)), "{tool}");
    }
    Ok(())
}

/// The layer leaves what a tool wrote for the model; only the tool itself can stop to write it.
#[tokio::test]
async fn the_key_in_the_text_of_anyhow_is_gone_after_the_derive() -> Outcome {
    let leaks = |view: &View| match view {
        View::ProtocolError(_) => false,
        View::Text(text) | View::Classified(_, text) => text.contains("s3cr3t"),
    };
    let tool = "search_events";
    assert!(leaks(&views(before::server()).await?[tool]));
    assert!(leaks(&views(one_line::server()).await?[tool]));
    assert!(!leaks(&views(derived::server()).await?[tool]));
    Ok(())
}

#[tokio::test]
async fn after_the_one_line_every_tool_has_an_id_and_a_safe_class() {
    let failures = classified(one_line::server()).await;
    assert_eq!(failures.len(), 42);
    for (tool, failure) in &failures {
        let said = (failure.class().as_str(), failure.code(), failure.retryable());
        assert_eq!(said, ("reliability", "unclassified", false), "{tool}");
    }
    let ids: HashSet<_> = failures.values().map(ToolFailure::correlation_id).collect();
    assert_eq!(ids.len(), 42);
}

#[tokio::test]
async fn after_the_derive_the_changed_tools_have_their_real_class() {
    let failures = classified(derived::server()).await;
    assert_eq!(failures.len(), 42);
    let real: BTreeMap<_, _> = failures
        .iter()
        .filter(|(_, failure)| failure.code() != "unclassified")
        .map(|(tool, failure)| (tool.as_str(), (failure.class().as_str(), failure.code())))
        .collect();
    let want = [
        ("create_event", ("reliability", "rate_limited")),
        ("delete_calendar", ("governance", "auth_required")),
        ("delete_event", ("governance", "auth_required")),
        ("delete_guest", ("governance", "auth_required")),
        ("delete_room", ("governance", "auth_required")),
        ("find_slot", ("capability", "resource_not_found")),
        ("search_events", ("reliability", "retryable_transient_error")),
        ("show_event", ("capability", "resource_not_found")),
        ("weather", ("reliability", "retryable_transient_error")),
    ];
    assert_eq!(real, want.into());
    assert!(failures["create_event"].retry_not_before().is_some());
}

#[tokio::test]
async fn the_table_is_readable_in_80_columns_and_the_guide_shows_it() -> Outcome {
    let table = table::table(&[
        ("before", views(before::server()).await?),
        ("one line", views(one_line::server()).await?),
        ("derived", views(derived::server()).await?),
    ]);
    for line in table.lines() {
        assert!(line.chars().count() <= 80 && !line.ends_with(' '), "{line}");
    }
    let guide = include_str!("../../../docs/migrate.md");
    let (_, shown) = guide.split_once("```text\nthe tool's errors").expect("the guide has a table");
    let (shown, _) = shown.split_once("```").expect("an end of the table");
    assert_eq!(without_ids(&format!("the tool's errors{shown}")), without_ids(&table));
    Ok(())
}

/// Ids differ from run to run; they are what begins with `…`.
fn without_ids(table: &str) -> String {
    let words = table.split_inclusive([' ', '\n']);
    words.map(|word| if word.starts_with('…') { "…" } else { word }).collect()
}

#[test]
fn the_code_of_the_guide_is_the_code_of_the_example() {
    let guide = include_str!("../../../docs/migrate.md");
    let sources = [
        include_str!("../src/before.rs"),
        include_str!("../src/one_line.rs"),
        include_str!("../src/derived.rs"),
    ]
    .map(unindented);
    let blocks = guide.split("```rust\n").skip(1).filter_map(|rest| rest.split("```").next());
    let blocks: Vec<_> = blocks.collect();
    assert!(blocks.len() >= 4, "{blocks:?}");
    // A line `// …` stands for what is left out.
    for piece in blocks.iter().flat_map(|block| block.split("// …\n")) {
        let piece = unindented(piece);
        let found = sources.iter().any(|source| source.contains(piece.trim()));
        assert!(found, "this is not in the example:\n{piece}");
    }
}

fn unindented(code: &str) -> String {
    code.lines().flat_map(|line| [line.trim(), "\n"]).collect()
}
