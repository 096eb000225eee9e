//! From a reference to a log line: a server with JSON logs as a child process, a client whose one
//! call fails, and the look-up that an operator makes with the id that the client got.
//!
//! ```text
//! cargo run --example logs
//! ```
//!
//! Exits with 1 if the id is not in the log. With `--without-log` the server logs nothing, so that
//! one can see this happen.

mod client;
mod lookup;
mod server;

use std::{
    env,
    error::Error,
    io::{self, Write},
    process::ExitCode,
};

/// Makes the server log nothing.
const WITHOUT_LOG: &str = "--without-log";

#[tokio::main]
async fn main() -> Result<ExitCode, Box<dyn Error>> {
    let has = |flag: &str| env::args().any(|argument| argument == flag);
    if has(server::FLAG) {
        server::run(!has(WITHOUT_LOG)).await?;
        return Ok(ExitCode::SUCCESS);
    }

    let call = client::failing_call(has(WITHOUT_LOG)).await?;
    let mut out = io::stdout().lock();
    writeln!(out, "The client called {} and got\n", server::TOOL)?;
    for line in call.content.lines() {
        writeln!(out, "{}", format!("    {line}").trim_end())?;
    }
    writeln!(out, "\nThe operator looks for {}\n", call.correlation_id)?;
    let Some(line) = lookup::find(&call.log, &call.correlation_id) else {
        writeln!(out, "    and finds nothing.")?;
        return Ok(ExitCode::FAILURE);
    };
    lookup::show(&line, &mut out)?;
    Ok(ExitCode::SUCCESS)
}
