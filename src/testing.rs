//! For the tests of servers: nothing leaks, and failures are what they should be.
//!
//! The derive refuses messages that carry a source's text, but nobody can see into a `Display`
//! written by hand, or into a `String` that was made of an upstream's error. A canary can:
//!
//! ```
//! use toolfailure::{ToolFailure, assert_tool_failure, testing::{assert_no_leak, canary}};
//!
//! #[derive(Debug, thiserror::Error, ToolFailure)]
//! enum CalendarError {
//!     #[error("calendar backend failed")]
//!     #[tool_failure(class = "reliability", code = "retryable_transient_error")]
//!     Backend(#[source] std::io::Error),
//!     #[error("the calendar session has expired")]
//!     #[tool_failure(class = "governance", code = "auth_required")]
//!     SessionExpired { token: String },
//! }
//!
//! // In a test: whatever must not leave the server holds a canary.
//! assert_no_leak([
//!     CalendarError::Backend(canary()),
//!     CalendarError::SessionExpired { token: canary() },
//! ]);
//!
//! let result = toolfailure::report(&CalendarError::Backend(canary())).into_json();
//! assert_tool_failure!(result, "reliability", "retryable_transient_error");
//! ```

use std::{error::Error, fmt, io, path::PathBuf};

use serde_json::Value;

use crate::{Report, ToolFailure, report, wire};

/// The text that every canary carries. No sanitising changes it.
pub const CANARY: &str = "canary-0a1b2c3d-must-not-leave-the-server";

/// What is looked for: the beginning, so that a canary which was cut off is found, too.
const BEGINNING: &str = "canary-0a1b";

/// An error whose text must not leave the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CanaryError;

impl fmt::Display for CanaryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(CANARY)
    }
}

impl Error for CanaryError {}

impl From<CanaryError> for io::Error {
    fn from(canary: CanaryError) -> Self {
        Self::other(canary)
    }
}

impl From<CanaryError> for String {
    fn from(_: CanaryError) -> Self {
        CANARY.to_owned()
    }
}

impl From<CanaryError> for PathBuf {
    fn from(_: CanaryError) -> Self {
        CANARY.into()
    }
}

/// A canary of any type that can be made of one: `io::Error`, `String`, `PathBuf`, boxed errors,
/// `anyhow::Error`, and your own types that implement `From<CanaryError>`.
#[must_use]
pub fn canary<T: From<CanaryError>>() -> T {
    CanaryError.into()
}

/// Checks that none of these errors carries its canary to a client. Reports each of them, so each
/// is also logged.
///
/// # Panics
///
/// If a canary is in a result. The panic says in which, and where.
#[track_caller]
pub fn assert_no_leak<E: ToolFailure>(errors: impl IntoIterator<Item = E>) {
    for (number, error) in errors.into_iter().enumerate() {
        let reported = report(&error);
        let code = reported.failure().code().to_owned();
        let result = reported.into_json();
        if let Some(place) = place_of_canary(&result, String::new()) {
            panic!("error number {number} (counted from 0), code {code:?}, leaks at {place}");
        }
    }
}

/// The path to the first text that holds the canary.
fn place_of_canary(value: &Value, path: String) -> Option<String> {
    match value {
        Value::String(text) => text.contains(BEGINNING).then(|| format!("{path}: {text:?}")),
        Value::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(index, item)| place_of_canary(item, format!("{path}[{index}]"))),
        Value::Object(members) => members
            .iter()
            .find_map(|(name, member)| place_of_canary(member, format!("{path}.{name}"))),
        Value::Null | Value::Bool(_) | Value::Number(_) => None,
    }
}

/// A result of `tools/call`, in any of the forms that a test may have it in.
pub trait ToolResult {
    /// The result as JSON.
    fn to_json(&self) -> Value;
}

impl ToolResult for Value {
    fn to_json(&self) -> Value {
        self.clone()
    }
}

impl ToolResult for Report {
    fn to_json(&self) -> Value {
        self.clone().into_json()
    }
}

impl<T: ToolResult + ?Sized> ToolResult for &T {
    fn to_json(&self) -> Value {
        T::to_json(self)
    }
}

/// The failure in a result, if it is a valid one of this class and code. What
/// [`assert_tool_failure!`](crate::assert_tool_failure) calls.
///
/// # Panics
///
/// If `isError` is not true (S2), if the failure is missing or breaks one of W1–W7, if there is
/// `structuredContent` beside it, or if the class or the code is another one.
#[track_caller]
pub fn tool_failure_of(
    result: &impl ToolResult,
    class: impl fmt::Display,
    code: impl fmt::Display,
) -> wire::ToolFailure {
    let result = result.to_json();
    assert_eq!(result["isError"], true, "S2: `isError` is true on a failure, in {result}");
    assert!(
        result.get("structuredContent").is_none(),
        "no `structuredContent` on a failure, in {result}"
    );
    let failure = &result["_meta"][wire::META_KEY];
    assert!(!failure.is_null(), "W1: no {:?} in `_meta`, in {result}", wire::META_KEY);
    let failure: wire::ToolFailure = match serde_json::from_value(failure.clone()) {
        Ok(failure) => failure,
        Err(error) => panic!("{error}, in {result}"),
    };
    let found = (failure.class().to_string(), failure.code().to_owned());
    assert_eq!(found, (class.to_string(), code.to_string()), "class and code, in {result}");
    failure
}

/// Asserts that a result is a valid tool failure of a class and a code, and gives it back.
///
/// The result is a `CallToolResult`, a [`Report`](crate::Report) or a `serde_json::Value`; the
/// class a [`ToolFailureClass`](crate::ToolFailureClass) or its word.
///
/// ```
/// # #[derive(Debug, thiserror::Error, toolfailure::ToolFailure)]
/// # #[error("expired")]
/// # #[tool_failure(code = "auth_required", guidance = "Ask the user.")]
/// # struct Expired;
/// let result = rmcp::model::CallToolResult::from(Expired);
/// let failure = toolfailure::assert_tool_failure!(result, "governance", "auth_required");
/// assert_eq!(failure.agent_guidance(), Some("Ask the user."));
/// ```
///
/// # Panics
///
/// As [`testing::tool_failure_of`](crate::testing::tool_failure_of).
#[macro_export]
macro_rules! assert_tool_failure {
    ($result:expr, $class:expr, $code:expr $(,)?) => {
        $crate::testing::tool_failure_of(&$result, $class, $code)
    };
}

#[cfg(test)]
mod tests {
    use std::panic::{AssertUnwindSafe, catch_unwind};

    use serde_json::json;

    use super::*;
    use crate::{Classification, Code, ToolFailureClass};

    /// A `Display` by hand that leaks, and guidance that does.
    #[derive(Debug)]
    enum Leaky {
        Not(CanaryError),
        InDisplay(CanaryError),
        InGuidance(CanaryError),
    }

    impl fmt::Display for Leaky {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            match self {
                Self::InDisplay(inner) => write!(f, "failed: {inner}"),
                Self::Not(_) | Self::InGuidance(_) => f.write_str("failed"),
            }
        }
    }

    impl Error for Leaky {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            let (Self::Not(inner) | Self::InDisplay(inner) | Self::InGuidance(inner)) = self;
            Some(inner)
        }
    }

    impl ToolFailure for Leaky {
        fn classify(&self) -> Classification {
            let classification = Classification::capability(Code::INVALID_INPUT);
            match self {
                Self::InGuidance(inner) => classification.with_guidance(inner.to_string()),
                Self::Not(_) | Self::InDisplay(_) => classification,
            }
        }
    }

    fn panics(action: impl FnOnce()) -> String {
        let panic = catch_unwind(AssertUnwindSafe(action)).expect_err("it panics");
        panic.downcast_ref::<String>().expect("with a message").clone()
    }

    #[test]
    fn a_leak_is_found_and_named() {
        assert_no_leak([Leaky::Not(canary())]);
        let said = panics(|| assert_no_leak([Leaky::Not(canary()), Leaky::InDisplay(canary())]));
        assert!(said.contains("number 1") && said.contains(".content[0].text"), "{said}");
        // The guidance is repeated in the content, so either place will do.
        panics(|| assert_no_leak([Leaky::InGuidance(canary())]));
    }

    #[test]
    fn a_canary_is_of_many_types_and_survives_all_that_we_do_to_texts() {
        let texts = [
            canary::<String>(),
            canary::<io::Error>().to_string(),
            canary::<PathBuf>().display().to_string(),
            canary::<Box<dyn Error + Send + Sync>>().to_string(),
        ];
        for text in texts {
            assert_eq!(text, CANARY);
        }
        assert!(crate::text::content(&CanaryError, None, "x").starts_with(CANARY));
        assert!(crate::text::log_line(&CanaryError).contains(CANARY));
    }

    #[test]
    fn a_failure_that_is_none_is_refused_with_the_requirement() {
        let report = report(&Leaky::Not(canary()));
        let failure = tool_failure_of(&report, ToolFailureClass::Capability, "invalid_input");
        assert_eq!(failure.correlation_id(), report.failure().correlation_id());

        let good = report.into_json();
        let mut not_error = good.clone();
        not_error["isError"] = json!(false);
        let mut structured = good.clone();
        structured["structuredContent"] = json!({});
        let mut no_key = good.clone();
        no_key["_meta"] = json!({});
        let mut no_id = good.clone();
        no_id["_meta"][wire::META_KEY]["correlationId"] = json!("");
        let cases =
            [(not_error, "S2"), (structured, "structuredContent"), (no_key, "W1"), (no_id, "W6")];
        for (result, want) in cases {
            let said = panics(|| {
                crate::assert_tool_failure!(result, "capability", "invalid_input");
            });
            assert!(said.contains(want), "{said}");
        }
        let said = panics(|| {
            crate::assert_tool_failure!(good, "governance", "invalid_input");
        });
        assert!(said.contains("class and code"), "{said}");
    }
}
