#![doc = include_str!("../README.md")]
#![warn(clippy::print_stderr, clippy::print_stdout)]
#![cfg_attr(docsrs, feature(doc_cfg))]

// What the derive emits names `::toolfailure`; our own tests derive, too.
#[cfg(test)]
extern crate self as toolfailure;

#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;
mod call;
#[cfg(feature = "client")]
pub mod client;
mod failure;
mod random;
mod report;
#[cfg(feature = "rmcp3")]
mod rmcp3;
pub mod testing;

pub use failure::{Failure, OrToolFailure};
pub use report::{LOG_TARGET, Report, report, set_stderr_fallback};
#[cfg(feature = "rmcp3")]
pub use rmcp3::server;
pub use toolfailure_core::{
    AtRunTimeEntry, CatalogEntry, Classification, Code, CorrelationId, InvalidCode,
    InvalidCorrelationId, NestedEntry, OwnEntry, Resolved, Retry, RetryAfter, RetryAt,
    RetryNotBefore, RetryNotBeforeError, RetryRemark, Retryable, ToolFailure, ToolFailureClass,
    text, vocabulary, wire,
};
pub use toolfailure_derive::ToolFailure;
