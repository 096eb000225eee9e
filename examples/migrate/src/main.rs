//! Three states of one server, as a client sees them; `docs/migrate.md` walks through it.
//!
//! ```text
//! cargo run --example migrate
//! cargo run --example migrate -- --log    with the servers' log, on stderr
//! ```

use std::{
    env,
    error::Error,
    io::{self, Write},
};

use toolfailure_example_migrate::{before, derived, one_line, table, view};

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    // No subscriber is set here, so the log is the fallback's: JSON on stderr.
    toolfailure::set_stderr_fallback(env::args().any(|argument| argument == "--log"));
    let servers = [
        ("before", view::of(before::server()).await?),
        ("one line", view::of(one_line::server()).await?),
        ("derived", view::of(derived::server()).await?),
    ];
    write!(io::stdout(), "{}", table::table(&servers))?;
    Ok(())
}
