//! The vocabulary, the wire object and the trait of MCP tool failures (SEP-3313).
//!
//! Most users want the crate `toolfailure`, which re-exports what is here and adds the derive, the
//! log event and the conversions into the results of rmcp.
//!
//! This crate is pure: no I/O, no async, no clock, no randomness, no rmcp. Without features it
//! depends on nothing but `std`.
//!
//! | feature | what it adds |
//! |---|---|
//! | `client` | the modules `reading` and `decision`: what a result says, and whether to call again |
//! | `serde` | `Serialize` and `Deserialize` for [`wire::ToolFailure`]; brings `text` |
//! | `text` | the module `text`: what may reach a model, and what may reach a log |
//! | `uuid1` | UUIDs need no quoting when guidance interpolates them |
//!
//! Requirement numbers (`W1`, `S3`, …) in these pages are those of the project's numbered list of
//! what SEP-3313 asks for.
//!
//! ```
//! use toolfailure_core::{Classification, Code, Retry, ToolFailureClass};
//!
//! let busy = Classification::reliability(Code::RETRYABLE_TRANSIENT_ERROR, Retry::Yes);
//! assert_eq!(busy.class(), ToolFailureClass::Reliability);
//! ```

#![warn(clippy::print_stderr, clippy::print_stdout)]

mod catalog;
mod class;
mod classification;
mod code;
mod correlation_id;
#[cfg(feature = "client")]
pub mod decision;
#[cfg(feature = "client")]
pub mod reading;
mod retry;
mod retry_hint;
mod retry_not_before;
#[cfg(feature = "text")]
pub mod text;
mod tool_failure;
pub mod vocabulary;
pub mod wire;

pub use catalog::{AtRunTimeEntry, CatalogEntry, NestedEntry, OwnEntry, Retryable};
pub use class::ToolFailureClass;
pub use classification::Classification;
pub use code::{Code, InvalidCode};
pub use correlation_id::{CorrelationId, InvalidCorrelationId};
pub use retry::{Resolved, Retry, RetryRemark};
pub use retry_hint::{RetryAfter, RetryAt};
pub use retry_not_before::{RetryNotBefore, RetryNotBeforeError};
pub use tool_failure::ToolFailure;
