//! What the decision engine makes of cases: JSON Lines in, `name TAB decision` out.
//!
//! ```text
//! cargo run --example decide < conformance/vectors/decisions/decisions.jsonl
//! cargo run --example decide -- --check < conformance/vectors/decisions/decisions.jsonl
//! ```
//!
//! The form of a line, and the words of a decision, are described beside the vectors. The engine is
//! really run, on clocks of its own; `expect` is looked at only with `--check`, which prints the
//! lines that differ. Exits with 1 if one does, or if a line is not understood.

mod engine;
mod refusal;
mod row;

use std::{
    env,
    io::{self, BufRead, Write},
    process::ExitCode,
};

use row::Row;

const USAGE: &str = "usage: decide [--check] < rows.jsonl";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let check = match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        [] => false,
        ["--check"] => true,
        _ => {
            let _ = writeln!(io::stderr(), "{USAGE}");
            return ExitCode::from(2);
        }
    };
    match run(check) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        // Whoever reads us has seen enough: `decide | head`.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            let _ = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        }
    }
}

/// Whether every line was understood and, with `check`, decided as expected.
fn run(check: bool) -> io::Result<bool> {
    let (mut rows, mut wrong) = (0, 0);
    let mut out = io::stdout().lock();
    for (line, number) in io::stdin().lock().split(b'\n').zip(1..) {
        let line = line?;
        if line.trim_ascii().is_empty() {
            continue;
        }
        rows += 1;
        match decide(&line, check) {
            Ok((name, decision, None)) if !check => writeln!(out, "{name}\t{decision}")?,
            Ok((_, _, None)) => {}
            Ok((name, decision, Some(expected))) => {
                wrong += 1;
                writeln!(out, "{name}\t{decision}\tinstead of: {expected}")?;
            }
            Err(why) => {
                wrong += 1;
                writeln!(io::stderr(), "line {number}: {why}")?;
            }
        }
    }
    if check {
        writeln!(io::stderr(), "{rows} rows, {wrong} not as expected")?;
    }
    Ok(wrong == 0)
}

/// The name, the decision and, with `check`, what it should have been if that is something else.
fn decide(line: &[u8], check: bool) -> Result<(String, String, Option<String>), String> {
    let row = Row::parse(line)?;
    let decision = engine::decide(&row)?;
    let mut expected = None;
    if check {
        let expect = row.expect.ok_or("no `expect` to check against")?;
        expected = (expect != decision).then_some(expect);
    }
    Ok((row.name, decision, expected))
}
