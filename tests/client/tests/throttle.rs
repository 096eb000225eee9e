//! Many failures close the throttle of a server (RR12).

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use serde_json::json;
use toolfailure::client::StopReason;

use crate::common::{
    Answer, Script, Setting, failure, guarded, hinted, retryable, success, trusting,
};

#[tokio::test(start_paused = true)]
async fn rr12_five_failures_close_it_and_it_fails_at_once() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let first = it.call().await;
    assert_eq!((first.stopped_because, first.attempts.len()), (StopReason::AttemptsExhausted, 3));
    let second = it.call().await;
    assert_eq!((second.stopped_because, second.attempts.len()), (StopReason::Throttled, 2));
    let (lists, before) = (it.seen_of("tools/list").len(), it.clock.elapsed());
    let third = it.call().await;
    assert_eq!((third.stopped_because, third.attempts.len()), (StopReason::Throttled, 1));
    assert!(third.tool_failure().is_some());
    assert_eq!(it.seen_of("tools/list").len(), lists, "nothing is asked");
    assert_eq!(it.clock.elapsed(), before, "it does not queue");
}

#[tokio::test(start_paused = true)]
async fn rr12_clones_share_it_and_other_clients_do_not() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let clone = it.client.clone();
    for client in [&it.client, &clone, &it.client] {
        let _ = client.call_tool(crate::common::params()).await;
    }
    let throttled = clone.call_tool(crate::common::params()).await;
    assert_eq!(throttled.stopped_because, StopReason::Throttled);

    let other = toolfailure::client::RetryingClient::new(&it.running, trusting());
    let mut log = Vec::new();
    let outcome = other.call_tool(crate::common::params()).await;
    log.extend(outcome.attempts.iter().map(|it| it.number));
    assert_eq!(outcome.stopped_because, StopReason::AttemptsExhausted);
    assert_eq!(log, [1, 2, 3]);
}

#[tokio::test(start_paused = true)]
async fn rr12_successes_open_it_again() {
    let mut answers = vec![retryable("c-1"); 6];
    answers.extend(vec![success(); 11]);
    answers.extend([retryable("c-2"), success()]);
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    for reason in [StopReason::AttemptsExhausted, StopReason::Throttled, StopReason::Throttled] {
        assert_eq!(it.call().await.stopped_because, reason);
    }
    for _ in 0..11 {
        assert_eq!(it.call().await.stopped_because, StopReason::Success);
    }
    // Four, and one and a tenth, less one for this failure.
    assert_eq!(it.call().await.stopped_because, StopReason::Throttled);
}

/// Bad arguments and missing rights say nothing of the server's health.
#[tokio::test(start_paused = true)]
async fn rr12_only_reliability_failures_count() {
    let mut answers: Vec<Answer> = Vec::new();
    for _ in 0..5 {
        for class in ["capability", "governance"] {
            let entry = json!({"class": class, "code": "x", "correlationId": "c-1"});
            answers.push(failure(&entry).into());
        }
        answers.push(json!({"isError": true, "content": []}).to_string().into());
        answers.push(Answer::Error(r#"{"code":-32602,"message":"no"}"#.to_owned()));
    }
    let calls = answers.len();
    answers.extend([Answer::from(retryable("c-1")), Answer::from(success())]);
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    for _ in 0..calls {
        let _ = it.call().await;
    }
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
}

/// Of calls that fail together and wait, none is made again once the others have closed it.
#[tokio::test(start_paused = true)]
async fn rr12_it_is_asked_again_after_the_wait() {
    let answers = (0..5).map(|n| Answer::from(retryable("c-1")).later(n));
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    let calls = (0..5).map(|_| {
        let client = it.client.clone();
        tokio::spawn(async move { client.call_tool(crate::common::params()).await })
    });
    for call in calls.collect::<Vec<_>>() {
        let outcome = guarded(call).await.expect("no panic");
        let end = (outcome.stopped_because, outcome.attempts.len());
        assert_eq!(end, (StopReason::Throttled, 1));
        assert!(outcome.tool_failure().is_some());
    }
    assert_eq!(it.calls().len(), 5);
}

/// A function of the caller's may want the throttle itself, or take its time.
#[tokio::test(start_paused = true)]
async fn no_function_of_the_callers_runs_while_it_is_locked() {
    let it = Setting::new(trusting(), Script::calls([hinted(3_000), success()])).await;
    let throttle = it.client.throttle();
    let (clock, runs) = (it.clock.clone(), Arc::new(AtomicU32::new(0)));
    let free = {
        let runs = Arc::clone(&runs);
        move || {
            runs.fetch_add(1, Ordering::SeqCst);
            assert!(throttle.try_lock().is_ok(), "it is not locked");
        }
    };
    let free_too = free.clone();
    let client = it
        .client
        .clone()
        .with_random(move || {
            free();
            0
        })
        .with_wall_clock(move || {
            free_too();
            clock.wall()
        });
    let outcome = guarded(client.call_tool(crate::common::params())).await;
    assert_eq!(outcome.stopped_because, StopReason::Success);
    assert!(runs.load(Ordering::SeqCst) > 4);
}

/// More attempts than the throttle permits are never made by one call: four failures leave it open,
/// the fifth closes it.
#[tokio::test(start_paused = true)]
async fn rr12_it_also_bounds_a_single_call() {
    let policy = trusting().with_max_attempts(10).with_deadline(std::time::Duration::from_secs(90));
    let it = Setting::new(policy, Script::calls([retryable("c-1")])).await;
    let outcome = it.call().await;
    assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Throttled, 5));
}
