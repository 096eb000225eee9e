//! A real process over stdio. Nothing here depends on time.

use std::time::Duration;

use rmcp::{ServiceError, model::CallToolRequestParams};
use serde_json::{Value, json};
use tokio::join;
use toolfailure::client::{Outcome, Reply, RetryPolicy, RetryingClient, StopReason};

use crate::common::{Process, guarded, trusting};

fn soon() -> RetryPolicy {
    let millisecond = Duration::from_millis(1);
    trusting().with_backoff(millisecond, millisecond)
}

fn call(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    let arguments = arguments.as_object().expect("an object").clone();
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

fn text(outcome: Outcome) -> String {
    let result = outcome.into_result().expect("a result");
    result.content[0].as_text().expect("text").text.clone()
}

#[tokio::test]
async fn a_retry_succeeds() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(call("find", &json!({"failures": 2})))).await;
    assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 3));
    let ids: Vec<_> =
        outcome.attempts.iter().filter_map(|it| Some(it.correlation_id()?.as_str())).collect();
    assert_eq!(ids.len(), 2);
    assert_ne!(ids[0], ids[1], "W6: each failure has its own");
    assert_eq!(text(outcome), "executed 3 times");
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 3);
}

#[tokio::test]
async fn c5_a_time_that_has_passed_is_no_reason_not_to_retry() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let past = json!({"failures": 1, "not_before": 1_700_000_000_000_u64});
    let outcome = guarded(client.call_tool(call("find", &past))).await;
    assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 2));
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 2);
}

#[tokio::test]
async fn c4_a_tool_that_is_not_idempotent_is_executed_once() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(call("book", &json!({"failures": 9})))).await;
    assert_eq!(outcome.stopped_because, StopReason::ToolNotIdempotent);
    assert!(outcome.tool_failure().is_some_and(|failure| failure.retryable()));
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 1);
}

#[tokio::test]
async fn c7_a_failure_of_governance_is_executed_once() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(CallToolRequestParams::new("read"))).await;
    assert_eq!(outcome.stopped_because, StopReason::ClassForbids);
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 1);
}

#[tokio::test]
async fn rr14_a_server_that_dies_during_the_call_leaves_the_outcome_unknown() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(CallToolRequestParams::new("dies"))).await;
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
    assert_eq!(outcome.attempts.len(), 1);
    assert!(matches!(outcome.reply, Reply::Failed(ServiceError::TransportClosed)));
    assert_eq!(process.executions().await, 1);
}

#[tokio::test]
async fn rr13_the_server_sees_that_a_call_is_cancelled() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let cancelled = async {
        let begun = client.call_tool(CallToolRequestParams::new("begun")).await;
        assert_eq!(text(begun), "it waits");
    };
    let waits = client.call_tool_until(CallToolRequestParams::new("waits"), cancelled);
    let outcome = guarded(waits).await;
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    let seen = guarded(client.call_tool(CallToolRequestParams::new("cancelled"))).await;
    assert_eq!(text(seen), "it was cancelled");
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 1);
}

#[tokio::test]
async fn rr13_the_server_sees_that_a_call_is_dropped() {
    let (process, running) = Process::start().await;
    let client = RetryingClient::new(&running, soon());
    let dropped = async {
        tokio::select! {
            outcome = client.call_tool(CallToolRequestParams::new("waits")) => panic!("{outcome:?}"),
            begun = client.call_tool(CallToolRequestParams::new("begun")) => text(begun),
        }
    };
    let seen = client.call_tool(CallToolRequestParams::new("cancelled"));
    let (begun, seen) = guarded(async { join!(dropped, seen) }).await;
    assert_eq!((begun.as_str(), text(seen).as_str()), ("it waits", "it was cancelled"));
    guarded(running.cancel()).await.expect("the client ends");
    assert_eq!(process.executions().await, 1);
}
