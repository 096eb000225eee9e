use crate::{Code, Retry, ToolFailureClass, vocabulary};

/// Why a call failed, as the author of the server says it: everything of the wire object but the
/// correlation id, which is made together with the log line (S3).
///
/// A retry can be spoken of only under [`Classification::reliability`] (W4). A baseline code keeps
/// the class that the standard gives it (W3): under another constructor, the code's own class
/// stands, so that a wrong pair cannot be built. (The derive refuses such a pair at compile time.)
///
/// ```
/// use std::time::Duration;
/// use toolfailure_core::{Classification, Code, Retry};
///
/// const RATE_LIMITED: Code = Code::from_static("rate_limited");
///
/// let limited = Classification::reliability(RATE_LIMITED, Retry::After(Duration::from_secs(30)))
///     .with_message("the calendar API is over its limit");
/// let expired = Classification::governance(Code::AUTH_REQUIRED)
///     .with_guidance("Ask the user to reconnect their calendar, then repeat the call.");
/// # assert_eq!(limited.code().as_str(), "rate_limited");
/// # assert!(expired.guidance().is_some());
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Classification {
    class: ToolFailureClass,
    code: Code,
    retry: Retry,
    guidance: Option<String>,
    message: Option<String>,
}

impl Classification {
    /// The operation cannot succeed as requested.
    #[must_use]
    pub fn capability(code: Code) -> Self {
        Self::new(ToolFailureClass::Capability, code, Retry::No)
    }

    /// A transient condition, and what is known about repeating the call.
    #[must_use]
    pub fn reliability(code: Code, retry: Retry) -> Self {
        Self::new(ToolFailureClass::Reliability, code, retry)
    }

    /// Refused by policy; a person has to act.
    #[must_use]
    pub fn governance(code: Code) -> Self {
        Self::new(ToolFailureClass::Governance, code, Retry::No)
    }

    fn new(class: ToolFailureClass, code: Code, retry: Retry) -> Self {
        let class = vocabulary::class_of(code.as_str()).unwrap_or(class);
        let retry = match class {
            ToolFailureClass::Reliability => retry,
            ToolFailureClass::Capability | ToolFailureClass::Governance => Retry::No,
        };
        Self { class, code, retry, guidance: None, message: None }
    }

    /// A short instruction for the calling model (W7). No place for diagnostics, nor for text that
    /// somebody else wrote: it is read with more trust than the message is.
    #[must_use]
    pub fn with_guidance(mut self, guidance: impl Into<String>) -> Self {
        self.guidance = Some(guidance.into());
        self
    }

    /// What the model and the user read in place of the error's own `Display`.
    #[must_use]
    pub fn with_message(mut self, message: impl Into<String>) -> Self {
        self.message = Some(message.into());
        self
    }

    /// The class (W2).
    #[must_use]
    pub fn class(&self) -> ToolFailureClass {
        self.class
    }

    /// The code (W3).
    #[must_use]
    pub fn code(&self) -> &Code {
        &self.code
    }

    /// What the author says about repeating the call; [`Retry::No`] outside reliability (W4).
    #[must_use]
    pub fn retry(&self) -> Retry {
        self.retry
    }

    /// The instruction for the calling model (W7), as the author gave it: not yet cut.
    #[must_use]
    pub fn guidance(&self) -> Option<&str> {
        self.guidance.as_deref()
    }

    /// The message in place of the error's `Display`, as the author gave it: not yet cut.
    #[must_use]
    pub fn message(&self) -> Option<&str> {
        self.message.as_deref()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w4_only_reliability_speaks_of_a_retry() {
        let own = Code::from_static("acme.x");
        assert_eq!(Classification::reliability(own.clone(), Retry::Yes).retry(), Retry::Yes);
        assert_eq!(Classification::capability(own.clone()).retry(), Retry::No);
        assert_eq!(Classification::governance(own).retry(), Retry::No);
    }

    #[test]
    fn w3_a_baseline_code_keeps_its_class() {
        let built = Classification::reliability(Code::AUTH_REQUIRED, Retry::Yes);
        assert_eq!((built.class(), built.retry()), (ToolFailureClass::Governance, Retry::No));
        let built = Classification::capability(Code::RETRYABLE_TRANSIENT_ERROR);
        assert_eq!((built.class(), built.retry()), (ToolFailureClass::Reliability, Retry::No));
    }
}
