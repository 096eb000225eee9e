//! No lint says more of a type with the derive than without: rows 69, 71, 72, 73.

use std::{
    collections::BTreeSet,
    io::{self, Write},
    process::{Command, Output},
};

use serde_json::Value;

/// Everything that clippy has, and what rustc has that is not on by itself.
const LINTS: &[&str] = &[
    "clippy::all",
    "clippy::pedantic",
    "clippy::nursery",
    "clippy::restriction",
    "clippy::cargo",
    "future_incompatible",
    "keyword_idents",
    "let_underscore",
    "nonstandard_style",
    "refining_impl_trait",
    "rust_2018_compatibility",
    "rust_2018_idioms",
    "rust_2021_compatibility",
    "rust_2024_compatibility",
    "unused",
    "absolute_paths_not_starting_with_crate",
    "ambiguous_negative_literals",
    "deprecated_in_future",
    "elided_lifetimes_in_paths",
    "explicit_outlives_requirements",
    "ffi_unwind_calls",
    "impl_trait_redundant_captures",
    "macro_use_extern_crate",
    "meta_variable_misuse",
    "missing_copy_implementations",
    "missing_debug_implementations",
    "missing_docs",
    "non_ascii_idents",
    "redundant_imports",
    "redundant_lifetimes",
    "single_use_lifetimes",
    "trivial_casts",
    "trivial_numeric_casts",
    "unit_bindings",
    "unnameable_types",
    "unreachable_pub",
    "unused_import_braces",
    "unused_lifetimes",
    "unused_qualifications",
    "unused_results",
    "variant_size_differences",
];

#[test]
fn with_and_without_the_derive_they_say_the_same() {
    let without = clippy(&[]);
    if !without.status.success() {
        // Not `eprintln!`, which is swallowed where the test passes.
        writeln!(io::stderr(), "clippy does not run here: lints are not compared")
            .expect("stderr is open");
        return;
    }
    let with = clippy(&["--features", "derive"]);
    assert!(with.status.success(), "{}", String::from_utf8_lossy(&with.stderr));
    let (without, with) = (findings(&without), findings(&with));
    assert!(!without.is_empty(), "restriction has something to say of everything");
    let more: Vec<_> = with.difference(&without).collect();
    assert!(more.is_empty(), "lints of the derive: {more:#?}");
    let less: Vec<_> = without.difference(&with).collect();
    assert!(less.is_empty(), "lints that the derive hides: {less:#?}");
}

fn clippy(features: &[&str]) -> Output {
    let mut clippy = Command::new(env!("CARGO"));
    clippy
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .args(["clippy", "--lib", "--no-deps", "--offline", "--message-format=json"])
        .args(features)
        .args(["--", "--cap-lints=warn"]);
    for lint in LINTS {
        clippy.args(["-W", lint]);
    }
    clippy.output().expect("cargo runs")
}

/// Each lint that fired, with the file and line where it did.
fn findings(output: &Output) -> BTreeSet<(String, String, u64)> {
    let lines = String::from_utf8_lossy(&output.stdout);
    let messages = lines.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    messages.filter_map(|message| finding(&message["message"])).collect()
}

fn finding(message: &Value) -> Option<(String, String, u64)> {
    let lint = message["code"]["code"].as_str()?.to_owned();
    let spans = message["spans"].as_array()?;
    let primary = spans.iter().find(|span| span["is_primary"] == true)?;
    let (file, line) = (primary["file_name"].as_str()?, primary["line_start"].as_u64()?);
    Some((lint, file.to_owned(), line))
}
