//! Runs the engine on one case, and says what it decided.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use toolfailure::client::{
    Reading, RetryPolicy, StopReason,
    decision::{Call, Listing, Now, Request, Step, Throttle},
};

use crate::row::{Reply, Row};

/// The wall clock when the reply comes, since the Unix epoch.
const NOW: Duration = Duration::from_millis(1_790_000_000_000);

const TOOL: &str = "tool";

/// A failure that may be retried, for the attempts before the one that the case is about.
const EARLIER: &str = r#"{"isError":true,"_meta":{"io.modelcontextprotocol/toolFailure":
    {"class":"reliability","code":"x","retryable":true,"correlationId":"c-0"}}}"#;

/// The decision, in the words of `expect`.
pub(crate) fn decide(row: &Row) -> Result<String, String> {
    let policy = policy(row);
    let request = Request {
        committed: row.committed,
        retried_downstream: row.request_stamp,
        bytes: row.request_bytes,
        ..Request::of_tool(TOOL)
    };
    let mut clock = Clock { wall: UNIX_EPOCH + NOW, monotonic: Duration::ZERO };
    let mut call = Call::begin(&policy, request, clock.now());
    while call.attempt() < row.attempt {
        let attempt = call.attempt();
        let earlier = Reading::from_json(EARLIER);
        let step = call.reply(&earlier, clock.now(), &mut Throttle::default(), &mut shortest);
        let permitted = Listing::Listed { idempotent: Some(true), read_only: None };
        let mut course = Course {
            listings: [permitted; 2],
            throttle_later: Throttle::default(),
            cancel_at: None,
            wall_step_ms: 0,
            wait: None,
        };
        call = course
            .follow(step, &mut clock)
            .map_err(|reason| format!("attempt {attempt} is the last: {reason}"))?;
    }

    clock.pass(Duration::from_millis(row.took_ms));
    clock.wall = UNIX_EPOCH + NOW;
    let reading = match row.reply()? {
        Reply::Result(value) => Reading::from_value(value),
        Reply::Text(text) => Reading::from_json(text),
        // The engine has no step for these: a call without a result ends there.
        Reply::Nothing => return Ok(stop(StopReason::OutcomeUnknown)),
        Reply::ProtocolError => return Ok(stop(StopReason::ProtocolError)),
    };
    let mut throttle = Throttle::with_tokens(row.tokens);
    let step = call.reply(&reading, clock.now(), &mut throttle, &mut shortest);
    let mut course = Course {
        listings: [row.listing(), row.listing_later()],
        throttle_later: row.tokens_later.map_or(throttle, Throttle::with_tokens),
        cancel_at: row.cancel_at_ms.map(|ms| clock.monotonic + Duration::from_millis(ms)),
        wall_step_ms: row.wall_step_ms,
        wait: None,
    };
    Ok(match course.follow(step, &mut clock) {
        Ok(_) => retry(&reading, course.wait),
        Err(StopReason::Success) => format!("success{}", warning(&reading)),
        Err(reason) => stop(reason),
    })
}

fn policy(row: &Row) -> RetryPolicy {
    let mut policy = RetryPolicy::default()
        .with_max_attempts(row.max_attempts)
        .with_deadline(Duration::from_millis(row.deadline_ms));
    if row.trusted {
        policy = policy.trust_server_annotations();
    }
    if row.read_only_is_idempotent {
        policy = policy.accept_read_only();
    }
    match row.by_word {
        Some(idempotent) => policy.tool_is_idempotent(TOOL, idempotent),
        None => policy,
    }
}

/// The shortest wait that jitter allows: a case that does not fit then never fits.
fn shortest() -> u64 {
    0
}

struct Clock {
    wall: SystemTime,
    monotonic: Duration,
}

impl Clock {
    fn now(&self) -> Now {
        Now { wall: self.wall, monotonic: self.monotonic }
    }

    fn pass(&mut self, time: Duration) {
        self.wall += time;
        self.monotonic += time;
    }

    fn step(&mut self, ms: i64) {
        let by = Duration::from_millis(ms.unsigned_abs());
        self.wall = if ms < 0 { self.wall - by } else { self.wall + by };
    }
}

/// What happens between a reply and the next call, and the wait that was seen there.
struct Course {
    /// When the reply has come, and later.
    listings: [Listing; 2],
    /// When the wait is over.
    throttle_later: Throttle,
    cancel_at: Option<Duration>,
    wall_step_ms: i64,
    wait: Option<Waited>,
}

struct Waited {
    asked_for: Option<Duration>,
    total: Duration,
}

impl Course {
    /// The next call, or why there is none.
    fn follow<'p>(
        &mut self,
        mut step: Step<'p>,
        clock: &mut Clock,
    ) -> Result<Call<'p>, StopReason> {
        loop {
            step = match step {
                Step::Call(call) => return Ok(call),
                Step::Return(reason) => return Err(reason),
                Step::AskForTool(question) => {
                    let [now, later] = self.listings;
                    let listing = if self.wait.is_none() { now } else { later };
                    question.answer(listing, clock.now(), &self.throttle_later)
                }
                Step::Wait(wait) => {
                    if self.cancel_at.is_some_and(|at| at < wait.until()) {
                        return Err(StopReason::Cancelled);
                    }
                    let total = wait.until().saturating_sub(clock.monotonic);
                    self.wait.get_or_insert(Waited { asked_for: wait.asked_for(), total });
                    clock.pass(total);
                    clock.step(std::mem::take(&mut self.wall_step_ms));
                    wait.woken(clock.now(), &self.throttle_later)
                }
            }
        }
    }
}

fn stop(reason: StopReason) -> String {
    format!("stop: {reason}")
}

fn retry(reading: &Reading, wait: Option<Waited>) -> String {
    let when = match wait {
        Some(Waited { asked_for: Some(asked_for), total }) if total > asked_for => {
            format!("wait >= {} ms + jitter", asked_for.as_millis())
        }
        Some(Waited { asked_for: None, total }) if !total.is_zero() => {
            // A time that has passed.
            let past = reading.retry_not_before().is_some();
            if past { "backoff, never 0" } else { "backoff" }.to_owned()
        }
        // Nothing of the kind is to happen.
        _ => "too early".to_owned(),
    };
    format!("retry: {when}{}", warning(reading))
}

/// What is wrong with a result, and did not stop it.
fn warning(reading: &Reading) -> &'static str {
    match (reading.violations(), reading.is_error()) {
        ([], _) => "",
        (_, true) => " (field not used for the decision), warn",
        (_, false) => ", warn",
    }
}
