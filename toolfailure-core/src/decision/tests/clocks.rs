//! Clocks that are set, drivers that wake early, and lists that change.

use super::*;

/// A call that was told to come back 3 s from now, and waits.
fn waiting<'p>(policy: &'p RetryPolicy, clock: &Clock) -> Wait<'p> {
    let call = Call::begin(policy, Request::of_tool(TOOL), clock.now());
    let step = reply(call, &retryable(Some(NOW_MS + 3_000)), clock);
    match step {
        Step::AskForTool(question) => {
            waits(question.answer(IDEMPOTENT, clock.now(), &Throttle::default()))
        }
        other => waits(other),
    }
}

/// The caller vouches, so that no question comes between.
fn vouching() -> RetryPolicy {
    RetryPolicy::default().tool_is_idempotent(TOOL, true)
}

#[test]
fn c5_rr10_a_wall_clock_that_is_set_back_during_the_wait_makes_it_longer() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass_until(wait.until());
    clock.wall = epoch(NOW_MS + 1_000);
    let again = waits(wait.woken(clock.now(), &Throttle::default()));
    assert_eq!(
        again.until(),
        clock.monotonic + ms(2_000) + ms(250) + ms(250),
        "the rest, margin, jitter"
    );
    assert_eq!(again.asked_for(), Some(ms(3_000)), "what was asked for is what was said");
    // And once more, by a millisecond.
    clock.pass_until(again.until());
    clock.wall = epoch(NOW_MS + 2_999);
    let again = waits(again.woken(clock.now(), &Throttle::default()));
    clock.pass_until(again.until());
    calls(again.woken(clock.now(), &Throttle::default()));
    assert!(clock.wall >= epoch(NOW_MS + 3_000));
}

#[test]
fn c5_rr10_exactly_at_the_time_is_not_before_it() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass_until(wait.until());
    clock.wall = epoch(NOW_MS + 3_000);
    calls(wait.woken(clock.now(), &Throttle::default()));
}

#[test]
fn c5_rr8_a_wall_clock_that_is_set_far_back_ends_at_the_deadline() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass_until(wait.until());
    clock.wall -= Duration::from_secs(3_600);
    assert_eq!(stops(wait.woken(clock.now(), &Throttle::default())), StopReason::Deadline);

    // One that stands still is no endless loop, either.
    let mut clock = Clock::start();
    let mut step = Step::Wait(waiting(&policy, &clock));
    for _ in 0..100 {
        match step {
            Step::Wait(wait) => {
                clock.monotonic = wait.until();
                step = wait.woken(clock.now(), &Throttle::default());
            }
            other => return assert_eq!(stops(other), StopReason::Deadline),
        }
    }
    panic!("it waits for ever");
}

#[test]
fn rr10_a_wall_clock_that_is_set_forward_does_not_shorten_the_wait() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass(ms(100));
    clock.wall += Duration::from_secs(3_600);
    let wait = waits(wait.woken(clock.now(), &Throttle::default()));
    clock.pass_until(wait.until());
    calls(wait.woken(clock.now(), &Throttle::default()));
}

#[test]
fn rr10_whatever_wakes_the_driver_early_changes_nothing() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let mut wait = waiting(&policy, &clock);
    let until = wait.until();
    while clock.monotonic + ms(7) < until {
        wait = waits(wait.woken(clock.now(), &Throttle::default()));
        assert_eq!(wait.until(), until);
        clock.pass(ms(7));
    }
    clock.pass_until(until - Duration::from_nanos(1));
    wait = waits(wait.woken(clock.now(), &Throttle::default()));
    clock.pass_until(until);
    calls(wait.woken(clock.now(), &Throttle::default()));
}

/// The server asked for it, by its clock: one that is a little behind ours has not got there.
#[test]
fn c5_rr9_the_margin_holds_for_a_time_that_has_just_passed_by_our_clock() {
    let policy = vouching().with_skew_margin(ms(5_000));
    let clock = Clock::start();
    for (hint, at_least) in [(NOW_MS, 5_000), (NOW_MS - 1_000, 4_000), (NOW_MS - 5_000, 0)] {
        let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
        let wait = waits(reply(call, &retryable(Some(hint)), &clock));
        assert_eq!(wait.until() - clock.monotonic, ms(at_least) + ms(250), "{hint}");
        assert_eq!(wait.asked_for(), None);
    }
}

#[test]
fn c4_rr6_an_answer_that_is_older_than_a_second_is_asked_for_again() {
    let (policy, mut clock) = (trusting(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass_until(wait.until());
    let question = asks(wait.woken(clock.now(), &Throttle::default()));
    assert_eq!(question.give_up_at(), clock.monotonic + ms(5_000));
    clock.pass(ms(20));
    assert_eq!(calls(question.answer(IDEMPOTENT, clock.now(), &Throttle::default())).attempt(), 2);
}

#[test]
fn c4_rr6_what_the_list_says_at_last_is_what_counts() {
    let not = |idempotent, read_only| Listing::Listed { idempotent, read_only };
    for (listing, reason) in [
        (not(Some(false), None), StopReason::ToolNotIdempotent),
        (not(None, Some(true)), StopReason::ToolNotIdempotent),
        (Listing::NotListed, StopReason::ToolUnknown),
        (Listing::Unavailable, StopReason::ToolUnknown),
    ] {
        let (policy, mut clock) = (trusting(), Clock::start());
        let wait = waiting(&policy, &clock);
        clock.pass_until(wait.until());
        let question = asks(wait.woken(clock.now(), &Throttle::default()));
        assert_eq!(stops(question.answer(listing, clock.now(), &Throttle::default())), reason);
    }
}

#[test]
fn rr6_a_fresh_answer_is_not_asked_for_again() {
    let (policy, mut clock) = (trusting(), Clock::start());
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    let question = asks(reply(call, &retryable(None), &clock));
    clock.pass(ms(50));
    let wait = waits(question.answer(IDEMPOTENT, clock.now(), &Throttle::default()));
    clock.pass(ms(1_000));
    calls(wait.woken(clock.now(), &Throttle::default()));

    // A millisecond more is not fresh, however short the wait should have been.
    let mut clock = Clock::start();
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    let wait = waits(asks(reply(call, &retryable(None), &clock)).answer(
        IDEMPOTENT,
        clock.now(),
        &Throttle::default(),
    ));
    clock.pass(ms(1_001));
    asks(wait.woken(clock.now(), &Throttle::default()));
}

#[test]
fn c5_rr10_the_wall_clock_is_looked_at_again_after_the_last_question() {
    let (policy, mut clock) = (trusting(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass_until(wait.until());
    let question = asks(wait.woken(clock.now(), &Throttle::default()));
    clock.wall = epoch(NOW_MS + 2_500);
    let wait = waits(question.answer(IDEMPOTENT, clock.now(), &Throttle::default()));
    assert_eq!(wait.until(), clock.monotonic + ms(500) + ms(250) + ms(250));
    // Not more than a second later the answer is still fresh.
    clock.pass_until(wait.until());
    calls(wait.woken(clock.now(), &Throttle::default()));
}

#[test]
fn rr8_an_answer_that_comes_late_ends_at_the_deadline() {
    let (policy, mut clock) = (trusting().with_deadline(ms(4_000)), Clock::start());
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    let question = asks(reply(call, &retryable(None), &clock));
    let late = question.give_up_at();
    assert_eq!(late, clock.monotonic + policy.deadline());
    clock.pass_until(late);
    let wait = waits(question.answer(IDEMPOTENT, clock.now(), &Throttle::default()));
    assert_eq!(stops(wait.woken(clock.now(), &Throttle::default())), StopReason::Deadline);

    // The wait is over before the answer comes: then the call follows at once.
    let (policy, mut clock) = (trusting(), Clock::start());
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    let question = asks(reply(call, &retryable(None), &clock));
    clock.pass(ms(10_000));
    let wait = waits(question.answer(IDEMPOTENT, clock.now(), &Throttle::default()));
    assert!(wait.until() < clock.monotonic);
    calls(wait.woken(clock.now(), &Throttle::default()));
}

#[test]
fn rr8_who_wakes_after_the_deadline_does_not_call() {
    let (policy, mut clock) = (vouching(), Clock::start());
    let wait = waiting(&policy, &clock);
    clock.pass(policy.deadline());
    assert_eq!(stops(wait.woken(clock.now(), &Throttle::default())), StopReason::Deadline);
}

#[test]
fn a_clock_at_its_end_is_no_panic() {
    let policy = vouching().with_deadline(Duration::MAX).with_attempt_timeout(Duration::MAX);
    let end = Now { wall: UNIX_EPOCH, monotonic: Duration::MAX };
    let call = Call::begin(&policy, Request::of_tool(TOOL), end);
    assert_eq!(call.give_up_at(), Duration::MAX);
    let step = call.reply(&retryable(Some(1 << 52)), end, &mut Throttle::default(), &mut || 7);
    assert_eq!(stops(step), StopReason::Deadline);
    // A monotonic clock that runs backwards is none; still nothing breaks.
    let call = Call::begin(&policy, Request::of_tool(TOOL), end);
    let back = Now { wall: UNIX_EPOCH, monotonic: Duration::ZERO };
    let step = call.reply(&retryable(None), back, &mut Throttle::default(), &mut || 7);
    drop(step);
}
