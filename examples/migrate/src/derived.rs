//! The steps after it: an enum that says why, and a few tools that use it.

use std::{borrow::Cow, sync::Arc, time::Duration};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{
        router::tool::{SyncTool, ToolBase, ToolRoute, ToolRouter},
        tool::ToolCallContext,
    },
    model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, JsonObject},
    service::RequestContext,
    tool, tool_handler, tool_router,
};
use toolfailure::{ToolFailure, server::Classified};

use crate::{
    backend::{self, BackendError},
    before::{self, Slot, weather_tool, work},
};

/// Why a tool of the calendar fails.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[tool_failure(error_data)]
pub(crate) enum CalendarError {
    #[error("the calendar API is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited {
        #[tool_failure(retry_after)]
        wait: Duration,
    },

    #[error("there is no such event")]
    #[tool_failure(code = "resource_not_found", guidance = "List the events first.")]
    NoSuchEvent,

    #[error("the calendar session has expired")]
    #[tool_failure(code = "auth_required", guidance = "Ask the user to sign in.")]
    SessionExpired,

    #[error("the calendar backend failed")]
    #[tool_failure(class = "reliability", code = "retryable_transient_error")]
    Backend(#[source] BackendError),
}

impl From<BackendError> for CalendarError {
    fn from(error: BackendError) -> Self {
        match error {
            BackendError::TooManyRequests(wait) => Self::RateLimited { wait },
            BackendError::NotFound => Self::NoSuchEvent,
            BackendError::Unauthorized => Self::SessionExpired,
            BackendError::Connection(_) => Self::Backend(error),
        }
    }
}

struct Calendar {
    router: ToolRouter<Self>,
}

/// The server, half way.
pub fn server() -> impl ServerHandler {
    let router = Calendar::tool_router() + Calendar::changed();
    let router = router.with_sync_tool::<FindSlot>().with_route(weather());
    Classified::new(Calendar { router })
}

#[tool_router(router = changed)]
impl Calendar {
    /// The signature stays; `?` takes the enum.
    #[tool]
    async fn create_event(&self) -> Result<CallToolResult, ErrorData> {
        let text = backend::request("create_event").map_err(CalendarError::from)?;
        Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
    }

    /// The signature says it, too, and the body is shorter for it.
    #[tool]
    async fn show_event(&self) -> Result<String, CalendarError> {
        Ok(backend::request("show_event")?)
    }

    /// What was text of anyhow.
    #[tool]
    async fn search_events(&self) -> Result<String, CalendarError> {
        Ok(backend::request("search_events")?)
    }
}

before::tools! { Calendar:
    protocol_errors {
        list_events move_event delete_event
        list_guests create_guest show_guest move_guest delete_guest
        list_rooms create_room show_room move_room delete_room
        list_calendars create_calendar show_calendar move_calendar delete_calendar
    }
    texts {
        import_events export_events sync_events archive_events
        import_guests export_guests search_guests sync_guests archive_guests
        import_rooms export_rooms search_rooms sync_rooms archive_rooms
        import_calendars export_calendars search_calendars sync_calendars archive_calendars
    }
}

#[tool_handler(router = self.router)]
impl ServerHandler for Calendar {
    /// Who is not signed in deletes nothing.
    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        if request.name.starts_with("delete_") {
            return Err(CalendarError::SessionExpired.into());
        }
        self.router.call(ToolCallContext::new(self, request, context)).await
    }
}

struct FindSlot;

impl ToolBase for FindSlot {
    type Parameter = ();
    type Output = Slot;
    type Error = CalendarError;

    fn name() -> Cow<'static, str> {
        "find_slot".into()
    }

    fn input_schema() -> Option<Arc<JsonObject>> {
        None
    }
}

impl SyncTool<Calendar> for FindSlot {
    fn invoke(_: &Calendar, (): ()) -> Result<Slot, CalendarError> {
        Ok(Slot { start: backend::request("find_slot")? })
    }
}

fn weather() -> ToolRoute<Calendar> {
    ToolRoute::new_dyn(weather_tool(), |_| {
        Box::pin(async {
            let forecast = backend::request("weather").map_err(CalendarError::from)?;
            Ok(CallToolResult::success(vec![ContentBlock::text(forecast)]).into())
        })
    })
}
