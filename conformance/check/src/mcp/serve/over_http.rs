use std::{io, net::SocketAddr, sync::Arc};

use axum::{
    Router,
    body::Bytes,
    extract::State,
    http::{HeaderName, StatusCode, header::CONTENT_TYPE},
    response::{IntoResponse, Response},
    routing::post,
};
use tokio::{net::TcpListener, task::JoinHandle};

use super::{Toolbox, answer};

/// A server that is there as long as this is.
pub(crate) struct Serving {
    pub(crate) url: String,
    task: JoinHandle<()>,
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// Serves streamable HTTP with a session, each answer as JSON.
///
/// # Errors
///
/// If nobody can listen at the address.
pub(crate) async fn over_http(
    toolbox: Arc<dyn Toolbox>,
    address: SocketAddr,
) -> io::Result<Serving> {
    let listener = TcpListener::bind(address).await?;
    let url = format!("http://{}/mcp", listener.local_addr()?);
    // No stream of its own, and nothing to do at the end of a session.
    let app = Router::new()
        .route("/mcp", post(posted).delete(|| async { StatusCode::NO_CONTENT }))
        .with_state(toolbox);
    let task = tokio::spawn(async move {
        // It ends with the task.
        let _ = axum::serve(listener, app).await;
    });
    Ok(Serving { url, task })
}

async fn posted(State(toolbox): State<Arc<dyn Toolbox>>, body: Bytes) -> Response {
    let text = String::from_utf8_lossy(&body);
    let Some(answer) = answer(&toolbox, &text) else {
        return StatusCode::ACCEPTED.into_response();
    };
    let session = (HeaderName::from_static("mcp-session-id"), "toolfailure-check");
    let json = (CONTENT_TYPE, "application/json");
    if text.contains("\"initialize\"") {
        ([session, json], answer).into_response()
    } else {
        ([json], answer).into_response()
    }
}
