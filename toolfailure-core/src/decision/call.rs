//! The states of one call, from the first attempt to the last reply.

use std::time::Duration;

use super::{
    Listing, Now, RetryPolicy, StopReason, Throttle,
    backoff::Delay,
    judge::{Verdict, judge},
    tool::Gate,
};
use crate::{RetryNotBefore, ToolFailureClass, reading::Reading};

/// An answer about the tool that is older than this when the wait is over is asked for again.
const ANSWER_FRESH_FOR: Duration = Duration::from_secs(1);

/// The key in a request's `_meta` by which whoever sends it says that they retry it themselves, so
/// that nobody behind them does as well: two who retry three times make nine calls.
///
/// The value is `{"attempt": n, "max": m}`; the first attempt is 1.
pub const RETRY_META_KEY: &str = "toolfailure/retry";

/// What is to be known of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Request<'a> {
    /// The name of the tool.
    pub tool: &'a str,
    /// Whether this call has already asked somebody something: it carries answers to the server's
    /// questions, or it led to a request that went to a person.
    pub committed: bool,
    /// Whether its `_meta` carries [`RETRY_META_KEY`] already.
    pub retried_downstream: bool,
    /// Its size as JSON, in bytes.
    pub bytes: usize,
}

impl<'a> Request<'a> {
    /// A small request for a tool, that nobody else retries.
    #[must_use]
    pub fn of_tool(tool: &'a str) -> Self {
        Self { tool, committed: false, retried_downstream: false, bytes: 0 }
    }
}

/// What the driver is to do next.
#[derive(Debug)]
#[must_use]
pub enum Step<'p> {
    /// Make the call, again.
    Call(Call<'p>),
    /// Ask the server for a fresh `tools/list`.
    AskForTool(Question<'p>),
    /// Wait.
    Wait(Wait<'p>),
    /// Hand the last reply to the caller, unchanged.
    Return(StopReason),
}

/// The state that all steps share.
#[derive(Debug)]
struct State<'p> {
    policy: &'p RetryPolicy,
    request: Request<'p>,
    /// Of the attempt that is made or was made last; the first is 1.
    attempt: u32,
    /// By the monotonic clock.
    deadline: Duration,
    /// When the attempt began, by the monotonic clock.
    began: Duration,
    /// The time to leave for the next attempt: as long as the last one took. One that has less
    /// would rather time out and leave the caller with an unknown outcome than with the failure
    /// that is there already.
    next_takes: Duration,
}

impl<'p> State<'p> {
    /// Whether an attempt that begins at `then` can end before the deadline.
    fn fits(&self, then: Duration) -> bool {
        then.saturating_add(self.next_takes) < self.deadline
    }

    fn call(self, now: Now) -> Step<'p> {
        if !self.fits(now.monotonic) {
            return Step::Return(StopReason::Deadline);
        }
        Step::Call(Call(Self { attempt: self.attempt + 1, began: now.monotonic, ..self }))
    }
}

/// An attempt is to be made.
#[derive(Debug)]
pub struct Call<'p>(State<'p>);

impl<'p> Call<'p> {
    /// The first attempt, which is always made. The deadline counts from `now`.
    #[must_use]
    pub fn begin(policy: &'p RetryPolicy, request: Request<'p>, now: Now) -> Self {
        Self(State {
            policy,
            request,
            attempt: 1,
            deadline: now.monotonic.saturating_add(policy.deadline()),
            began: now.monotonic,
            next_takes: Duration::ZERO,
        })
    }

    /// Which attempt this is; the first is 1.
    #[must_use]
    pub fn attempt(&self) -> u32 {
        self.0.attempt
    }

    /// How many there are at most.
    #[must_use]
    pub fn max_attempts(&self) -> u32 {
        self.0.policy.max_attempts()
    }

    /// Whether the request is to carry [`RETRY_META_KEY`]: only if this call may be made more than
    /// once, since the mark keeps others from retrying it.
    #[must_use]
    pub fn marks_request(&self) -> bool {
        let State { policy, request, .. } = &self.0;
        policy.max_attempts() > 1
            && !request.committed
            && !request.retried_downstream
            && request.bytes <= policy.max_request_bytes()
            && !matches!(policy.gate(request.tool), Gate::Closed(_))
    }

    /// Whether another attempt can follow, as far as that is known before the reply. If not, the
    /// request need not be kept.
    #[must_use]
    pub fn may_be_repeated(&self) -> bool {
        self.marks_request() && self.attempt() < self.max_attempts()
    }

    /// The moment, by the monotonic clock, at which to give this attempt up. The outcome is then
    /// [`StopReason::OutcomeUnknown`]: there is no way from a missing reply to another attempt.
    #[must_use]
    pub fn give_up_at(&self) -> Duration {
        self.0.began.saturating_add(self.0.policy.attempt_timeout()).min(self.0.deadline)
    }

    /// A result came. `throttle` is that of the server; `random` gives evenly distributed numbers, of
    /// which two are drawn at most.
    pub fn reply(
        self,
        reading: &Reading,
        now: Now,
        throttle: &mut Throttle,
        random: &mut dyn FnMut() -> u64,
    ) -> Step<'p> {
        let verdict = judge(reading);
        if verdict == Verdict::Stop(StopReason::Success) {
            throttle.success();
        } else if reading.is_error() && reading.class() == Some(ToolFailureClass::Reliability) {
            throttle.failure();
        }
        match verdict {
            Verdict::Stop(reason) => Step::Return(reason),
            Verdict::Retryable(not_before) => {
                self.retry(not_before, now, throttle, random).unwrap_or_else(Step::Return)
            }
        }
    }

    /// The server permits a retry; now everybody else is asked, cheapest first.
    fn retry(
        self,
        not_before: Option<RetryNotBefore>,
        now: Now,
        throttle: &Throttle,
        random: &mut dyn FnMut() -> u64,
    ) -> Result<Step<'p>, StopReason> {
        let Self(mut state) = self;
        let State { policy, request, attempt, .. } = state;
        if request.retried_downstream {
            return Err(StopReason::AlreadyRetriedDownstream);
        }
        if request.committed || request.bytes > policy.max_request_bytes() {
            return Err(StopReason::Committed);
        }
        let ask = match policy.gate(request.tool) {
            Gate::Open => false,
            Gate::Ask => true,
            Gate::Closed(reason) => return Err(reason),
        };
        if attempt >= policy.max_attempts() {
            return Err(StopReason::AttemptsExhausted);
        }
        if !throttle.is_open() {
            return Err(StopReason::Throttled);
        }
        let left = |margin| not_before.map_or(Duration::ZERO, |time| now.until(time, margin));
        let hint = left(Duration::ZERO);
        // Also for a time that has just passed by our clock: by the server's it may not have (C5).
        let delay = Delay::new(policy, attempt, left(policy.skew_margin()), random);
        let until = now.monotonic.saturating_add(delay.total());
        state.next_takes = now.monotonic.saturating_sub(state.began);
        if !state.fits(until) {
            return Err(StopReason::Deadline);
        }
        let wait = Wait { state, until, jitter: delay.jitter, not_before, hint, answered: None };
        Ok(if ask { wait.ask(now, false) } else { Step::Wait(wait) })
    }
}

/// Whether the tool's annotations permit another call depends on the server's current list.
#[derive(Debug)]
pub struct Question<'p> {
    wait: Wait<'p>,
    /// When it was asked, by the monotonic clock.
    asked: Duration,
    /// Whether the wait is over and the call comes next.
    last: bool,
}

impl<'p> Question<'p> {
    /// The moment, by the monotonic clock, at which to take the list for unavailable: when the
    /// [time for it](RetryPolicy::with_list_timeout) is over, or at the deadline.
    #[must_use]
    pub fn give_up_at(&self) -> Duration {
        let within = self.wait.state.policy.list_timeout();
        self.asked.saturating_add(within).min(self.wait.state.deadline)
    }

    /// What the list says. One from a cache is no answer: it may have changed since.
    ///
    /// `throttle` is that of the server, as it is now.
    pub fn answer(self, listing: Listing, now: Now, throttle: &Throttle) -> Step<'p> {
        let Self { mut wait, last, .. } = self;
        if let Err(reason) = wait.state.policy.permits(listing) {
            return Step::Return(reason);
        }
        wait.answered = Some(now.monotonic);
        if last {
            return wait.over(now, throttle);
        }
        Step::Wait(wait)
    }
}

/// The next attempt is to wait.
#[derive(Debug)]
pub struct Wait<'p> {
    state: State<'p>,
    until: Duration,
    /// What `until` has on top of what was asked for and the margin.
    jitter: Duration,
    not_before: Option<RetryNotBefore>,
    /// How far away `retryNotBefore` was when the reply came.
    hint: Duration,
    /// When the tool was last asked about; `None` where the caller's word stands in for it.
    answered: Option<Duration>,
}

impl<'p> Wait<'p> {
    /// The moment, by the monotonic clock, until which to wait.
    #[must_use]
    pub fn until(&self) -> Duration {
        self.until
    }

    /// What the server asked for, if it asked for any wait: the time left until `retryNotBefore`
    /// when the reply came. The rest is margin and jitter.
    #[must_use]
    pub fn asked_for(&self) -> Option<Duration> {
        (!self.hint.is_zero()).then_some(self.hint)
    }

    /// The time has come, or something else woke the driver.
    ///
    /// The wall clock is looked at again, since it may have been set back meanwhile (C5); the
    /// throttle is asked again, since other calls may have failed meanwhile; and the tool is asked
    /// about again after a long wait, since the server may have changed it (C4).
    pub fn woken(self, now: Now, throttle: &Throttle) -> Step<'p> {
        if now.monotonic < self.until {
            return Step::Wait(self);
        }
        self.over(now, throttle)
    }

    fn ask(self, now: Now, last: bool) -> Step<'p> {
        Step::AskForTool(Question { wait: self, asked: now.monotonic, last })
    }

    fn over(mut self, now: Now, throttle: &Throttle) -> Step<'p> {
        if !throttle.is_open() {
            return Step::Return(StopReason::Throttled);
        }
        let left = self.not_before.map_or(Duration::ZERO, |time| now.until(time, Duration::ZERO));
        if !left.is_zero() {
            self.until = [left, self.state.policy.skew_margin(), self.jitter]
                .into_iter()
                .fold(now.monotonic, Duration::saturating_add);
            if !self.state.fits(self.until) {
                return Step::Return(StopReason::Deadline);
            }
            return Step::Wait(self);
        }
        let stale =
            self.answered.is_some_and(|then| now.monotonic.saturating_sub(then) > ANSWER_FRESH_FOR);
        if stale {
            return self.ask(now, true);
        }
        self.state.call(now)
    }
}
