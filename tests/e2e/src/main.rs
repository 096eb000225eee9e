//! A server whose tools fail in every way: over stdio, or with `--http` and `--http-json` over
//! streamable HTTP, with sessions and without.
//!
//! With `--layer` the layer covers the whole server, with `--time-limit` it also ends calls soon,
//! with `--leave-panics` it covers all but panics.
//!
//! It ends when its stdin closes, whatever it speaks, so that no test leaves a process behind.

mod errors;
mod kinds;
mod logging;
mod meetings;
mod tools;

use std::{error::Error, io::Write, time::Duration};

use rmcp::{
    ServerHandler, ServiceExt,
    transport::{
        stdio,
        streamable_http_server::{
            StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
        },
    },
};
use tokio::io::AsyncReadExt;
use toolfailure::server::Classified;

use tools::Server;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let mut http = None;
    let mut log = logging::Log::Json;
    let mut limit = None;
    let mut leave_panics = false;
    for flag in std::env::args().skip(1) {
        match flag.as_str() {
            "--http" => http = Some(StreamableHttpServerConfig::default()),
            "--http-json" => {
                let config = StreamableHttpServerConfig::default();
                http = Some(config.with_legacy_session_mode(false).with_json_response(true));
            }
            "--layer" => limit = Some(Duration::from_secs(3600)),
            "--leave-panics" => {
                limit = Some(Duration::from_secs(3600));
                leave_panics = true;
            }
            "--time-limit" => limit = Some(Duration::from_millis(200)),
            "--no-subscriber" => log = logging::Log::NoSubscriber,
            "--filter" => log = logging::Log::Filtered,
            "--filter-layer" => log = logging::Log::FilteredByLayer,
            "--no-fallback" => toolfailure::set_stderr_fallback(false),
            _ => return Err(format!("unknown flag {flag}").into()),
        }
    }
    logging::start(log);
    match limit {
        None => serve(Server::new, http).await,
        Some(limit) => {
            let layered = move || {
                let layer = Classified::new(Server::new()).with_time_limit(limit);
                if leave_panics { layer.leave_panics() } else { layer }
            };
            serve(layered, http).await
        }
    }
}

/// Serves until stdin closes.
async fn serve<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
    http: Option<StreamableHttpServerConfig>,
) -> Result<(), Box<dyn Error>> {
    match http {
        None => {
            handler().serve(stdio()).await?.waiting().await?;
            Ok(())
        }
        Some(config) => serve_http(handler, config).await,
    }
}

/// The first line on stdout is where.
async fn serve_http<H: ServerHandler>(
    handler: impl Fn() -> H + Send + Sync + 'static,
    config: StreamableHttpServerConfig,
) -> Result<(), Box<dyn Error>> {
    let sessions = LocalSessionManager::default().into();
    let service = StreamableHttpService::new(move || Ok(handler()), sessions, config);
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await?;
    writeln!(std::io::stdout(), "http://{}/mcp", listener.local_addr()?)?;
    let app = axum::Router::new().route_service("/mcp", service);
    let mut ignored = Vec::new();
    let mut stdin = tokio::io::stdin();
    tokio::select! {
        served = axum::serve(listener, app) => served?,
        closed = stdin.read_to_end(&mut ignored) => drop(closed?),
    }
    Ok(())
}
