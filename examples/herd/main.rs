//! What many clients do to a server that fails: a simulation of those that follow the hints of its
//! tool failures, and of those that do not.
//!
//! ```text
//! cargo run --release --example herd
//! cargo run --release --example herd -- --clients 20000 --seed 7 --svg herd.svg
//! ```
//!
//! The decisions are those of [`toolfailure::client::decision`] itself. The clocks, the network,
//! the server and the randomness are made up here, so that the same seed gives the same figures
//! everywhere, in a few seconds.

mod arguments;
mod crowd;
mod figures;
mod outage;
mod plot;
mod svg;
mod world;

use std::{
    env, fs,
    io::{self, Write},
    path::Path,
    process::ExitCode,
};

use arguments::{Arguments, USAGE};

fn main() -> ExitCode {
    let arguments = match Arguments::parse(env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(error) => {
            // If stderr is gone as well, the exit code still says it.
            let _ = writeln!(io::stderr(), "{error}\n{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(&arguments) {
        Ok(()) => ExitCode::SUCCESS,
        // Whoever reads us has seen enough: `herd | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

fn run(arguments: &Arguments) -> io::Result<()> {
    let crowd = crowd::Figures::new(arguments);
    let outage = outage::Figures::new(arguments);
    let path = &arguments.svg;
    write(path, &plot::draw(&crowd, &outage)).map_err(|error| {
        io::Error::new(error.kind(), format!("{} cannot be written: {error}", path.display()))
    })?;
    let mut out = io::stdout().lock();
    figures::crowd(&crowd, &mut out)?;
    writeln!(out)?;
    figures::outage(&outage, &mut out)?;
    writeln!(out, "\nPlot: {}", path.display())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}
