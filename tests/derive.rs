//! What the derive makes of an enum: classes, codes, retries, texts, the catalogue.

use std::{
    sync::Arc,
    time::{Duration, SystemTime},
};

use toolfailure::{
    CatalogEntry, Classification, Code, Retry, Retryable, ToolFailure, ToolFailureClass,
};

/// No tests of this file read stderr.
fn classify<E: ToolFailure>(error: &E) -> Classification {
    error.classify()
}

const ACME_QUOTA: &str = "acme.quota_spent";

#[derive(Debug, thiserror::Error, ToolFailure)]
enum CalendarError {
    /// The session is gone.
    ///
    /// Somebody signs in.
    #[error("the calendar session has expired")]
    #[tool_failure(code = "auth_required", guidance = "Ask the user to reconnect their calendar.")]
    SessionExpired,
    #[error("calendar API is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited {
        #[tool_failure(retry_after)]
        wait: Option<Duration>,
    },
    #[error("maintenance")]
    #[tool_failure(class = "reliability", code = "maintenance")]
    Maintenance(#[tool_failure(retry_at)] SystemTime),
    #[error("no event with id {0}")]
    #[tool_failure(
        code = "resource_not_found",
        guidance = "List the events first; {0} is not among them."
    )]
    NoSuchEvent(String),
    #[error("calendar backend failed")]
    #[tool_failure(code = "retryable_transient_error")]
    Backend(#[source] std::io::Error),
    #[error("spent {spent} of {limit}")]
    #[tool_failure(
        class = "governance",
        code = ACME_QUOTA,
        guidance = "{spent} of {limit} are spent by {who} ({note:?}); {raw} {{literally}}.",
        message = "quota of {who} is spent, {note}",
    )]
    Quota {
        spent: u32,
        limit: u64,
        who: String,
        #[tool_failure(untrusted)]
        note: String,
        #[tool_failure(trusted)]
        raw: String,
    },
    #[error("no answer after {secs} s")]
    #[tool_failure(
        class = "reliability",
        code = "slow",
        retry_after = Duration::from_secs(u64::max(*secs, 1)),
    )]
    Slow { secs: u64 },
    #[error("timed out")]
    #[tool_failure(class = "reliability", code = "timeout", retryable = "if_idempotent")]
    TimedOut,
    #[error(transparent)]
    #[tool_failure(transparent)]
    Storage(#[from] StorageError),
    #[error("nested")]
    #[tool_failure(transparent)]
    Nested(Box<CalendarError>),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("the disk is full")]
#[tool_failure(class = "governance", code = "storage_full", guidance = "Tell the user.")]
struct StorageError;

fn quota() -> CalendarError {
    CalendarError::Quota {
        spent: 7,
        limit: 9,
        who: "bob`\n\nReference: x".into(),
        note: "n`".into(),
        raw: "r\na`w".into(),
    }
}

#[test]
fn w2_w3_classes_and_codes() {
    use ToolFailureClass::{Capability, Governance, Reliability};
    let now = SystemTime::now();
    let cases = [
        (CalendarError::SessionExpired, Governance, "auth_required"),
        (CalendarError::RateLimited { wait: None }, Reliability, "rate_limited"),
        (CalendarError::Maintenance(now), Reliability, "maintenance"),
        (CalendarError::NoSuchEvent("7".into()), Capability, "resource_not_found"),
        (
            CalendarError::Backend(std::io::Error::other("x")),
            Reliability,
            "retryable_transient_error",
        ),
        (quota(), Governance, "acme.quota_spent"),
        (CalendarError::Slow { secs: 1 }, Reliability, "slow"),
        (CalendarError::TimedOut, Reliability, "timeout"),
        (StorageError.into(), Governance, "storage_full"),
        (CalendarError::Nested(Box::new(StorageError.into())), Governance, "storage_full"),
    ];
    for (error, class, code) in cases {
        let classification = classify(&error);
        assert_eq!((classification.class(), classification.code().as_str()), (class, code));
    }
}

#[test]
fn w4_w5_retries() {
    let now = SystemTime::now();
    let wait = Duration::from_secs(3);
    let retry = |error: CalendarError| classify(&error).retry();
    assert_eq!(retry(CalendarError::SessionExpired), Retry::No);
    assert_eq!(retry(CalendarError::RateLimited { wait: None }), Retry::Yes);
    assert_eq!(retry(CalendarError::RateLimited { wait: Some(wait) }), Retry::After(wait));
    assert_eq!(retry(CalendarError::Maintenance(now)), Retry::At(now));
    assert_eq!(retry(CalendarError::Backend(std::io::Error::other("x"))), Retry::Yes);
    assert_eq!(retry(CalendarError::Slow { secs: 0 }), Retry::After(Duration::from_secs(1)));
    assert_eq!(retry(CalendarError::TimedOut), Retry::IfIdempotent);
}

#[test]
fn w7_texts_are_sanitised_and_quoted_by_type() {
    let quota = classify(&quota());
    assert_eq!(
        quota.guidance(),
        Some("7 of 9 are spent by `bob Reference: x` (`\"n\"`); r a`w {literally}.")
    );
    assert_eq!(quota.message(), Some("quota of bob` Reference: x is spent, `n`"));
    let missing = classify(&CalendarError::NoSuchEvent("7`. Do as I say".into()));
    assert_eq!(
        missing.guidance(),
        Some("List the events first; `7. Do as I say` is not among them.")
    );
}

#[test]
fn transparent_passes_everything_on() {
    let inner = classify(&StorageError);
    for error in [StorageError.into(), CalendarError::Nested(Box::new(StorageError.into()))] {
        let outer = classify(&error);
        assert_eq!(outer, inner.clone().with_message("the disk is full"));
    }
    let quota_inside = classify(&CalendarError::Nested(Box::new(quota())));
    assert_eq!(quota_inside, classify(&quota()));
    assert_eq!(classify(&Arc::new(StorageError)), inner);
}

#[test]
fn the_catalogue_is_complete() {
    let own = |entry: &CatalogEntry| match entry {
        CatalogEntry::Own(own) => Some(*own),
        _ => None,
    };
    assert_eq!(CalendarError::CATALOG.len(), 10);
    let entries: Vec<_> = CalendarError::CATALOG.iter().filter_map(own).collect();
    let expired = entries[0];
    assert_eq!((expired.name, expired.code), ("SessionExpired", "auth_required"));
    assert_eq!(expired.class, ToolFailureClass::Governance);
    assert_eq!(expired.retryable, Retryable::No);
    assert_eq!(expired.docs, "The session is gone.\n\nSomebody signs in.");
    assert_eq!(expired.guidance, Some("Ask the user to reconnect their calendar."));
    let retryable: Vec<_> = entries.iter().map(|entry| entry.retryable).collect();
    use Retryable::{IfIdempotent, No, Yes};
    assert_eq!(retryable, [No, Yes, Yes, No, Yes, No, Yes, IfIdempotent]);
    assert_eq!(entries[5].code, ACME_QUOTA);
    let CatalogEntry::Nested(nested) = &CalendarError::CATALOG[8] else { panic!("nested") };
    assert_eq!(
        (nested.name, own(&(nested.of)()[0]).map(|own| own.code)),
        ("Storage", Some("storage_full"))
    );
    let CatalogEntry::Nested(itself) = &CalendarError::CATALOG[9] else { panic!("nested") };
    assert_eq!((itself.of)().len(), 10);
}

mod generics {
    use std::{
        error::Error,
        fmt::{Debug, Display},
        marker::PhantomData,
    };

    use super::*;

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Bounded<'a, T: Debug, W = Duration, const N: usize = 4>
    where
        T: Clone,
    {
        #[error("value {0}")]
        #[tool_failure(code = "invalid_input", guidance = "not {0}")]
        Value(T),
        #[error("plain {0}")]
        #[tool_failure(code = "invalid_input", guidance = "not {0}")]
        Text(&'a str),
        #[error("array {0:?}")]
        #[tool_failure(code = "invalid_input", guidance = "not {0:?}")]
        Array([u8; N]),
        #[error("wait")]
        #[tool_failure(class = "reliability", code = "busy")]
        Wait(#[tool_failure(retry_after)] W),
        #[error("nothing")]
        #[tool_failure(code = "policy_blocked")]
        Nothing(PhantomData<T>),
    }

    trait Backend {
        type Failure: Error;
        type Value: Display + Debug;
    }

    #[derive(Debug)]
    struct Real;

    impl Backend for Real {
        type Failure = StorageError;
        type Value = u8;
    }

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Associated<B: Backend> {
        #[error("failed")]
        #[tool_failure(transparent)]
        Failed(#[source] B::Failure),
        #[error("value")]
        #[tool_failure(code = "invalid_input", guidance = "not {0}")]
        Value(<B as Backend>::Value),
        #[error("itself")]
        #[tool_failure(transparent)]
        Itself(Box<Associated<B>>),
    }

    #[test]
    fn generic_enums_get_the_bounds_they_use() {
        let value = Bounded::<'_, _, Duration>::Value("x`y");
        assert_eq!(classify(&value).guidance(), Some("not `xy`"));
        let wait = Bounded::<'_, u8, Option<Duration>>::Wait(None);
        assert_eq!(classify(&wait).retry(), Retry::Yes);
        let array = Bounded::<'_, u8>::Array([1, 2, 3, 4]);
        assert_eq!(classify(&array).guidance(), Some("not `[1, 2, 3, 4]`"));
        let inner = Associated::<Real>::Itself(Box::new(Associated::Failed(StorageError)));
        assert_eq!(classify(&inner).code().as_str(), "storage_full");
        assert_eq!(classify(&Associated::<Real>::Value(3)).guidance(), Some("not `3`"));
        let [_, _, _, _, CatalogEntry::Own(nothing)] = Bounded::<'static, u8>::CATALOG else {
            panic!("five")
        };
        assert_eq!(nothing.code, "policy_blocked");
        let _ = (Bounded::<'_, u8>::Text("x"), Bounded::<'_, u8>::Nothing(PhantomData));
    }
}

/// What only run time knows: which status it was.
#[derive(Debug, thiserror::Error, ToolFailure)]
enum Upstream {
    /// Any status.
    #[error("the calendar answered {status}")]
    #[tool_failure(with = by_status, message = "status {status}")]
    Status { status: u16, wait: Option<Duration> },
    #[error("two")]
    #[tool_failure(code = "invalid_input", guidance = "{1} {0} {1:?}", message = "{0}")]
    Two(u8, char),
}

fn by_status(status: &u16, wait: &Option<Duration>) -> Classification {
    match status {
        401 => Classification::governance(Code::AUTH_REQUIRED).with_guidance("Sign in."),
        429 => {
            let retry = wait.map_or(Retry::Yes, Retry::After);
            Classification::reliability(Code::from_static("rate_limited"), retry)
        }
        _ => Classification::capability(Code::INVALID_INPUT),
    }
}

#[test]
fn with_leaves_the_classification_to_a_function_of_all_fields() {
    let unauthorized = classify(&Upstream::Status { status: 401, wait: None });
    assert_eq!(unauthorized.code(), &Code::AUTH_REQUIRED);
    assert_eq!(unauthorized.guidance(), Some("Sign in."));
    assert_eq!(unauthorized.message(), Some("status 401"));
    let wait = Duration::from_secs(7);
    let limited = classify(&Upstream::Status { status: 429, wait: Some(wait) });
    assert_eq!(limited.retry(), Retry::After(wait));
    let CatalogEntry::AtRunTime(entry) = Upstream::CATALOG[0] else { panic!("at run time") };
    assert_eq!((entry.name, entry.docs), ("Status", "Any status."));
    let two = classify(&Upstream::Two(1, 'b'));
    assert_eq!((two.guidance(), two.message()), (Some("b 1 'b'"), Some("1")));
}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Never {}

#[test]
fn an_enum_without_variants_and_a_type_by_hand() {
    assert!(Never::CATALOG.is_empty());

    #[derive(Debug, thiserror::Error)]
    #[error("by hand")]
    struct ByHand;

    impl ToolFailure for ByHand {
        fn classify(&self) -> Classification {
            Classification::governance(Code::POLICY_BLOCKED)
        }
    }

    toolfailure::into_call_tool_result!(ByHand);
    let result = rmcp::model::CallToolResult::from(ByHand);
    assert_eq!(result.is_error, Some(true));
}
