//! What rmcp made of a reply, and what it says to us.

use rmcp::{
    ServiceError,
    model::{CallToolResponse, CallToolResult, MetaObject, ResultType, ServerResult},
};
use serde_json::Value;
use toolfailure_core::{decision::StopReason, reading::Reading, wire::META_KEY};

use super::{CallToolResultExt, Reply};

/// A reply: one that can be read, or why there is no reading.
#[derive(Debug)]
pub(super) struct Received {
    pub(super) reply: Reply,
    pub(super) reading: Result<Reading, StopReason>,
}

impl Received {
    pub(super) fn new(reply: Result<ServerResult, ServiceError>) -> Self {
        match reply {
            Ok(result) => Self::result(result),
            Err(error) => {
                let reason = why_no_result(&error);
                Self { reply: Reply::Failed(error), reading: Err(reason) }
            }
        }
    }

    fn result(result: ServerResult) -> Self {
        match result {
            ServerResult::CallToolResult(result) => Self::complete(result),
            // Read from what went over the wire: `resultType` says what these are.
            ServerResult::InputRequiredResult(result) => {
                let reading = from_wire(serde_json::to_value(&result));
                Self::response(CallToolResponse::InputRequired(result), reading)
            }
            ServerResult::CreateTaskResult(result) => {
                let reading = from_wire(serde_json::to_value(&result));
                Self::response(CallToolResponse::Task(result), reading)
            }
            // No content, which rmcp's own call_tool takes for a result as well: `{}`,
            // `{"resultType": "complete"}`, `{"_meta": {}}`.
            ServerResult::EmptyResult(_) => Self::contentless(None, None),
            ServerResult::TaskAckResult(ack) => Self::contentless(Some(ack.result_type), ack.meta),
            ServerResult::CustomResult(result) => match only_meta(&result.0) {
                Some(meta) => Self::contentless(None, Some(meta)),
                // A result that rmcp's types cannot hold may hold a failure all the same.
                None => {
                    let reading = Reading::from_value(&result.0);
                    Self { reply: Reply::Unparsed(result.0), reading: Ok(reading) }
                }
            },
            // Taken for the result of another method. What it was is lost, but for `_meta`.
            other => {
                let received = Self::new(Err(ServiceError::UnexpectedResponse));
                match remains(&other) {
                    Some(reading) => Self { reading: Ok(reading), ..received },
                    None => received,
                }
            }
        }
    }

    fn contentless(result_type: Option<ResultType>, meta: Option<MetaObject>) -> Self {
        let mut result = CallToolResult::default();
        (result.result_type, result.meta) = (result_type, meta);
        Self::complete(result)
    }

    fn complete(result: CallToolResult) -> Self {
        let reading = result.reading();
        Self::response(CallToolResponse::Complete(result), reading)
    }

    fn response(response: CallToolResponse, reading: Reading) -> Self {
        Self { reply: Reply::Response(response), reading: Ok(reading) }
    }
}

/// The `_meta` of a result that has nothing else.
fn only_meta(result: &Value) -> Option<MetaObject> {
    let object = result.as_object().filter(|object| object.len() == 1)?;
    object.get("_meta")?.as_object().cloned().map(MetaObject)
}

/// What is left of a tool failure in a result that was taken for another.
fn remains(result: &ServerResult) -> Option<Reading> {
    let result = serde_json::to_value(result).ok()?;
    result.get("_meta")?.get(META_KEY).map(Reading::from_remains)
}

/// What was read from JSON can be written as JSON; anything else is no result, and read as that.
fn from_wire(result: serde_json::Result<Value>) -> Reading {
    Reading::from_value(&result.unwrap_or_default())
}

/// After an error nobody knows whether the tool ran: not even after `TransportSend`, which a server
/// that ran the tool and then dropped the connection causes as well.
fn why_no_result(error: &ServiceError) -> StopReason {
    match error {
        ServiceError::McpError(_) => StopReason::ProtocolError,
        ServiceError::Cancelled { .. } => StopReason::Cancelled,
        _ => StopReason::OutcomeUnknown,
    }
}
