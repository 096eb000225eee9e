//! Whoever no longer waits is not called for again (RR13).

use std::{future::ready, time::Duration};

use rmcp::ServiceError;
use tokio::time::{Instant, sleep, sleep_until, timeout};
use toolfailure::client::{Reply, StopReason};

use crate::common::{
    Answer, Script, Setting, guarded, hinted, params, retryable, settle, success, trusting,
};

fn cancelled_ids(it: &Setting) -> Vec<serde_json::Value> {
    let cancelled = it.seen_of("notifications/cancelled");
    cancelled.iter().map(|it| it.message["params"]["requestId"].clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn rr13_cancelling_the_wait_stops_at_once_and_keeps_the_last_reply() {
    let it = Setting::new(trusting(), Script::calls([hinted(3_000), success()])).await;
    let cancelled = sleep(Duration::from_secs(1));
    let outcome = guarded(it.client.call_tool_until(params(), cancelled)).await;
    assert_eq!(it.clock.elapsed(), Duration::from_secs(1));
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    assert_eq!(outcome.attempts.len(), 1);
    assert_eq!(outcome.attempts[0].stopped_because, Some(StopReason::Cancelled));
    assert!(outcome.tool_failure().is_some(), "the failure that came");
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list"], "nothing more is sent");
}

#[tokio::test(start_paused = true)]
async fn rr13_cancelling_a_call_tells_the_server_which_one() {
    let script = Script::calls([Answer::from(retryable("c-1")), Answer::Never]);
    let it = Setting::new(trusting(), script).await;
    let cancelled = sleep(Duration::from_secs(1));
    let outcome = guarded(it.client.call_tool_until(params(), cancelled)).await;
    assert_eq!(it.clock.elapsed(), Duration::from_secs(1));
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    assert!(matches!(outcome.reply, Reply::Failed(ServiceError::Cancelled { .. })));
    assert_eq!(outcome.attempts.len(), 2);
    assert_eq!(outcome.attempts[0].correlation_id().map(|id| id.as_str()), Some("c-1"));
    settle().await;
    let expected =
        ["0 tools/call", "0 tools/list", "250 tools/call", "1000 notifications/cancelled"];
    assert_eq!(it.sequence(), expected);
    assert_eq!(cancelled_ids(&it), [it.calls()[1].id().clone()]);
}

/// A task has a budget for one turn of the runtime, and many drops in one turn spend it.
#[tokio::test(start_paused = true)]
async fn rr13_each_of_many_calls_that_are_dropped_at_once_is_cancelled() {
    let it = Setting::new(trusting(), Script::calls([Answer::Never])).await;
    each_dropped_call_is_cancelled(&it, 200).await;
}

/// rmcp's queue holds 1,024 messages: what is more waits for room.
#[tokio::test(start_paused = true)]
async fn rr13_a_burst_of_cancels_beyond_the_queue_loses_none_and_holds_nobody_up() {
    let mut answers = vec![Answer::Never; 3_000];
    answers.extend([Answer::from(retryable("c-1")), Answer::from(success())]);
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    each_dropped_call_is_cancelled(&it, 3_000).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
}

/// The server no longer reads: the queue never empties.
#[tokio::test(start_paused = true)]
async fn rr13_a_burst_of_cancels_to_a_server_that_does_not_read_holds_nobody_up() {
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    let (stop, stopped) = tokio::sync::oneshot::channel::<()>();
    let script = Script::calls([Answer::Never]);
    let (near, far) = tokio::io::duplex(1 << 16);
    script.serve(far);
    tokio::spawn(async move {
        let (mut theirs, mut near) = (theirs, near);
        let copy = tokio::io::copy_bidirectional(&mut theirs, &mut near);
        tokio::select! { _ = copy => {}, _ = stopped => {} }
        // Still open, and nobody reads.
        std::future::pending::<()>().await;
        drop((theirs, near));
    });
    let running = guarded(rmcp::ServiceExt::serve((), ours)).await.expect("it initializes");
    let client = toolfailure::client::RetryingClient::new(&running, trusting());
    stop.send(()).expect("it listens");
    tokio::task::yield_now().await;
    let mut calls: Vec<_> = (0..3_000).map(|_| Box::pin(client.call_tool(params()))).collect();
    for call in &mut calls {
        assert!(timeout(Duration::ZERO, call).await.is_err());
    }
    drop(calls);
    let outcome = guarded(client.call_tool(params())).await;
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown, "at its deadline");
}

async fn each_dropped_call_is_cancelled(it: &Setting, count: usize) {
    let mut calls: Vec<_> = (0..count).map(|_| Box::pin(it.client.call_tool(params()))).collect();
    for call in &mut calls {
        assert!(timeout(Duration::from_millis(1), call).await.is_err());
    }
    drop(calls);
    settle().await;
    let mut asked: Vec<_> = it.calls().iter().map(|call| call.id().to_string()).collect();
    let mut cancelled: Vec<_> = cancelled_ids(it).iter().map(ToString::to_string).collect();
    asked.sort();
    cancelled.sort();
    assert_eq!((asked.len(), cancelled.len()), (count, count));
    assert!(cancelled == asked, "each once");
}

#[tokio::test(start_paused = true)]
async fn rr13_cancelling_the_question_about_the_tool_keeps_the_last_reply() {
    let script = Script::calls([retryable("c-1")]).lists([Answer::Never]);
    let it = Setting::new(trusting(), script).await;
    let cancelled = sleep(Duration::from_secs(1));
    let outcome = guarded(it.client.call_tool_until(params(), cancelled)).await;
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    assert!(outcome.tool_failure().is_some(), "the failure that came");
    settle().await;
    let expected = ["0 tools/call", "0 tools/list", "1000 notifications/cancelled"];
    assert_eq!(it.sequence(), expected);
    assert_eq!(cancelled_ids(&it), [it.seen_of("tools/list")[0].id().clone()]);
}

#[tokio::test(start_paused = true)]
async fn rr13_what_is_cancelled_before_it_begins_is_not_sent() {
    let it = Setting::new(trusting(), Script::calls([success()])).await;
    let outcome = guarded(it.client.call_tool_until(params(), ready(()))).await;
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    assert!(matches!(outcome.reply, Reply::Failed(ServiceError::Cancelled { .. })));
    assert!(outcome.attempts.is_empty(), "{:?}", outcome.attempts);
    settle().await;
    assert!(it.sequence().is_empty(), "{:?}", it.sequence());
}

/// Cancelled in the very moment in which the wait ends.
#[tokio::test(start_paused = true)]
async fn rr13_a_tie_goes_to_the_caller() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1"), success()])).await;
    let cancelled = sleep_until(Instant::now() + Duration::from_millis(250));
    let outcome = guarded(it.client.call_tool_until(params(), cancelled)).await;
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    assert!(outcome.tool_failure().is_some(), "the failure that came");
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list"]);
}

#[tokio::test(start_paused = true)]
async fn rr13_dropping_the_future_in_the_wait_ends_it() {
    let it = Setting::new(trusting(), Script::calls([hinted(3_000), success()])).await;
    let dropped = timeout(Duration::from_secs(1), it.client.call_tool(params())).await;
    assert!(dropped.is_err());
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list"]);
}

#[tokio::test(start_paused = true)]
async fn rr13_dropping_the_future_in_a_call_tells_the_server() {
    let script = Script::calls([Answer::from(success()).later(5_000)]);
    let it = Setting::new(trusting(), script).await;
    let dropped = timeout(Duration::from_secs(1), it.client.call_tool(params())).await;
    assert!(dropped.is_err());
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "1000 notifications/cancelled"]);
    assert_eq!(cancelled_ids(&it), [it.calls()[0].id().clone()]);
}

/// Neither does a cancelled call count as a failure of the server.
#[tokio::test(start_paused = true)]
async fn rr13_a_cancelled_call_does_not_count_for_the_throttle() {
    let mut answers = vec![Answer::Never; 20];
    answers.extend([Answer::from(retryable("c-1")), Answer::from(success())]);
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    for _ in 0..20 {
        let cancelled = sleep(Duration::from_millis(10));
        let _ = guarded(it.client.call_tool_until(params(), cancelled)).await;
    }
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
}

#[tokio::test(start_paused = true)]
async fn nothing_is_cancelled_when_all_is_answered() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1"), success()])).await;
    let _ = it.call().await;
    settle().await;
    assert!(cancelled_ids(&it).is_empty());
}
