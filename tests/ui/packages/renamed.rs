//! A package that knows the crate as `tf`, and only as that: row 14.
#![deny(warnings)]

use tf::ToolFailure;

/// By the attribute.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(crate = ::tf)]
pub enum Renamed<T: std::fmt::Debug> {
    /// Texts.
    #[tool_failure(code = "auth_required", guidance = "{0} {1:?}")]
    A(String, T),
    /// A time.
    #[tool_failure(class = "reliability", code = "acme.busy")]
    B(#[tool_failure(retry_after)] std::time::Duration),
}
