//! The server: one tool that fails, the layer round it, and JSON logs.

use std::{error::Error, io};

use rmcp::{ServerHandler, ServiceExt, tool, tool_handler, tool_router, transport::stdio};
use toolfailure::{ToolFailure, server::Classified};

/// The argument that makes the example the server.
pub(crate) const FLAG: &str = "--serve";

pub(crate) const TOOL: &str = "list_events";

pub(crate) async fn run(with_log: bool) -> Result<(), Box<dyn Error>> {
    if with_log {
        // To stderr, because over stdio stdout is the protocol. tracing-subscriber writes there by
        // default; a log line is no message of the protocol, at best the client skips it, and it is
        // in no log. What servers write to stderr, hosts keep as their logs.
        tracing_subscriber::fmt().json().flatten_event(true).with_writer(io::stderr).init();
    } else {
        toolfailure::set_stderr_fallback(false);
    }
    Classified::new(Calendar).serve(stdio()).await?.waiting().await?;
    Ok(())
}

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

struct Calendar;

#[tool_router]
impl Calendar {
    /// Lists all events.
    #[tool(annotations(read_only_hint = true))]
    async fn list_events(&self) -> Result<String, CalendarError> {
        let reset = io::Error::new(io::ErrorKind::ConnectionReset, "connection reset by peer");
        Err(CalendarError::Backend(RequestError(reset)))
    }
}

#[tool_handler]
impl ServerHandler for Calendar {}
