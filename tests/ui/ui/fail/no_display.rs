//! An interpolated field without the trait that its placeholder needs is reported at the text, in
//! plain words, once: row 53.

use std::{cell::Cell, path::PathBuf};

use toolfailure::ToolFailure;

struct Opaque;

#[derive(thiserror::Error, ToolFailure)]
#[error("failed")]
enum E {
    #[tool_failure(code = "auth_required", guidance = "sign in for {0}, {0}")]
    Guidance(PathBuf),
    #[tool_failure(code = "auth_required", message = "sign in for {cell}")]
    Message { cell: Cell<u8> },
    #[tool_failure(code = "auth_required", guidance = "sign in for {0:?}")]
    Debug(Opaque),
    #[tool_failure(code = "auth_required", guidance = "sign in for {0}")]
    Trusted(#[tool_failure(trusted)] Opaque),
}

impl std::fmt::Debug for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("E")
    }
}

fn main() {}
