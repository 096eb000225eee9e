//! `toolfailure-check client`.

use std::{ffi::OsString, process::Command};

use crate::common::{CHECK, Report, TempFile, check, fixture, text};

fn watch(flags: &[&str], client: &str, mode: Option<&str>) -> Report {
    let mut words: Vec<OsString> = vec!["client".into(), "--json".into()];
    words.extend(flags.iter().map(Into::into));
    words.extend(["--".into(), fixture(client).into()]);
    words.extend(mode.map(Into::into));
    Report::of(&check(words))
}

#[test]
fn the_retrying_client_passes_and_does_retry() {
    let report = watch(&["--deny-warnings"], "good_client", None);
    assert_eq!((report.exit_code(), report.with("pass").len()), (0, 6), "{}", report.json);
    assert!(report.fact("calls").ends_with("of 21 of the 21 tools"));
    let retried = |id| report.findings(id).iter().filter(|it| it.2.contains("Called")).count();
    assert!(retried("end") > 0, "{}", report.json);
    // The one that may be repeated in 2 s was, and in time, so there is nothing to say of it.
    assert!(report.findings("C5").iter().all(|it| it.1 == "not_before_late"), "{}", report.json);
}

#[test]
fn each_wrong_way_to_retry_breaks_its_own_requirements() {
    for (mode, broken, warned) in [
        ("--never", &[][..], &[][..]),
        ("--any-error", &["C2", "C3", "C4", "C5"], &["C1"]),
        ("--retryable-is-enough", &["C2", "C3", "C4", "C5"], &[]),
        ("--by-code", &["C2"], &[]),
        ("--no-hints", &["C4"], &[]),
        ("--eager", &["C5"], &[]),
        ("--for-ever", &["end"], &[]),
    ] {
        let report = watch(&[], "broken_client", Some(mode));
        assert_eq!(report.with("fail"), broken, "{mode}: {}", report.json);
        assert_eq!(report.with("warn"), warned, "{mode}: {}", report.json);
        assert_eq!(report.exit_code(), i64::from(!broken.is_empty()), "{mode}");
    }
}

#[test]
fn c3_c4_c5_the_report_names_the_tool_and_the_times() {
    let report = watch(&[], "broken_client", Some("--retryable-is-enough"));
    let tools = |id| report.findings(id).into_iter().filter(|it| it.0 == "fail").map(|it| it.1);
    assert_eq!(
        tools("C3").collect::<Vec<_>>(),
        ["capability_says_retryable", "governance_says_retryable"]
    );
    assert_eq!(
        tools("C4").collect::<Vec<_>>(),
        ["not_idempotent_by_default", "not_idempotent", "success_with_failure"]
    );
    assert_eq!(tools("C5").collect::<Vec<_>>(), ["not_before_soon", "not_before_late"]);
    let early = report.findings("C5")[0].2;
    assert!(early.contains(" s early: at 0.000 s, "), "{early}");
}

#[test]
fn a_client_that_calls_nothing_shows_nothing() {
    let report = watch(&[], "broken_client", Some("--calls-nothing"));
    assert_eq!((report.exit_code(), report.with("not_tested").len()), (3, 6));
    let report = watch(&["--timeout", "0.5"], "broken_client", Some("--hangs"));
    assert_eq!((report.exit_code(), report.with("warn")), (3, vec!["end"]));
}

#[test]
fn a_client_that_starts_its_server_is_watched_over_stdio() {
    for (mode, code, failed) in [("--never", 0, &[][..]), ("--by-code", 1, &["C2"])] {
        let file = TempFile::new("");
        let watched = Command::new(fixture("broken_client"))
            .args([mode, "--stdio", CHECK, "client", "--stdio", "--json", "--report"])
            .arg(&file.0)
            .output()
            .expect("the client starts");
        assert_eq!(watched.status.code(), Some(code), "{}", text(&watched.stderr));
        let report = std::fs::read_to_string(&file.0).expect("a report");
        let report = Report::read(&report).expect("JSON");
        assert_eq!((report.exit_code(), report.with("fail")), (i64::from(code), failed.to_vec()));
        assert_eq!(report.fact("it ended"), "it closed the pipe");
    }
    let watched = Command::new(fixture("broken_client"))
        .args(["--never", "--stdio", CHECK, "client", "--stdio"])
        .output()
        .expect("the client starts");
    assert!(text(&watched.stderr).starts_with("toolfailure-check client --stdio\n"));
}

#[test]
fn a_client_that_does_not_start_and_a_report_that_cannot_be_written() {
    let output = check(["client", "--", "/nowhere/to/be/found"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    let output = check(["client", "--stdio", "--report", "/nowhere/to/be/found"]);
    assert_eq!(output.status.code(), Some(2), "{}", text(&output.stderr));
    assert_eq!(check(["client"]).status.code(), Some(2));
    assert_eq!(check(["client", "--stdio", "--", "x"]).status.code(), Some(2));
}
