//! A server over streamable HTTP, by hand, so that it can answer as no library would.

use std::{
    collections::VecDeque,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU32, Ordering},
    },
};

use axum::{
    Router,
    extract::State,
    http::{HeaderMap, StatusCode, header},
    response::{IntoResponse, Response},
    routing::post,
};
use serde_json::{Value, json};
use tokio::{net::TcpListener, sync::Notify, task::JoinHandle};

use super::idempotent_list;

/// What the server answers after it has run the tool.
#[derive(Clone)]
pub(crate) enum HttpAnswer {
    Result(String),
    Status(StatusCode, &'static [(&'static str, &'static str)]),
    /// Nothing ever.
    Never,
}

#[derive(Default)]
struct Counts {
    executions: AtomicU32,
    sessions: AtomicU32,
    /// Each `_meta["toolfailure/retry"]` that came.
    stamps: Mutex<Vec<Value>>,
    answers: Mutex<VecDeque<HttpAnswer>>,
    begun: Notify,
    cancelled: Notify,
}

pub(crate) struct HttpServer {
    pub(crate) url: String,
    counts: Arc<Counts>,
    serving: JoinHandle<()>,
}

impl HttpServer {
    /// Answers calls in this order.
    pub(crate) async fn start(answers: impl IntoIterator<Item = HttpAnswer>) -> Self {
        let answers = Mutex::new(answers.into_iter().collect());
        let counts = Arc::new(Counts { answers, ..Counts::default() });
        let get = StatusCode::METHOD_NOT_ALLOWED;
        let route = post(answer).get(move || async move { get }).delete(|| async {});
        let app = Router::new().route("/mcp", route).with_state(Arc::clone(&counts));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("bound"));
        let serving =
            tokio::spawn(async move { axum::serve(listener, app).await.expect("serves") });
        Self { url, counts, serving }
    }

    pub(crate) fn executions(&self) -> u32 {
        self.counts.executions.load(Ordering::SeqCst)
    }

    /// A call that is never answered has begun.
    pub(crate) async fn begun(&self) {
        self.counts.begun.notified().await;
    }

    /// The client has cancelled a request.
    pub(crate) async fn cancelled(&self) {
        self.counts.cancelled.notified().await;
    }

    pub(crate) fn sessions(&self) -> u32 {
        self.counts.sessions.load(Ordering::SeqCst)
    }

    pub(crate) fn stamps(&self) -> Vec<Value> {
        self.counts.stamps.lock().expect("no panic").clone()
    }
}

impl Drop for HttpServer {
    fn drop(&mut self) {
        self.serving.abort();
    }
}

async fn answer(State(counts): State<Arc<Counts>>, headers: HeaderMap, body: String) -> Response {
    let message: Value = serde_json::from_str(&body).expect("the client sends JSON");
    let params = &message["params"];
    let result = match message["method"].as_str() {
        Some("initialize") => {
            let session = format!("s-{}", counts.sessions.fetch_add(1, Ordering::SeqCst) + 1);
            let result = json!({
                "protocolVersion": params["protocolVersion"],
                "capabilities": {"tools": {}},
                "serverInfo": {"name": "by hand", "version": "1"},
            });
            let response = reply(&message["id"], &result.to_string());
            return ([("mcp-session-id", session)], response).into_response();
        }
        Some("tools/list") => idempotent_list(),
        Some("tools/call") => {
            assert!(headers.contains_key("mcp-session-id"), "{headers:?}");
            counts.executions.fetch_add(1, Ordering::SeqCst);
            let stamp = params["_meta"]["toolfailure/retry"].clone();
            counts.stamps.lock().expect("no panic").push(stamp);
            let answer = counts.answers.lock().expect("no panic").pop_front();
            match answer.expect("an answer") {
                HttpAnswer::Result(result) => result,
                HttpAnswer::Status(status, headers) => {
                    let mut response = status.into_response();
                    for (name, value) in headers {
                        response.headers_mut().insert(*name, value.parse().expect("a value"));
                    }
                    return response;
                }
                HttpAnswer::Never => {
                    counts.begun.notify_one();
                    std::future::pending().await
                }
            }
        }
        Some("notifications/cancelled") => {
            counts.cancelled.notify_one();
            return StatusCode::ACCEPTED.into_response();
        }
        // Other notifications.
        _ => return StatusCode::ACCEPTED.into_response(),
    };
    reply(&message["id"], &result)
}

fn reply(id: &Value, result: &str) -> Response {
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#);
    ([(header::CONTENT_TYPE, "application/json")], body).into_response()
}
