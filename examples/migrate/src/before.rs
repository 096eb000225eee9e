//! The server as it is: errors in every form that rmcp takes, and none says why.

use std::{borrow::Cow, sync::Arc};

use anyhow::Context;
use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    handler::server::{
        router::tool::{SyncTool, ToolBase, ToolRoute, ToolRouter},
        tool::ToolCallContext,
    },
    model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, Tool},
    schemars::JsonSchema,
    service::RequestContext,
    tool_handler,
};
use serde::Serialize;
use serde_json::Map;

use crate::backend;

/// Forty tools, by the form of their errors. A macro, so that the last server can have most of them.
macro_rules! tools {
    ($server:ty: protocol_errors { $($protocol:ident)* } texts { $($text:ident)* }) => {
        #[rmcp::tool_router]
        impl $server {
            $(#[rmcp::tool]
            async fn $protocol(&self) -> Result<CallToolResult, ErrorData> {
                let text = backend::request(stringify!($protocol))
                    .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
                Ok(CallToolResult::success(vec![ContentBlock::text(text)]))
            })*

            $(#[rmcp::tool]
            async fn $text(&self) -> Result<String, String> {
                work(stringify!($text)).map_err(|error| format!("{error:#}"))
            })*
        }
    };
}
pub(crate) use tools;

/// What lies under the tools whose errors are text: anyhow, as everywhere.
pub(crate) fn work(operation: &str) -> anyhow::Result<String> {
    backend::request(operation).with_context(|| format!("{operation} did not work"))
}

/// Calendars, events, guests, rooms.
struct Calendar {
    router: ToolRouter<Self>,
}

tools! { Calendar:
    protocol_errors {
        list_events create_event show_event move_event delete_event
        list_guests create_guest show_guest move_guest delete_guest
        list_rooms create_room show_room move_room delete_room
        list_calendars create_calendar show_calendar move_calendar delete_calendar
    }
    texts {
        import_events export_events search_events sync_events archive_events
        import_guests export_guests search_guests sync_guests archive_guests
        import_rooms export_rooms search_rooms sync_rooms archive_rooms
        import_calendars export_calendars search_calendars sync_calendars archive_calendars
    }
}

/// The server as it is.
pub fn server() -> impl ServerHandler {
    let router = Calendar::tool_router();
    Calendar { router: router.with_sync_tool::<FindSlot>().with_route(weather()) }
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
            return Err(ErrorData::internal_error("sign in first", None));
        }
        self.router.call(ToolCallContext::new(self, request, context)).await
    }
}

/// A tool as a type: its errors are `ErrorData` by construction.
struct FindSlot;

/// A time that suits all guests.
#[derive(JsonSchema, Serialize)]
pub(crate) struct Slot {
    pub(crate) start: String,
}

impl ToolBase for FindSlot {
    type Parameter = ();
    type Output = Slot;
    type Error = ErrorData;

    fn name() -> Cow<'static, str> {
        "find_slot".into()
    }

    fn input_schema() -> Option<Arc<rmcp::model::JsonObject>> {
        None
    }
}

impl SyncTool<Calendar> for FindSlot {
    fn invoke(_: &Calendar, (): ()) -> Result<Slot, ErrorData> {
        let found = backend::request("find_slot");
        let start = found.map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
        Ok(Slot { start })
    }
}

/// A tool that is known at run time only, from a plugin or a configuration.
fn weather() -> ToolRoute<Calendar> {
    ToolRoute::new_dyn(weather_tool(), |_| {
        Box::pin(async {
            let forecast = backend::request("weather")
                .map_err(|error| ErrorData::internal_error(error.to_string(), None))?;
            Ok(CallToolResult::success(vec![ContentBlock::text(forecast)]).into())
        })
    })
}

pub(crate) fn weather_tool() -> Tool {
    Tool::new("weather", "The weather during an event.", Map::new())
}
