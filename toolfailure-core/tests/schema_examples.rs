//! The examples of `schema/examples` are read strictly and written back equal (W2–W7).
#![cfg(feature = "serde")]

use std::{fs, path::Path};

use serde::Deserialize;
use serde_json::Value;
use toolfailure_core::{
    vocabulary::BASELINE,
    wire::{META_KEY, ToolFailure},
};

#[test]
fn w2_to_w7_the_examples_are_read_and_written_back_equal() {
    let mut seen = Vec::new();
    for (name, value) in examples("ToolFailure") {
        let failure = round_trip(&name, &value);
        seen.push((failure.code().to_owned(), failure.class()));
    }
    for (code, class) in BASELINE {
        assert!(seen.contains(&(code.to_owned(), class)), "no example of {code}");
    }
}

#[test]
fn w1_the_example_results_hold_such_an_object() {
    for (name, result) in examples("CallToolResult") {
        assert_eq!(result["isError"], Value::Bool(true), "{name}");
        round_trip(&name, &result["_meta"][META_KEY]);
    }
}

fn round_trip(name: &str, value: &Value) -> ToolFailure {
    let failure = ToolFailure::deserialize(value).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert_eq!(serde_json::to_value(&failure).expect("writes"), *value, "{name}");
    failure
}

/// The file names and contents of one folder of examples.
fn examples(type_name: &str) -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../schema/examples").join(type_name);
    let entries = fs::read_dir(&folder).expect("the folder is there");
    let examples: Vec<_> = entries
        .map(|entry| {
            let path = entry.expect("is readable").path();
            let text = fs::read_to_string(&path).expect("is text");
            (path.display().to_string(), serde_json::from_str(&text).expect("is JSON"))
        })
        .collect();
    assert!(!examples.is_empty(), "{}", folder.display());
    examples
}
