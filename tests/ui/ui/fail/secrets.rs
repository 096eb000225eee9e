//! A secret stands in no text, not even in the log's.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum E {
    #[error("no session for {token}")]
    #[tool_failure(
        code = "auth_required",
        guidance = "Drop {token}.",
        message = "{token:?} is old"
    )]
    Everywhere {
        #[tool_failure(secret)]
        token: String,
    },
    #[error("no session for {0}")]
    #[tool_failure(code = "auth_required", message = "no session", expose)]
    OnlyLogged(#[tool_failure(secret)] String),
    #[error("no session for {}", .0.len())]
    #[tool_failure(code = "auth_required")]
    Measured(#[tool_failure(secret)] String),
    #[error("no session")]
    #[tool_failure(code = "auth_required")]
    Contradiction(#[tool_failure(secret, trusted)] String, #[tool_failure(untrusted, secret)] u8),
}

fn main() {}
