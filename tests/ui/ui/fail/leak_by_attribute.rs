//! The leak check where attributes and spelling tell what a source is.

use std::{error::Error, fmt, io, sync::Arc};

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Display {
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Source(#[source] io::Error),
    #[error("failed: {0:?}")]
    #[tool_failure(code = "invalid_input")]
    From(#[from] io::Error),
    #[error("failed: {source}")]
    #[tool_failure(code = "invalid_input")]
    ByName { source: io::Error },
    #[error("failed: {}", .0.kind())]
    #[tool_failure(code = "invalid_input")]
    Method(#[source] io::Error),
    #[error("failed: {why}", why = .inner)]
    #[tool_failure(code = "invalid_input")]
    Argument {
        #[source]
        inner: io::Error,
    },
    #[error(transparent)]
    #[tool_failure(code = "invalid_input")]
    Transparent(io::Error),
    #[error(fmt = written)]
    #[tool_failure(code = "invalid_input")]
    Function(#[source] io::Error),
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Boxed(Box<dyn Error + Send + Sync>),
    #[error("failed: {0}")]
    #[tool_failure(code = "invalid_input")]
    Shared(Arc<dyn Error>),
    #[error("failed: {}", self.0)]
    #[tool_failure(code = "invalid_input")]
    OfSelf(#[source] io::Error),
    #[error("failed: {self:?}")]
    #[tool_failure(code = "invalid_input")]
    Whole(#[source] io::Error),
    #[error("failed: {}", format!("{source}"))]
    #[tool_failure(code = "invalid_input")]
    Nested { source: io::Error },
    #[error("failed: {}", match .0 { e => e.to_string() })]
    #[tool_failure(code = "invalid_input")]
    BehindKeyword(#[source] io::Error),
}

fn written(_: &io::Error, f: &mut fmt::Formatter<'_>) -> fmt::Result {
    f.write_str("failed")
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed: {0}")]
enum OfTheEnum {
    #[tool_failure(code = "invalid_input")]
    A(#[source] io::Error),
    #[tool_failure(code = "invalid_input")]
    B(#[source] fmt::Error),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Texts {
    #[tool_failure(code = "invalid_input", message = "failed: {0}")]
    Message(#[source] io::Error),
    #[tool_failure(code = "invalid_input", guidance = "Read {0}.", expose)]
    Guidance(#[source] io::Error),
}

fn main() {}
