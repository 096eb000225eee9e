//! Time-outs: the whole deadline, that of an attempt, and what is said to the server.

use std::time::Duration;

use rmcp::ServiceError;
use toolfailure::client::{Outcome, Reply, StopReason};

use crate::common::{Answer, Script, Setting, params, retryable, settle, success, trusting};

fn timed_out(outcome: &Outcome, after: u64) {
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
    let Reply::Failed(ServiceError::Timeout { timeout }) = outcome.reply else {
        panic!("{:?}", outcome.reply)
    };
    assert_eq!(timeout, Duration::from_millis(after));
    let last = outcome.attempts.last().expect("an attempt");
    assert_eq!(last.took, timeout);
    assert!(last.reading.is_none() && last.correlation_id().is_none());
    assert!(outcome.tool_failure().is_none());
}

fn cancelled_id(it: &Setting) -> serde_json::Value {
    let [cancelled] = &it.seen_of("notifications/cancelled")[..] else {
        panic!("one: {:?}", it.sequence())
    };
    cancelled.message["params"]["requestId"].clone()
}

#[tokio::test(start_paused = true)]
async fn rr8_rr14_a_server_that_never_answers_ends_at_the_deadline() {
    let it = Setting::new(trusting(), Script::calls([Answer::Never])).await;
    let outcome = it.call().await;
    timed_out(&outcome, 30_000);
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "30000 notifications/cancelled"]);
    assert_eq!(&cancelled_id(&it), it.calls()[0].id());
}

#[tokio::test(start_paused = true)]
async fn rr8_rr14_an_attempt_that_takes_too_long_is_not_repeated() {
    let policy = trusting().with_attempt_timeout(Duration::from_secs(5));
    let it = Setting::new(policy, Script::calls([Answer::Never])).await;
    let outcome = it.call().await;
    timed_out(&outcome, 5_000);
    settle().await;
    assert_eq!(it.sequence(), ["0 tools/call", "5000 notifications/cancelled"]);
    assert_eq!(&cancelled_id(&it), it.calls()[0].id());
}

#[tokio::test(start_paused = true)]
async fn rr8_the_deadline_is_that_of_all_attempts() {
    let policy = trusting().with_deadline(Duration::from_secs(7));
    let script = Script::calls([Answer::from(retryable("c-1")), Answer::Never]);
    let it = Setting::new(policy, script).await;
    let outcome = it.call().await;
    timed_out(&outcome, 6_750);
    settle().await;
    let expected =
        ["0 tools/call", "0 tools/list", "250 tools/call", "7000 notifications/cancelled"];
    assert_eq!(it.sequence(), expected);
    assert_eq!(&cancelled_id(&it), it.calls()[1].id());
    // The first one's failure is not lost.
    assert_eq!(outcome.attempts[0].correlation_id().map(|id| id.as_str()), Some("c-1"));
}

/// The next attempt is taken to last as long as this one.
#[tokio::test(start_paused = true)]
async fn rr8_an_attempt_that_would_not_fit_is_not_begun() {
    for (takes, attempts) in [(14_874, 2), (14_875, 1)] {
        let script = Script::calls([
            Answer::from(retryable("c-1")).later(takes),
            Answer::from(success()).later(takes),
        ]);
        let it = Setting::new(trusting(), script).await;
        let outcome = it.call().await;
        assert_eq!(outcome.attempts.len(), attempts, "{takes}");
        if attempts == 1 {
            assert_eq!(outcome.stopped_because, StopReason::Deadline);
            assert!(outcome.tool_failure().is_some());
            assert_eq!(it.clock.elapsed(), Duration::from_millis(takes), "it stops at once");
        }
    }
}

/// rmcp drops these lines, and whoever sent the request waits for ever.
#[tokio::test(start_paused = true)]
async fn rr8_replies_that_rmcp_never_delivers_end_at_the_deadline() {
    let lines = [
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[],"structuredContent":{"x":1e400}}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[{"type":"text","text":"\ud83d"}]}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"result":{"content":[]},"error":{"code":1,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32603,"message":"x"}}"#,
        r#"{"jsonrpc":"2.0","id":ID,"error":{"code":1.5,"message":"x"}}"#,
        r#"[{"jsonrpc":"2.0","id":ID,"result":{"content":[]}}]"#,
        r#"{"jsonrpc":"2.0","id":4711,"result":{"content":[]}}"#,
        "no JSON at all",
    ];
    let deep = format!(
        r#"{{"jsonrpc":"2.0","id":ID,"result":{{"content":[],"structuredContent":{}0{}}}}}"#,
        "[".repeat(130),
        "]".repeat(130)
    );
    for line in lines.into_iter().chain([deep.as_str()]) {
        let it = Setting::new(trusting(), Script::calls([Answer::Line(line.to_owned())])).await;
        let outcome = it.call().await;
        timed_out(&outcome, 30_000);
        settle().await;
        assert_eq!(it.calls().len(), 1, "{line}");
        assert_eq!(&cancelled_id(&it), it.calls()[0].id(), "{line}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_reply_that_comes_too_late_disturbs_nothing() {
    let script = Script::calls([
        Answer::from(retryable("c-late")).later(30_001),
        Answer::from(success()).later(5),
    ]);
    let it = Setting::new(trusting(), script).await;
    timed_out(&it.call().await, 30_000);
    let next = it.call_with(params()).await;
    assert_eq!((next.stopped_because, next.attempts.len()), (StopReason::Success, 1));
    assert_eq!(next.attempts[0].took, Duration::from_millis(5));
}

#[tokio::test(start_paused = true)]
async fn extreme_deadlines_are_no_problem() {
    let policy = trusting().with_deadline(Duration::MAX).with_attempt_timeout(Duration::MAX);
    let it = Setting::new(policy, Script::calls([retryable("c-1"), success()])).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Success);

    let policy = trusting().with_deadline(Duration::ZERO);
    let it = Setting::new(policy, Script::calls([Answer::from(success()).later(1)])).await;
    timed_out(&it.call().await, 0);
}
