//! The engine against cases, against an oracle over all combinations, against clocks that are set,
//! and against anything.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use super::*;
use crate::{reading::Reading, wire::META_KEY};
use serde_json::{Value, json};

mod any;
mod clocks;
mod every;
mod limits;
mod vectors;

/// The wall clock when a reply comes, unless a test says otherwise.
const NOW_MS: u64 = 1_790_000_000_000;

const TOOL: &str = "tool";

const IDEMPOTENT: Listing = Listing::Listed { idempotent: Some(true), read_only: None };

fn ms(ms: u64) -> Duration {
    Duration::from_millis(ms)
}

fn epoch(ms: u64) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(ms)
}

/// A result that says of itself what `failure` says.
fn result(failure: &Value) -> Value {
    json!({"content": [], "isError": true, "_meta": {META_KEY: failure}})
}

/// A failure that may be retried, from that time on if there is one.
fn retryable(not_before: Option<u64>) -> Reading {
    let mut failure =
        json!({"class": "reliability", "code": "x", "retryable": true, "correlationId": "c-1"});
    if let Some(time) = not_before {
        failure["retryNotBefore"] = time.into();
    }
    Reading::from_value(&result(&failure))
}

fn trusting() -> RetryPolicy {
    RetryPolicy::default().trust_server_annotations()
}

/// Two clocks that only the test moves. The monotonic one does not begin at zero.
#[derive(Clone, Copy)]
struct Clock {
    wall: SystemTime,
    monotonic: Duration,
}

impl Clock {
    fn start() -> Self {
        Self { wall: epoch(NOW_MS), monotonic: Duration::from_secs(12_345) }
    }

    fn now(&self) -> Now {
        Now { wall: self.wall, monotonic: self.monotonic }
    }

    fn pass(&mut self, time: Duration) {
        self.wall += time;
        self.monotonic += time;
    }

    fn pass_until(&mut self, monotonic: Duration) {
        self.pass(monotonic.saturating_sub(self.monotonic));
    }
}

/// The reply to a call, with a full throttle and the shortest wait.
fn reply<'p>(call: Call<'p>, reading: &Reading, clock: &Clock) -> Step<'p> {
    call.reply(reading, clock.now(), &mut Throttle::default(), &mut || 0)
}

/// That attempt, after earlier ones that failed at once and could be retried.
fn attempt<'p>(
    number: u32,
    policy: &'p RetryPolicy,
    request: Request<'p>,
    clock: &mut Clock,
    plain: &Reading,
) -> Call<'p> {
    let mut call = Call::begin(policy, request, clock.now());
    while call.attempt() < number {
        let mut step = reply(call, plain, clock);
        call = loop {
            step = match step {
                Step::AskForTool(question) => {
                    question.answer(IDEMPOTENT, clock.now(), &Throttle::default())
                }
                Step::Wait(wait) => {
                    clock.pass_until(wait.until());
                    wait.woken(clock.now(), &Throttle::default())
                }
                Step::Call(call) => break call,
                Step::Return(reason) => panic!("an earlier attempt is the last: {reason}"),
            }
        };
    }
    call
}

#[track_caller]
fn waits(step: Step<'_>) -> Wait<'_> {
    match step {
        Step::Wait(wait) => wait,
        other => panic!("no wait but {other:?}"),
    }
}

#[track_caller]
fn asks(step: Step<'_>) -> Question<'_> {
    match step {
        Step::AskForTool(question) => question,
        other => panic!("no question but {other:?}"),
    }
}

#[track_caller]
fn calls(step: Step<'_>) -> Call<'_> {
    match step {
        Step::Call(call) => call,
        other => panic!("no call but {other:?}"),
    }
}

#[track_caller]
fn stops(step: Step<'_>) -> StopReason {
    match step {
        Step::Return(reason) => reason,
        other => panic!("no end but {other:?}"),
    }
}
