//! What the derive refuses, with which words and where (`ui/fail`), and what it takes (`ui/pass`).
//! The rows that the cases name are those of the project's list of edge cases for derives.

use std::{
    io::{self, Write},
    process::Command,
};

/// The compiler that the `.stderr` files were written by. To renew them, with this compiler:
/// `TRYBUILD=overwrite cargo test -p toolfailure-ui --test ui`, and read the difference.
const COMPILER: &str = "rustc 1.95.";

#[test]
fn derive() {
    let cases = trybuild::TestCases::new();
    cases.pass("ui/pass/**/*.rs");
    let compiler = version();
    if compiler.starts_with(COMPILER) {
        cases.compile_fail("ui/fail/**/*.rs");
    } else {
        // Not `eprintln!`, which is swallowed where the test passes.
        let note = format!("this is {compiler}, not {COMPILER}*: expected errors are not compared");
        writeln!(io::stderr(), "{note}").expect("stderr is open");
    }
}

fn version() -> String {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    String::from_utf8_lossy(&output.stdout).trim().to_owned()
}
