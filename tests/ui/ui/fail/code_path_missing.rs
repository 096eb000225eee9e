//! A code that is no constant is no more than that.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum E {
    #[tool_failure(class = "governance", code = codes::NOWHERE)]
    Missing,
}

mod codes {}

fn main() {}
