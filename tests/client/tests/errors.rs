//! No result came: never a second call (RR14).

use rmcp::ServiceError;
use serde_json::json;
use toolfailure::client::{Reply, StopReason};

use crate::common::{Answer, KEY, Script, Setting, retryable, settle, success, trusting};

#[tokio::test(start_paused = true)]
async fn s1_a_protocol_error_is_no_failure_of_the_tool() {
    let entry = json!({"class": "reliability", "code": "x", "correlationId": "c-1",
        "retryable": true});
    for code in [-32603, -32602, -32000, 429, 0] {
        for data in [json!(null), json!({KEY: entry}), json!({"_meta": {KEY: entry}})] {
            let error = json!({"code": code, "message": "try again", "data": data});
            let it =
                Setting::new(trusting(), Script::calls([Answer::Error(error.to_string())])).await;
            let outcome = it.call().await;
            assert_eq!(outcome.stopped_because, StopReason::ProtocolError, "{error}");
            assert!(outcome.tool_failure().is_none());
            let Reply::Failed(ServiceError::McpError(received)) = &outcome.reply else {
                panic!("{:?}", outcome.reply)
            };
            assert_eq!((received.code.0, &*received.message), (code, "try again"));
            settle().await;
            assert_eq!(it.sequence(), ["0 tools/call"]);
        }
    }
}

#[tokio::test(start_paused = true)]
async fn rr14_an_error_after_a_failure_is_the_last_reply() {
    let error = Answer::Error(r#"{"code":-32603,"message":"no"}"#.to_owned());
    let it = Setting::new(trusting(), Script::calls([retryable("c-1").into(), error])).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ProtocolError);
    assert_eq!(outcome.attempts.len(), 2);
    assert!(outcome.attempts[0].reading.is_some() && outcome.attempts[1].reading.is_none());
    assert!(matches!(outcome.into_result(), Err(ServiceError::McpError(_))));
}

#[tokio::test(start_paused = true)]
async fn rr14_a_connection_that_ends_during_the_call_leaves_the_outcome_unknown() {
    let it = Setting::new(trusting(), Script::calls([Answer::HangUp])).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
    assert!(matches!(outcome.reply, Reply::Failed(ServiceError::TransportClosed)));
    assert_eq!(outcome.attempts.len(), 1);
    assert_eq!(it.clock.elapsed().as_millis(), 0, "it is seen at once");
    settle().await;
    assert_eq!(it.calls().len(), 1);
    // Nothing can be sent any more, and nothing hangs.
    let next = it.call().await;
    assert_eq!(next.stopped_because, StopReason::OutcomeUnknown);
    assert!(matches!(next.into_result(), Err(ServiceError::TransportClosed)));
}

#[tokio::test(start_paused = true)]
async fn rr14_a_connection_that_ends_during_the_second_call_is_the_last_reply() {
    let script = Script::calls([Answer::from(retryable("c-1")), Answer::HangUp]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
    assert_eq!((outcome.attempts.len(), it.calls().len()), (2, 2));
}

#[tokio::test(start_paused = true)]
async fn c4_a_connection_that_ends_during_the_question_permits_nothing() {
    let script = Script::calls([retryable("c-1"), success()]).lists([Answer::HangUp]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ToolUnknown);
    assert!(outcome.tool_failure().is_some(), "the reply that came is kept");
    assert_eq!(it.calls().len(), 1);
}
