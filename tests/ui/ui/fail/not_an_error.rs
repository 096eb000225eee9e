//! The type has to implement `Error`; that it does not is one error.

use toolfailure::ToolFailure;

#[derive(Debug, ToolFailure)]
enum E {
    #[tool_failure(code = "auth_required")]
    A,
}

#[derive(Debug, ToolFailure)]
#[tool_failure(code = "auth_required")]
struct S;

fn main() {}
