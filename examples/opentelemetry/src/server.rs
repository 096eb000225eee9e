//! The server: nothing in it knows of OpenTelemetry.

use std::io;

use rmcp::{ErrorData, ServerHandler, tool, tool_handler, tool_router};
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum CalendarError {
    #[error("the calendar backend failed")]
    #[tool_failure(class = "reliability", code = "retryable_transient_error")]
    Backend(#[source] RequestError),
}

/// As an HTTP client says it: with the whole URL, and the key in it.
#[derive(Debug, thiserror::Error)]
#[error("error sending request for url (https://calendar.example/v1/events?key=s3cr3t)")]
struct RequestError(#[source] io::Error);

pub(crate) struct Calendar;

#[tool_router]
impl Calendar {
    /// Lists all events.
    #[tool(annotations(read_only_hint = true))]
    async fn list_events(&self) -> Result<String, CalendarError> {
        let reset = io::Error::new(io::ErrorKind::ConnectionReset, "connection reset by peer");
        Err(CalendarError::Backend(RequestError(reset)))
    }

    /// Fetches the events of others. Its error has no class, so the layer gives it one.
    #[tool]
    async fn sync_events(&self) -> Result<String, ErrorData> {
        Err(ErrorData::internal_error("another sync is running", None))
    }

    /// Counts all events.
    #[tool(annotations(read_only_hint = true))]
    async fn count_events(&self) -> String {
        "0".to_owned()
    }
}

#[tool_handler]
impl ServerHandler for Calendar {}
