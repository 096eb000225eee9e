//! Attempts, time and tokens.

use super::*;

/// Makes the call until it ends, always with the same reply; the times of the calls.
fn run(policy: &RetryPolicy, reading: &Reading, takes: Duration) -> (Vec<Duration>, StopReason) {
    let mut clock = Clock::start();
    let begin = clock.monotonic;
    let mut throttle = Throttle::default();
    let mut calls_at = vec![Duration::ZERO];
    let mut step = Step::Call(Call::begin(policy, Request::of_tool(TOOL), clock.now()));
    loop {
        step = match step {
            Step::Call(call) => {
                let number = usize::try_from(call.attempt()).expect("small");
                if number > calls_at.len() {
                    calls_at.push(clock.monotonic - begin);
                }
                assert_eq!(number, calls_at.len());
                clock.pass(takes);
                call.reply(reading, clock.now(), &mut throttle, &mut || u64::MAX)
            }
            Step::AskForTool(question) => question.answer(IDEMPOTENT, clock.now(), &throttle),
            Step::Wait(wait) => {
                clock.pass_until(wait.until());
                wait.woken(clock.now(), &throttle)
            }
            Step::Return(reason) => return (calls_at, reason),
        };
    }
}

#[test]
fn rr7_attempts_count_the_first_and_end_at_ten() {
    let plain = retryable(None);
    for (asked, made) in [(0, 1), (1, 1), (2, 2), (3, 3)] {
        let policy = trusting().with_max_attempts(asked);
        let (calls, reason) = run(&policy, &plain, ms(10));
        assert_eq!((calls.len(), reason), (made, StopReason::AttemptsExhausted), "{asked}");
    }
    // The throttle ends it before the ceiling does.
    let policy = trusting().with_max_attempts(u32::MAX).with_deadline(Duration::MAX);
    assert_eq!(policy.max_attempts(), RetryPolicy::MAX_ATTEMPTS);
    let (calls, reason) = run(&policy, &plain, ms(10));
    assert_eq!((calls.len(), reason), (5, StopReason::Throttled));
}

#[test]
fn rr9_back_off_doubles_up_to_its_most() {
    let policy =
        trusting().with_max_attempts(5).with_backoff(ms(100), ms(300)).with_deadline(Duration::MAX);
    let (calls, _) = run(&policy, &retryable(None), Duration::ZERO);
    // The longest draw is a nanosecond short of the whole.
    let waits: Vec<_> = calls.windows(2).map(|pair| (pair[1] - pair[0]).as_millis() + 1).collect();
    assert_eq!(waits, [100, 200, 300, 300]);
}

#[test]
fn rr9_jitter_grows_with_what_was_asked_for_and_ends_at_ten_seconds() {
    let policy = trusting().with_deadline(Duration::MAX);
    let clock = Clock::start();
    for (asked, most) in [(1_000, 500), (10_000, 1_025), (3_600_000, 10_000)] {
        let jitter = |random| {
            let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
            let reading = retryable(Some(NOW_MS + asked));
            let mut throttle = Throttle::default();
            let step = call.reply(&reading, clock.now(), &mut throttle, &mut || random);
            let wait = waits(asks(step).answer(IDEMPOTENT, clock.now(), &Throttle::default()));
            // Beside the margin.
            wait.until() - clock.monotonic - ms(asked) - ms(250)
        };
        assert_eq!(jitter(0), ms(250));
        // The longest draws are a nanosecond short of the whole.
        let short = ms(500) + ms(most) - jitter(u64::MAX);
        assert!(short <= Duration::from_nanos(2), "{asked}: {short:?} short");
    }
}

#[test]
fn rr8_the_deadline_is_over_all_attempts() {
    let policy = trusting().with_max_attempts(10).with_deadline(ms(5_000));
    for takes in [0, 100, 400, 1_500, 2_400, 2_600, 4_999, 5_000, 60_000] {
        let takes = ms(takes);
        let (calls, reason) = run(&policy, &retryable(None), takes);
        assert!(matches!(reason, StopReason::Deadline | StopReason::Throttled), "{reason}");
        let last = calls.last().expect("there is a first");
        // The first is always made, whatever it takes.
        assert!(calls.len() == 1 || *last + takes < policy.deadline(), "{calls:?}");
    }
}

#[test]
fn rr8_an_attempt_never_outlives_the_deadline() {
    let policy = trusting().with_attempt_timeout(ms(29_800));
    let mut clock = Clock::start();
    let begin = clock.monotonic;
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    assert_eq!(call.give_up_at(), begin + ms(29_800));
    let call = attempt(2, &policy, Request::of_tool(TOOL), &mut clock, &retryable(None));
    assert!(clock.monotonic > begin + ms(200));
    assert_eq!(call.give_up_at(), begin + ms(30_000));
}

#[test]
fn rr12_who_counts_for_the_throttle() {
    let of = |value: &Value| Reading::from_value(value);
    let failure = |class: &str, more: Value| {
        let mut failure = json!({"class": class, "code": "x", "correlationId": "c-1"});
        if let (Some(failure), Value::Object(more)) = (failure.as_object_mut(), more) {
            failure.extend(more);
        }
        of(&result(&failure))
    };
    let silent = |is_error: Value| {
        let mut whole = result(&json!({"class": "reliability", "code": "x", "correlationId": "c"}));
        whole["isError"] = is_error;
        of(&whole)
    };
    let policy = RetryPolicy::default();
    for (name, reading, tenths) in [
        ("a success", of(&json!({})), 61),
        ("a retryable failure", retryable(None), 50),
        ("one that is not", failure("reliability", json!({})), 50),
        ("one that is broken", failure("reliability", json!({"retryable": 1})), 50),
        ("capability", failure("capability", json!({})), 60),
        ("governance, retryable", failure("governance", json!({"retryable": true})), 60),
        ("an unknown class", failure("x", json!({})), 60),
        ("no extension", of(&json!({"isError": true})), 60),
        ("no result", of(&json!([])), 60),
        ("a success that says too much", silent(json!(false)), 61),
        ("a failure that does not say so", silent(json!(null)), 60),
        ("one that says it wrongly", silent(json!("true")), 60),
        ("input required", of(&json!({"resultType": "input_required"})), 60),
    ] {
        let clock = Clock::start();
        let plain = Request::of_tool(TOOL);
        // Whether the call may be repeated makes no difference.
        for request in [plain, Request { committed: true, retried_downstream: true, ..plain }] {
            let mut throttle = Throttle::with_tokens(6);
            let call = Call::begin(&policy, request, clock.now());
            let _ = call.reply(&reading, clock.now(), &mut throttle, &mut || 0);
            assert_eq!(throttle.is_open(), tenths > 50, "{name}");
            // How many successes fill it says how full it was.
            let mut successes = 0;
            while throttle != Throttle::with_tokens(10) {
                let call = Call::begin(&policy, plain, clock.now());
                let _ = call.reply(&of(&json!({})), clock.now(), &mut throttle, &mut || 0);
                successes += 1;
            }
            assert_eq!(successes, 100 - tenths, "{name}");
        }
    }
}

/// Of calls that wait at the same time, those whose wait ends after the throttle has closed are not
/// made.
#[test]
fn rr12_the_throttle_is_asked_again_after_the_wait() {
    let policy = trusting();
    let mut clock = Clock::start();
    let (mut throttle, mut waiting) = (Throttle::default(), Vec::new());
    let begin = |clock: &Clock| Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    for _ in 0..4 {
        let step = begin(&clock).reply(&retryable(None), clock.now(), &mut throttle, &mut || 0);
        waiting.push(waits(asks(step).answer(IDEMPOTENT, clock.now(), &throttle)));
    }
    let fifth = begin(&clock).reply(&retryable(None), clock.now(), &mut throttle, &mut || 0);
    assert_eq!(stops(fifth), StopReason::Throttled);
    clock.pass_until(waiting[0].until());
    let open = Throttle::default();
    calls(waiting.pop().expect("four").woken(clock.now(), &open));
    for wait in waiting {
        assert_eq!(stops(wait.woken(clock.now(), &throttle)), StopReason::Throttled);
    }

    // Closed while the tool is asked about for the last time.
    let hinted = retryable(Some(NOW_MS + 5_000));
    let clock = &mut Clock::start();
    let step = begin(clock).reply(&hinted, clock.now(), &mut Throttle::default(), &mut || 0);
    let wait = waits(asks(step).answer(IDEMPOTENT, clock.now(), &open));
    clock.pass_until(wait.until());
    let question = asks(wait.woken(clock.now(), &open));
    assert_eq!(stops(question.answer(IDEMPOTENT, clock.now(), &throttle)), StopReason::Throttled);
}
