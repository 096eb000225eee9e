//! A server as users of this crate write it, whose tools fail in ways that can be retried, and that
//! says on stderr what it does.

use std::{
    sync::atomic::{AtomicU32, Ordering},
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use rmcp::{
    RoleServer, ServerHandler, handler::server::wrapper::Parameters, service::RequestContext, tool,
    tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::Notify;
use toolfailure::ToolFailure;

/// What goes wrong.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub enum CalendarError {
    /// It may work in a moment.
    #[error("the calendar is busy")]
    #[tool_failure(code = "retryable_transient_error")]
    Busy,
    /// It works from then on.
    #[error("the calendar is closed")]
    #[tool_failure(class = "reliability", code = "acme.closed")]
    Closed(#[tool_failure(retry_at)] SystemTime),
    /// It never works for this user.
    #[error("the calendar is not shared with you")]
    #[tool_failure(code = "permission_denied", guidance = "Ask its owner to share it.")]
    NotShared,
}

/// How many times a tool is to fail.
#[derive(Deserialize, JsonSchema)]
pub struct Failures {
    failures: u32,
    /// When to come again, in Unix epoch milliseconds.
    not_before: Option<u64>,
}

/// The server. Each execution of a tool that fails is one line on stderr.
#[derive(Default)]
pub struct Server {
    executions: AtomicU32,
    begun: Notify,
    cancelled: Notify,
}

impl Server {
    fn executed(&self) -> u32 {
        eprintln!("executed");
        self.executions.fetch_add(1, Ordering::SeqCst) + 1
    }

    fn fail(&self, it: &Failures) -> Result<String, CalendarError> {
        let executions = self.executed();
        if executions > it.failures {
            return Ok(format!("executed {executions} times"));
        }
        Err(match it.not_before {
            None => CalendarError::Busy,
            Some(millis) => CalendarError::Closed(UNIX_EPOCH + Duration::from_millis(millis)),
        })
    }
}

#[tool_router]
impl Server {
    /// Fails so many times, then succeeds.
    #[tool(annotations(idempotent_hint = true))]
    async fn find(&self, Parameters(it): Parameters<Failures>) -> Result<String, CalendarError> {
        self.fail(&it)
    }

    /// The same, without a promise that calling it twice is safe.
    #[tool]
    async fn book(&self, Parameters(it): Parameters<Failures>) -> Result<String, CalendarError> {
        self.fail(&it)
    }

    /// Fails for good.
    #[tool(annotations(idempotent_hint = true))]
    async fn read(&self) -> Result<String, CalendarError> {
        self.executed();
        Err(CalendarError::NotShared)
    }

    /// Does its work, and takes the server down before it answers.
    #[tool(annotations(idempotent_hint = true))]
    async fn dies(&self) -> String {
        self.executed();
        std::process::exit(0)
    }

    /// Answers when it is cancelled, which nobody hears.
    #[tool(annotations(idempotent_hint = true))]
    async fn waits(&self, context: RequestContext<RoleServer>) -> String {
        self.executed();
        self.begun.notify_one();
        context.ct.cancelled().await;
        self.cancelled.notify_one();
        "cancelled".into()
    }

    /// Answers when the tool above has begun.
    #[tool]
    async fn begun(&self) -> String {
        self.begun.notified().await;
        "it waits".into()
    }

    /// Answers when the tool above is cancelled.
    #[tool]
    async fn cancelled(&self) -> String {
        self.cancelled.notified().await;
        "it was cancelled".into()
    }
}

#[tool_handler]
impl ServerHandler for Server {}
