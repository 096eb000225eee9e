//! `toolfailure-check relay`.

use std::{
    ffi::OsString,
    io::{BufRead, BufReader, Read},
    process::{Command, Stdio},
};

use axum::{Router, extract::State, routing::post};
use tokio::sync::watch;

use crate::common::{CHECK, Report, check, fixture, text};

const CASES: usize = 88;

fn relay(flags: &[&str], mode: &str, upstream: &str) -> Report {
    let mut words: Vec<OsString> = vec!["relay".into(), "--json".into()];
    words.extend(flags.iter().map(Into::into));
    words.extend(["--".into(), fixture("relay").into(), mode.into(), upstream.into()]);
    Report::of(&check(words))
}

fn all_unchanged(report: &Report) {
    assert_eq!(
        (report.exit_code(), report.with("pass")),
        (0, vec!["MCP", "R1"]),
        "{}",
        report.json
    );
    let all = format!(
        "{CASES} of {CASES} results arrived, {CASES} with the same bytes, {CASES} with the same \
         JSON value"
    );
    assert_eq!(report.fact("cases"), all);
    assert_eq!(report.fact("failures"), "46 of 46 tool failures unchanged");
}

#[test]
fn r1_a_relay_that_hands_on_bytes_passes() {
    all_unchanged(&relay(&["--deny-warnings"], "--bytes", "{server}"));
    // Gateways put the name of the server in front of the tools'.
    all_unchanged(&relay(&[], "--renames", "{server}"));
    let report = relay(&["--protocol", "2026-07-28"], "--bytes", "{server}");
    assert_eq!(report.fact("protocol"), "2026-07-28");
    all_unchanged(&report);
}

#[test]
fn r1_from_stdio_to_http() {
    all_unchanged(&relay(&[], "--bytes", "{url}"));
}

#[test]
fn r1_a_json_library_in_between_changes_bytes_and_no_failure() {
    let report = relay(&["--timeout", "3"], "--reserialises", "{server}");
    assert_eq!((report.exit_code(), report.with("fail").len()), (0, 0), "{}", report.json);
    // What this library does not parse is lost, and is no more than a warning.
    let lost: Vec<_> =
        ["MCP", "R1"].iter().flat_map(|id| report.findings(id)).map(|it| (it.0, it.1)).collect();
    assert_eq!(lost, [("warn", "num_1e400"), ("warn", "num_1e400+failure")]);
    assert_eq!(report.fact("failures"), "45 of 46 tool failures unchanged");
}

#[test]
fn r1_what_a_relay_does_to_a_failure_is_found() {
    for (mode, words) in [
        ("--drops-meta", "the tool failure was dropped"),
        ("--new-ids", "the correlationId was changed"),
        ("--raises", "replaced by a JSON-RPC error, and the tool failure is gone"),
    ] {
        let report = relay(&[], mode, "{server}");
        assert_eq!((report.exit_code(), report.with("fail")), (1, vec!["R1"]), "{mode}");
        let findings = report.findings("R1");
        assert!(findings.iter().all(|it| it.2.contains(words)), "{mode}: {findings:?}");
        let failed = findings.iter().filter(|it| it.0 == "fail").count();
        assert!(failed > 25, "{mode}: {failed}");
    }
}

#[test]
fn a_relay_that_ends_is_started_again_for_the_next_case() {
    let report = relay(&[], "--dies", "{server}");
    assert_eq!((report.exit_code(), report.with("fail").len()), (0, 0), "{}", report.json);
    assert!(report.fact("cases").ends_with("2 never arrived"), "{}", report.json);
    assert_eq!(report.fact("failures"), "45 of 46 tool failures unchanged");
}

#[test]
fn a_relay_without_our_tools_shows_nothing() {
    let report = relay(&[], "--hides-tools", "{server}");
    assert_eq!(report.exit_code(), 3);
    assert_eq!(report.json["nothingTested"], "the relay offers none of our tools");
}

/// A relay over HTTP on both sides, in this process. It answers once it knows its upstream.
async fn forward(State(upstream): State<watch::Receiver<String>>, body: String) -> String {
    let mut upstream = upstream.clone();
    let url = upstream.wait_for(|url| !url.is_empty()).await.expect("told").clone();
    let client = reqwest::Client::builder().no_proxy().build().expect("a client");
    let answer = client.post(url).body(body).send().await.expect("the upstream answers");
    answer.text().await.expect("text")
}

#[tokio::test]
async fn r1_from_http_to_http() {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let url = format!("http://{}/", listener.local_addr().expect("an address"));
    let (tell, told) = watch::channel(String::new());
    let app = Router::new().route("/", post(forward)).with_state(told);
    tokio::spawn(async move { axum::serve(listener, app).await });

    let checked = tokio::task::spawn_blocking(move || {
        let mut child = Command::new(CHECK)
            .args(["relay", "--json", "--listen", "127.0.0.1:0", "--url", &url])
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let mut stderr = BufReader::new(child.stderr.take().expect("piped"));
        stderr.read_line(&mut line).expect("a line");
        let upstream = line.trim().rsplit(' ').next().expect("a word").to_owned();
        tell.send(upstream).expect("somebody waits");
        let mut rest = String::new();
        stderr.read_to_string(&mut rest).expect("text");
        child.wait_with_output().expect("the program ends")
    });
    all_unchanged(&Report::of(&checked.await.expect("no panic")));
}

#[test]
fn a_relay_needs_two_sides() {
    for (words, part) in [
        (&["relay"][..], "required"),
        (&["relay", "--url", "http://127.0.0.1:1/"], "--listen"),
        (&["relay", "--", "cat"], "{server}"),
        (&["relay", "--listen", "nowhere", "--url", "http://127.0.0.1:1/"], "--listen"),
    ] {
        let output = check(words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        assert!(text(&output.stderr).contains(part), "{}", text(&output.stderr));
    }
    let output = check(["relay", "--", "/nowhere/to/be/found", "{server}"]);
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
    // One that ends before it answers is not waited for.
    let nowhere =
        ["relay", "--url", "http://127.0.0.1:9/", "--", CHECK, "no-such-command", "{url}"];
    let output = check(nowhere);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("the relay ended"), "{}", text(&output.stderr));
}
