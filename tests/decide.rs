//! The example `decide` says of every case what is expected of it, from nothing but that case.

use std::{
    collections::BTreeSet,
    fs::File,
    io::Write,
    path::PathBuf,
    process::{Command, Output, Stdio},
};

use serde_json::Value;

const VECTORS: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/conformance/vectors/decisions/decisions.jsonl");

/// The example as cargo built it beside this test, in a directory where there is nothing to find.
fn decide(arguments: &[&str]) -> Command {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/decide{}", std::env::consts::EXE_SUFFIX));
    assert!(path.exists(), "`cargo build --example decide` makes {path:?}");
    let mut command = Command::new(path);
    command.args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

fn of_vectors(arguments: &[&str]) -> Output {
    let vectors = File::open(VECTORS).expect(VECTORS);
    decide(arguments).stdin(vectors).output().expect("it runs")
}

fn of_rows(arguments: &[&str], rows: &[u8]) -> Output {
    let mut child = decide(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts");
    // Few rows: they fit into the pipe.
    child.stdin.take().expect("a pipe").write_all(rows).expect("it reads");
    child.wait_with_output().expect("it ends")
}

fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).expect("it prints UTF-8")
}

#[test]
fn every_row_of_the_vectors_is_decided_as_expected() {
    let output = of_vectors(&[]);
    assert!(output.status.success(), "{output:?}");
    let vectors = std::fs::read_to_string(VECTORS).expect(VECTORS);
    let (mut rows, mut names) = (vectors.lines(), BTreeSet::new());
    for line in text(&output.stdout).lines() {
        let row: Value = serde_json::from_str(rows.next().expect("as many rows")).expect("JSON");
        let (name, decision) = line.split_once('\t').expect("name TAB decision");
        assert_eq!((name, decision), (of(&row, "name"), of(&row, "expect")));
        assert!(names.insert(name.to_owned()), "{name} is there twice");
    }
    assert_eq!(rows.next(), None);
    assert!(names.len() > 150, "{}", names.len());
}

fn of<'a>(row: &'a Value, field: &str) -> &'a str {
    row[field].as_str().expect("a string")
}

#[test]
fn check_prints_what_differs_and_nothing_else() {
    let output = of_vectors(&["--check"]);
    assert!(output.status.success() && output.stdout.is_empty(), "{output:?}");

    let rows = br#"{"name":"a","annotations":{},"result":{"isError":false},"expect":"success"}
{"name":"b","annotations":{},"result":{"isError":true},"expect":"retry: backoff"}
{"name":"c","annotations":{},"result":{"isError":true}}
"#;
    let output = of_rows(&["--check"], rows);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(text(&output.stdout), "b\tstop: no_extension\tinstead of: retry: backoff\n");
    assert_eq!(
        text(&output.stderr),
        "line 3: no `expect` to check against\n3 rows, 2 not as expected\n"
    );
}

/// What is expected cannot have a say in what is decided.
#[test]
fn expect_is_not_looked_at() {
    let rows =
        br#"{"name":"a","annotations":{},"result":{"isError":true},"expect":"retry: backoff"}"#;
    let output = of_rows(&[], rows);
    assert_eq!(text(&output.stdout), "a\tstop: no_extension\n");
    assert!(output.status.success());
}

#[test]
fn rows_that_are_not_understood_are_named_by_their_lines_after_the_others_are_decided() {
    let failure = r#"{"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":
        {"class":"reliability","code":"x","retryable":true,"correlationId":"c"}}}"#
        .replace('\n', "");
    let rows = format!(
        r#"{{"name":"good","annotations":{{}},"result":{{}}}}

{{"name":"no JSON","annotations":
{{"annotations":{{}},"result":{{}}}}
{{"name":"unknown field","annotations":{{}},"result":{{}},"expects":"success"}}
{{"name":"no reply at all","annotations":{{}}}}
{{"name":"two replies","annotations":{{}},"result":{{}},"no_reply":"timeout"}}
{{"name":"no annotations","result":{{}}}}
{{"name":"a bad word","annotations":"gone","result":{{}}}}
{{"name":"wrong type","annotations":{{}},"result":{{}},"tokens":"many"}}
{{"name":"too many","annotations":{{}},"result":{{}},"tokens":11}}
{{"name":"too many, later","annotations":{{}},"result":{{}},"tokens_later":11}}
{{"name":"no such end","annotations":{{}},"no_reply":"timeouts"}}
{{"name":"nothing like it","annotations":{{}},"no_reply":"aborted by the user"}}
{{"name":"no such list","listing":"unavailible","result":{{}}}}
{{"name":"a bad word later","annotations":{{}},"annotations_later":"mising","result":{{}}}}
{{"name":"not yes","annotations":{{}},"result":{{}},"trusted":"yes"}}
{{"name":7,"annotations":{{}},"result":{{}}}}
{{"name":"never reached","annotations":{{}},"result":{{}},"attempt":3,"max_attempts":2}}
{{"name":"before the first","annotations":{{}},"result":{{}},"attempt":0}}
[]
   {tab}
{{"name":"good, too","annotations":{{"idempotentHint":true}},"result":{failure}}}{cr}
"#,
        tab = '\t',
        cr = '\r',
    );
    let mut rows = rows.into_bytes();
    rows.extend(b"\xFF\n");
    let output = of_rows(&[], &rows);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert_eq!(text(&output.stdout), "good\tsuccess\ngood, too\tretry: backoff\n");
    let said: Vec<&str> = text(&output.stderr).lines().collect();
    let want = [
        ("line 3: ", "EOF"),
        ("line 4: ", "missing field `name`"),
        ("line 5: ", "unknown field `expects`, "),
        ("line 6: ", "give one of `result`"),
        ("line 7: ", "give one of `result`"),
        ("line 8: ", "give either `annotations` or `listing`"),
        ("line 9: ", "`annotations`: annotations are an object, null or \"missing\""),
        ("line 10: ", "`tokens`: invalid type: string \"many\""),
        ("line 11: ", "`tokens`: a throttle has 10 tokens at most"),
        ("line 12: ", "`tokens_later`: a throttle has 10 tokens at most"),
        ("line 13: ", "`no_reply`: unknown variant `timeouts`"),
        ("line 14: ", "`no_reply`: unknown variant `aborted by the user`"),
        ("line 15: ", "`listing`: unknown variant `unavailible`"),
        ("line 16: ", "`annotations_later`: annotations are an object, null or"),
        ("line 17: ", "`trusted`: invalid type: string \"yes\""),
        ("line 18: ", "`name`: invalid type: integer `7`"),
        ("line 19: ", "attempt 2 is the last: attempts_exhausted"),
        ("line 20: ", "the first `attempt` is 1"),
        ("line 21: ", "a row is a JSON object"),
        ("line 24: ", "a row is a JSON object"),
    ];
    assert_eq!(said.len(), want.len(), "{said:#?}");
    for (said, (line, what)) in said.iter().zip(want) {
        assert!(said.starts_with(line) && said.contains(what), "{said}, not {line}{what}");
    }
    // What was probably meant is said, too.
    for (at, word) in [(2, Some("expect")), (10, Some("timeout")), (11, None)] {
        let meant = said[at].split_once("; did you mean `").map(|(_, it)| it);
        assert_eq!(meant.and_then(|it| it.split('`').next()), word, "{}", said[at]);
    }
}

#[test]
fn an_unknown_argument_is_refused() {
    let output = of_rows(&["--chek"], b"");
    assert_eq!(output.status.code(), Some(2), "{output:?}");
    assert!(text(&output.stderr).starts_with("usage: "));
}
