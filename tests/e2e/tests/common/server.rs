//! The server's process.

use std::{process::Stdio, time::Duration};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, BufReader},
    process::{Child, ChildStdin, ChildStdout, Command},
    task::JoinHandle,
};

/// A running server, which dies with this value.
///
/// Its pipes are handed out beside it: it ends when its stdin is dropped.
pub(crate) struct Process {
    child: Child,
    stderr: JoinHandle<String>,
}

impl Process {
    pub(crate) fn start(flags: &[&str]) -> (Self, ChildStdin, BufReader<ChildStdout>) {
        let mut child = Command::new(env!("CARGO_BIN_EXE_toolfailure-e2e"))
            .args(flags)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("the server starts");
        let stdin = child.stdin.take().expect("piped");
        let stdout = BufReader::new(child.stdout.take().expect("piped"));
        let mut pipe = child.stderr.take().expect("piped");
        // Read all the while, so that a server that says much does not wait for us.
        let stderr = tokio::spawn(async move {
            let mut said = String::new();
            pipe.read_to_string(&mut said).await.expect("stderr is UTF-8");
            said
        });
        (Self { child, stderr }, stdin, stdout)
    }

    /// Waits for the end of a server whose stdin is closed; gives all that it said on stderr.
    pub(crate) async fn ended(mut self) -> String {
        let status = guarded(self.child.wait()).await.expect("the server can be waited for");
        assert!(status.success(), "{status}");
        guarded(self.stderr).await.expect("stderr was read")
    }
}

/// The next line, without its end; empty at the end of the stream.
pub(crate) async fn line(stdout: &mut BufReader<ChildStdout>) -> String {
    let mut line = String::new();
    guarded(stdout.read_line(&mut line)).await.expect("stdout is UTF-8");
    line.truncate(line.trim_end().len());
    line
}

/// Nothing here is timed: this only turns a test that would hang into one that fails.
pub(crate) async fn guarded<T>(future: impl Future<Output = T>) -> T {
    let patience = Duration::from_secs(120);
    tokio::time::timeout(patience, future).await.expect("the server does not hang")
}
