//! A collector: it takes what OTLP exporters post, and keeps what a test wants to know of it.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex},
};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use opentelemetry_proto::tonic::{
    collector::{
        logs::v1::{ExportLogsServiceRequest, ExportLogsServiceResponse},
        trace::v1::{ExportTraceServiceRequest, ExportTraceServiceResponse},
    },
    common::v1::{AnyValue, KeyValue, any_value},
    trace::v1::{span::SpanKind, status::StatusCode as SpanStatus},
};
use prost::Message;
use tokio::net::TcpListener;

/// The target of our events, which the bridge makes the scope of the record.
const TARGET: &str = "mcp::tool_failure";

type Attributes = BTreeMap<String, String>;

/// All that a server exported.
#[derive(Clone, Debug, Default)]
pub(crate) struct Exported {
    pub(crate) failures: Vec<Failure>,
    pub(crate) spans: Vec<Span>,
}

/// A log record of a failure.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) trace_id: String,
    pub(crate) span_id: String,
    pub(crate) severity: String,
    pub(crate) body: String,
    pub(crate) attributes: Attributes,
}

#[derive(Clone, Debug)]
pub(crate) struct Span {
    pub(crate) name: String,
    pub(crate) trace_id: String,
    pub(crate) trace_state: String,
    pub(crate) span_id: String,
    /// Empty where the span is the first of its trace.
    pub(crate) parent_id: String,
    pub(crate) is_server: bool,
    pub(crate) is_error: bool,
    pub(crate) attributes: Attributes,
    /// Of the events in the span.
    pub(crate) correlation_ids: Vec<String>,
}

impl Failure {
    pub(crate) fn correlation_id(&self) -> &str {
        &self.attributes["correlation_id"]
    }
}

impl Exported {
    pub(crate) fn span(&self, span_id: &str) -> &Span {
        let mut spans = self.spans.iter();
        spans.find(|span| span.span_id == span_id).unwrap_or_else(|| panic!("{span_id}: {self:#?}"))
    }
}

pub(crate) struct Collector {
    /// For `OTEL_EXPORTER_OTLP_ENDPOINT`.
    pub(crate) endpoint: String,
    exported: Kept,
}

type Kept = Arc<Mutex<Exported>>;

impl Collector {
    pub(crate) async fn start() -> Self {
        Self::serve(Router::new().route("/v1/traces", post(traces)).route("/v1/logs", post(logs)))
            .await
    }

    /// Answers so that no exporter tries again.
    pub(crate) async fn refusing() -> Self {
        Self::serve(Router::new().fallback(|| async { StatusCode::BAD_REQUEST })).await
    }

    async fn serve(app: Router<Kept>) -> Self {
        let exported = Kept::default();
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let endpoint = format!("http://{}", listener.local_addr().expect("it is bound"));
        let app = app.with_state(Arc::clone(&exported));
        // Ends with the test's runtime.
        tokio::spawn(async move { axum::serve(listener, app).await });
        Self { endpoint, exported }
    }

    /// What came. Exporters wait for an answer, so once a server has ended this is all of it.
    pub(crate) fn exported(&self) -> Exported {
        self.exported.lock().expect("no request panicked").clone()
    }
}

async fn traces(State(kept): State<Kept>, body: Bytes) -> Response {
    let request = ExportTraceServiceRequest::decode(body).expect("OTLP");
    let scopes = request.resource_spans.into_iter().flat_map(|it| it.scope_spans);
    let spans = scopes.flat_map(|it| it.spans).map(|span| Span {
        name: span.name,
        trace_id: hex(&span.trace_id),
        trace_state: span.trace_state,
        span_id: hex(&span.span_id),
        parent_id: hex(&span.parent_span_id),
        is_server: span.kind == SpanKind::Server as i32,
        is_error: span.status.is_some_and(|it| it.code == SpanStatus::Error as i32),
        attributes: attributes(span.attributes),
        correlation_ids: span
            .events
            .into_iter()
            .filter_map(|event| attributes(event.attributes).remove("correlation_id"))
            .collect(),
    });
    kept.lock().expect("no request panicked").spans.extend(spans);
    answer(&ExportTraceServiceResponse::default())
}

async fn logs(State(kept): State<Kept>, body: Bytes) -> Response {
    let request = ExportLogsServiceRequest::decode(body).expect("OTLP");
    let scopes = request.resource_logs.into_iter().flat_map(|it| it.scope_logs);
    let ours = scopes.filter(|it| it.scope.as_ref().is_some_and(|scope| scope.name == TARGET));
    let failures = ours.flat_map(|it| it.log_records).map(|record| Failure {
        trace_id: hex(&record.trace_id),
        span_id: hex(&record.span_id),
        severity: record.severity_text,
        body: text(record.body),
        attributes: attributes(record.attributes),
    });
    kept.lock().expect("no request panicked").failures.extend(failures);
    answer(&ExportLogsServiceResponse::default())
}

fn answer(response: &impl Message) -> Response {
    ([(CONTENT_TYPE, "application/x-protobuf")], response.encode_to_vec()).into_response()
}

fn attributes(attributes: Vec<KeyValue>) -> Attributes {
    attributes.into_iter().map(|it| (it.key, text(it.value))).collect()
}

/// The text of a text, and what `Debug` says of all else.
fn text(value: Option<AnyValue>) -> String {
    match value.and_then(|value| value.value) {
        Some(any_value::Value::StringValue(text)) => text,
        other => format!("{other:?}"),
    }
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
