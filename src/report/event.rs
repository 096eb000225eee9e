//! The one event of a failure.

use std::time::SystemTime;

use tracing::Level;

use crate::{RetryRemark, call::Facts, wire};

/// The target of the events that [`report`](crate::report()) logs.
pub const LOG_TARGET: &str = "mcp::tool_failure";

/// The event's message, the same for every failure, so that logs group.
pub(super) const MESSAGE: &str = "tool call failed";

/// `error.type`, as OpenTelemetry's conventions for MCP have it for a result with `isError`.
pub(super) const ERROR_TYPE: &str = "tool_error";

/// What an operator is to find under the correlation id. Texts are made for logs already.
pub(super) struct Event<'a> {
    pub(super) failure: &'a wire::ToolFailure,
    pub(super) message: String,
    pub(super) chain: Option<String>,
    pub(super) remark: Option<RetryRemark>,
    pub(super) call: Facts,
    pub(super) at: SystemTime,
}

impl Event<'_> {
    pub(super) fn level(&self) -> Level {
        if self.failure.code() == "internal_error" { Level::ERROR } else { Level::WARN }
    }
}
