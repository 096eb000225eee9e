use std::{borrow::Cow, error, fmt};

use crate::vocabulary;

/// A failure code that this side writes: checked, in the vocabulary's shape (W3).
///
/// Codes are open: clients read any string, and ours are kept in one shape so that they group well
/// in logs. A vendor's own codes carry a dotted prefix, `acme.quota_spent`.
///
/// ```
/// use toolfailure_core::Code;
///
/// const QUOTA_SPENT: Code = Code::from_static("acme.quota_spent"); // checked by the compiler
/// assert_eq!(QUOTA_SPENT.as_str(), "acme.quota_spent");
/// assert!(Code::new("Not A Code").is_err());
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Code(Cow<'static, str>);

impl Code {
    /// The requested operation is not supported here (W3, capability).
    pub const CAPABILITY_UNSUPPORTED: Self = Self::from_static("capability_unsupported");
    /// What was asked for does not exist (W3, capability).
    pub const RESOURCE_NOT_FOUND: Self = Self::from_static("resource_not_found");
    /// The arguments are wrong (W3, capability).
    pub const INVALID_INPUT: Self = Self::from_static("invalid_input");
    /// A passing fault; the same call may succeed later (W3, reliability).
    pub const RETRYABLE_TRANSIENT_ERROR: Self =
        Self::from_static(vocabulary::RETRYABLE_TRANSIENT_ERROR);
    /// Somebody has to sign in first (W3, governance).
    pub const AUTH_REQUIRED: Self = Self::from_static("auth_required");
    /// The caller may not do this; somebody could grant it (W3, governance).
    pub const PERMISSION_DENIED: Self = Self::from_static("permission_denied");
    /// A policy forbids this (W3, governance).
    pub const POLICY_BLOCKED: Self = Self::from_static("policy_blocked");
    /// A person has to do something first (W3, governance).
    pub const USER_ACTION_REQUIRED: Self = Self::from_static("user_action_required");

    /// A code known when the program is written.
    ///
    /// # Panics
    ///
    /// If the shape is wrong ([`vocabulary::shape_problem`]). In a `const`, that is a compile
    /// error.
    #[must_use]
    pub const fn from_static(code: &'static str) -> Self {
        if let Some(problem) = vocabulary::shape_problem(code) {
            panic!("{}", problem);
        }
        Self(Cow::Borrowed(code))
    }

    /// A code known only when the program runs.
    ///
    /// # Errors
    ///
    /// If the shape is wrong ([`vocabulary::shape_problem`]).
    pub fn new(code: impl Into<Cow<'static, str>>) -> Result<Self, InvalidCode> {
        let code = code.into();
        match vocabulary::shape_problem(&code) {
            None => Ok(Self(code)),
            Some(problem) => Err(InvalidCode { problem }),
        }
    }

    /// The code as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub(crate) fn into_inner(self) -> Cow<'static, str> {
        self.0
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

/// The code does not have the shape of a code (W3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCode {
    problem: &'static str,
}

impl fmt::Display for InvalidCode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.problem)
    }
}

impl error::Error for InvalidCode {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w3_every_baseline_code_has_a_constant() {
        let constants = [
            Code::CAPABILITY_UNSUPPORTED,
            Code::RESOURCE_NOT_FOUND,
            Code::INVALID_INPUT,
            Code::RETRYABLE_TRANSIENT_ERROR,
            Code::AUTH_REQUIRED,
            Code::PERMISSION_DENIED,
            Code::POLICY_BLOCKED,
            Code::USER_ACTION_REQUIRED,
        ];
        let constants = constants.each_ref().map(Code::as_str);
        assert_eq!(constants, vocabulary::BASELINE.map(|entry| entry.0));
    }

    #[test]
    fn a_bad_shape_is_an_error_that_says_what_to_write() {
        let error = Code::new("Auth Required").expect_err("upper case");
        assert!(error.to_string().contains("snake_case"), "{error}");
        assert_eq!(
            Code::new(String::from("acme.x")).map(|code| code.to_string()),
            Ok("acme.x".into())
        );
    }
}
