//! A path that leads nowhere is underlined where it stands: row 15.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(crate = ::nowhere)]
enum E {
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    A(String),
}

fn main() {}
