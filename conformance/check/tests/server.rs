//! `toolfailure-check server`.

use std::{
    ffi::OsString,
    fs::File,
    io::{BufRead, BufReader},
    process::{Child, Command, Stdio},
};

use crate::common::{Report, TempFile, check, fixture, text};

/// Failures of every class, and what is to come of them.
const CALLS: &str = r#"
[[call]]
tool = "show_event"
arguments = { title = "Party of the 20261201" }
class = "capability"
code = "resource_not_found"

[[call]]
tool = "sync"
expect = "failure"
class = "reliability"

[[call]]
tool = "share_calendar"
class = "governance"

[[call]]
tool = "show_event"
arguments = { title = "Launch" }
expect = "success"

# Arguments that do not fit.
[[call]]
tool = "show_event"
"#;

fn arguments(words: &[&str], file: &TempFile) -> Vec<OsString> {
    let mut all: Vec<OsString> = vec!["server".into(), "--json".into(), "--tools".into()];
    all.push(file.0.clone().into());
    all.extend(words.iter().map(Into::into));
    all
}

fn with_command(mut arguments: Vec<OsString>, server: &str, flags: &[&str]) -> Vec<OsString> {
    arguments.push("--".into());
    arguments.push(fixture(server).into());
    arguments.extend(flags.iter().map(Into::into));
    arguments
}

#[test]
fn a_good_server_passes_over_stdio_in_both_versions() {
    let calls = TempFile::new(CALLS);
    for version in ["2025-11-25", "2026-07-28"] {
        let words = arguments(&["--deny-warnings", "--protocol", version], &calls);
        let report = Report::of(&check(with_command(words, "good_server", &[])));
        assert_eq!(report.exit_code(), 0, "{}", report.json);
        assert_eq!(report.with("pass").len(), 16, "{}", report.json);
        assert_eq!(report.fact("protocol"), version);
        assert_eq!(report.fact("calls"), "5 (of 4 tools); 4 failed, 4 with a tool failure");
    }
}

/// A server over HTTP, which ends with this.
struct Http {
    child: Child,
    url: String,
    log: TempFile,
}

impl Http {
    fn start() -> Self {
        let log = TempFile::new("");
        let mut child = Command::new(fixture("good_server"))
            .arg("--http")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(File::create(&log.0).expect("a file"))
            .spawn()
            .expect("the server starts");
        let mut url = String::new();
        let stdout = child.stdout.take().expect("piped");
        BufReader::new(stdout).read_line(&mut url).expect("a line");
        Self { child, url: url.trim().into(), log }
    }
}

impl Drop for Http {
    fn drop(&mut self) {
        drop(self.child.stdin.take());
        let _ = self.child.wait();
    }
}

#[test]
fn a_good_server_passes_over_http_in_both_versions() {
    let calls = TempFile::new(CALLS);
    let server = Http::start();
    let log = server.log.0.to_str().expect("a path of text");
    for version in ["2025-11-25", "2026-07-28"] {
        let words = ["--url", &server.url, "--log", log, "--protocol", version];
        let report = Report::of(&check(arguments(&words, &calls)));
        assert_eq!((report.exit_code(), report.with("pass").len()), (0, 16), "{}", report.json);
    }
    let report = Report::of(&check(arguments(&["--url", &server.url], &calls)));
    assert_eq!((report.exit_code(), report.status("S3")), (0, "not_tested"));
    assert!(report.row("S3")["whyNot"].as_str().expect("a reason").contains("--log"));
}

#[test]
fn s3_an_id_that_is_in_no_log_is_a_warning() {
    let calls = TempFile::new("[[call]]\ntool = \"sync\"");
    let server = Http::start();
    let empty = TempFile::new("nothing to see here");
    let log = empty.0.to_str().expect("a path of text");
    let words = ["--url", &server.url, "--log", log];
    let report = Report::of(&check(arguments(&words, &calls)));
    assert_eq!((report.exit_code(), report.with("warn")), (0, vec!["S3"]), "{}", report.json);
    let words = ["--url", &server.url, "--log", log, "--deny-warnings"];
    assert_eq!(Report::of(&check(arguments(&words, &calls))).exit_code(), 1);
}

#[test]
fn each_fault_is_found_under_its_number_and_nothing_else_is() {
    let faults = [
        ("no_json", "MCP", "fail", "no JSON-RPC message"),
        ("no_version", "MCP", "fail", "jsonrpc"),
        ("dies", "MCP", "fail", "closed its stdout"),
        ("json_rpc_error", "S1", "fail", "JSON-RPC error"),
        ("is_error_text", "S1", "fail", "isError"),
        ("success_with_key", "S2", "fail", "isError"),
        ("unlogged", "S3", "warn", "is not in"),
        ("id_of_arguments", "S4", "fail", "arguments"),
        ("id_with_token", "S4", "fail", "JSON Web Token"),
        ("id_with_mail", "S4", "fail", "e-mail"),
        ("wrong_class", "S5", "fail", "governance"),
        ("not_an_object", "W1", "fail", "object"),
        ("beside_meta", "W1", "fail", "beside _meta"),
        ("unknown_class", "W2", "fail", "security"),
        ("no_class", "W2", "fail", "absent"),
        ("code_is_a_number", "W3", "fail", "401"),
        ("code_shape", "W3", "warn", "lower case"),
        ("governance_retryable", "W4", "fail", "governance"),
        ("retryable_text", "W4", "fail", "true"),
        ("seconds", "W5", "fail", "seconds"),
        ("time_alone", "W5", "fail", "without"),
        ("float", "W5", "warn", "float"),
        ("past", "W5", "warn", "ago"),
        ("no_id", "W6", "fail", "absent"),
        ("empty_id", "W6", "fail", "empty"),
        ("guidance_number", "W7", "fail", "string"),
        ("guidance_long", "W7", "warn", "characters"),
        ("guidance_lines", "W7", "warn", "line"),
        ("guidance_empty", "W7", "warn", "empty"),
        ("plain", "C1", "warn", "without a classification"),
        ("no_text", "today", "warn", "text"),
        ("structured", "today", "warn", "structuredContent"),
    ];
    for (tool, id, level, words) in faults {
        let arguments = "{ user = \"alice-of-berlin\" }";
        let calls = TempFile::new(&format!("[[call]]\ntool = \"{tool}\"\narguments = {arguments}"));
        // Of these two no answer ever comes.
        let patience: &[&str] = if tool == "no_json" { &["--timeout", "3"] } else { &[] };
        let words_of_it = self::arguments(patience, &calls);
        let report = Report::of(&check(with_command(words_of_it, "broken_server", &[])));
        let found: Vec<_> = ["fail", "warn"].iter().flat_map(|it| report.with(it)).collect();
        // A field that is no text breaks what builds on it as well: nothing here does.
        assert_eq!(found, [id], "{tool}: {}", report.json);
        assert_eq!(report.status(id), level, "{tool}: {}", report.json);
        let findings = report.findings(id);
        assert!(findings.iter().any(|it| it.2.contains(words)), "{tool}: {findings:?}");
        assert!(findings.iter().all(|it| it.1 == tool || it.1.is_empty()), "{findings:?}");
        let expected = if level == "fail" { 1 } else { i64::from(tool == "plain") * 3 };
        assert_eq!(report.exit_code(), expected, "{tool}");
    }
}

#[test]
fn s3_an_id_that_comes_twice_finds_nothing() {
    let calls = TempFile::new(&"[[call]]\ntool = \"same_id\"\n".repeat(2));
    let report = Report::of(&check(with_command(arguments(&[], &calls), "broken_server", &[])));
    assert_eq!((report.exit_code(), report.with("fail")), (1, vec!["S3"]));
    assert!(report.findings("S3")[0].2.contains("earlier failure (same_id)"));
}

#[test]
fn no_answer_is_a_failure_and_the_next_call_is_made_all_the_same() {
    let calls = TempFile::new("[[call]]\ntool = \"never\"\n[[call]]\ntool = \"empty_id\"");
    let words = arguments(&["--timeout", "3"], &calls);
    let report = Report::of(&check(with_command(words, "broken_server", &[])));
    assert_eq!(report.with("fail"), ["MCP", "W6"]);
    assert!(report.findings("MCP")[0].2.contains("in time"));
}

#[test]
fn what_the_file_expects_is_held_against_what_comes() {
    let call = |rest: &str| format!("[[call]]\ntool = {rest}\n");
    let calls = TempFile::new(
        &[
            call("\"success\"\nexpect = \"failure\""),
            call("\"plain\"\nexpect = \"success\""),
            call("\"unlogged\"\nclass = \"capability\"\ncode = \"invalid_input\""),
            call("\"json_rpc_error\"\nexpect = \"failure\""),
            call("\"nobody\""),
            call("\"unlogged\"\nclass = \"governance\"\ncode = \"auth_required\""),
        ]
        .concat(),
    );
    let report = Report::of(&check(with_command(arguments(&[], &calls), "broken_server", &[])));
    let messages: Vec<_> = report.findings("plan").iter().map(|it| it.2).collect();
    assert_eq!(
        messages,
        [
            "a failure is expected; it succeeded",
            "a success is expected; it failed",
            "class capability is expected, not governance",
            "code invalid_input is expected, not auth_required",
            "a result is expected, and none came",
            "the server offers no tool of this name, and it was not called",
        ]
    );
}

#[test]
fn words_on_stdout_are_no_json_rpc() {
    let calls = TempFile::new("[[call]]\ntool = \"code_shape\"");
    let words = with_command(arguments(&[], &calls), "broken_server", &["--chatty"]);
    let report = Report::of(&check(words));
    assert_eq!((report.exit_code(), report.with("fail")), (1, vec!["MCP"]));
    assert_eq!(report.row("MCP")["findings"][0]["evidence"], "Welcome!");
}

#[test]
fn if_nothing_fails_nothing_is_tested_and_the_exit_code_says_so() {
    let calls = TempFile::new("[[call]]\ntool = \"success\"");
    let report = Report::of(&check(with_command(arguments(&[], &calls), "broken_server", &[])));
    assert_eq!(report.exit_code(), 3);
    assert_eq!(report.json["nothingTested"], "no call failed");
    assert_eq!(report.with("pass"), ["MCP", "S2"]);
}

#[test]
fn all_calls_only_what_is_read_only_and_needs_no_arguments() {
    let server = fixture("good_server").into_os_string();
    let run = |flags: &[&str]| {
        let mut words: Vec<OsString> = vec!["server".into(), "--all".into()];
        words.extend(flags.iter().map(Into::into));
        words.extend(["--".into(), server.clone()]);
        check(words)
    };
    let dry = run(&["--dry-run"]);
    let list = "2 of 4 tools are read-only and need no arguments\n  list_events\n  sync\n";
    assert_eq!((text(&dry.stdout), dry.status.code()), (list, Some(0)));
    let human = run(&[]);
    assert!(text(&human.stdout).starts_with(list));
    assert_eq!(human.status.code(), Some(0), "{}", text(&human.stdout));
    for line in text(&human.stdout).lines().filter(|it| !it.contains("  command")) {
        assert!(line.chars().count() <= 80 && !line.contains('\u{1B}'), "{line}");
    }
    let report = run(&["--json"]);
    assert_eq!(text(&report.stderr), list);
    assert_eq!(Report::of(&report).fact("calls").split(' ').next(), Some("2"));
}

#[test]
fn a_server_that_does_not_start_is_no_failure_of_a_requirement() {
    let calls = TempFile::new("[[call]]\ntool = \"success\"");
    let run = |flags: &[&str], command: &[&str]| {
        let output = check(with_command(arguments(flags, &calls), "broken_server", command));
        (output.status.code(), text(&output.stderr).to_owned())
    };
    let (code, said) = run(&[], &["--dies"]);
    assert!(code == Some(3) && said.contains("no licence found"), "{code:?} {said}");
    let (code, said) = run(&["--start-timeout", "0.2"], &["--silent"]);
    assert!(code == Some(3) && said.contains("initialize was not answered"), "{code:?} {said}");

    let mut unknown = arguments(&["--"], &calls);
    unknown.push("/nowhere/to/be/found".into());
    let output = check(unknown);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("does not start"), "{}", text(&output.stderr));

    let nobody = std::net::TcpListener::bind("127.0.0.1:0").expect("a port");
    let url = format!("http://{}/mcp", nobody.local_addr().expect("an address"));
    drop(nobody);
    let output = check(arguments(&["--url", &url], &calls));
    assert_eq!(output.status.code(), Some(3), "{}", text(&output.stderr));
}

#[test]
fn mistakes_of_the_user_are_told_before_anything_is_started() {
    let good = TempFile::new("[[call]]\ntool = \"success\"");
    let bad = TempFile::new("[[call]]\ntool = \"success\"\nretries = 3\n");
    let cases: [(Vec<OsString>, &str); 6] = [
        (
            with_command(arguments(&[], &bad), "broken_server", &[]),
            "line 3: unknown field `retries`",
        ),
        (arguments(&["--url", "https://example.com/mcp"], &good), "no TLS"),
        (arguments(&["--url", "http://x/", "--", "y"], &good), "cannot be used with"),
        (arguments(&[], &good), "required"),
        (arguments(&["--url", "http://x/", "--timeout=-1"], &good), "--timeout"),
        (
            with_command(
                arguments(&["--log", "/nowhere.log"], &good),
                "broken_server",
                &["--dies"],
            ),
            "/nowhere.log",
        ),
    ];
    for (words, part) in cases {
        let output = check(&words);
        assert_eq!(output.status.code(), Some(2), "{words:?}");
        let said = text(&output.stderr);
        assert!(said.contains(part), "{said}");
    }
}
