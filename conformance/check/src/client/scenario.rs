//! The tools that clients are offered: each fails in one way, and says what may follow.

use std::time::Duration;

use serde_json::{Map, Value, json};

use crate::{
    report::Level,
    requirement::Requirement::{self, C1, C2, C3, C4, C5, End},
};

/// From here on, calls are a loop.
pub(super) const MAX_CALLS: usize = 10;

pub(super) struct Scenario {
    pub(super) tool: &'static str,
    /// In words for a report: what the failure was.
    pub(super) what: &'static str,
    /// Which requirement a client breaks.
    pub(super) requirement: Requirement,
    pub(super) allowed: Allowed,
    /// `idempotentHint` and `readOnlyHint`.
    pub(super) hints: (Option<bool>, Option<bool>),
    pub(super) failure: Failure,
}

/// Which calls are allowed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Allowed {
    /// This many; the next is a finding of this level.
    AtMost(usize, Level),
    /// More, but none before the time that the failure names.
    NotBefore,
    /// More, as long as it is no loop.
    AnyBounded,
}

/// What a call is answered with.
#[derive(Clone, Copy, Debug)]
pub(super) enum Failure {
    /// `isError` without the key.
    Plain,
    /// The fields under the key; the id is put in.
    Classified(fn() -> Value),
    /// The same on a result that did not fail.
    OnSuccess(fn() -> Value),
    /// Retryable, not before so long from the first call on; then a success.
    NotBefore(Duration),
    /// Retryable first, then this.
    Then(fn() -> Value),
}

const ONCE: Allowed = Allowed::AtMost(1, Level::Fail);
const RATHER_ONCE: Allowed = Allowed::AtMost(1, Level::Warn);
const IDEMPOTENT: (Option<bool>, Option<bool>) = (Some(true), None);

const fn scenario(
    tool: &'static str,
    what: &'static str,
    requirement: Requirement,
    allowed: Allowed,
    failure: Failure,
) -> Scenario {
    // Nearly all tools are idempotent, so that nothing but the failure says no.
    Scenario { tool, what, requirement, allowed, hints: IDEMPOTENT, failure }
}

const fn with_hints(
    scenario: Scenario,
    idempotent: Option<bool>,
    read_only: Option<bool>,
) -> Scenario {
    Scenario { hints: (idempotent, read_only), ..scenario }
}

/// Those that may be retried come first: a client that counts failures in order to retry less has
/// counted few by then.
pub(super) const ALL: &[Scenario] = &[
    scenario(
        "not_before_soon",
        "a retryable failure, not before 2 s later",
        C5,
        Allowed::NotBefore,
        Failure::NotBefore(Duration::from_secs(2)),
    ),
    scenario(
        "governance_at_last",
        "a retryable failure first, and a governance failure from then on",
        C3,
        Allowed::AtMost(2, Level::Fail),
        Failure::Then(|| json!({"class": "governance", "code": "permission_denied"})),
    ),
    scenario(
        "retryable",
        "a retryable failure that never ends",
        End,
        Allowed::AnyBounded,
        Failure::Classified(retryable),
    ),
    scenario(
        "not_before_is_past",
        "a retryable failure whose retryNotBefore is past",
        End,
        Allowed::AnyBounded,
        Failure::Classified(|| {
            let mut failure = retryable();
            failure["retryNotBefore"] = json!(1_600_000_000_000_u64);
            failure
        }),
    ),
    scenario(
        "not_before_late",
        "a retryable failure, not before an hour later",
        C5,
        Allowed::NotBefore,
        Failure::NotBefore(Duration::from_secs(3600)),
    ),
    scenario(
        "capability",
        "a capability failure",
        C3,
        ONCE,
        Failure::Classified(|| json!({"class": "capability", "code": "invalid_input"})),
    ),
    scenario(
        "governance",
        "a governance failure",
        C3,
        ONCE,
        Failure::Classified(|| json!({"class": "governance", "code": "auth_required"})),
    ),
    scenario(
        "capability_says_retryable",
        "a capability failure that says retryable: the class decides",
        C3,
        ONCE,
        Failure::Classified(
            || json!({"class": "capability", "code": "resource_not_found", "retryable": true}),
        ),
    ),
    scenario(
        "governance_says_retryable",
        "a governance failure that says retryable: the class decides",
        C3,
        ONCE,
        Failure::Classified(
            || json!({"class": "governance", "code": "policy_blocked", "retryable": true}),
        ),
    ),
    scenario(
        "governance_unknown_code",
        "a governance failure with a code that nobody knows",
        C2,
        ONCE,
        Failure::Classified(|| json!({"class": "governance", "code": "acme.quota_spent"})),
    ),
    scenario(
        "governance_code_of_reliability",
        "a governance failure whose code sounds as if it could be retried",
        C2,
        ONCE,
        Failure::Classified(|| json!({"class": "governance", "code": "retryable_transient_error"})),
    ),
    scenario(
        "unknown_class",
        "a failure of no known class that says retryable",
        C2,
        ONCE,
        Failure::Classified(|| json!({"class": "security", "code": "x", "retryable": true})),
    ),
    scenario(
        "reliability_not_retryable",
        "a reliability failure that says retryable: false",
        C4,
        ONCE,
        Failure::Classified(
            || json!({"class": "reliability", "code": "timeout", "retryable": false}),
        ),
    ),
    scenario(
        "reliability_silent",
        "a reliability failure that says nothing of retries",
        C4,
        ONCE,
        Failure::Classified(
            || json!({"class": "reliability", "code": "retryable_transient_error"}),
        ),
    ),
    with_hints(
        scenario(
            "not_idempotent_by_default",
            "a retryable failure of a tool without idempotentHint",
            C4,
            ONCE,
            Failure::Classified(retryable),
        ),
        None,
        None,
    ),
    with_hints(
        scenario(
            "not_idempotent",
            "a retryable failure of a tool with idempotentHint: false",
            C4,
            ONCE,
            Failure::Classified(retryable),
        ),
        Some(false),
        None,
    ),
    with_hints(
        scenario(
            "read_only",
            "a retryable failure of a tool that says readOnlyHint and nothing of idempotentHint: \
             the letter asks for the latter",
            C4,
            RATHER_ONCE,
            Failure::Classified(retryable),
        ),
        None,
        Some(true),
    ),
    scenario(
        "retryable_is_text",
        "a reliability failure whose retryable is the text \"true\"",
        C4,
        ONCE,
        Failure::Classified(
            || json!({"class": "reliability", "code": "timeout", "retryable": "true"}),
        ),
    ),
    scenario(
        "success_with_failure",
        "a success that carries a retryable failure",
        C4,
        ONCE,
        Failure::OnSuccess(retryable),
    ),
    scenario(
        "not_before_is_text",
        "a retryable failure whose retryNotBefore is no time",
        C5,
        RATHER_ONCE,
        Failure::Classified(|| {
            let mut failure = retryable();
            failure["retryNotBefore"] = json!("soon");
            failure
        }),
    ),
    scenario("plain_error", "an error without the key", C1, RATHER_ONCE, Failure::Plain),
];

pub(super) fn retryable() -> Value {
    json!({"class": "reliability", "code": "retryable_transient_error", "retryable": true})
}

impl Scenario {
    /// The entry of `tools/list`.
    pub(super) fn entry(&self) -> Value {
        let (idempotent, read_only) = self.hints;
        let mut annotations = Map::new();
        for (name, hint) in [("idempotentHint", idempotent), ("readOnlyHint", read_only)] {
            if let Some(hint) = hint {
                annotations.insert(name.into(), hint.into());
            }
        }
        let mut entry = json!({
            "name": self.tool,
            "description": "Fails, so that one can see what a client does. Call it once.",
            "inputSchema": {"type": "object", "properties": {}},
        });
        if !annotations.is_empty() {
            entry["annotations"] = annotations.into();
        }
        entry
    }
}
