//! Classes and codes as literals: rows 29, 36, 37. One code may stand on several variants, but
//! with one class.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Classes {
    // Row 29.
    #[tool_failure(class = "governence", code = "acme.a")]
    Slip,
    #[tool_failure(class = "Governance", code = "acme.a")]
    Case,
    #[tool_failure(class = "transient", code = "acme.a")]
    Synonym,
    #[tool_failure(class = "fatal", code = "acme.a")]
    Unknown,
    #[tool_failure(class = "", code = "acme.a")]
    Empty,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Codes {
    // Row 36.
    #[tool_failure(class = "governance", code = "")]
    Empty,
    #[tool_failure(class = "governance", code = "has space\n")]
    Space,
    #[tool_failure(class = "governance", code = "AUTH")]
    Case,
    #[tool_failure(class = "governance", code = "größe")]
    NotAscii,
    #[tool_failure(class = "governance", code = "acme..a")]
    EmptySegment,
    #[tool_failure(class = "governance", code = "1st")]
    Digit,
    #[tool_failure(
        class = "governance",
        code = "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
    )]
    Long,
    #[tool_failure(class = "governance", code = "auth_requierd")]
    NearMiss,
    #[tool_failure(code = "acme.a")]
    WithoutClass,
    #[tool_failure(code = codes::OWN)]
    PathWithoutClass,
    #[tool_failure(class = "governance")]
    WithoutCode,
    #[tool_failure(guidance = "Sign in.")]
    WithoutBoth,
    #[tool_failure(class = "capability", code = "auth_required")]
    OtherClass,
    // Row 37.
    #[tool_failure(class = "governance", code = "acme.b")]
    First,
    #[tool_failure(class = "capability", code = "acme.b")]
    Second,
}

fn main() {}
