//! From `tracing` to an OTLP collector: spans as traces, events as log records.

use std::{error::Error, io, time::Duration};

use async_trait::async_trait;
use opentelemetry::trace::TracerProvider;
use opentelemetry_appender_tracing::layer::OpenTelemetryTracingBridge;
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response, hyper::HyperClient};
use opentelemetry_otlp::{LogExporter, SpanExporter, WithHttpConfig};
use opentelemetry_sdk::{Resource, logs::SdkLoggerProvider, trace::SdkTracerProvider};
use tokio::{runtime::Handle, task::spawn_blocking};
use tracing_subscriber::{
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    registry,
    util::SubscriberInitExt,
};

/// How long the collector may take for one request: less than the 5 s that a shutdown waits.
const PATIENCE: Duration = Duration::from_secs(3);

/// The two pipelines to the collector.
pub(crate) struct Telemetry {
    traces: SdkTracerProvider,
    logs: SdkLoggerProvider,
}

impl Telemetry {
    /// Sets up `tracing`. Where to, how often and as which service is said by the standard's
    /// environment variables, `OTEL_EXPORTER_OTLP_ENDPOINT` and `OTEL_SERVICE_NAME` above all. Call
    /// it inside the runtime.
    pub(crate) fn start() -> Result<Self, Box<dyn Error>> {
        let http = OnRuntime {
            client: HyperClient::with_default_connector(PATIENCE, None),
            runtime: Handle::current(),
        };
        let resource = Resource::builder().build();
        let spans = SpanExporter::builder().with_http().with_http_client(http.clone()).build()?;
        let records = LogExporter::builder().with_http().with_http_client(http).build()?;
        let traces = SdkTracerProvider::builder()
            .with_resource(resource.clone())
            .with_batch_exporter(spans)
            .build();
        let logs = SdkLoggerProvider::builder()
            .with_resource(resource)
            .with_batch_exporter(records)
            .build();

        registry()
            // WARN and ERROR of `mcp::tool_failure` must pass. rmcp's INFO would be a span as long as
            // the whole connection.
            .with(
                Targets::new()
                    .with_default(LevelFilter::INFO)
                    .with_target("rmcp", LevelFilter::WARN),
            )
            // Entering a span also makes it OpenTelemetry's current one, which is where the bridge
            // below gets the trace id of a record from.
            .with(tracing_opentelemetry::layer().with_tracer(traces.tracer("calendar")))
            .with(OpenTelemetryTracingBridge::new(&logs))
            // For the host's log file, and for the day on which the collector is not there. Over
            // stdio, stdout is the protocol.
            .with(fmt::layer().with_ansi(false).with_writer(io::stderr))
            .init();
        Ok(Self { traces, logs })
    }

    /// Exports what is left. A collector that cannot be reached is a line on stderr and no failure
    /// of the server.
    pub(crate) async fn shutdown(self) -> Result<(), Box<dyn Error>> {
        // It waits for the exporters' threads, and these for the runtime: not to be done on it.
        let ended = spawn_blocking(move || [self.traces.shutdown(), self.logs.shutdown()]).await?;
        for error in ended.into_iter().filter_map(Result::err) {
            tracing::warn!("telemetry was lost: {error}");
        }
        Ok(())
    }
}

/// Sends on the server's runtime: the exporters run on threads of their own, where hyper has none.
#[derive(Clone, Debug)]
struct OnRuntime {
    client: HyperClient,
    runtime: Handle,
}

#[async_trait]
impl HttpClient for OnRuntime {
    async fn send_bytes(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let client = self.client.clone();
        self.runtime.spawn(async move { client.send_bytes(request).await }).await?
    }
}
