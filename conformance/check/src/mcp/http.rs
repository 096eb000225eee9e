//! The client's side of streamable HTTP.

use std::time::Duration;

use reqwest::{
    Method, RequestBuilder, Response, StatusCode, Url,
    header::{ACCEPT, CONTENT_TYPE},
};

use super::sse::Events;

const SESSION: &str = "Mcp-Session-Id";
const VERSION: &str = "MCP-Protocol-Version";

pub(super) struct Http {
    client: reqwest::Client,
    url: Url,
    session: Option<String>,
    /// As it was negotiated; before that, none is sent.
    pub(super) version: Option<String>,
}

/// What a POST led to.
pub(super) struct Posted {
    response: Response,
    how: How,
    /// For asking for the rest of a stream that ended too early.
    last_event: Option<String>,
    retry: Duration,
}

enum How {
    /// One message.
    Whole,
    Stream(Events, std::collections::VecDeque<Vec<u8>>),
    Done,
}

impl Http {
    pub(super) fn new(url: Url) -> Result<Self, String> {
        let mut builder = reqwest::Client::builder()
            // One connection a request: a kept one that the server closes meanwhile would make the
            // library send a request again, and calls are to be made once.
            .pool_max_idle_per_host(0);
        if matches!(url.host_str(), Some("127.0.0.1" | "localhost" | "[::1]")) {
            builder = builder.no_proxy();
        }
        let client = builder.build().map_err(|error| format!("no HTTP client: {error}"))?;
        Ok(Self { client, url, session: None, version: None })
    }

    fn request(&self, method: Method) -> RequestBuilder {
        let mut request = self.client.request(method, self.url.clone());
        if let Some(session) = &self.session {
            request = request.header(SESSION, session);
        }
        if let Some(version) = &self.version {
            request = request.header(VERSION, version);
        }
        request
    }

    /// Sends a message. `method` and `name` are for the headers that stateless versions want.
    pub(super) async fn post(
        &mut self,
        message: String,
        method: &str,
        name: Option<&str>,
    ) -> Result<Posted, String> {
        let mut post = self
            .request(Method::POST)
            .header(CONTENT_TYPE, "application/json")
            .header(ACCEPT, "application/json, text/event-stream");
        if self.version.as_deref() == Some(super::STATELESS) {
            post = post.header("Mcp-Method", method);
            if let Some(name) = name {
                post = post.header("Mcp-Name", name);
            }
        }
        let response = post.body(message).send().await.map_err(|error| chain(&error))?;
        if method == "initialize"
            && let Some(session) = response.headers().get(SESSION)
        {
            self.session = session.to_str().ok().map(Into::into);
        }
        Ok(Posted::new(response))
    }

    /// Ends the session, if there is one. What the server says to that is its own affair.
    pub(super) async fn finish(self) {
        if self.session.is_some() {
            let delete = self.request(Method::DELETE).send();
            let _ = tokio::time::timeout(Duration::from_secs(2), delete).await;
        }
    }
}

impl Posted {
    fn new(response: Response) -> Self {
        let media_type = response.headers().get(CONTENT_TYPE);
        let media_type = media_type.and_then(|it| it.to_str().ok()).unwrap_or_default();
        let how = if media_type.trim_start().starts_with("text/event-stream") {
            How::Stream(Events::default(), std::collections::VecDeque::new())
        } else {
            How::Whole
        };
        Self { response, how, last_event: None, retry: Duration::from_secs(1) }
    }

    pub(super) fn status(&self) -> StatusCode {
        self.response.status()
    }

    /// The next message; `None` at the end.
    pub(super) async fn next(&mut self, http: &Http) -> Result<Option<Vec<u8>>, String> {
        loop {
            let (events, waiting) = match &mut self.how {
                How::Done => return Ok(None),
                How::Whole => {
                    self.how = How::Done;
                    let mut body = Vec::new();
                    while let Some(part) = self.response.chunk().await.map_err(|it| chain(&it))? {
                        body.extend_from_slice(&part);
                    }
                    return Ok((!body.is_empty()).then_some(body));
                }
                How::Stream(events, waiting) => (events, waiting),
            };
            if let Some(message) = waiting.pop_front() {
                return Ok(Some(message));
            }
            let Some(part) = self.response.chunk().await.map_err(|error| chain(&error))? else {
                // A server may close a stream and have the client ask for the rest.
                let Some(last) = self.last_event.take() else { return Ok(None) };
                tokio::time::sleep(self.retry).await;
                let get = http.request(Method::GET).header(ACCEPT, "text/event-stream");
                let get = get.header("Last-Event-ID", last).send();
                self.response = get.await.map_err(|error| chain(&error))?;
                if !self.response.status().is_success() {
                    return Ok(None);
                }
                self.how = How::Stream(Events::default(), std::collections::VecDeque::new());
                continue;
            };
            for event in events.push(&part) {
                if let Some(id) = event.id {
                    self.last_event = Some(id);
                }
                if let Some(retry) = event.retry {
                    self.retry = Duration::from_millis(retry);
                }
                if !event.data.is_empty() {
                    waiting.push_back(event.data);
                }
            }
        }
    }
}

/// An error with its sources: reqwest's own text says only that sending failed.
fn chain(error: &reqwest::Error) -> String {
    match toolfailure_core::text::chain(error) {
        Some(sources) => format!("{error}: {sources}"),
        None => error.to_string(),
    }
}
