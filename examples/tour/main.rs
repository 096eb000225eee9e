//! A tour of tool failures: a real MCP server as a child process, a real client, and for each
//! failure what the model reads, what a client reads, what it may do, and what the operator finds.
//!
//! ```text
//! cargo run --example tour              for people
//! cargo run --example tour -- --json    for machines: JSON Lines, one object a failure
//! ```
//!
//! Exits with 1 if a correlation id is not found in the server's log. With `--without-log` the
//! server logs nothing, so that one can see this happen.

mod backend;
mod client;
mod screen;
mod server;
mod verdict;

use std::{
    env,
    io::{self, IsTerminal, Write},
    process::ExitCode,
};

const USAGE: &str = "usage: tour [--json] [--without-log]";

fn main() -> ExitCode {
    match run() {
        Ok(code) => code,
        // Whoever reads us has seen enough: `tour | head`.
        Err(error) if is_broken_pipe(&*error) => ExitCode::SUCCESS,
        Err(error) => {
            // If stderr is gone as well, the exit code still says it.
            let _ = writeln!(io::stderr(), "the tour ended early: {error}");
            ExitCode::FAILURE
        }
    }
}

fn run() -> Result<ExitCode, Box<dyn std::error::Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let has = |flag: &str| arguments.iter().any(|argument| argument == flag);
    let known = ["--json", "--without-log", server::FLAG];
    if let Some(unknown) = arguments.iter().find(|argument| !known.contains(&argument.as_str())) {
        writeln!(io::stderr(), "unknown argument {unknown}\n{USAGE}")?;
        return Ok(ExitCode::from(2));
    }
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    if has(server::FLAG) {
        toolfailure::set_stderr_fallback(!has("--without-log"));
        runtime.block_on(server::run())?;
        return Ok(ExitCode::SUCCESS);
    }

    let stops = runtime.block_on(client::visit_all(has("--without-log")))?;
    let mut out = io::stdout().lock();
    if has("--json") {
        for stop in &stops {
            writeln!(out, "{}", stop.to_json())?;
        }
    } else {
        let colour = out.is_terminal() && env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
        screen::show(&stops, colour, &mut out)?;
    }
    let lost = stops.iter().filter(|stop| stop.log_line.is_none()).count();
    if lost > 0 {
        writeln!(io::stderr(), "{lost} correlation ids are not in the server's log")?;
        return Ok(ExitCode::FAILURE);
    }
    Ok(ExitCode::SUCCESS)
}

fn is_broken_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    error.downcast_ref::<io::Error>().is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
