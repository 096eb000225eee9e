//! Ten mistakes are ten errors, each on its token, in the order of the source: row 31.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(class = "governance")]
enum E {
    NotClassified,
    #[tool_failure(clas = "governance", code = "acme.a")]
    Key,
    #[tool_failure(class = "governence", code = "acme.a")]
    Class,
    #[tool_failure(class = "capability", code = "auth_required")]
    Pair,
    #[tool_failure(class = "reliability", code = "timeout")]
    Retry,
    #[tool_failure(code = "auth_required", guidance = "{x}")]
    Guidance,
    #[error("{0}")]
    #[tool_failure(code = "invalid_input")]
    Leak(#[source] std::io::Error),
    #[tool_failure(class = "governance", code = "Bad Code")]
    Code,
    #[tool_failure(class = "reliability", code = "acme.b", retryable = true)]
    Field(#[tool_failure(retry_afer)] u8),
}

fn main() {}
