//! A small agent that books a flight: twice, once with a client that reads tool failures, once with
//! one that guesses from the text of errors. The model is a script, so that both do the same.
//!
//! ```text
//! cargo run --example agent
//! ```
//!
//! The server counts what really happens. See how often the card is charged.

mod guess;
mod read;
mod server;
mod user;

use std::{
    io::{self, Write},
    sync::Arc,
};

use rmcp::ServiceExt;
use server::{Airline, Counters};

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // The server's log is what the example `logs` is about.
    toolfailure::set_stderr_fallback(false);
    let mut out = io::stdout();

    writeln!(out, "An agent that reads tool failures\n")?;
    let (airline, when_read) = connect().await?;
    read::book(&airline, &mut out).await?;

    writeln!(out, "\nThe same, guessing from the text\n")?;
    let (airline, when_guessed) = connect().await?;
    guess::book(&airline, &mut out).await?;

    writeln!(out, "\n{:<40}{:>10}{:>10}", "what happened at the server", "read", "guessed")?;
    for ((what, read), (_, guessed)) in when_read.rows().into_iter().zip(when_guessed.rows()) {
        writeln!(out, "{what:<40}{read:>10}{guessed:>10}")?;
    }
    Ok(())
}

type Client = rmcp::service::RunningService<rmcp::RoleClient, ()>;

/// A fresh airline, and a connection to it.
async fn connect() -> Result<(Client, Arc<Counters>), Box<dyn std::error::Error>> {
    let (here, there) = tokio::io::duplex(64 * 1024);
    let airline = Airline::default();
    let counters = airline.counters();
    tokio::spawn(async move {
        let server = toolfailure::server::Classified::new(airline);
        if let Ok(running) = server.serve(there).await {
            // Ends when the client goes.
            let _ = running.waiting().await;
        }
    });
    Ok((().serve(here).await?, counters))
}
