//! A server that says, byte for byte, what it is told to, and keeps what it hears.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, DuplexStream, WriteHalf, split},
    sync::Mutex as AsyncMutex,
    time::{Instant, sleep},
};

use super::idempotent_list;

/// What the server does about one request.
#[derive(Clone)]
pub(crate) enum Answer {
    /// Answers with this `result`.
    Result(String),
    /// Answers with this `error`.
    Error(String),
    /// Says this line, with the id of the request in place of `ID`.
    Line(String),
    /// Succeeds with the arguments that came.
    Echo,
    /// Never answers.
    Never,
    /// Closes the connection.
    HangUp,
    /// Does that later.
    After(Duration, Box<Self>),
}

impl Answer {
    pub(crate) fn later(self, millis: u64) -> Self {
        Self::After(Duration::from_millis(millis), self.into())
    }

    fn line(&self, id: &Value, params: &Value) -> String {
        match self {
            Self::Result(result) => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#),
            Self::Error(error) => format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#),
            Self::Line(line) => line.replace("ID", &id.to_string()),
            Self::Echo => {
                let text = params["arguments"].to_string();
                let result = json!({"content": [{"type": "text", "text": text}]});
                Self::Result(result.to_string()).line(id, params)
            }
            Self::Never | Self::HangUp | Self::After(..) => unreachable!("no line"),
        }
    }
}

impl From<String> for Answer {
    fn from(result: String) -> Self {
        Self::Result(result)
    }
}

impl From<&str> for Answer {
    fn from(result: &str) -> Self {
        Self::Result(result.to_owned())
    }
}

/// The answers to `tools/call` and to `tools/list`, each in its order; the last of each goes on.
pub(crate) struct Script {
    version: &'static str,
    calls: VecDeque<Answer>,
    lists: VecDeque<Answer>,
}

impl Script {
    /// The tool is listed as idempotent.
    pub(crate) fn calls(answers: impl IntoIterator<Item = impl Into<Answer>>) -> Self {
        let calls = answers.into_iter().map(Into::into).collect();
        Self { version: "2025-11-25", calls, lists: [idempotent_list().into()].into() }
    }

    /// Speaks the version in which each request says who sends it.
    pub(crate) fn modern(self) -> Self {
        Self { version: "2026-07-28", ..self }
    }

    pub(crate) fn lists(mut self, answers: impl IntoIterator<Item = impl Into<Answer>>) -> Self {
        self.lists = answers.into_iter().map(Into::into).collect();
        self
    }

    /// Serves in a task of its own; gives what is heard.
    pub(crate) fn serve(mut self, stream: DuplexStream) -> Arc<Mutex<Vec<Seen>>> {
        let seen: Arc<Mutex<Vec<Seen>>> = Arc::default();
        let heard = Arc::clone(&seen);
        tokio::spawn(async move {
            let origin = Instant::now();
            let (read, write) = split(stream);
            let write = Arc::new(AsyncMutex::new(write));
            let mut lines = BufReader::new(read).lines();
            while let Some(line) = lines.next_line().await.expect("UTF-8") {
                let message: Value = serde_json::from_str(&line).expect("the client sends JSON");
                let (id, params) = (message["id"].clone(), message["params"].clone());
                let answer = match message["method"].as_str() {
                    Some("initialize") => initialized(self.version).into(),
                    Some("tools/call") => next(&mut self.calls),
                    Some("tools/list") => next(&mut self.lists),
                    _ => Answer::Never,
                };
                let at = origin.elapsed();
                heard.lock().expect("no panic").push(Seen { at, line, message });
                match answer {
                    Answer::Never => {}
                    Answer::HangUp => return,
                    Answer::After(delay, answer) => {
                        let write = Arc::clone(&write);
                        tokio::spawn(async move {
                            sleep(delay).await;
                            say(&write, &answer.line(&id, &params)).await;
                        });
                    }
                    answer => say(&write, &answer.line(&id, &params)).await,
                }
            }
        });
        seen
    }
}

fn initialized(version: &str) -> String {
    json!({
        "protocolVersion": version,
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "scripted", "version": "1"},
    })
    .to_string()
}

fn next(answers: &mut VecDeque<Answer>) -> Answer {
    let answer = answers.pop_front().expect("there is an answer");
    if answers.is_empty() {
        answers.push_back(answer.clone());
    }
    answer
}

async fn say(write: &AsyncMutex<WriteHalf<DuplexStream>>, line: &str) {
    let line = format!("{line}\n");
    // A client that is gone does not listen.
    let _ = write.lock().await.write_all(line.as_bytes()).await;
}

/// A message that came from the client.
#[derive(Clone, Debug)]
pub(crate) struct Seen {
    /// When, since the server was started.
    pub(crate) at: Duration,
    pub(crate) line: String,
    pub(crate) message: Value,
}

impl Seen {
    /// A reply, which only the handshake has, is of no method.
    pub(crate) fn method(&self) -> &str {
        self.message["method"].as_str().unwrap_or_default()
    }

    pub(crate) fn id(&self) -> &Value {
        &self.message["id"]
    }

    pub(crate) fn meta(&self) -> &Value {
        &self.message["params"]["_meta"]
    }

    /// The mark of the retrying client; null if it is not there.
    pub(crate) fn stamp(&self) -> &Value {
        &self.meta()["toolfailure/retry"]
    }
}
