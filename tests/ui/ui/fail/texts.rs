//! The format strings of guidance and message: rows 2, 46, 48, 49, 50, 55, 56, 59.

use toolfailure::ToolFailure;

const LIMIT: u32 = 5;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Guidance {
    // Rows 48, 49.
    #[tool_failure(code = "auth_required", guidance = "{acount} {nothing_alike} {0}")]
    Fields { account: u8, limit: u8 },
    // Row 56.
    #[tool_failure(code = "auth_required", guidance = "at most {LIMIT}")]
    Constant { account: u8 },
    // Row 2.
    #[tool_failure(code = "auth_required", guidance = "{r#type}")]
    Raw { r#type: u8 },
    // Row 59.
    #[tool_failure(code = "auth_required", guidance = "{match} {type}")]
    Keyword { r#type: u8 },
    // Rows 48, 49.
    #[tool_failure(code = "auth_required", guidance = "{} {1} {x}")]
    Tuple(u8),
    #[tool_failure(code = "auth_required", guidance = "{x} {0}")]
    Unit,
    #[tool_failure(code = "auth_required", guidance = "{x}")]
    NoFields {},
    // Row 50, and formats that only `format!` takes.
    #[tool_failure(code = "auth_required", guidance = "{name.len()} {name:>8} {name:#?}")]
    More { name: u8 },
    #[tool_failure(code = "auth_required", guidance = "{0.x} {0:1$}")]
    Members(u8, usize),
    // Row 55.
    #[tool_failure(code = "auth_required", guidance = "{self} {self:?}")]
    Itself,
    // Row 46.
    #[tool_failure(code = "auth_required", guidance = "send {\"id\": 1}")]
    Json,
    #[tool_failure(code = "auth_required", guidance = "a } b { c")]
    Braces,
    #[tool_failure(
        code = "auth_required",
        guidance = "This is a whole manual and no instruction: it goes on and on, as if a model had \
                    nothing else to read, says everything twice, says everything twice, and then, \
                    because there is room, gives a history of the service, of its authors and of \
                    their cat, before it comes to the point, which it has forgotten by then."
    )]
    Long,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(code = "auth_required", message = "{acount}", guidance = "{1}")]
struct Message {
    account: u8,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Trust {
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    Both(#[tool_failure(trusted, untrusted)] u8),
}

fn main() {}
