//! A transparent variant says nothing of its own, and its field is a `ToolFailure`.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error)]
#[error("not classified")]
struct Plain;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum E {
    #[error("failed")]
    #[tool_failure(transparent)]
    None,
    #[error("failed")]
    #[tool_failure(transparent)]
    Two(Inner, Inner),
    #[error("failed")]
    #[tool_failure(transparent, class = "governance", code = "auth_required")]
    More(#[tool_failure(secret, trusted)] Inner),
    #[error("failed")]
    #[tool_failure(transparent, expose)]
    Exposed(Inner),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("inner")]
#[tool_failure(code = "auth_required")]
struct Inner;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum NotClassified {
    #[error(transparent)]
    #[tool_failure(transparent)]
    Plain(#[from] Plain),
    #[error("failed")]
    #[tool_failure(transparent)]
    Boxed(Box<Plain>),
}

fn main() {}
