//! The combinations, and what the oracle is to know of them.

use super::*;

/// A result, and what the oracle is to know of it.
pub(super) struct Given {
    pub(super) name: String,
    pub(super) reading: Reading,
    pub(super) class: Class,
    pub(super) retryable: Flag,
    pub(super) time: Time,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Class {
    Reliability,
    Other,
    Unknown,
    Absent,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Flag {
    True,
    Not,
    Malformed,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum Time {
    None,
    /// So many milliseconds after the reply, or before it.
    In(i128),
    Suspect,
    Malformed,
}

pub(super) fn given() -> Vec<Given> {
    let classes = [
        (json!("capability"), Class::Other),
        (json!("reliability"), Class::Reliability),
        (json!("governance"), Class::Other),
        (json!("security"), Class::Unknown),
        (Value::Null, Class::Absent),
    ];
    let flags = [
        (None, Flag::Not),
        (Some(json!(false)), Flag::Not),
        (Some(json!(true)), Flag::True),
        (Some(json!("true")), Flag::Malformed),
        (Some(json!(1)), Flag::Malformed),
        (Some(json!(null)), Flag::Malformed),
    ];
    let after = |millis: u64| (Some(json!(NOW_MS + millis)), Time::In(millis.into()));
    let times = [
        (None, Time::None),
        (Some(json!(0)), Time::In(-i128::from(NOW_MS))),
        (Some(json!(NOW_MS - 86_400_000)), Time::In(-86_400_000)),
        after(0),
        after(3_000),
        after(29_000),
        after(30_000),
        after(3_600_000),
        (Some(json!(253_402_300_800_000_u64)), Time::In(253_402_300_800_000 - 1_790_000_000_000)),
        (Some(json!(1_790_000_003)), Time::Suspect),
        (Some(json!(-1)), Time::Malformed),
        (Some(json!(null)), Time::Malformed),
        (Some(json!("1790000003000")), Time::Malformed),
        // A quarter of a millisecond more is a whole one.
        (Some(json!(1_790_000_003_000.25)), Time::In(3_001)),
        (Some(json!(1_u64 << 60)), Time::In((1 << 53) - 1 - 1_790_000_000_000)),
    ];
    let mut all = Vec::new();
    for (class, class_is) in &classes {
        for (flag, flag_is) in &flags {
            for (time, time_is) in &times {
                let mut failure = json!({"code": "x", "correlationId": "c-1"});
                if *class_is != Class::Absent {
                    failure["class"] = class.clone();
                }
                if let Some(flag) = flag {
                    failure["retryable"] = flag.clone();
                }
                if let Some(time) = time {
                    failure["retryNotBefore"] = time.clone();
                }
                all.push(Given {
                    name: failure.to_string(),
                    reading: Reading::from_value(&result(&failure)),
                    class: *class_is,
                    retryable: *flag_is,
                    time: *time_is,
                });
            }
        }
    }
    all
}

pub(super) fn listings() -> Vec<Listing> {
    let hints = [None, Some(false), Some(true)];
    let pairs = hints.iter().flat_map(|&idempotent| {
        hints.iter().map(move |&read_only| Listing::Listed { idempotent, read_only })
    });
    pairs.chain([Listing::NotListed, Listing::Unavailable]).collect()
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Trust {
    None,
    Annotations,
    /// The caller's word, without trust.
    WordYes,
    /// The caller's word, with trust.
    WordNo,
}

/// Everything but the reading, the listing and the draws.
#[derive(Clone, Copy, Debug)]
pub(super) struct Setting {
    pub(super) trust: Trust,
    pub(super) read_only: bool,
    pub(super) attempt: u32,
    pub(super) tokens: u32,
    pub(super) stamped: bool,
    pub(super) committed: bool,
}

impl Setting {
    pub(super) fn all() -> Vec<Self> {
        let mut all = Vec::new();
        for trust in [Trust::None, Trust::Annotations, Trust::WordYes, Trust::WordNo] {
            for read_only in [false, true] {
                for attempt in 1..=3 {
                    for tokens in [10, 6, 5, 0] {
                        for (stamped, committed) in
                            [(false, false), (false, true), (true, false), (true, true)]
                        {
                            all.push(Self {
                                trust,
                                read_only,
                                attempt,
                                tokens,
                                stamped,
                                committed,
                            });
                        }
                    }
                }
            }
        }
        all
    }

    pub(super) fn policy(self) -> RetryPolicy {
        let mut policy = RetryPolicy::default();
        if self.read_only {
            policy = policy.accept_read_only();
        }
        match self.trust {
            Trust::None => policy,
            Trust::Annotations => policy.trust_server_annotations(),
            Trust::WordYes => policy.tool_is_idempotent(TOOL, true),
            Trust::WordNo => policy.trust_server_annotations().tool_is_idempotent(TOOL, false),
        }
    }

    pub(super) fn request(self) -> Request<'static> {
        Request {
            committed: self.committed,
            retried_downstream: self.stamped,
            ..Request::of_tool(TOOL)
        }
    }

    /// Whether anybody gets to this attempt: only those whose earlier ones could be retried.
    pub(super) fn is_reached(self) -> bool {
        self.attempt == 1
            || (matches!(self.trust, Trust::Annotations | Trust::WordYes)
                && !self.stamped
                && !self.committed)
    }
}
