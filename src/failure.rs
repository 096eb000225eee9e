//! The error of a tool that meets errors of many kinds.

use std::{error::Error, fmt};

use crate::{
    Classification, Code, Report, Retry, ToolFailure, ToolFailureClass, report::Occurrence, text,
};

type BoxError = Box<dyn Error + Send + Sync>;

/// An erased, classified error: the error type of a tool that uses `?` on many kinds.
///
/// Every error that derives [`ToolFailure`](trait@ToolFailure) becomes one by `?`. Any other error,
/// `anyhow::Error` and `String` among them, becomes one by [`OrToolFailure::or_tool_failure`],
/// which asks for what the model may read and keeps the error itself for the log.
///
/// ```
/// use toolfailure::{Code, Failure, OrToolFailure, ToolFailureClass};
///
/// fn read_port(text: &str) -> Result<u16, Failure> {
///     let port = text.parse().or_tool_failure(
///         ToolFailureClass::Capability,
///         Code::INVALID_INPUT,
///         "the port is no number from 0 to 65535",
///     )?;
///     Ok(port)
/// }
///
/// let failure = read_port("x").expect_err("no number");
/// assert_eq!(failure.to_string(), "the port is no number from 0 to 65535");
/// ```
///
/// It is an error, but not itself a `ToolFailure`, so that `?` can take every `ToolFailure`.
#[derive(Debug)]
pub struct Failure(Box<Inner>);

/// Boxed, so that a `Result` with it is small.
#[derive(Debug)]
struct Inner {
    classification: Classification,
    kind: Kind,
}

#[derive(Debug)]
enum Kind {
    /// A classified error, as it is.
    Classified(BoxError),
    /// What the model may read, and what it is about.
    Said { message: String, source: Option<BoxError> },
}

impl Failure {
    /// A failure that has no error behind it. `message` is what the model reads.
    #[must_use]
    pub fn new(classification: Classification, message: impl Into<String>) -> Self {
        Self::made(classification, Kind::Said { message: message.into(), source: None })
    }

    fn made(classification: Classification, kind: Kind) -> Self {
        Self(Box::new(Inner { classification, kind }))
    }

    /// Finds a classified error inside a chain of errors: the outermost `E` or `Failure`, the error
    /// itself included. It says the classification and the message; the whole chain goes to the
    /// log. If there is none, the failure is `reliability` / `unclassified`, not retryable, and
    /// nothing of the error's text leaves the server.
    ///
    /// ```
    /// # #[derive(Debug, thiserror::Error, toolfailure::ToolFailure)]
    /// # #[error("the session has expired")]
    /// # #[tool_failure(code = "auth_required")]
    /// # struct Expired;
    /// # #[derive(Debug, thiserror::Error)]
    /// # #[error("while listing events")]
    /// # struct Context(#[source] Expired);
    /// use std::error::Error;
    /// use toolfailure::Failure;
    ///
    /// let error: Box<dyn Error + Send + Sync> = Context(Expired).into(); // or an `anyhow::Error`
    /// let failure = Failure::from_chain::<Expired>(error);
    /// assert_eq!(failure.classification().code().as_str(), "auth_required");
    /// assert_eq!(failure.to_string(), "the session has expired");
    /// ```
    #[must_use]
    pub fn from_chain<E: ToolFailure + 'static>(
        error: impl Into<BoxError> + AsRef<dyn Error + Send + Sync>,
    ) -> Self {
        // Looked at before it is boxed: a box made of an `anyhow::Error` hides the type inside.
        let outermost: &(dyn Error + 'static) = error.as_ref();
        let mut chain = std::iter::successors(Some(outermost), |error| (*error).source());
        let found = chain.by_ref().take(text::MAX_CHAIN_DEPTH).find_map(|error| {
            let failure = || error.downcast_ref::<Self>();
            let typed = || error.downcast_ref::<E>();
            let classification = failure()
                .map(|it| it.classification().clone())
                .or_else(|| typed().map(E::classify))?;
            Some((classification, public_message(error)))
        });
        let (classification, message) = found.unwrap_or_else(|| {
            let unclassified = Code::from_static("unclassified");
            (Classification::reliability(unclassified, Retry::No), String::new())
        });
        Self::made(classification, Kind::Said { message, source: Some(error.into()) })
    }

    /// What is said of the failure.
    #[must_use]
    pub fn classification(&self) -> &Classification {
        &self.0.classification
    }

    /// Mints the correlation id, logs the event, and makes what the client is to receive; see
    /// [`report`](crate::report()).
    pub fn report(self) -> Report {
        Occurrence {
            classification: self.classification().clone(),
            message: &self,
            diagnosis: text::log_line(&self),
            chain: text::chain(&self),
        }
        .report()
    }
}

fn public_message(error: &dyn Error) -> String {
    text::one_line(error)
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.0.kind {
            Kind::Classified(error) => error.fmt(f),
            Kind::Said { message, .. } => f.write_str(message),
        }
    }
}

impl Error for Failure {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.0.kind {
            Kind::Classified(error) => error.source(),
            Kind::Said { source, .. } => source.as_deref().map(|source| source as _),
        }
    }
}

impl<E: ToolFailure + Send + Sync + 'static> From<E> for Failure {
    fn from(error: E) -> Self {
        Self::made(error.classify(), Kind::Classified(Box::new(error)))
    }
}

/// `or_tool_failure` on every `Result` whose error can be boxed.
pub trait OrToolFailure<T> {
    /// Says why the call failed, for an error that does not say it itself. `message` is what the
    /// model reads; the error itself goes to the log alone. Never retryable: where a retry is
    /// right, derive, or use [`Failure::new`] with a [`Classification::reliability`].
    ///
    /// # Errors
    ///
    /// The failure, if `self` is an error. A baseline code keeps its own class (W3).
    fn or_tool_failure(
        self,
        class: ToolFailureClass,
        code: Code,
        message: impl Into<String>,
    ) -> Result<T, Failure>;
}

impl<T, E: Into<BoxError>> OrToolFailure<T> for Result<T, E> {
    fn or_tool_failure(
        self,
        class: ToolFailureClass,
        code: Code,
        message: impl Into<String>,
    ) -> Result<T, Failure> {
        self.map_err(|error| {
            let classification = match class {
                ToolFailureClass::Capability => Classification::capability(code),
                ToolFailureClass::Reliability => Classification::reliability(code, Retry::No),
                ToolFailureClass::Governance => Classification::governance(code),
            };
            let (message, source) = (message.into(), Some(error.into()));
            Failure::made(classification, Kind::Said { message, source })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        assert_tool_failure,
        testing::{CANARY, canary},
    };

    #[derive(Debug, thiserror::Error, ToolFailure)]
    enum Typed {
        #[error("the backend failed")]
        #[tool_failure(class = "reliability", code = "busy", retryable = true)]
        Busy(#[source] std::io::Error),
    }

    #[derive(Debug, thiserror::Error)]
    #[error("context {0}")]
    struct Context<E: Error + 'static>(String, #[source] E);

    #[test]
    fn a_classified_error_stays_what_it_is() {
        fn tool() -> Result<(), Failure> {
            Err(Typed::Busy(canary()))?;
            Ok(())
        }
        let failure = tool().expect_err("busy");
        assert_eq!(failure.to_string(), "the backend failed");
        assert_eq!(failure.source().map(ToString::to_string).as_deref(), Some(CANARY));
        let report = failure.report();
        assert!(assert_tool_failure!(report, "reliability", "busy").retryable());
        assert!(!report.into_json().to_string().contains(CANARY));
    }

    #[test]
    fn any_error_can_be_said_and_stays_in_the_log() {
        let said = |error: BoxError| {
            let result: Result<(), _> = Err(error);
            let class = ToolFailureClass::Governance;
            result.or_tool_failure(class, Code::POLICY_BLOCKED, "not today").expect_err("said")
        };
        let errors: [BoxError; 2] = [canary::<String>().into(), canary()];
        for error in errors {
            let failure = said(error);
            assert_eq!(text::chain(&failure).as_deref(), Some(CANARY));
            let report = failure.report();
            assert!(report.content().starts_with("not today\n\n"));
            assert!(!report.into_json().to_string().contains(CANARY));
        }
    }

    #[test]
    fn a_classified_error_is_found_inside_a_chain() {
        let inner = Context(canary(), Typed::Busy(canary()));
        let failure = Failure::from_chain::<Typed>(BoxError::from(Context(canary(), inner)));
        assert_eq!(failure.classification().code().as_str(), "busy");
        assert_eq!(failure.to_string(), "the backend failed");
        let chain = text::chain(&failure).expect("the whole chain");
        assert_eq!(chain.matches(CANARY).count(), 3, "{chain}");
        assert!(!failure.report().into_json().to_string().contains(CANARY));

        let erased = Context("x".into(), Failure::from(Typed::Busy(canary())));
        let failure = Failure::from_chain::<Typed>(BoxError::from(erased));
        assert_eq!(failure.to_string(), "the backend failed");
    }

    #[test]
    fn what_nobody_classified_says_nothing_but_its_id() {
        let failure = Failure::from_chain::<Typed>(canary::<BoxError>());
        let report = failure.report();
        assert!(!assert_tool_failure!(report, "reliability", "unclassified").retryable());
        assert!(report.content().starts_with("The tool call failed.\n\n"));
    }
}
