//! A client that writes and reads JSON-RPC itself, so that nothing hides what the server sent.

use std::sync::OnceLock;

use reqwest::{StatusCode, header::CONTENT_TYPE};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncWriteExt, BufReader},
    process::{ChildStdin, ChildStdout},
    sync::oneshot,
    task::JoinHandle,
};

use super::server::{Process, guarded, line};

/// The first version without `initialize` and without sessions.
pub(crate) const STATELESS: &str = "2026-07-28";

pub(crate) const VERSIONS: [&str; 3] = ["2025-06-18", "2025-11-25", STATELESS];

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Transport {
    Stdio,
    /// Streamable HTTP, with sessions where the version has them, answering in SSE.
    Http,
    /// Streamable HTTP without sessions, answering in JSON.
    HttpJson,
}

impl Transport {
    pub(crate) const ALL: [Self; 3] = [Self::Stdio, Self::Http, Self::HttpJson];

    pub(crate) fn flags(self) -> &'static [&'static str] {
        match self {
            Self::Stdio => &[],
            Self::Http => &["--http"],
            Self::HttpJson => &["--http-json"],
        }
    }
}

/// What came for one request.
pub(crate) struct Received {
    /// Every byte of the line or of the HTTP body.
    pub(crate) bytes: String,
    /// The one JSON-RPC message in it.
    pub(crate) message: String,
}

/// A call whose answer nobody waits for. Over HTTP it is open as long as this is.
pub(crate) struct Unanswered {
    pub(crate) id: u64,
    request: Option<JoinHandle<()>>,
}

impl Drop for Unanswered {
    fn drop(&mut self) {
        if let Some(request) = &self.request {
            request.abort();
        }
    }
}

pub(crate) struct Client {
    process: Process,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    http: Option<Http>,
    version: &'static str,
    last_id: u64,
}

impl Client {
    /// Starts a server and opens the conversation as the version has it.
    pub(crate) async fn connect(
        transport: Transport,
        version: &'static str,
        flags: &[&str],
    ) -> Self {
        let (process, stdin, mut stdout) = Process::start(&[transport.flags(), flags].concat());
        let http = match transport {
            Transport::Stdio => None,
            Transport::Http | Transport::HttpJson => {
                Some(Http::new(line(&mut stdout).await, transport, version))
            }
        };
        let mut client = Self { process, stdin, stdout, http, version, last_id: 0 };
        client.open().await;
        client
    }

    async fn open(&mut self) {
        if self.version == STATELESS {
            let discovered = self.request("server/discover", json!({})).await;
            assert!(discovered.message.contains(STATELESS), "{}", discovered.message);
            return;
        }
        let initialize = json!({
            "protocolVersion": self.version,
            "capabilities": {},
            "clientInfo": {"name": "bytes", "version": "0"},
        });
        let initialized = self.request("initialize", initialize).await;
        let negotiated = format!(r#""protocolVersion":"{}""#, self.version);
        assert!(initialized.message.contains(&negotiated), "{}", initialized.message);
        let notification = json!({"jsonrpc": "2.0", "method": "notifications/initialized"});
        self.notify(&notification).await;
    }

    async fn notify(&mut self, notification: &Value) {
        match &self.http {
            None => write(&mut self.stdin, notification).await,
            Some(http) => http.notify(notification).await,
        }
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> Received {
        self.request("tools/call", json!({"name": tool, "arguments": arguments})).await
    }

    /// A call with entries of its own in the request's `_meta`.
    pub(crate) async fn call_with_meta(&mut self, tool: &str, meta: &Value) -> Received {
        let params = json!({"name": tool, "arguments": {}, "_meta": meta});
        self.request("tools/call", params).await
    }

    /// A call whose answer nobody waits for. The server has got it, unless it is one over HTTP
    /// without sessions.
    pub(crate) async fn start(&mut self, tool: &str, arguments: &Value) -> Unanswered {
        let request = self.new_request("tools/call", json!({"name": tool, "arguments": arguments}));
        let Some(http) = self.http.clone() else {
            write(&mut self.stdin, &request).await;
            return Unanswered { id: self.last_id, request: None };
        };
        let in_session = http.session.get().is_some();
        let (tell, headers) = oneshot::channel();
        let request = tokio::spawn(async move {
            let response = http.post(&request).await;
            let _ = tell.send(());
            let _ = response.bytes().await;
        });
        if in_session {
            // They come as soon as the request is with the handler. Without a session they come with
            // the answer, since its kind is the status.
            guarded(headers).await.expect("the server answers");
        }
        Unanswered { id: self.last_id, request: Some(request) }
    }

    /// By a notification, or where there is no session that it could belong to, by closing the
    /// connection.
    pub(crate) async fn cancel(&mut self, call: Unanswered) {
        if self.http.as_ref().is_some_and(|http| http.session.get().is_none()) {
            return;
        }
        let params = json!({"requestId": call.id});
        let method = "notifications/cancelled";
        self.notify(&json!({"jsonrpc": "2.0", "method": method, "params": params})).await;
    }

    /// A call over HTTP beside others.
    pub(crate) fn call_beside(&mut self, tool: &str, arguments: &Value) -> JoinHandle<Received> {
        let request = self.new_request("tools/call", json!({"name": tool, "arguments": arguments}));
        let http = self.http.clone().expect("speaks HTTP");
        tokio::spawn(async move { http.request(&request).await })
    }

    /// The same call many times, over stdio, all sent before the first answer is read.
    pub(crate) async fn call_at_once(
        &mut self,
        times: usize,
        tool: &str,
        arguments: &Value,
    ) -> Vec<Value> {
        for _ in 0..times {
            let request =
                self.new_request("tools/call", json!({"name": tool, "arguments": arguments}));
            write(&mut self.stdin, &request).await;
        }
        let mut responses = Vec::new();
        for _ in 0..times {
            responses.push(serde_json::from_str(&line(&mut self.stdout).await).expect("JSON"));
        }
        responses
    }

    fn new_request(&mut self, method: &str, mut params: Value) -> Value {
        if self.version == STATELESS {
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(self.version);
            meta["io.modelcontextprotocol/clientInfo"] = json!({"name": "bytes", "version": "0"});
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        self.last_id += 1;
        json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params})
    }

    async fn request(&mut self, method: &str, params: Value) -> Received {
        let request = self.new_request(method, params);
        let received = match &self.http {
            None => {
                write(&mut self.stdin, &request).await;
                let line = line(&mut self.stdout).await;
                Received { bytes: line.clone(), message: line }
            }
            Some(http) => http.request(&request).await,
        };
        let response: Value = serde_json::from_str(&received.message).expect("JSON");
        assert_eq!((&response["jsonrpc"], &response["id"]), (&json!("2.0"), &request["id"]));
        received
    }

    /// Ends the server; gives all that it said on stderr.
    pub(crate) async fn close(mut self) -> String {
        drop(self.stdin);
        assert_eq!(line(&mut self.stdout).await, "", "nothing but responses on stdout");
        self.process.ended().await
    }
}

async fn write(stdin: &mut ChildStdin, message: &Value) {
    guarded(stdin.write_all(format!("{message}\n").as_bytes())).await.expect("stdin is open");
}

#[derive(Clone)]
struct Http {
    client: reqwest::Client,
    url: String,
    transport: Transport,
    version: &'static str,
    session: OnceLock<String>,
}

impl Http {
    fn new(url: String, transport: Transport, version: &'static str) -> Self {
        Self { client: reqwest::Client::new(), url, transport, version, session: OnceLock::new() }
    }

    async fn notify(&self, notification: &Value) {
        let response = self.post(notification).await;
        assert_eq!(response.status(), StatusCode::ACCEPTED);
    }

    async fn request(&self, request: &Value) -> Received {
        let response = self.post(request).await;
        let status = response.status();
        let header = |name| {
            let value = response.headers().get(name)?;
            Some(value.to_str().expect("a header of text").to_owned())
        };
        let media_type = header(CONTENT_TYPE.as_str());
        if request["method"] == "initialize" {
            let session = header("mcp-session-id");
            assert_eq!(session.is_some(), self.transport == Transport::Http);
            session.into_iter().for_each(|it| self.session.set(it).expect("opened once"));
        }
        let bytes = guarded(response.text()).await.expect("a body of text");
        // Protocol errors may be HTTP errors, too, and these are never streamed.
        let message = if self.transport == Transport::HttpJson || status != StatusCode::OK {
            assert_eq!(media_type.as_deref(), Some("application/json"), "{status}: {bytes}");
            bytes.clone()
        } else {
            assert_eq!(media_type.as_deref(), Some("text/event-stream"));
            only_message(&bytes)
        };
        let is_a_result = message.contains(r#""result":"#);
        assert!(status == StatusCode::OK || !is_a_result, "S1: no HTTP error: {status} {message}");
        Received { bytes, message }
    }

    async fn post(&self, message: &Value) -> reqwest::Response {
        let mut post = self
            .client
            .post(&self.url)
            .header("Content-Type", "application/json")
            .header("Accept", "application/json, text/event-stream")
            .header("MCP-Protocol-Version", self.version);
        if let Some(session) = self.session.get() {
            post = post.header("Mcp-Session-Id", session);
        }
        if self.version == STATELESS {
            post = post.header("Mcp-Method", message["method"].as_str().expect("has a method"));
            if let Some(name) = message["params"]["name"].as_str() {
                post = post.header("Mcp-Name", name);
            }
        }
        guarded(post.body(message.to_string()).send()).await.expect("the server answers")
    }
}

/// The one message of a stream of server-sent events; those without data only set the retry time.
fn only_message(stream: &str) -> String {
    let data = stream.split("\n\n").map(|event| {
        let lines = event.lines().filter_map(|line| line.strip_prefix("data:"));
        lines.map(|data| data.strip_prefix(' ').unwrap_or(data)).collect::<Vec<_>>().join("\n")
    });
    let messages: Vec<_> = data.filter(|data| !data.is_empty()).collect();
    let [message] = messages.as_slice() else { panic!("not one message: {stream}") };
    message.clone()
}
