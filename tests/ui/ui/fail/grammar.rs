//! What is between the brackets: rows 25, 27, 34, 39, 40, 82.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Shapes {
    // Row 39.
    #[tool_failure]
    Bare,
    #[tool_failure = "governance"]
    Equals,
    #[tool_failure()]
    Empty,
    #[tool_failure("governance")]
    NoKey,
    #[tool_failure[code = "auth_required"]]
    Brackets,
    // Row 40; another spelling is in `near_miss.rs`.
    #[toolfailure(code = "auth_required")]
    Underscore,
    // Row 39.
    #[tool_failure(class: "governance", code = "acme.a")]
    Colon,
    #[tool_failure(class("governance"), code = "acme.a")]
    Call,
    #[tool_failure(class = "governance" code = "acme.a")]
    NoComma,
    #[tool_failure(code = "auth_required",, expose)]
    TwoCommas,
    // Row 82.
    #[tool_failure(class = , code = "acme.a")]
    NoValue,
    #[tool_failure(class = "governance", code =)]
    NoLastValue,
    #[tool_failure(cl)]
    HalfTyped,
    // Row 39.
    #[tool_failure(code = "auth_required", expose = true)]
    FlagWithValue,
    #[tool_failure(code = "auth_required", guidance)]
    KeyWithoutValue,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Values {
    #[tool_failure(class = "governance", code = 5)]
    Number,
    #[tool_failure(class = "governance", code = b"acme.a")]
    Bytes,
    // Row 25.
    #[tool_failure(class = "governance", code = concat!("acme", ".a"))]
    Macro,
    #[tool_failure(code = "auth_required", guidance = concat!("a", "b"))]
    GuidanceByMacro,
    #[tool_failure(code = "auth_required", guidance = include_str!("guidance.txt"), message = A)]
    MessageByPath,
    // Row 34.
    #[tool_failure(code = "auth_required", guidance = "Sign in."sfx)]
    Suffix,
    // Row 29.
    #[tool_failure(class = governance, code = "acme.a")]
    NotQuoted,
    // Row 39.
    #[tool_failure(class = "reliability", code = "acme.b", retryable = "true")]
    Quoted,
    #[tool_failure(class = "reliability", code = "acme.b", retryable = maybe)]
    Word,
    #[tool_failure(class = "reliability", code = "acme.b", retryable = "yes")]
    QuotedWord,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Keys {
    // Row 30.
    #[tool_failure(clas = "governance", cod = "acme.a")]
    TwoSlips,
    #[tool_failure(severity = 3, code = "auth_required")]
    Unknown,
    #[tool_failure(type = "governance", code = "acme.a")]
    Keyword,
    #[tool_failure(code = "auth_required", help = "Sign in.", msg = "no session")]
    Synonyms,
    // Row 27.
    #[tool_failure(code = "auth_required", code = "approval_required", code = "auth_required")]
    Twice,
    #[tool_failure(code = "auth_required")]
    #[tool_failure(guidance = "Sign in.", code = "auth_required")]
    InTwoAttributes,
}

fn main() {}
