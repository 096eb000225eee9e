//! Keys where they do not belong: row 26.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(class = "governance", code = "auth_required", crate = toolfailure)]
enum Defaults {
    #[tool_failure(code = "auth_required", crate = ::toolfailure, secret)]
    OnVariant {
        #[tool_failure(code = "auth_required", transparent)]
        #[tool_failure(whatever)]
        field: u8,
    },
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure]
enum Bare {
    #[tool_failure(code = "auth_required")]
    A(#[tool_failure] u8, #[tool_failure()] u8),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(code = "auth_required", trusted)]
struct OnStruct;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(crate = "::toolfailure")]
enum QuotedPath {
    #[tool_failure(code = "auth_required")]
    A,
}

fn main() {}
