//! The client's side: read a failure, decide, and retry only when it is safe.
//!
//! Without the caller's explicit word nothing is ever retried: trust in a server's annotations is
//! given by [`RetryPolicy::trust_server_annotations`], or tool by tool by
//! [`RetryPolicy::tool_is_idempotent`].

#[cfg(feature = "rmcp3")]
pub use crate::rmcp3::client::*;
pub use toolfailure_core::{
    decision::{self, RetryPolicy, StopReason},
    reading::{Field, Problem, Reading, UntrustedGuidance, Violation},
};
