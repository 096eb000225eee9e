//! What is said about a retry: row 38.

use std::time::{Duration, SystemTime};

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum OutsideReliability {
    // Row 38.
    #[tool_failure(class = "capability", code = "acme.a", retryable = true)]
    Capability,
    #[tool_failure(code = "auth_required", retryable = false)]
    Governance,
    #[tool_failure(code = "auth_required", retry_after = Duration::ZERO, retry_at = SystemTime::now())]
    Hints,
    #[tool_failure(code = "auth_required")]
    Fields(#[tool_failure(retry_after)] Duration, #[tool_failure(retry_at)] SystemTime),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Reliability {
    #[tool_failure(class = "reliability", code = "timeout")]
    Unsaid,
    #[tool_failure(class = "reliability", code = codes::OWN)]
    UnsaidOfPath,
    #[tool_failure(class = "reliability", code = "acme.a", retryable = false, retry_after = Duration::ZERO)]
    Never,
    #[tool_failure(class = "reliability", code = "acme.a", retryable = "if_idempotent")]
    Unknown(#[tool_failure(retry_at)] SystemTime),
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = Duration::ZERO)]
    Twice(#[tool_failure(retry_after)] Duration, #[tool_failure(retry_at)] SystemTime),
    #[tool_failure(class = "reliability", code = "acme.a")]
    Both(#[tool_failure(retry_after, retry_at)] Duration),
    #[tool_failure(class = "reliability", code = "acme.a", retry_after)]
    WithoutValue,
    #[tool_failure(class = "reliability", code = "acme.a")]
    WithValue(#[tool_failure(retry_after = Duration::ZERO)] Duration),
}

fn main() {}
