//! The leak check where only the compiler knows that a type is an error.

use std::{error::Error, fmt, num::ParseIntError};

use toolfailure::ToolFailure;

type Cause = std::io::Error;
/// No error itself, but it points to one.
type AnyCause = Box<dyn Error + Send + Sync>;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Display {
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Backend(Cause),
    #[error("failed: {0:?}")]
    #[tool_failure(code = "invalid_input")]
    Optional(Option<ParseIntError>),
    #[error("failed: {causes:?}")]
    #[tool_failure(code = "invalid_input")]
    Listed { causes: Vec<Cause> },
    #[error("failed: {0:?}")]
    #[tool_failure(code = "invalid_input")]
    Borrowed(Result<u8, &'static ParseIntError>),
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Boxed(Box<Cause>),
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Any(AnyCause),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Texts {
    #[tool_failure(code = "invalid_input", message = "failed: {0}")]
    Message(ParseIntError),
    #[tool_failure(code = "invalid_input", guidance = "Read {0}.", expose)]
    Guidance(ParseIntError),
    #[tool_failure(code = "invalid_input", guidance = "Read {inner:?}.")]
    Itself { inner: Option<Box<Self>> },
}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Bounded<'a, T: Error, U>
where
    U: fmt::Debug + Error + 'static,
{
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Inline(T),
    #[error("failed: {0:?}")]
    #[tool_failure(code = "invalid_input")]
    InWhere(Option<U>),
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Borrowed(&'a ParseIntError),
}

trait Backend: fmt::Debug {
    type Failure: Error;
}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Associated<B: Backend> {
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Path(B::Failure),
}

fn main() {}
