//! A server over stdio whose failures are exported by OTLP: each as a log record that has the
//! correlation id of the result and stands in the trace of the client, and the call as a span.
//!
//! ```text
//! OTEL_EXPORTER_OTLP_ENDPOINT=http://localhost:4318 cargo run --example opentelemetry
//! ```
//!
//! Any MCP host can start it. What is to be copied is in `telemetry.rs` (the exporters) and
//! `traced.rs` (the trace of a call); `server.rs` is a server as any other.

mod server;
mod telemetry;
mod traced;

use std::error::Error;

use rmcp::{ServiceExt, transport::stdio};
use toolfailure::server::Classified;

use server::Calendar;
use telemetry::Telemetry;
use traced::Traced;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let telemetry = Telemetry::start()?;
    let served = serve().await;
    // A host ends a server by closing its stdin, and `serve` with it. What was not exported by then
    // would be lost, also after an error.
    telemetry.shutdown().await?;
    served
}

async fn serve() -> Result<(), Box<dyn Error>> {
    // In this order: what the layer makes of panics and protocol errors is logged in the layer, and
    // so is part of the trace only where the span is outside it.
    Traced(Classified::new(Calendar)).serve(stdio()).await?.waiting().await?;
    Ok(())
}
