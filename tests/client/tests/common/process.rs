//! The server's process.

use std::process::Stdio;

use rmcp::{RoleClient, ServiceExt, service::RunningService};
use tokio::{
    io::AsyncReadExt,
    process::{Child, Command},
    task::JoinHandle,
};

use super::guarded;

/// A running server, which dies with this value.
pub(crate) struct Process {
    child: Child,
    stderr: JoinHandle<String>,
}

impl Process {
    pub(crate) async fn start() -> (Self, RunningService<RoleClient, ()>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolfailure-client-tests"))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = child.stdout.take().expect("piped");
        let mut pipe = child.stderr.take().expect("piped");
        // Read all the while, so that a server that says much does not wait for us.
        let stderr = tokio::spawn(async move {
            let mut said = String::new();
            pipe.read_to_string(&mut said).await.expect("stderr is UTF-8");
            said
        });
        let running = guarded(().serve((stdout, stdin))).await.expect("the server initializes");
        (Self { child, stderr }, running)
    }

    /// Waits for the end of a server whose stdin is closed; gives how many times its tools ran.
    pub(crate) async fn executions(mut self) -> usize {
        let status = guarded(self.child.wait()).await.expect("the server can be waited for");
        assert!(status.success(), "{status}");
        let stderr = guarded(self.stderr).await.expect("stderr was read");
        stderr.lines().filter(|line| *line == "executed").count()
    }
}
