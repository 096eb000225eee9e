//! `toolfailure-check client`: a server that fails in scripted ways, and what a client does then.

mod judge;
mod scenario;
mod script;

use std::{
    io::{self, Write},
    net::{Ipv4Addr, SocketAddr},
    process::Stdio,
    sync::Arc,
    time::Duration,
};

use tokio::process::Command;

use self::script::Script;
use crate::{
    Trouble,
    cli::{Client, Output},
    mcp::{over_http, over_stdio},
    rendered,
    report::{Level, Report},
    requirement::{OF_A_CLIENT, Requirement},
};

/// Where the client finds us.
const URL_VARIABLE: &str = "TOOLFAILURE_CHECK_URL";

/// Starts the client, and serves it over HTTP until it ends.
pub(crate) async fn run(options: &Client) -> Result<Report, Trouble> {
    let script = Arc::new(Script::new());
    let toolbox: Arc<Script> = Arc::clone(&script);
    let serving = over_http(toolbox, SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
        .await
        .map_err(|error| Trouble::NoStart(format!("nobody can listen on 127.0.0.1: {error}")))?;
    let [program, arguments @ ..] = options.command.as_slice() else {
        return Err(Trouble::Usage("no command".into()));
    };
    let mut child = Command::new(program)
        .args(arguments)
        .arg(&serving.url)
        .env(URL_VARIABLE, &serving.url)
        .stdin(Stdio::null())
        // What the client prints is for whoever watches, and stdout is for the report.
        .stdout(io::stderr())
        .kill_on_drop(true)
        .spawn()
        .map_err(|it| Trouble::NoStart(format!("{} does not start: {it}", program.display())))?;

    let mut report = Report::new("client", OF_A_CLIENT);
    let words: Vec<_> = options.command.iter().map(|it| it.display().to_string()).collect();
    report.fact("command", words.join(" "));
    match tokio::time::timeout(options.timeout, child.wait()).await {
        Ok(Ok(status)) => report.fact("it ended", format!("{status}")),
        Ok(Err(error)) => report.fact("it ended", format!("nobody knows how: {error}")),
        Err(_) => {
            let _ = child.kill().await;
            timed_out(&mut report, options.timeout);
        }
    }
    judge::all(&mut report, &script);
    Ok(report)
}

/// Is the server itself, and reports when the client has closed the pipe or ends us.
pub(crate) async fn run_over_stdio(options: &Client, output: &Output) -> Result<u8, Trouble> {
    // What cannot be written is to be known before, not after.
    let mut file = match &options.report {
        None => None,
        Some(path) => Some(
            std::fs::File::create(path)
                .map_err(|error| Trouble::Usage(format!("{}: {error}", path.display())))?,
        ),
    };
    let script = Arc::new(Script::new());
    let toolbox: Arc<Script> = Arc::clone(&script);
    let mut report = Report::new("client --stdio", OF_A_CLIENT);
    tokio::select! {
        served = over_stdio(toolbox) => match served {
            Ok(()) => report.fact("it ended", "it closed the pipe"),
            Err(error) => report.fact("it ended", format!("the pipe broke: {error}")),
        },
        () = told_to_end() => report.fact("it ended", "it ended us by a signal"),
        () = tokio::time::sleep(options.timeout) => timed_out(&mut report, options.timeout),
    }
    judge::all(&mut report, &script);
    let (text, code) = match &file {
        // A file is no terminal.
        Some(file) => rendered(&report, output, file),
        None => rendered(&report, output, &io::stderr()),
    };
    let written = match &mut file {
        Some(file) => file.write_all(text.as_bytes()),
        None => io::stderr().write_all(text.as_bytes()),
    };
    written.map_err(|error| Trouble::NoStart(format!("the report: {error}")))?;
    Ok(code)
}

fn timed_out(report: &mut Report, timeout: Duration) {
    let message = format!(
        "the client was still at it after {} s (--timeout): what it would have done then was not \
         seen",
        timeout.as_secs_f64()
    );
    report.find(Requirement::End, Level::Warn, "", message, None);
}

/// Hosts close the pipe of a server first, and then send a signal.
async fn told_to_end() {
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        let (Ok(mut term), Ok(mut int)) =
            (signal(SignalKind::terminate()), signal(SignalKind::interrupt()))
        else {
            return std::future::pending().await;
        };
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
    }
    #[cfg(not(unix))]
    if tokio::signal::ctrl_c().await.is_err() {
        std::future::pending().await
    }
}
