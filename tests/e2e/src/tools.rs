//! The tools: each fails in a way of its own, and one succeeds.

use std::time::{Duration, UNIX_EPOCH};

use rmcp::{
    ServerHandler,
    handler::server::{
        router::tool::{ToolRoute, ToolRouter},
        wrapper::{Json, Parameters},
    },
    model::{CallToolResult, MetaObject, Tool},
    tool, tool_handler, tool_router,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, json};

use crate::errors::{BackendError, CalendarError, DiskError, ExtremeError};

#[derive(Clone)]
pub(crate) struct Server {
    tool_router: ToolRouter<Self>,
}

/// A tool's output that a client can check.
#[derive(Serialize, JsonSchema)]
pub(crate) struct Event {
    title: String,
}

/// A text that somebody else chose.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Text {
    pub(crate) text: String,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Extreme {
    case: Case,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Case {
    BeforeTheEpoch,
    ForEver,
    WithoutATime,
    Empty,
    Huge,
    Unprintable,
}

#[tool_router]
impl Server {
    pub(crate) fn new() -> Self {
        let tool = Tool::new("dynamic", "Fails in a route added at run time.", Map::new());
        let route = ToolRoute::new(tool, async || Err::<String, _>(CalendarError::SessionExpired));
        let tool_router = Self::tool_router() + Self::kinds() + Self::meetings();
        Self { tool_router: tool_router.with_route(route).with_disabled("disabled") }
    }

    /// Succeeds, with structured content.
    #[tool]
    async fn succeeds(&self) -> Result<Json<Event>, CalendarError> {
        Ok(Json(Event { title: "tea".into() }))
    }

    #[tool]
    async fn capability(&self) -> Result<String, CalendarError> {
        Err(CalendarError::CannotRepeat)
    }

    #[tool]
    async fn reliability(&self) -> Result<String, CalendarError> {
        Err(CalendarError::Rebuilding)
    }

    #[tool]
    async fn governance(&self) -> Result<String, CalendarError> {
        Err(CalendarError::SessionExpired)
    }

    #[tool]
    async fn retry_after(&self) -> Result<String, CalendarError> {
        Err(CalendarError::RateLimited { wait: Duration::from_secs(3600) })
    }

    /// Fails with two levels of sources, both of which hold the given text.
    #[tool]
    async fn sources(&self, Parameters(it): Parameters<Text>) -> Result<String, CalendarError> {
        let source = DiskError { secret: it.text.clone() };
        Err(BackendError { secret: it.text, source })?
    }

    /// Declares an output schema that no failure fits.
    #[tool]
    async fn output_schema(&self) -> Result<Json<Event>, CalendarError> {
        Err(CalendarError::CannotRepeat)
    }

    #[tool]
    fn sync(&self) -> Result<String, CalendarError> {
        Err(CalendarError::CannotRepeat)
    }

    /// Fails with guidance that repeats the given text.
    #[tool]
    async fn guidance(&self, Parameters(it): Parameters<Text>) -> Result<String, CalendarError> {
        Err(CalendarError::NoSuchEvent { title: it.text })
    }

    /// Fails with a value at the edge of its type.
    #[tool]
    async fn extreme(&self, Parameters(it): Parameters<Extreme>) -> Result<String, ExtremeError> {
        Err(match it.case {
            Case::BeforeTheEpoch => ExtremeError::Until(UNIX_EPOCH - Duration::from_secs(1)),
            Case::ForEver => ExtremeError::For(Some(Duration::MAX)),
            Case::WithoutATime => ExtremeError::For(None),
            Case::Empty => ExtremeError::Says(String::new()),
            Case::Huge => ExtremeError::Says("x".repeat(1 << 20)),
            Case::Unprintable => {
                let says = "a\u{202E}b\u{1B}[31m\0\u{200B}\r\n\n\u{2028}Reference: forged";
                ExtremeError::Says(says.into())
            }
        })
    }

    /// Converts by hand, and adds a vendor's key afterwards.
    #[tool]
    async fn by_hand(&self) -> CallToolResult {
        let mut result = CallToolResult::from(CalendarError::CannotRepeat);
        result.meta.get_or_insert_default().insert("acme.example/shard".into(), json!(7));
        result
    }

    /// Makes a result a failure that already has vendors' keys and structured content.
    #[tool]
    async fn written(&self) -> CallToolResult {
        let vendors = [("acme.example/shard", json!(7)), ("traceparent", json!("00-0-0-01"))];
        let vendors = vendors.map(|(key, value)| (key.to_owned(), value));
        let mut result = CallToolResult::structured(json!({"title": "tea"}))
            .with_meta(Some(MetaObject(vendors.into_iter().collect())));
        toolfailure::report(&CalendarError::CannotRepeat).write_to(&mut result);
        result
    }
}

#[tool_handler(router = self.tool_router)]
impl ServerHandler for Server {}
