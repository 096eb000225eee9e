//! When calls are made, to the millisecond.

use std::time::Duration;

use serde_json::json;
use toolfailure::client::StopReason;

use crate::common::{Script, Setting, failure, hinted, no_time_left, retryable, success, trusting};

/// The hint, 250 ms for clocks that differ, at least half of the back-off of 500 ms, and what chance
/// makes of the other half and of the spread: as long as the back-off, which is more than a tenth of
/// the wait. The timer rounds up to whole milliseconds.
#[tokio::test(start_paused = true)]
async fn c5_rr9_the_second_call_comes_at_the_hint_and_the_margin_and_the_jitter_exactly() {
    let jitters = [(0, 250), (1 << 63, 250 + 125 + 250), (u64::MAX, 250 + 250 + 500)];
    for (random, jitter) in jitters {
        let script = Script::calls([hinted(3_000), success()]);
        let it = Setting::with_random(trusting(), script, random).await;
        let outcome = it.call().await;
        let second = 3_000 + 250 + jitter;
        let expected = [
            "0 tools/call".to_owned(),
            "0 tools/list".to_owned(),
            format!("{second} tools/list"),
            format!("{second} tools/call"),
        ];
        assert_eq!(it.sequence(), expected);
        assert_eq!(outcome.stopped_because, StopReason::Success);
        assert_eq!(outcome.attempts[1].waited, Duration::from_millis(second));
    }
}

#[tokio::test(start_paused = true)]
async fn rr9_without_a_hint_the_back_off_doubles() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let outcome = it.call().await;
    let expected =
        ["0 tools/call", "0 tools/list", "250 tools/call", "250 tools/list", "750 tools/call"];
    assert_eq!(it.sequence(), expected);
    assert_eq!(outcome.stopped_because, StopReason::AttemptsExhausted);
}

#[tokio::test(start_paused = true)]
async fn rr9_the_back_off_is_the_callers_to_set() {
    let (initial, max) = (Duration::from_millis(100), Duration::from_millis(300));
    let policy = trusting().with_backoff(initial, max).with_max_attempts(5);
    let it = Setting::new(policy, Script::calls([retryable("c-1")])).await;
    let _ = it.call().await;
    let at: Vec<_> = it.calls().iter().map(|call| call.at.as_millis()).collect();
    assert_eq!(at, [0, 50, 150, 300, 450]);
}

/// Never at once, and never before the margin is over.
#[tokio::test(start_paused = true)]
async fn rr9_a_hint_in_the_past_leaves_the_back_off() {
    let epoch_start =
        failure(&json!({"class": "reliability", "code": "timeout", "retryable": true,
        "retryNotBefore": 0, "correlationId": "c-1"}));
    let hints = [(epoch_start, 250), (hinted(-86_400_000), 250), (hinted(-250), 250)];
    let just_passed = [(hinted(-249), 251), (hinted(-100), 400), (hinted(0), 500)];
    for (hint, second) in hints.into_iter().chain(just_passed) {
        let it = Setting::new(trusting(), Script::calls([hint.clone(), success()])).await;
        let _ = it.call().await;
        let at: Vec<_> = it.calls().iter().map(|call| call.at.as_millis()).collect();
        assert_eq!(at, [0, second], "{hint}");
    }
}

/// A float, as Python and JavaScript write it, is rounded up.
#[tokio::test(start_paused = true)]
async fn c5_a_fraction_of_a_millisecond_is_not_early() {
    let hint = r#"{"isError":true,"content":[],"_meta":{"io.modelcontextprotocol/toolFailure":
        {"class":"reliability","code":"x","correlationId":"c","retryable":true,
        "retryNotBefore":4000000001000.25}}}"#
        .replace('\n', "");
    let it = Setting::new(trusting(), Script::calls([hint, success()])).await;
    let _ = it.call().await;
    assert_eq!(it.calls()[1].at, Duration::from_millis(1_001 + 500));
}

#[tokio::test(start_paused = true)]
async fn rr9_the_margin_is_the_callers_to_set() {
    let policy = trusting().with_skew_margin(Duration::from_secs(2));
    let it = Setting::new(policy, Script::calls([hinted(1_000), success()])).await;
    let _ = it.call().await;
    assert_eq!(it.calls()[1].at, Duration::from_millis(1_000 + 2_000 + 250));
}

/// Not waited for in part: a hint beyond the deadline means to stop (C5).
#[tokio::test(start_paused = true)]
async fn rr8_a_hint_beyond_the_deadline_stops_at_once() {
    let late = |time| {
        failure(&json!({"class": "reliability", "code": "x", "retryable": true,
            "retryNotBefore": time, "correlationId": "c-1"}))
    };
    let hints = [
        hinted(29_500),
        no_time_left(),
        late(json!(4_000_000_000_000_000_u64)),
        late(json!(253_402_300_800_000_u64)),
        late(json!(u64::MAX)),
        late(json!(9.3e18)),
    ];
    for hint in hints {
        let it = Setting::new(trusting(), Script::calls([hint.clone()])).await;
        let outcome = it.call().await;
        assert_eq!(it.sequence(), ["0 tools/call"], "{hint}");
        assert_eq!(outcome.stopped_because, StopReason::Deadline, "{hint}");
        assert_eq!(it.clock.elapsed(), Duration::ZERO);
    }
    let it = Setting::new(trusting(), Script::calls([hinted(29_499), success()])).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
    assert_eq!(it.calls()[1].at, Duration::from_millis(29_999));
}

#[tokio::test(start_paused = true)]
async fn rr7_max_attempts_counts_the_first_call() {
    for max in [1, 2, 4] {
        let policy = trusting().with_max_attempts(max);
        let it = Setting::new(policy, Script::calls([retryable("c-1")])).await;
        let outcome = it.call().await;
        assert_eq!(outcome.stopped_because, StopReason::AttemptsExhausted);
        assert_eq!(it.calls().len(), max as usize);
        assert_eq!(outcome.attempts.len(), max as usize);
        // Nothing is asked when no attempt is left.
        assert_eq!(it.seen_of("tools/list").len(), max as usize - 1);
    }
    let it = Setting::new(trusting().with_max_attempts(0), Script::calls([retryable("c-1")])).await;
    assert_eq!(it.call().await.attempts.len(), 1);
}
