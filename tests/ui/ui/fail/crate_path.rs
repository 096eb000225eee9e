//! The crate's path is absolute, and one that leads nowhere is one error: rows 14, 15.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(crate = toolfailure)]
enum Relative {
    #[tool_failure(code = "auth_required")]
    A,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(crate = self::toolfailure)]
enum OfModule {
    #[tool_failure(code = "auth_required")]
    A,
}

fn main() {}
