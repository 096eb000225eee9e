//! The tour does what the README and the review guide say of it.

use std::{
    path::PathBuf,
    process::{Command, Output},
};

use serde_json::Value;

/// The tour as cargo built it beside this test.
fn tour(arguments: &[&str]) -> Output {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/tour{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).args(arguments).output();
    output.unwrap_or_else(|error| panic!("{error}: `cargo build --example tour` makes {path:?}"))
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("the tour prints UTF-8")
}

#[test]
fn one_json_object_a_failure_each_id_found_in_the_log() {
    let output = tour(&["--json"]);
    assert!(output.status.success(), "{output:?}");
    let failures: Vec<Value> = stdout(&output)
        .lines()
        .map(|line| serde_json::from_str(line).expect("a line is a JSON object"))
        .collect();
    let seen: Vec<_> = failures
        .iter()
        .map(|failure| {
            let word = |name: &str| failure[name].as_str().expect("a string");
            let id = word("correlationId");
            assert!(word("logLine").contains(id), "{failure}");
            assert!(word("content").ends_with(id), "{failure}");
            let may_retry = failure["mayRetry"].as_bool().expect("a boolean");
            (word("tool"), word("class"), word("code"), may_retry, word("reason"))
        })
        .collect();
    assert_eq!(
        seen,
        [
            ("list_events", "reliability", "retryable_transient_error", true, "permitted"),
            ("create_event", "reliability", "rate_limited", true, "permitted"),
            (
                "invite_guest",
                "reliability",
                "retryable_transient_error",
                false,
                "tool_not_idempotent"
            ),
            ("move_event", "reliability", "timeout", false, "not_retryable"),
            ("show_event", "capability", "resource_not_found", false, "class_forbids"),
            ("share_calendar", "governance", "auth_required", false, "class_forbids"),
            ("export_calendar", "governance", "policy_blocked", false, "class_forbids"),
        ]
    );
    let secret = "s3cr3t";
    assert!(!stdout(&output).contains(secret), "the key of the backend's URL is nowhere");
}

#[test]
fn an_id_without_a_log_line_is_a_failure_of_the_tour() {
    let output = tour(&["--without-log"]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(stdout(&output).contains("0 of 7 correlation ids were found"));
}

#[test]
fn it_is_readable_in_80_columns_and_not_coloured_in_a_pipe() {
    let output = tour(&[]);
    assert!(output.status.success(), "{output:?}");
    for line in stdout(&output).lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.contains('\u{1B}') && !line.ends_with(' '), "{line}");
    }
}

#[test]
fn the_transcript_of_the_review_guide_is_true() {
    let guide = include_str!("../docs/review.md");
    let (_, after) = guide.split_once("<!-- transcript -->\n\n```text\n").expect("a transcript");
    let (transcript, _) = after.split_once("\n```\n").expect("an end of the transcript");
    let output = tour(&[]);
    assert_eq!(normal(transcript.trim_end()), normal(stdout(&output).trim_end()));
}

/// Ids and times differ from run to run: digits and hexadecimal digits of those become `0`.
fn normal(text: &str) -> String {
    let is_id =
        |word: &str| word.len() == 36 && word.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
    let is_time = |word: &str| word.len() == 13 && word.chars().all(|c| c.is_ascii_digit());
    let mut normal = String::new();
    let mut word = String::new();
    for c in text.chars().chain(['\n']) {
        if c.is_ascii_alphanumeric() || c == '-' {
            word.push(c);
            continue;
        }
        if is_id(&word) || is_time(&word) {
            normal.extend(word.chars().map(|c| if c == '-' { c } else { '0' }));
        } else {
            normal.push_str(&word);
        }
        word.clear();
        normal.push(c);
    }
    normal
}
