//! A child process that speaks one message a line.

use std::{
    ffi::OsString,
    process::Stdio,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt, BufReader},
    process::{Child, ChildStdin, Command},
    sync::mpsc,
    task::JoinHandle,
};

/// How long a process may take to end by itself when its stdin is closed.
const GRACE: Duration = Duration::from_secs(5);

/// The most of its stderr that is kept to look for ids in.
const MAX_STDERR: usize = 64 << 20;

pub(super) struct Process {
    child: Child,
    stdin: Option<ChildStdin>,
    lines: mpsc::UnboundedReceiver<Vec<u8>>,
    stderr: Arc<Mutex<Vec<u8>>>,
    stderr_read: JoinHandle<()>,
}

impl Process {
    pub(super) fn start(command: &[OsString]) -> Result<Self, String> {
        let [program, arguments @ ..] = command else { return Err("no command".into()) };
        let mut child = Command::new(program)
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| format!("{} does not start: {error}", program.display()))?;
        let stdin = child.stdin.take();
        let (Some(stdout), Some(mut errors)) = (child.stdout.take(), child.stderr.take()) else {
            return Err("the process has no pipes".into());
        };
        let (send, lines) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            let mut stdout = BufReader::new(stdout);
            loop {
                let mut line = Vec::new();
                match stdout.read_until(b'\n', &mut line).await {
                    Ok(0) | Err(_) => break,
                    Ok(_) => {
                        while line.last().is_some_and(|it| matches!(it, b'\n' | b'\r')) {
                            line.pop();
                        }
                        if send.send(line).is_err() {
                            break;
                        }
                    }
                }
            }
        });
        let stderr = Arc::new(Mutex::new(Vec::new()));
        let kept = Arc::clone(&stderr);
        // Read all the while, so that a server that says much does not wait for us.
        let stderr_read = tokio::spawn(async move {
            let mut buffer = vec![0; 8192];
            while let Ok(read @ 1..) = errors.read(&mut buffer).await {
                let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
                if kept.len() < MAX_STDERR {
                    kept.extend_from_slice(&buffer[..read]);
                }
            }
        });
        Ok(Self { child, stdin, lines, stderr, stderr_read })
    }

    /// Whether the process took the message.
    pub(super) async fn send(&mut self, message: &str) -> bool {
        let Some(stdin) = &mut self.stdin else { return false };
        let line = format!("{message}\n");
        stdin.write_all(line.as_bytes()).await.is_ok() && stdin.flush().await.is_ok()
    }

    /// The next line that is not empty; `None` at the end.
    pub(super) async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let line = self.lines.recv().await?;
            if !line.is_empty() {
                return Some(line);
            }
        }
    }

    /// The last lines that the process said on stderr, for whoever wonders why it ended.
    pub(super) async fn last_words(&mut self) -> String {
        // What is left of it comes at once, since the process is gone.
        let _ = tokio::time::timeout(Duration::from_secs(1), &mut self.stderr_read).await;
        let said = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let said = String::from_utf8_lossy(&said);
        let lines: Vec<&str> = said.lines().filter(|line| !line.trim().is_empty()).collect();
        lines[lines.len().saturating_sub(3)..].join(" | ")
    }

    /// Ends the process: by closing its stdin, and if that is not enough, by force. Gives all that
    /// it said on stderr.
    pub(super) async fn finish(mut self) -> Vec<u8> {
        self.stdin = None;
        if tokio::time::timeout(GRACE, self.child.wait()).await.is_err() {
            let _ = self.child.kill().await;
        }
        // A grandchild may hold the pipe for ever.
        let _ = tokio::time::timeout(Duration::from_secs(2), &mut self.stderr_read).await;
        std::mem::take(&mut *self.stderr.lock().unwrap_or_else(PoisonError::into_inner))
    }
}
