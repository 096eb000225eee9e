//! `toolfailure-check result`.

use std::path::Path;

use serde_json::{Value, json};

use crate::common::{Report, TempFile, check, check_with_stdin, text};

fn result(text: &str) -> Report {
    Report::of(&check_with_stdin(["result", "--json", "-"], text))
}

fn failed(failure: &Value) -> Value {
    json!({
        "content": [{"type": "text", "text": "It did not work."}],
        "isError": true,
        "_meta": {"io.modelcontextprotocol/toolFailure": failure},
    })
}

/// The cases of a file of `conformance/vectors/wire`.
fn vectors(file: &str) -> Vec<Value> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/wire").join(file);
    let text = std::fs::read_to_string(path).expect("the vectors are there");
    let mut file: Value = serde_json::from_str(&text).expect("JSON");
    serde_json::from_value(file["cases"].take()).expect("a list of cases")
}

#[test]
fn w1_to_w7_invalid_objects_fail_under_their_number() {
    for case in vectors("invalid.json") {
        let report = result(&failed(&case["toolFailure"]).to_string());
        let id = case["requirement"].as_str().expect("a number");
        assert_eq!(report.exit_code(), 1, "{case}");
        assert!(report.with("fail").contains(&id), "{case}: {}", report.json);
    }
}

#[test]
fn w1_to_w7_valid_objects_do_not_fail() {
    for case in vectors("valid.json") {
        let report = result(&failed(&case["toolFailure"]).to_string());
        assert_eq!(report.exit_code(), 0, "{case}: {}", report.json);
    }
}

#[test]
fn a_whole_response_is_unwrapped_and_layout_does_not_matter() {
    let good = failed(&json!({"class": "governance", "code": "auth_required",
        "correlationId": "c-1"}));
    let response = json!({"jsonrpc": "2.0", "id": 1, "result": good});
    let pretty = serde_json::to_string_pretty(&response).expect("JSON");
    let file = TempFile::new(&format!("\u{FEFF}{pretty}\n"));
    let output = check(["result".as_ref(), "--json".as_ref(), file.0.as_os_str()]);
    assert_eq!(Report::of(&output).exit_code(), 0);

    let report = result(r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}"#);
    assert_eq!((report.exit_code(), report.with("fail")), (1, vec!["S1"]));
}

#[test]
fn what_is_no_failure_or_no_json_says_so() {
    let report = result(r#"{"content":[]}"#);
    assert_eq!(
        (report.exit_code(), &report.json["nothingTested"]),
        (3, &json!("it is no failure"))
    );
    let report = result(r#"{"content":[],"isError":true}"#);
    assert_eq!(report.exit_code(), 3);
    let report = result("{");
    assert_eq!((report.exit_code(), report.with("fail")), (1, vec!["MCP"]));
    let output = check(["result", "/nowhere/to/be/found"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(text(&output.stderr).starts_with("toolfailure-check: /nowhere/to/be/found: "));
}

#[test]
fn w1_a_key_that_stands_twice_is_a_warning() {
    let twice = r#"{"isError":true,"content":[{"type":"text","text":"x"}],"_meta":{
        "io.modelcontextprotocol/toolFailure":{"class":"capability","code":"a","correlationId":"1"},
        "io.modelcontextprotocol/toolFailure":{"class":"governance","code":"a","correlationId":"2"}
    }}"#;
    let report = result(twice);
    assert_eq!((report.exit_code(), report.with("warn")), (0, vec!["W1"]), "{}", report.json);
}
