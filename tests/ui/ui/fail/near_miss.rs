//! An attribute that nobody knows is surely ours if its name is near: rustc's error and ours, and
//! nothing about what would be missing without it. Row 40.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum E {
    #[tool_failures(code = "auth_required")]
    A,
}

fn main() {}
