//! Every combination of what a decision depends on, against an oracle that is written from the
//! rules and shares nothing with the engine.
//!
//! What a listing says can matter only where the engine asks for it, so it is varied only there;
//! and a second attempt is reached only by those who may retry at all. So two hundred thousand runs
//! are two million combinations.

use super::*;
use crate::reading::Field;
use given::{Class, Flag, Given, Setting, Time, Trust, given, listings};

mod given;

/// How long every attempt takes.
const TAKES: u64 = 40;

/// Why there must not be another attempt, time and listing aside. The order is that of the page on
/// the vectors.
fn forbidden(given: &Given, setting: Setting) -> Option<StopReason> {
    let reasons = [
        (given.class == Class::Absent, StopReason::Malformed(Field::Class)),
        (given.class == Class::Unknown, StopReason::UnknownClass),
        (given.class == Class::Other, StopReason::ClassForbids),
        (given.retryable == Flag::Malformed, StopReason::Malformed(Field::Retryable)),
        (given.retryable == Flag::Not, StopReason::NotRetryable),
        (given.time == Time::Malformed, StopReason::Malformed(Field::RetryNotBefore)),
        (given.time == Time::Suspect, StopReason::HintSuspect),
        (setting.stamped, StopReason::AlreadyRetriedDownstream),
        (setting.committed, StopReason::Committed),
        (setting.trust == Trust::WordNo, StopReason::ToolNotIdempotent),
        (setting.trust == Trust::None, StopReason::AnnotationsUntrusted),
        (setting.attempt >= 3, StopReason::AttemptsExhausted),
        // This failure takes one.
        (setting.tokens <= 6, StopReason::Throttled),
    ];
    reasons.into_iter().find_map(|(holds, reason)| holds.then_some(reason))
}

/// What the listing says against another attempt.
fn barred(listing: Listing, setting: Setting) -> Option<StopReason> {
    match listing {
        Listing::NotListed | Listing::Unavailable => Some(StopReason::ToolUnknown),
        Listing::Listed { idempotent: Some(true), .. } => None,
        Listing::Listed { idempotent: None, read_only: Some(true) } if setting.read_only => None,
        Listing::Listed { .. } => Some(StopReason::ToolNotIdempotent),
    }
}

/// The shortest and the longest wait that the rules allow, in milliseconds.
fn bounds(given: &Given, setting: Setting) -> (i128, i128) {
    let backoff = 500 << (setting.attempt - 1);
    let at_least = match given.time {
        Time::In(millis) => (millis + 250).max(0),
        _ => 0,
    };
    let spread = if at_least > 0 { (at_least / 10 + 1).min(10_000).max(backoff) } else { 0 };
    (at_least + backoff / 2, at_least + backoff + spread)
}

fn millis(duration: Duration) -> i128 {
    i128::try_from(duration.as_millis()).expect("fits")
}

/// One combination, run as far as it goes.
struct Course<'a> {
    given: &'a Given,
    setting: Setting,
    clock: Clock,
    deadline: Duration,
}

impl Course<'_> {
    fn at(&self) -> String {
        format!("{} {:?}", self.given.name, self.setting)
    }

    /// C5 and the deadline, of a wait that begins now.
    fn check_wait(&self, wait: &Wait<'_>) {
        let (least, most) = bounds(self.given, self.setting);
        let takes = wait.until() - self.clock.monotonic;
        assert!((least..=most).contains(&millis(takes)), "{takes:?} {}", self.at());
        assert!(wait.until() + ms(TAKES) < self.deadline, "past the deadline: {}", self.at());
        let asked = match self.given.time {
            Time::In(asked) if asked > 0 => Some(asked),
            _ => None,
        };
        assert_eq!(wait.asked_for().map(millis), asked, "{}", self.at());
    }

    fn check_deadline(&self) {
        let (_, longest) = bounds(self.given, self.setting);
        let left = millis(self.deadline - self.clock.monotonic);
        assert!(longest + i128::from(TAKES) >= left, "there was time: {}", self.at());
    }

    /// From a wait to the next call, where the listing stays what it is.
    fn wake(&mut self, wait: Wait<'_>, listing: Option<Listing>) {
        let (until, answered) = (wait.until(), self.clock.monotonic);
        let early = Now { monotonic: until - Duration::from_nanos(1), ..self.clock.now() };
        let wait = waits(wait.woken(early, &Throttle::default()));
        assert_eq!(wait.until(), until);
        self.clock.pass_until(until);
        let step = match (wait.woken(self.clock.now(), &Throttle::default()), listing) {
            (Step::AskForTool(question), Some(listing)) => {
                assert!(until - answered > ms(1_000), "asked for nothing: {}", self.at());
                question.answer(listing, self.clock.now(), &Throttle::default())
            }
            (step, listing) => {
                let fresh = until - answered <= ms(1_000);
                assert!(listing.is_none() || fresh, "C4, an old answer: {}", self.at());
                step
            }
        };
        let call = calls(step);
        assert_eq!(call.attempt(), self.setting.attempt + 1);
        if let Time::In(time) = self.given.time {
            let not_before = i128::from(NOW_MS) + time;
            let wall = self.clock.wall.duration_since(UNIX_EPOCH).expect("after 1970");
            assert!(millis(wall) >= not_before, "C5, too early: {}", self.at());
        }
        assert!(self.clock.monotonic + ms(TAKES) < self.deadline, "{}", self.at());
        assert!(call.give_up_at() <= self.deadline);
    }
}

#[test]
fn c3_c4_c5_hold_in_every_combination() {
    let (all, listings, plain) = (given(), listings(), retryable(None));
    let (mut decided, mut called) = (0_u32, 0_u32);
    for setting in Setting::all().into_iter().filter(|setting| setting.is_reached()) {
        let policy = setting.policy();
        for given in &all {
            for random in [0, 1 << 63, u64::MAX] {
                let reach = || {
                    let mut clock = Clock::start();
                    let deadline = clock.monotonic + policy.deadline();
                    let call =
                        attempt(setting.attempt, &policy, setting.request(), &mut clock, &plain);
                    clock.pass(ms(TAKES));
                    clock.wall = epoch(NOW_MS);
                    let mut throttle = Throttle::with_tokens(setting.tokens);
                    let step =
                        call.reply(&given.reading, clock.now(), &mut throttle, &mut || random);
                    (step, Course { given, setting, clock, deadline })
                };
                let forbidden = forbidden(given, setting);
                decided += 1;
                match reach() {
                    (Step::Return(StopReason::Deadline), course) if forbidden.is_none() => {
                        course.check_deadline();
                    }
                    // No listing has been looked at, so this is the answer for each of them.
                    (Step::Return(reason), course) => {
                        assert_eq!(Some(reason), forbidden, "{}", course.at());
                    }
                    (Step::Wait(wait), mut course) => {
                        assert_eq!(forbidden, None, "{}", course.at());
                        assert_eq!(setting.trust, Trust::WordYes, "unasked: {}", course.at());
                        course.check_wait(&wait);
                        course.wake(wait, None);
                        called += 1;
                    }
                    (Step::AskForTool(_), course) => {
                        assert_eq!(forbidden, None, "{}", course.at());
                        assert_eq!(setting.trust, Trust::Annotations, "{}", course.at());
                        for &listing in &listings {
                            let (step, mut course) = reach();
                            let step = asks(step).answer(
                                listing,
                                course.clock.now(),
                                &Throttle::default(),
                            );
                            decided += 1;
                            if let Some(reason) = barred(listing, setting) {
                                assert_eq!(stops(step), reason, "{listing:?} {}", course.at());
                                continue;
                            }
                            let wait = waits(step);
                            course.check_wait(&wait);
                            course.wake(wait, Some(listing));
                            called += 1;
                        }
                    }
                    (Step::Call(_), course) => panic!("a call without a wait: {}", course.at()),
                }
            }
        }
    }
    // That nothing was left out, and not all of it refused.
    assert!(decided > 160 * 450 * 3 && called > 300, "{called} calls in {decided}");
}

/// The order of [`StopReason`]s is no accident of the draws: only time may make a difference.
#[test]
fn the_reason_is_the_same_for_every_draw() {
    let policy = trusting();
    for given in given() {
        let mut reasons = Vec::new();
        for random in (0..=64).map(|bit| 1_u64.checked_shl(bit).unwrap_or(u64::MAX)) {
            let clock = Clock::start();
            let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
            let mut throttle = Throttle::default();
            match call.reply(&given.reading, clock.now(), &mut throttle, &mut || random) {
                Step::Return(reason) => reasons.push(Some(reason)),
                _ => reasons.push(None),
            }
        }
        reasons.dedup();
        // 29 s of 30 fit with little jitter.
        let may_differ = given.time == Time::In(29_000);
        assert!(reasons.len() == 1 || may_differ, "{}: {reasons:?}", given.name);
        assert!(
            reasons
                .iter()
                .flatten()
                .all(|reason| reasons.len() == 1 || *reason == StopReason::Deadline)
        );
    }
}
