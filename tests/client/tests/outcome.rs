//! What the caller gets: every attempt, and the last reply as it came.

use std::time::{Duration, UNIX_EPOCH};

use rmcp::{
    ServiceError,
    model::{CallToolRequestParams, CallToolResponse},
};
use serde_json::{Value, json};
use toolfailure::{
    ToolFailureClass,
    client::{CallToolResultExt, Outcome, Reply, StopReason},
};

use crate::common::{
    Answer, KEY, Script, Setting, epoch, failure, retryable, settle, success, trusting,
};

fn complete(outcome: &Outcome) -> Value {
    let Reply::Response(CallToolResponse::Complete(result)) = &outcome.reply else {
        panic!("a complete result: {:?}", outcome.reply)
    };
    serde_json::to_value(result).expect("JSON")
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).expect("JSON")
}

#[tokio::test(start_paused = true)]
async fn rr18_the_outcome_has_every_attempt() {
    let busy = failure(&json!({"class": "reliability", "code": "busy", "retryable": true,
        "correlationId": "c-2"}));
    let script = Script::calls([
        Answer::from(retryable("c-1")).later(40),
        Answer::from(busy).later(70),
        Answer::from(success()).later(10),
    ]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;

    let began: Vec<_> = it.calls().iter().map(|call| call.at.as_millis()).collect();
    assert_eq!(began, [0, 290, 860]);
    let millis = Duration::from_millis;
    let mut attempts = outcome.attempts.iter();
    let mut check = |number, began: i64, waited, took, id: Option<&str>, code, stopped| {
        let attempt = attempts.next().expect("an attempt");
        assert_eq!(attempt.number, number);
        assert_eq!(attempt.began, UNIX_EPOCH + millis(epoch(began)), "{number}");
        assert_eq!((attempt.waited, attempt.took), (millis(waited), millis(took)), "{number}");
        assert_eq!(attempt.correlation_id().map(|id| id.as_str()), id, "{number}");
        let reading = attempt.reading.as_ref().expect("a result came");
        let class = id.map(|_| ToolFailureClass::Reliability);
        assert_eq!((reading.class(), reading.code()), (class, code), "{number}");
        assert_eq!(attempt.stopped_because, stopped, "{number}");
    };
    check(1, 0, 0, 40, Some("c-1"), Some("retryable_transient_error"), None);
    check(2, 290, 250, 70, Some("c-2"), Some("busy"), None);
    check(3, 860, 500, 10, None, None, Some(StopReason::Success));
    assert_eq!(outcome.attempts.len(), 3);
    assert_eq!(outcome.stopped_because, StopReason::Success);
    assert!(outcome.tool_failure().is_none(), "the last reply is none");
    assert_eq!(complete(&outcome), json(&success()));
}

#[tokio::test(start_paused = true)]
async fn rr18_the_last_failure_is_handed_on_unchanged() {
    let last = r#"{"_meta":{"io.modelcontextprotocol/toolFailure":{"agentGuidance":"Wait.",
        "class":"reliability","code":"busy","correlationId":"c-3","retryable":true,"x":[1,{}]},
        "acme.example/shard":7},"content":[{"text":"busy","type":"text"}],"isError":true,
        "structuredContent":{"left":0.5}}"#
        .replace('\n', "");
    let script = Script::calls([retryable("c-1"), retryable("c-2"), last.clone()]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::AttemptsExhausted);
    assert_eq!(complete(&outcome), json(&last));
    let ids: Vec<_> =
        outcome.attempts.iter().filter_map(|it| Some(it.correlation_id()?.as_str())).collect();
    assert_eq!(ids, ["c-1", "c-2", "c-3"]);

    let failure = outcome.tool_failure().expect("a failure");
    assert_eq!(failure.model_text(), "busy\n\nWait.\n\nReference: c-3");
    let result = outcome.into_result().expect("as rmcp gives it");
    assert_eq!(result.tool_failure().expect("a failure").code(), Some("busy"));
}

#[tokio::test(start_paused = true)]
async fn a_failure_that_rmcp_cannot_hold_is_still_a_tool_failure() {
    let result = json!({"isError": true, "content": [{"type": "hologram"}],
        "_meta": {KEY: {"class": "governance", "code": "auth_required", "correlationId": "c-1"}}});
    let it = Setting::new(trusting(), Script::calls([result.to_string()])).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ClassForbids);
    assert_eq!(
        outcome.tool_failure().and_then(|it| it.class()),
        Some(ToolFailureClass::Governance)
    );
    assert!(matches!(&outcome.reply, Reply::Unparsed(it) if *it == result));
    assert!(matches!(outcome.into_result(), Err(ServiceError::UnexpectedResponse)));
}

/// Where a plain `call_tool` stood before, nothing is different for calls that are not retried.
#[tokio::test(start_paused = true)]
async fn into_result_is_what_rmcps_own_call_gives() {
    let results = [
        success(),
        retryable("c-1"),
        r#"{"content":[]}"#.to_owned(),
        r#"{"content":null,"isError":false}"#.to_owned(),
        r#"{"structuredContent":null}"#.to_owned(),
        r#"{"content":[],"resultType":"complete"}"#.to_owned(),
        "{}".to_owned(),
        r#"{"_meta":{}}"#.to_owned(),
        r#"{"_meta":{"acme.example/shard":7}}"#.to_owned(),
        r#"{"resultType":"complete"}"#.to_owned(),
        r#"{"resultType":"complete","_meta":{"acme.example/shard":7}}"#.to_owned(),
        r#"{"resultType":"input_required","requestState":"s"}"#.to_owned(),
        r#"{"content":[{"type":"hologram"}]}"#.to_owned(),
        r#"{"contents":[]}"#.to_owned(),
        r#"{"x":1}"#.to_owned(),
        "null".to_owned(),
        "[]".to_owned(),
    ];
    for result in results {
        let it = Setting::new(Default::default(), Script::calls([result.clone()])).await;
        let theirs = it.running.peer().call_tool(CallToolRequestParams::new("search")).await;
        let ours = it.call().await.into_result();
        assert_eq!(format!("{ours:?}"), format!("{theirs:?}"), "{result}");
    }
    let error = Answer::Error(r#"{"code":-32602,"message":"no","data":{"x":1}}"#.to_owned());
    let it = Setting::new(Default::default(), Script::calls([error])).await;
    let theirs = it.running.peer().call_tool(CallToolRequestParams::new("search")).await;
    let ours = it.call().await.into_result();
    assert_eq!(format!("{ours:?}"), format!("{theirs:?}"));
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/call"]);
}
