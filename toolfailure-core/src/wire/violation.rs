use std::{error, fmt};

/// The part of a result that breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Field {
    /// The result as a whole: no JSON, or no object.
    Result,
    /// `resultType`.
    ResultType,
    /// `isError`.
    IsError,
    /// `_meta`.
    Meta,
    /// The value under [`META_KEY`](crate::wire::META_KEY).
    ToolFailure,
    /// `class` (W2).
    Class,
    /// `code` (W3).
    Code,
    /// `retryable` (W4).
    Retryable,
    /// `retryNotBefore` (W5).
    RetryNotBefore,
    /// `correlationId` (W6).
    CorrelationId,
    /// `agentGuidance` (W7).
    AgentGuidance,
}

impl Field {
    /// The name as it stands in JSON; `result` for the whole.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Result => "result",
            Self::ResultType => "resultType",
            Self::IsError => "isError",
            Self::Meta => "_meta",
            Self::ToolFailure => "toolFailure",
            Self::Class => "class",
            Self::Code => "code",
            Self::Retryable => "retryable",
            Self::RetryNotBefore => "retryNotBefore",
            Self::CorrelationId => "correlationId",
            Self::AgentGuidance => "agentGuidance",
        }
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

/// In which way a field breaks its rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Problem {
    /// It is absent, empty, of another type, or cannot be parsed.
    Malformed,
    /// A word that is none of the closed set (W2).
    Unknown,
    /// A number past what every JSON reader keeps (W5).
    OutOfRange,
    /// A time that can be meant only in another unit: seconds in place of milliseconds (W5).
    Suspect,
    /// It has no place here: `retryable` outside of reliability, a time without `retryable: true`,
    /// a failure on a result that is no error, a `null` where a field is to be left out.
    Misplaced,
}

/// A rule of the standard that a received result breaks.
///
/// ```
/// use toolfailure_core::reading::Reading;
///
/// let reading = Reading::from_json(
///     r#"{"isError":true,"content":[],"_meta":{"io.modelcontextprotocol/toolFailure":
///         {"class":"reliability","code":"timeout","retryable":"true","correlationId":"c-1"}}}"#,
/// );
/// let violation = &reading.violations()[0];
/// assert_eq!((violation.requirement(), violation.field().as_str()), ("W4", "retryable"));
/// assert_eq!(violation.to_string(), r#"W4: retryable is to be true or false, not "true""#);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    requirement: &'static str,
    field: Field,
    problem: Problem,
    detail: String,
}

impl Violation {
    pub(crate) fn new(
        requirement: &'static str,
        field: Field,
        problem: Problem,
        detail: impl Into<String>,
    ) -> Self {
        Self { requirement, field, problem, detail: detail.into() }
    }

    /// The number of the requirement, such as `W4`; `MCP` for a rule of the protocol itself.
    #[must_use]
    pub const fn requirement(&self) -> &'static str {
        self.requirement
    }

    /// What breaks it.
    #[must_use]
    pub const fn field(&self) -> Field {
        self.field
    }

    /// In which way.
    #[must_use]
    pub const fn problem(&self) -> Problem {
        self.problem
    }
}

/// The requirement and what is wrong, on one line. Text from the wire is escaped and cut.
impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.requirement, self.detail)
    }
}

impl error::Error for Violation {}
