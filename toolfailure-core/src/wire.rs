//! The wire object: what stands under [`META_KEY`] in the `_meta` of a failed `tools/call`.

#[cfg(feature = "serde")]
pub(crate) mod check;
#[cfg(feature = "serde")]
pub(crate) mod fields;
#[cfg(feature = "serde")]
pub(crate) mod found;
#[cfg(feature = "serde")]
mod json;
#[cfg(feature = "serde")]
pub(crate) mod shape;
#[cfg(feature = "serde")]
pub(crate) mod violation;

#[cfg(feature = "serde")]
pub use violation::{Field, Problem, Violation};

use std::borrow::Cow;

use crate::{Code, CorrelationId, RetryNotBefore, ToolFailureClass};

/// The key of the wire object in a result's `_meta` (W1).
///
/// The prefix `io.modelcontextprotocol/` is reserved for MCP, and SEP-3313 is a draft: this is the
/// draft's own key, here and nowhere else.
pub const META_KEY: &str = "io.modelcontextprotocol/toolFailure";

/// Why a tool call failed, as it goes over the wire (W2–W7).
///
/// What W2–W6 forbid cannot be built: the class is an enum, a retry can be said only with
/// [`ToolFailure::reliability`], a time only together with "retryable", and no constructor does
/// without a correlation id. With the feature `serde` it is written exactly as the standard has
/// it, and read strictly: a value that breaks one of those rules is an error that names the rule.
///
/// ```
/// use toolfailure_core::{Code, CorrelationId, wire};
///
/// let id = CorrelationId::parse("0198c0de-0000-7000-8000-000000000000")?;
/// let failure = wire::ToolFailure::governance(Code::AUTH_REQUIRED, id)
///     .with_agent_guidance("Ask the user to sign in again.");
/// assert!(!failure.retryable());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ToolFailure {
    kind: Kind,
    code: Cow<'static, str>,
    correlation_id: CorrelationId,
    agent_guidance: Option<String>,
}

/// The class, and with the one class that has it, what is said about a retry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Capability,
    Reliability(Retryable),
    Governance,
}

/// What a reliability failure says about a retry (W4, W5).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Retryable {
    /// `retryable: false`.
    No,
    /// `retryable: true`, without a time.
    Yes,
    /// `retryable: true`, and `retryNotBefore`.
    NotBefore(RetryNotBefore),
}

impl ToolFailure {
    /// A failure of class `capability`.
    #[must_use]
    pub fn capability(code: Code, correlation_id: CorrelationId) -> Self {
        Self::new(Kind::Capability, code.into_inner(), correlation_id)
    }

    /// A failure of class `reliability`.
    #[must_use]
    pub fn reliability(code: Code, retryable: Retryable, correlation_id: CorrelationId) -> Self {
        Self::new(Kind::Reliability(retryable), code.into_inner(), correlation_id)
    }

    /// A failure of class `governance`.
    #[must_use]
    pub fn governance(code: Code, correlation_id: CorrelationId) -> Self {
        Self::new(Kind::Governance, code.into_inner(), correlation_id)
    }

    fn new(kind: Kind, code: Cow<'static, str>, correlation_id: CorrelationId) -> Self {
        Self { kind, code, correlation_id, agent_guidance: None }
    }

    /// Adds a short instruction for the calling model (W7).
    #[must_use]
    pub fn with_agent_guidance(mut self, guidance: impl Into<String>) -> Self {
        self.agent_guidance = Some(guidance.into());
        self
    }

    /// `class` (W2).
    #[must_use]
    pub fn class(&self) -> ToolFailureClass {
        match self.kind {
            Kind::Capability => ToolFailureClass::Capability,
            Kind::Reliability(_) => ToolFailureClass::Reliability,
            Kind::Governance => ToolFailureClass::Governance,
        }
    }

    /// `code` (W3): ours in the vocabulary's shape, another server's as it was received.
    #[must_use]
    pub fn code(&self) -> &str {
        &self.code
    }

    /// `retryable`; `false` where it is absent (W4).
    #[must_use]
    pub fn retryable(&self) -> bool {
        match self.kind {
            Kind::Reliability(Retryable::Yes | Retryable::NotBefore(_)) => true,
            Kind::Reliability(Retryable::No) | Kind::Capability | Kind::Governance => false,
        }
    }

    /// `retryNotBefore`, in Unix epoch milliseconds (W5).
    #[must_use]
    pub fn retry_not_before(&self) -> Option<RetryNotBefore> {
        match self.kind {
            Kind::Reliability(Retryable::NotBefore(time)) => Some(time),
            _ => None,
        }
    }

    /// `correlationId` (W6).
    #[must_use]
    pub fn correlation_id(&self) -> &CorrelationId {
        &self.correlation_id
    }

    /// `agentGuidance` (W7). From another server it is untrusted data, not a command (C6).
    #[must_use]
    pub fn agent_guidance(&self) -> Option<&str> {
        self.agent_guidance.as_deref()
    }
}
