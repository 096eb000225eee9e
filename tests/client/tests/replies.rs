//! Replies of every shape: which are read, which are retried, and why the others are not.

use rmcp::{
    ServiceError,
    model::{CallToolResponse, InputResponses},
};
use serde_json::{Value, json};
use toolfailure::{
    ToolFailureClass,
    client::{Field, Outcome, Reply, StopReason},
};

use crate::common::{
    KEY, Script, Setting, epoch, failure, params, retryable, settle, success, trusting,
};

/// Which part of `Reply` holds the reply.
fn held(outcome: &Outcome) -> &'static str {
    match &outcome.reply {
        Reply::Response(CallToolResponse::Complete(_)) => "complete",
        Reply::Response(CallToolResponse::InputRequired(_)) => "input",
        Reply::Response(CallToolResponse::Task(_)) => "task",
        Reply::Response(_) => "another",
        Reply::Unparsed(_) => "unparsed",
        Reply::Failed(ServiceError::UnexpectedResponse) => "unexpected",
        Reply::Failed(_) => "failed",
    }
}

/// One call is made, the tools are not asked for, and this comes of it.
async fn check(result: &Value, expected: &str, reason: &str) {
    let it = Setting::new(trusting(), Script::calls([result.to_string()])).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because.to_string(), reason, "{result}");
    assert_eq!(held(&outcome), expected, "{result}");
    if let Reply::Unparsed(unparsed) = &outcome.reply {
        assert_eq!(unparsed, result);
    }
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call"], "{result}");
}

fn failed(entry: &Value) -> Value {
    serde_json::from_str(&failure(entry)).expect("JSON")
}

#[tokio::test(start_paused = true)]
async fn c3_c7_capability_and_governance_are_never_retried() {
    for class in ["capability", "governance"] {
        for retryable in [json!(true), json!(false), json!(null), json!("true")] {
            let entry = json!({"class": class, "code": "x", "correlationId": "c-1",
                "retryable": retryable, "retryNotBefore": epoch(1)});
            check(&failed(&entry), "complete", "class_forbids").await;
        }
        let broken = json!({"class": class, "code": 1, "correlationId": ""});
        check(&failed(&broken), "complete", "class_forbids").await;
    }
}

#[tokio::test(start_paused = true)]
async fn c2_an_unknown_class_stops() {
    for class in ["transient", "Reliability", "reliability ", ""] {
        let entry = json!({"class": class, "code": "x", "correlationId": "c", "retryable": true});
        check(&failed(&entry), "complete", "unknown_class").await;
    }
}

#[tokio::test(start_paused = true)]
async fn rr3_what_is_malformed_stops() {
    let good = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true, "retryNotBefore": epoch(1)});
    let fields = [
        ("class", vec![json!(1), json!(null), json!(["reliability"])]),
        ("code", vec![json!(1), json!(null), json!({})]),
        ("correlationId", vec![json!(""), json!(7), json!(null)]),
        ("retryable", vec![json!("true"), json!(1), json!(null)]),
        ("retryNotBefore", vec![json!(-1), json!("soon"), json!(null), json!(true), json!([])]),
    ];
    for (field, values) in fields {
        for value in values {
            let mut entry = good.clone();
            entry[field] = value;
            check(&failed(&entry), "complete", &format!("malformed{{{field}}}")).await;
        }
    }
    for field in ["class", "code", "correlationId"] {
        let mut entry = good.clone();
        entry.as_object_mut().expect("an object").remove(field);
        check(&failed(&entry), "complete", &format!("malformed{{{field}}}")).await;
    }
    for entry in [json!("reliability"), json!([good]), json!(null), json!(true)] {
        check(&failed(&entry), "complete", "malformed{toolFailure}").await;
    }
}

#[tokio::test(start_paused = true)]
async fn c4_without_retryable_true_nothing_is_repeated() {
    let without = json!({"class": "reliability", "code": "x", "correlationId": "c-1"});
    check(&failed(&without), "complete", "not_retryable").await;
    let mut no = without;
    no["retryable"] = json!(false);
    no["retryNotBefore"] = json!("whatever");
    check(&failed(&no), "complete", "not_retryable").await;
}

#[tokio::test(start_paused = true)]
async fn c5_seconds_in_place_of_milliseconds_stop() {
    let entry = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true, "retryNotBefore": 1_790_000_003});
    check(&failed(&entry), "complete", "hint_suspect").await;
}

#[tokio::test(start_paused = true)]
async fn c1_a_failure_without_the_extension_is_opaque() {
    let text = json!([{"type": "text", "text": "429 Too Many Requests, retryable: true"}]);
    check(&json!({"isError": true, "content": text}), "complete", "no_extension").await;
    let others = json!({"isError": true, "content": [], "_meta": {"acme.example/x": {}}});
    check(&others, "complete", "no_extension").await;
}

#[tokio::test(start_paused = true)]
async fn rr1_a_tool_failure_without_is_error_is_not_retried() {
    let entry = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true});
    let meta = json!({KEY: entry});
    check(&json!({"content": [], "_meta": meta}), "complete", "not_an_error").await;
    check(&json!({"_meta": meta}), "complete", "not_an_error").await;
    let said = json!({"content": [], "isError": false, "_meta": meta});
    check(&said, "complete", "success").await;
    let text = json!({"content": [], "isError": "true", "_meta": meta});
    check(&text, "unparsed", "malformed{isError}").await;
    let number = json!({"content": [], "isError": 1, "_meta": meta});
    check(&number, "unparsed", "malformed{isError}").await;
}

#[tokio::test(start_paused = true)]
async fn replies_without_content_are_successes() {
    check(&json!({}), "complete", "success").await;
    check(&json!({"_meta": {}}), "complete", "success").await;
    check(&json!({"resultType": "complete"}), "complete", "success").await;
    check(&json!({"content": []}), "complete", "success").await;
}

#[tokio::test(start_paused = true)]
async fn a_success_that_rmcp_cannot_hold_is_a_success() {
    check(&json!({"content": [{"type": "hologram", "x": 1}]}), "unparsed", "success").await;
    let image = json!({"content": [{"type": "image", "data": "AA=="}], "isError": false});
    check(&image, "unparsed", "success").await;
    check(&json!({"x": 1}), "unparsed", "success").await;
}

#[tokio::test(start_paused = true)]
async fn what_is_no_object_is_no_result() {
    for result in [json!(null), json!([{}]), json!("done"), json!(7)] {
        check(&result, "unparsed", "malformed{result}").await;
    }
    check(&json!({"content": [], "resultType": "later"}), "unparsed", "malformed{resultType}")
        .await;
}

/// A block that is not known must not hide a failure that is.
#[tokio::test(start_paused = true)]
async fn a_failure_that_rmcp_cannot_hold_is_retried() {
    let entry = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true});
    let contents = [
        json!([{"type": "text", "text": "busy"}, {"type": "hologram"}]),
        json!([{"type": "image", "data": "AA=="}]),
        json!([{"type": "resource_link", "uri": "file:///x"}]),
        json!([{"type": "text"}]),
        json!({"text": "no list"}),
    ];
    for content in contents {
        let failed = json!({"isError": true, "content": content, "_meta": {KEY: entry}});
        let it = Setting::new(trusting(), Script::calls([failed.to_string(), success()])).await;
        let outcome = it.call().await;
        assert_eq!(outcome.stopped_because, StopReason::Success, "{content}");
        assert_eq!(outcome.attempts.len(), 2);
        assert_eq!(outcome.attempts[0].correlation_id().map(|id| id.as_str()), Some("c-1"));
    }
}

/// rmcp takes these for results of other methods, and what they were is lost but for `_meta`: a failure
/// in there is read.
#[tokio::test(start_paused = true)]
async fn rr14_a_reply_taken_for_another_methods_loses_no_failure() {
    let failed = serde_json::from_str::<Value>(&retryable("c-1")).expect("JSON");
    for (key, value) in [
        ("contents", json!([])),
        ("tools", json!([])),
        ("messages", json!([])),
        ("action", json!("accept")),
    ] {
        let mut result = failed.clone();
        result[key] = value.clone();
        check(&result, "unexpected", "malformed{result}").await;
        let it = Setting::new(trusting(), Script::calls([result.to_string()])).await;
        let outcome = it.call().await;
        let failure = outcome.tool_failure().expect("it is read");
        assert_eq!(failure.class(), Some(ToolFailureClass::Reliability), "{key}");
        assert_eq!(failure.correlation_id().map(|id| id.as_str()), Some("c-1"));
        assert_eq!(failure.violations()[0].field(), Field::Result);
        assert!(outcome.into_result().is_err());

        // Without one, nobody knows whether it failed: the tool may have run.
        let result = json!({"content": [], "isError": true, key: value});
        check(&result, "unexpected", "outcome_unknown").await;
    }
}

#[tokio::test(start_paused = true)]
async fn rr15_a_request_for_input_is_handed_on_and_not_driven() {
    let asks = json!({"resultType": "input_required", "requestState": "s"});
    check(&asks, "input", "input_required").await;
    // Also with a failure beside it.
    let entry = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true});
    let both = json!({"resultType": "input_required", "requestState": "s", "isError": true,
        "_meta": {KEY: entry}});
    check(&both, "input", "input_required").await;
}

#[tokio::test(start_paused = true)]
async fn rr15_a_call_that_answers_a_question_is_committed() {
    let answers = params().with_input_responses(InputResponses::default());
    let mut state = params();
    state.request_state = Some("s".to_owned());
    for params in [answers, state] {
        let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
        let outcome = it.call_with(params).await;
        assert_eq!(outcome.stopped_because, StopReason::Committed);
        assert_eq!(it.sequence(), ["0 tools/call"]);
        assert!(it.calls()[0].stamp().is_null());
    }
}

#[tokio::test(start_paused = true)]
async fn rr15_the_handle_of_a_task_is_handed_on() {
    let task = json!({"resultType": "task", "taskId": "t-1", "status": "working",
        "createdAt": "2026-12-01T00:00:00Z", "lastUpdatedAt": "2026-12-01T00:00:00Z",
        "ttlMs": null});
    check(&task, "task", "not_an_error").await;
}
