//! Codes that are constants are checked where they are known: by the compiler.

use toolfailure::ToolFailure;

mod codes {
    pub(crate) const BASELINE: &str = "auth_required";
    pub(crate) const SHAPE: &str = "Auth Required";
    pub(crate) const NUMBER: u8 = 5;
    pub(crate) const OWN: &str = "acme.own";
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Evaluated {
    #[tool_failure(class = "capability", code = codes::BASELINE)]
    WrongClass,
    #[tool_failure(class = "governance", code = codes::SHAPE)]
    BadShape,
    #[tool_failure(class = "governance", code = self::codes::SHAPE)]
    BadShapeAgain,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum TwoClasses {
    #[tool_failure(class = "capability", code = codes::OWN)]
    One,
    #[tool_failure(class = "governance", code = "acme.own")]
    Other,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Typed {
    #[tool_failure(class = "governance", code = codes::NUMBER)]
    Number,
}

fn main() {}
