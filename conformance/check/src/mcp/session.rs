//! A conversation with a server, from the handshake to the end.

mod handshake;
mod hearing;

use std::{ffi::OsString, time::Duration};

use clap::ValueEnum;
use reqwest::Url;
use serde_json::{Value, json};

use super::{
    NAME, STATELESS, VERSION_IN_META,
    http::Http,
    stdio::Process,
    tools::{Page, Tool},
};
use handshake::Refusal;
use hearing::Heard;

/// More pages of tools than these are a loop.
const MAX_PAGES: usize = 100;

/// Where the server is.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Command(Vec<OsString>),
    Url(Url),
}

/// The protocol versions that this program speaks. Of those with `initialize`, what the server
/// negotiates is accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Version {
    #[value(name = "2025-11-25")]
    WithInitialize,
    #[value(name = "2026-07-28")]
    Stateless,
}

/// What came of a request.
#[derive(Debug)]
pub(crate) enum Outcome {
    Answer(Answer),
    /// Nothing, until time was up.
    Silence,
    /// Nothing, and nothing will: why.
    Lost(String),
}

/// A response, as it stands.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) result: Option<String>,
    pub(crate) error: Option<String>,
}

/// Something wrong with a message that is not the answer itself.
#[derive(Debug)]
pub(crate) struct Remark {
    pub(crate) message: String,
    pub(crate) offending: String,
}

/// How to talk.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Manner {
    /// Without a wish, the handshake is tried first and then, if the server refuses it, the version
    /// without one.
    pub(crate) version: Option<Version>,
    /// For all that comes before the first call.
    pub(crate) start_timeout: Duration,
    pub(crate) call_timeout: Duration,
}

pub(crate) struct Session {
    wire: Wire,
    manner: Manner,
    last_id: u64,
    /// As negotiated.
    pub(crate) version: String,
    /// What the server calls itself.
    pub(crate) server: String,
    remarks: Vec<Remark>,
}

enum Wire {
    Stdio(Process),
    Http(Http),
}

impl Session {
    /// Starts or finds the server, and opens the conversation.
    ///
    /// # Errors
    ///
    /// If there is no server, or none that speaks MCP.
    pub(crate) async fn open(target: &Target, manner: Manner) -> Result<Self, String> {
        let wire = match target {
            Target::Command(command) => Wire::Stdio(Process::start(command)?),
            Target::Url(url) => Wire::Http(Http::new(url.clone())?),
        };
        let mut session = Self {
            wire,
            manner,
            last_id: 0,
            version: String::new(),
            server: String::new(),
            remarks: Vec::new(),
        };
        let opened = match manner.version {
            Some(Version::Stateless) => session.discover().await,
            Some(Version::WithInitialize) => session.initialize().await,
            None => match session.initialize().await {
                Err(Refusal::Refused(why)) => {
                    session.discover().await.map_err(|_| Refusal::Refused(why))
                }
                other => other,
            },
        };
        match opened {
            Ok(()) => Ok(session),
            Err(refusal) => Err(session.epitaph(refusal).await),
        }
    }

    /// All tools, page by page.
    ///
    /// # Errors
    ///
    /// If there is no such list.
    pub(crate) async fn tools(&mut self) -> Result<Vec<Tool>, String> {
        let mut tools = Vec::new();
        let mut cursor: Option<String> = None;
        for _ in 0..MAX_PAGES {
            let params = cursor.map_or_else(|| json!({}), |cursor| json!({"cursor": cursor}));
            let outcome = self.request("tools/list", params, None).await;
            let result = match Refusal::unless_result("tools/list", outcome) {
                Ok(result) => result,
                Err(Refusal::Refused(why) | Refusal::Failed(why)) => return Err(why),
            };
            let page = Page::of(&result).ok_or("tools/list: the result holds no list of tools")?;
            if page.unreadable > 0 {
                self.remark("tools/list: an entry without a name", &result);
            }
            tools.extend(page.tools);
            cursor = page.next;
            if cursor.is_none() {
                return Ok(tools);
            }
        }
        Err(format!("tools/list has no end: more than {MAX_PAGES} pages"))
    }

    pub(crate) async fn call(&mut self, tool: &str, arguments: &Value) -> Outcome {
        let params = json!({"name": tool, "arguments": arguments});
        self.request("tools/call", params, Some(tool)).await
    }

    /// What was wrong with messages since this was last asked.
    pub(crate) fn take_remarks(&mut self) -> Vec<Remark> {
        std::mem::take(&mut self.remarks)
    }

    /// Whether the server was started here. If an answer is lost, it has ended, and nothing will be
    /// answered any more; over HTTP the next answer may well come.
    pub(crate) fn is_own_process(&self) -> bool {
        matches!(self.wire, Wire::Stdio(_))
    }

    /// Ends the conversation, and a server that was started for it. Gives what that said on stderr.
    pub(crate) async fn finish(self) -> Option<Vec<u8>> {
        match self.wire {
            Wire::Stdio(process) => Some(process.finish().await),
            Wire::Http(http) => {
                http.finish().await;
                None
            }
        }
    }

    fn remark(&mut self, message: impl Into<String>, offending: &str) {
        self.remarks.push(Remark { message: message.into(), offending: offending.to_owned() });
    }

    async fn request(&mut self, method: &str, mut params: Value, tool: Option<&str>) -> Outcome {
        if self.version == STATELESS {
            let meta = &mut params["_meta"];
            meta[VERSION_IN_META] = json!(STATELESS);
            meta["io.modelcontextprotocol/clientInfo"] =
                json!({"name": NAME, "version": env!("CARGO_PKG_VERSION")});
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        self.last_id += 1;
        let id = self.last_id;
        let request = json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params});
        let timeout = match method {
            "tools/call" => self.manner.call_timeout,
            _ => self.manner.start_timeout,
        };
        let exchange = self.exchange(id, request.to_string(), method, tool);
        let Ok(outcome) = tokio::time::timeout(timeout, exchange).await else {
            // The server may still be at it. Over HTTP the connection is closed, which says so.
            if matches!(self.wire, Wire::Stdio(_)) && method == "tools/call" {
                let method = "notifications/cancelled";
                let params = json!({"requestId": id});
                let message = json!({"jsonrpc": "2.0", "method": method, "params": params});
                self.send(message.to_string(), method).await;
            }
            return Outcome::Silence;
        };
        outcome
    }

    /// Sends what wants no answer. Neither a full pipe nor a slow server holds us up for long.
    async fn send(&mut self, message: String, method: &str) {
        let sent = async {
            match &mut self.wire {
                Wire::Stdio(process) => drop(process.send(&message).await),
                Wire::Http(http) => drop(http.post(message, method, None).await),
            }
        };
        let _ = tokio::time::timeout(self.manner.call_timeout, sent).await;
    }

    async fn exchange(
        &mut self,
        id: u64,
        message: String,
        method: &str,
        tool: Option<&str>,
    ) -> Outcome {
        match &mut self.wire {
            Wire::Stdio(process) => {
                if !process.send(&message).await {
                    return Outcome::Lost("the process has ended".into());
                }
            }
            Wire::Http(_) => return self.exchange_over_http(id, message, method, tool).await,
        }
        loop {
            let Wire::Stdio(process) = &mut self.wire else { unreachable!("matched above") };
            let Some(line) = process.next().await else {
                return Outcome::Lost("the process closed its stdout".into());
            };
            match self.hear(&line, id, false) {
                Heard::Answer(answer) => return Outcome::Answer(answer),
                Heard::Return(message) => self.send(message, "").await,
                Heard::Nothing => {}
            }
        }
    }

    async fn exchange_over_http(
        &mut self,
        id: u64,
        message: String,
        method: &str,
        tool: Option<&str>,
    ) -> Outcome {
        let Wire::Http(http) = &mut self.wire else { unreachable!("only for HTTP") };
        let mut posted = match http.post(message, method, tool).await {
            Ok(posted) => posted,
            Err(why) => return Outcome::Lost(why),
        };
        let status = posted.status();
        loop {
            let Wire::Http(http) = &self.wire else { unreachable!("only for HTTP") };
            let message = match posted.next(http).await {
                Ok(Some(message)) => message,
                Ok(None) if status.is_success() => {
                    return Outcome::Lost("the HTTP answer ended without a response in it".into());
                }
                Ok(None) => return Outcome::Lost(format!("HTTP {status}")),
                Err(why) => return Outcome::Lost(why),
            };
            match self.hear(&message, id, !status.is_success()) {
                Heard::Answer(answer) => return Outcome::Answer(answer),
                Heard::Return(message) => self.send(message, "").await,
                Heard::Nothing => {}
            }
        }
    }
}
