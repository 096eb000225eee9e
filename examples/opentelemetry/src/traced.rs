//! A span for each call of a tool, as part of the client's trace.

use std::borrow::Cow;

use opentelemetry::{
    Context,
    propagation::{Extractor, TextMapPropagator},
};
use opentelemetry_sdk::propagation::TraceContextPropagator;
use rmcp::{
    ErrorData, RoleServer, Service,
    model::{
        ClientNotification, ClientRequest, MetaObject, ProtocolVersion, ServerConfig, ServerResult,
    },
    service::{NotificationContext, RequestContext},
};
use tracing::{Instrument, Span, field::Empty, info_span};
use tracing_opentelemetry::OpenTelemetrySpanExt;

/// A server of which every call of a tool is a span.
///
/// It wraps rmcp's `Service` and not `ServerHandler`, since that one has few methods to hand on. To
/// be used over streamable HTTP in the same way.
pub(crate) struct Traced<S>(pub(crate) S);

impl<S: Service<RoleServer>> Service<RoleServer> for Traced<S> {
    async fn handle_request(
        &self,
        request: ClientRequest,
        context: RequestContext<RoleServer>,
    ) -> Result<ServerResult, ErrorData> {
        let ClientRequest::CallToolRequest(call) = &request else {
            return self.0.handle_request(request, context).await;
        };
        let span = span(&call.params.name, &context);
        let result = self.0.handle_request(request, context).instrument(span.clone()).await;
        record(&span, &result);
        result
    }

    async fn handle_notification(
        &self,
        notification: ClientNotification,
        context: NotificationContext<RoleServer>,
    ) -> Result<(), ErrorData> {
        self.0.handle_notification(notification, context).await
    }

    fn get_info(&self) -> ServerConfig {
        self.0.get_info()
    }

    fn supported_protocol_versions(&self) -> Cow<'static, [ProtocolVersion]> {
        self.0.supported_protocol_versions()
    }
}

/// The names are those of OpenTelemetry's conventions for MCP.
fn span(tool: &str, context: &RequestContext<RoleServer>) -> Span {
    let span = info_span!(
        "tools/call",
        otel.name = format!("tools/call {tool}"),
        otel.kind = "server",
        otel.status_code = Empty,
        mcp.method.name = "tools/call",
        gen_ai.operation.name = "execute_tool",
        gen_ai.tool.name = tool,
        jsonrpc.request.id = %context.id,
        "error.type" = Empty,
    );
    // Where there is no `traceparent`, or none that is well-formed, the context stays the empty one:
    // then the call has a trace of its own, whatever span is current here. `baggage` is not read,
    // since it would go on to every backend that a tool calls.
    let meta = Meta(&context.meta);
    let parent = TraceContextPropagator::new().extract_with_context(&Context::new(), &meta);
    if let Err(error) = span.set_parent(parent) {
        tracing::debug!("the call is not part of the client's trace: {error}");
    }
    span
}

/// To JSON-RPC, the failure of a tool is a success: nobody else marks the span.
fn record(span: &Span, result: &Result<ServerResult, ErrorData>) {
    match result {
        Ok(ServerResult::CallToolResult(result)) if result.is_error == Some(true) => {
            span.record("error.type", "tool_error");
        }
        Ok(_) => return,
        Err(error) => {
            span.record("error.type", error.code.0.to_string());
        }
    }
    span.record("otel.status_code", "error");
}

/// The `_meta` of a request: SEP-414 has `traceparent` and `tracestate` there, under these names.
struct Meta<'a>(&'a MetaObject);

impl Extractor for Meta<'_> {
    fn get(&self, key: &str) -> Option<&str> {
        self.0.0.get(key).and_then(|value| value.as_str())
    }

    fn keys(&self) -> Vec<&str> {
        self.0.0.keys().map(String::as_str).collect()
    }
}
