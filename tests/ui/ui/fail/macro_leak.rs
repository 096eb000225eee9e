//! The leak check by type, where a macro has put the type together.

use toolfailure::ToolFailure;

type Cause = std::io::Error;

macro_rules! leak {
    ($name:ident, $kind:ty, $display:literal) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error($display)]
        #[tool_failure(code = "auth_required")]
        struct $name(Option<$kind>);
    };
}

leak!(E, Cause, "failed: {0:?}");

fn main() {}
