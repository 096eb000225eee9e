//! The wall clock says when `retryNotBefore` is reached, and may be set meanwhile (C5, RR10).

use std::time::Duration;

use tokio::{join, time::sleep};
use toolfailure::client::{Outcome, StopReason};

use crate::common::{Script, Setting, hinted, success, trusting};

/// Calls a tool that asks for 3 s, and sets the wall clock 1 s later.
async fn set_during_the_wait(by_millis: i64) -> (Setting, Outcome) {
    let it = Setting::new(trusting(), Script::calls([hinted(3_000), success()])).await;
    let (outcome, ()) = join!(it.call(), async {
        sleep(Duration::from_secs(1)).await;
        it.clock.set(by_millis);
    });
    (it, outcome)
}

#[tokio::test(start_paused = true)]
async fn c5_rr10_a_clock_that_is_set_back_makes_the_wait_longer() {
    // At 3.5 s the wall clock says 1.5 s; 1.5 s are left, the margin and the jitter.
    let (it, outcome) = set_during_the_wait(-2_000).await;
    assert_eq!(outcome.stopped_because, StopReason::Success);
    let expected = ["0 tools/call", "0 tools/list", "5500 tools/list", "5500 tools/call"];
    assert_eq!(it.sequence(), expected);
    assert_eq!(outcome.attempts[1].waited, Duration::from_millis(5_500));

    // Just enough is left of margin and jitter, and then just not.
    for (back, second) in [(-500, 3_500), (-501, 3_500 + 1 + 250 + 250)] {
        let (it, _) = set_during_the_wait(back).await;
        assert_eq!(it.calls()[1].at, Duration::from_millis(second), "{back}");
    }
}

#[tokio::test(start_paused = true)]
async fn c5_rr10_a_clock_that_is_set_back_too_far_ends_the_call() {
    let (it, outcome) = set_during_the_wait(-60_000).await;
    assert_eq!(outcome.stopped_because, StopReason::Deadline);
    assert!(outcome.tool_failure().is_some(), "the reply that came is kept");
    assert_eq!(it.clock.elapsed(), Duration::from_millis(3_500));
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list"]);
}

#[tokio::test(start_paused = true)]
async fn c5_rr10_a_clock_that_is_set_back_twice_is_looked_at_twice() {
    let it = Setting::new(trusting(), Script::calls([hinted(3_000), success()])).await;
    let (outcome, ()) = join!(it.call(), async {
        for _ in 0..2 {
            sleep(Duration::from_secs(3)).await;
            it.clock.set(-3_000);
        }
    });
    assert_eq!(outcome.stopped_because, StopReason::Success);
    let second = it.calls()[1].at;
    // Six seconds back in all.
    assert!(second >= Duration::from_secs(9) && second < Duration::from_secs(10), "{second:?}");
    assert_eq!(it.calls().len(), 2);
}

/// The wait was right when it began, and what was asked for is not made shorter.
#[tokio::test(start_paused = true)]
async fn c5_rr10_a_clock_that_is_set_forward_makes_no_wait_shorter() {
    for forward in [1_000, 10_000, 86_400_000] {
        let (it, outcome) = set_during_the_wait(forward).await;
        assert_eq!(outcome.stopped_because, StopReason::Success);
        assert_eq!(it.calls()[1].at, Duration::from_millis(3_500));
    }
}

/// The deadline goes by the monotonic clock.
#[tokio::test(start_paused = true)]
async fn rr8_setting_the_clock_moves_no_deadline() {
    for by in [-3_600_000, 3_600_000] {
        let script = Script::calls([crate::common::Answer::Never]);
        let it = Setting::new(trusting(), script).await;
        let (outcome, ()) = join!(it.call(), async {
            sleep(Duration::from_secs(1)).await;
            it.clock.set(by);
        });
        assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
        assert_eq!(it.clock.elapsed(), Duration::from_secs(30));
    }
}
