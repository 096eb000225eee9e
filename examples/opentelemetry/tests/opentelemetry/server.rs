//! The example as a process, and a client that writes and reads JSON-RPC itself.

use std::{env, path::PathBuf, process::Stdio, time::Duration};

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
};

/// The first version without `initialize`.
const STATELESS: &str = "2026-07-28";

pub(crate) const VERSIONS: [&str; 2] = ["2025-11-25", STATELESS];

/// A running server, which dies with this value.
pub(crate) struct Server {
    child: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    stderr: JoinHandle<String>,
    version: &'static str,
    last_id: u64,
}

impl Server {
    /// Starts the example and opens the conversation as the version has it.
    pub(crate) async fn start(endpoint: &str, version: &'static str) -> Self {
        let mut command = Command::new(example());
        // Whatever the machine that runs the tests exports for itself.
        for (name, _) in env::vars_os().filter(|(it, _)| it.to_string_lossy().starts_with("OTEL_"))
        {
            command.env_remove(name);
        }
        let mut child = command
            .env("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .unwrap_or_else(|error| {
                panic!("{error}: `cargo build --example opentelemetry` makes it")
            });
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut pipe = child.stderr.take().expect("piped");
        // Read all the while, so that a server that says much does not wait for us.
        let stderr = tokio::spawn(async move {
            let mut said = String::new();
            pipe.read_to_string(&mut said).await.expect("stderr is UTF-8");
            said
        });
        let mut server = Self { child, stdin, stdout, stderr, version, last_id: 0 };
        server.open().await;
        server
    }

    async fn open(&mut self) {
        if self.version == STATELESS {
            let discovered = self.request("server/discover", json!({})).await;
            assert!(discovered.to_string().contains(STATELESS), "{discovered}");
            return;
        }
        let initialize = json!({
            "protocolVersion": self.version,
            "capabilities": {},
            "clientInfo": {"name": "collector", "version": "0"},
        });
        let initialized = self.request("initialize", initialize).await;
        assert_eq!(initialized["result"]["protocolVersion"], self.version, "{initialized}");
        self.write(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"})).await;
    }

    /// Calls a tool; gives the result.
    pub(crate) async fn call(&mut self, tool: &str, meta: Value) -> Value {
        let params = json!({"name": tool, "arguments": {}, "_meta": meta});
        self.request("tools/call", params).await["result"].take()
    }

    /// Gives the response.
    pub(crate) async fn request(&mut self, method: &str, mut params: Value) -> Value {
        if self.version == STATELESS {
            let meta = &mut params["_meta"];
            meta["io.modelcontextprotocol/protocolVersion"] = json!(self.version);
            meta["io.modelcontextprotocol/clientCapabilities"] = json!({});
        }
        self.last_id += 1;
        let request =
            json!({"jsonrpc": "2.0", "id": self.last_id, "method": method, "params": params});
        self.write(&request).await;
        let line = self.line().await;
        let response: Value = serde_json::from_str(&line).unwrap_or_else(|_| panic!("{line}"));
        assert_eq!(response["id"], self.last_id, "{response}");
        response
    }

    async fn write(&mut self, message: &Value) {
        let line = format!("{message}\n");
        guarded(self.stdin.write_all(line.as_bytes())).await.expect("stdin is open");
    }

    async fn line(&mut self) -> String {
        let mut line = String::new();
        guarded(self.stdout.read_line(&mut line)).await.expect("stdout is UTF-8");
        line
    }

    /// Ends the server by closing its stdin, and waits for it, so that all is exported; gives what
    /// it said on stderr.
    pub(crate) async fn close(mut self) -> String {
        drop(self.stdin);
        let mut rest = String::new();
        guarded(self.stdout.read_to_string(&mut rest)).await.expect("stdout is UTF-8");
        assert_eq!(rest, "", "nothing but responses on stdout");
        let status = guarded(self.child.wait()).await.expect("the server can be waited for");
        let stderr = guarded(self.stderr).await.expect("stderr was read");
        assert!(status.success(), "{status}: {stderr}");
        stderr
    }
}

/// The example as cargo built it beside this test.
fn example() -> PathBuf {
    let mut path = env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/opentelemetry{}", env::consts::EXE_SUFFIX));
    path
}

/// Nothing here is timed: this only turns a test that would hang into one that fails.
async fn guarded<T>(future: impl Future<Output = T>) -> T {
    let patience = Duration::from_secs(120);
    tokio::time::timeout(patience, future).await.expect("the server does not hang")
}
