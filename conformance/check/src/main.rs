//! Checks MCP servers, clients and relays against SEP-3313 (tool failures), on the raw bytes.

#![deny(clippy::print_stdout, clippy::print_stderr)]

mod cli;
mod client;
mod mcp;
mod raw;
mod relay;
mod report;
mod requirement;
mod result;
mod rules;
mod server;

use std::{
    fmt,
    io::{self, Write},
    process::ExitCode,
};

use clap::{CommandFactory, Parser};

use crate::{
    cli::{Cli, Command, Output},
    report::{Report, Verdict},
};

/// Why there is no report.
#[derive(Debug)]
enum Trouble {
    /// What the user wrote is wrong.
    Usage(String),
    /// Nothing could be tested.
    NoStart(String),
}

impl fmt::Display for Trouble {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Usage(why) | Self::NoStart(why)) = self;
        f.write_str(why)
    }
}

fn main() -> ExitCode {
    // What {server} stands for. It is not for users, so neither help nor completions know of it.
    let mut words = std::env::args_os().skip(1);
    let is_upstream =
        words.next().is_some_and(|it| it == relay::UPSTREAM) && words.next().is_none();
    let cli = (!is_upstream).then(Cli::parse);
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let ended = match runtime {
        Ok(runtime) => {
            let ended = runtime.block_on(async {
                match cli {
                    Some(Cli { command, output }) => run(command, &output).await,
                    None => relay::upstream().await.map(|()| 0),
                }
            });
            // Somebody may still be reading our stdin, and will be for ever.
            runtime.shutdown_background();
            ended
        }
        Err(error) => Err(Trouble::NoStart(format!("no runtime: {error}"))),
    };
    match ended {
        Ok(code) => ExitCode::from(code),
        Err(trouble) => {
            let mut stderr = io::stderr();
            // Nobody is left to tell if this fails.
            let _ = writeln!(stderr, "toolfailure-check: {}", report::one_line(&trouble));
            ExitCode::from(match trouble {
                Trouble::Usage(_) => 2,
                Trouble::NoStart(_) => Verdict::NothingTested.exit_code(),
            })
        }
    }
}

/// Gives the exit code.
async fn run(command: Command, output: &Output) -> Result<u8, Trouble> {
    let report = match command {
        Command::Server(options) => match server::run(&options, output).await? {
            Some(report) => report,
            None => return Ok(0),
        },
        Command::Result(options) => result::run(&options.file)?,
        Command::Client(options) if options.stdio => {
            return client::run_over_stdio(&options, output).await;
        }
        Command::Client(options) => client::run(&options).await?,
        Command::Relay(options) => relay::run(&options).await?,
        Command::Completions { shell } => {
            let name = "toolfailure-check";
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut Cli::command(), name, &mut script);
            return print(&script).map(|()| 0);
        }
    };
    let (text, code) = rendered(&report, output, &io::stdout());
    print(text.as_bytes())?;
    Ok(code)
}

/// Writes to stdout. That its reader is gone is no reason for another exit code.
fn print(bytes: &[u8]) -> Result<(), Trouble> {
    match io::stdout().write_all(bytes).and_then(|()| io::stdout().flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(Trouble::NoStart(format!("stdout: {error}")))
        }
        _ => Ok(()),
    }
}

/// A report that there is, in the form that was asked for.
fn rendered(report: &Report, output: &Output, target: &impl io::IsTerminal) -> (String, u8) {
    let verdict = report.verdict(output.deny_warnings);
    (report.render(output.style(target), verdict), verdict.exit_code())
}
