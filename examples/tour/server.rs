//! The server: a calendar, whose errors say why they happened. It sets up no logging at all.

use std::time::Duration;

use rmcp::{
    Json, ServerHandler, ServiceExt, handler::server::wrapper::Parameters, schemars::JsonSchema,
    tool, tool_handler, tool_router, transport::stdio,
};
use serde::{Deserialize, Serialize};
use toolfailure::ToolFailure;

use crate::backend::{Backend, BackendError};

/// The argument that makes the tour the server.
pub(crate) const FLAG: &str = "--serve";

pub(crate) async fn run() -> Result<(), Box<dyn std::error::Error>> {
    let calendar = Calendar { backend: Backend::scripted() };
    calendar.serve(stdio()).await?.waiting().await?;
    Ok(())
}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum CalendarError {
    #[error("calendar backend failed")]
    #[tool_failure(class = "reliability", code = "retryable_transient_error")]
    Backend(#[source] BackendError),

    #[error("the calendar API is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited {
        #[tool_failure(retry_after)]
        wait: Duration,
    },

    #[error("the calendar did not confirm the change")]
    #[tool_failure(
        class = "reliability",
        code = "timeout",
        retryable = "if_idempotent",
        guidance = "List the events to see whether the change was made before making it again."
    )]
    Unconfirmed(#[source] BackendError),

    #[error("the calendar session has expired")]
    #[tool_failure(
        class = "governance",
        code = "auth_required",
        guidance = "Ask the user to reconnect their calendar, then repeat the call."
    )]
    SessionExpired(#[source] BackendError),

    #[error("no event has the id {id:?}")]
    #[tool_failure(
        class = "capability",
        code = "resource_not_found",
        guidance = "List the events first; {id} is not among them."
    )]
    NoSuchEvent { id: String },

    #[error(transparent)]
    #[tool_failure(transparent)]
    Storage(#[from] StorageError),
}

/// An error of another module, classified there.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("exports are switched off by the administrator")]
#[tool_failure(class = "governance", code = "policy_blocked")]
struct StorageError;

impl From<BackendError> for CalendarError {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::TooManyRequests(wait) => Self::RateLimited { wait },
            BackendError::NoAnswer => Self::Unconfirmed(error),
            BackendError::Unauthorized => Self::SessionExpired(error),
            BackendError::Connection(_) => Self::Backend(error),
        }
    }
}

#[derive(Deserialize, JsonSchema)]
struct Event {
    title: String,
}

#[derive(Deserialize, JsonSchema)]
struct EventId {
    id: String,
}

#[derive(Serialize, JsonSchema)]
struct Export {
    path: String,
}

struct Calendar {
    backend: Backend,
}

#[tool_router]
impl Calendar {
    /// Lists all events.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    async fn list_events(&self) -> Result<String, CalendarError> {
        let titles =
            self.backend.request("list", |events| events.values().cloned().collect::<Vec<_>>())?;
        Ok(titles.join(", "))
    }

    /// Creates an event; one of the same title is left as it is.
    #[tool(annotations(idempotent_hint = true))]
    async fn create_event(
        &self,
        Parameters(event): Parameters<Event>,
    ) -> Result<String, CalendarError> {
        let id = self.backend.request("create", |events| {
            if let Some((id, _)) = events.iter().find(|(_, title)| **title == event.title) {
                return *id;
            }
            let id = events.len() as u32 + 1;
            events.insert(id, event.title);
            id
        })?;
        Ok(format!("created event {id}"))
    }

    /// Sends an invitation, each time it is called.
    #[tool(annotations(idempotent_hint = false))]
    async fn invite_guest(
        &self,
        Parameters(_): Parameters<EventId>,
    ) -> Result<String, CalendarError> {
        self.backend.request("invite", |_| ())?;
        Ok("invited".into())
    }

    /// Moves an event by one day.
    #[tool(annotations(idempotent_hint = false))]
    async fn move_event(
        &self,
        Parameters(_): Parameters<EventId>,
    ) -> Result<String, CalendarError> {
        self.backend.request("move", |_| ())?;
        Ok("moved".into())
    }

    /// Shows one event.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    fn show_event(
        &self,
        Parameters(EventId { id }): Parameters<EventId>,
    ) -> Result<String, CalendarError> {
        let key = id.parse::<u32>().ok();
        let found =
            self.backend.request("show", |events| key.and_then(|key| events.get(&key).cloned()))?;
        found.ok_or(CalendarError::NoSuchEvent { id })
    }

    /// Shares the calendar with somebody else.
    #[tool(annotations(idempotent_hint = true))]
    async fn share_calendar(&self) -> Result<String, CalendarError> {
        self.backend.request("share", |_| ())?;
        Ok("shared".into())
    }

    /// Writes the calendar into a file. This tool has an output schema.
    #[tool(annotations(idempotent_hint = true))]
    async fn export_calendar(&self) -> Result<Json<Export>, CalendarError> {
        Ok(Json(export()?))
    }
}

fn export() -> Result<Export, StorageError> {
    Err(StorageError)
}

#[tool_handler]
impl ServerHandler for Calendar {}
