//! The example does what it says: the id of the result finds the line with all of its fields.

use std::{
    path::PathBuf,
    process::{Command, Output},
};

/// The example as cargo built it beside this test.
fn logs(arguments: &[&str]) -> Output {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/logs{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{error}: `cargo build --example logs` makes {path:?}"))
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the example prints UTF-8")
}

#[test]
fn the_id_of_the_result_finds_the_line() {
    let output = logs(&[]);
    assert!(output.status.success(), "{output:?}");
    let said = stdout(&output);
    let (_, id) = said.split_once("Reference: ").expect("a reference");
    let id = id.lines().next().expect("an id");
    assert!(said.contains(&format!("The operator looks for {id}\n")), "{said}");

    let value = |name: &str| {
        let mut lines = said.lines().map(str::trim_start);
        let line = lines.find_map(|line| line.strip_prefix(name)).expect(name);
        line.trim_start().to_owned()
    };
    for (name, want) in [
        ("tool", "list_events"),
        ("trace_id", "0af7651916cd43dd8448eb211c80319c"),
        ("class", "reliability"),
        ("code", "retryable_transient_error"),
        ("error.message", "the calendar backend failed"),
    ] {
        assert_eq!(value(name), want, "{said}");
    }
    for name in ["request_id", "elapsed_ms"] {
        assert!(value(name).parse::<u64>().is_ok(), "{said}");
    }
    assert!(value("error.chain").starts_with("error sending request for url"), "{said}");
    assert!(!said.contains("s3cr3t"), "the key of the backend's URL is nowhere");
}

#[test]
fn it_is_readable_in_80_columns() {
    for line in stdout(&logs(&[])).lines() {
        assert!(line.chars().count() <= 80 && !line.ends_with(' '), "{line}");
    }
}

#[test]
fn an_id_without_a_line_is_a_failure() {
    let output = logs(&["--without-log"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).ends_with("and finds nothing.\n"), "{output:?}");
}
