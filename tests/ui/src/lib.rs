//! Some errors for the lint test, which compiles them with and without the derive: no lint may say
//! more of them with it (rows 69, 71, 72, 73).

use std::{
    borrow::Cow,
    fmt::{Debug, Display},
    time::{Duration, SystemTime},
};

/// A code of our own.
pub const OWN_CODE: &str = "acme.own";

/// All that the derive does, on a type with every kind of parameter.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(feature = "derive", derive(toolfailure::ToolFailure))]
pub enum Everything<'a, 'b: 'a, T, const N: usize = 2>
where
    T: Display + Debug,
{
    /// Texts.
    #[error("failed, {0}")]
    #[cfg_attr(
        feature = "derive",
        tool_failure(code = "auth_required", guidance = "{0} {1:?} {2:?}", message = "{0}, {1}")
    )]
    Texts(T, Cow<'a, str>, [&'b str; N]),
    /// Numbers and trust.
    #[error("failed, {number}")]
    #[cfg_attr(
        feature = "derive",
        tool_failure(
            class = "governance",
            code = OWN_CODE,
            guidance = "{number} {number:?} {text} {r}",
            message = "{number} {r}"
        )
    )]
    Numbers {
        /// A number.
        number: u64,
        /// A text.
        #[cfg_attr(feature = "derive", tool_failure(trusted))]
        text: String,
        /// A text with a short name.
        #[cfg_attr(feature = "derive", tool_failure(untrusted))]
        r: String,
    },
    /// A delay.
    #[error("failed")]
    #[cfg_attr(feature = "derive", tool_failure(class = "reliability", code = "acme.delay"))]
    Delay {
        /// The delay.
        #[cfg_attr(feature = "derive", tool_failure(retry_after))]
        delay: Option<Duration>,
    },
    /// A time.
    #[error("failed")]
    #[cfg_attr(feature = "derive", tool_failure(class = "reliability", code = "acme.time"))]
    Time(#[cfg_attr(feature = "derive", tool_failure(retry_at))] SystemTime),
    /// An expression.
    #[error("failed")]
    #[cfg_attr(
        feature = "derive",
        tool_failure(class = "reliability", code = "acme.slow", retry_after = later(*secs, *secs))
    )]
    Slow {
        /// Seconds.
        secs: u64,
    },
    /// Nothing is known.
    #[error("failed")]
    #[cfg_attr(
        feature = "derive",
        tool_failure(class = "reliability", code = "timeout", retryable = "if_idempotent")
    )]
    Unknown,
    /// A source, and an expression's worth of unread fields.
    #[error("failed")]
    #[cfg_attr(feature = "derive", tool_failure(code = "invalid_input"))]
    Unread {
        /// The source.
        source: std::io::Error,
        /// Not read.
        span: u8,
    },
    /// Another error.
    #[error(transparent)]
    #[cfg_attr(feature = "derive", tool_failure(transparent))]
    Inner(#[from] Inner),
    /// Deprecated, as its field and the type of that.
    #[error("failed")]
    #[deprecated]
    #[cfg_attr(feature = "derive", tool_failure(code = "auth_required", guidance = "{0:?}"))]
    Old(#[deprecated] u8),
}

/// A struct.
#[derive(Debug, thiserror::Error)]
#[error("inner, {0}")]
#[cfg_attr(feature = "derive", derive(toolfailure::ToolFailure))]
#[cfg_attr(
    feature = "derive",
    tool_failure(class = "capability", code = "acme.inner", guidance = "{0}")
)]
pub struct Inner(pub String);

/// Says nothing of itself, and is not public.
#[derive(Debug, thiserror::Error)]
#[error("hidden")]
#[cfg_attr(feature = "derive", derive(toolfailure::ToolFailure))]
#[cfg_attr(feature = "derive", tool_failure(code = "policy_blocked"))]
pub(crate) struct Hidden;

/// A lifetime that is used once.
#[derive(Debug, thiserror::Error)]
#[error("failed, {0}")]
#[cfg_attr(feature = "derive", derive(toolfailure::ToolFailure))]
#[cfg_attr(feature = "derive", tool_failure(code = "auth_required", guidance = "{0}"))]
pub struct Borrowed<'a>(pub &'a str);

/// Nothing.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(feature = "derive", derive(toolfailure::ToolFailure))]
pub enum Nothing {}

/// Some time later.
#[must_use]
pub const fn later(secs: u64, more: u64) -> Duration {
    Duration::from_secs(secs.saturating_add(more))
}

/// Uses what is not public.
#[must_use]
pub fn hidden() -> String {
    Hidden.to_string()
}
