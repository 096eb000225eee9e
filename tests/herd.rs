//! The simulation of many clients shows what the decision promises.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

/// Enough for even figures.
const CLIENTS: u32 = 5000;

/// The simulation as cargo built it beside this test, in a folder for files.
fn herd(arguments: &[&str]) -> Output {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/herd{}", std::env::consts::EXE_SUFFIX));
    let output =
        Command::new(&path).args(arguments).current_dir(env!("CARGO_TARGET_TMPDIR")).output();
    output.unwrap_or_else(|error| panic!("{error}: `cargo build --example herd` makes {path:?}"))
}

/// What it prints, and the plot that it writes to a file of this name.
fn figures(seed: u32, svg: &str) -> (String, String) {
    let (clients, seed) = (CLIENTS.to_string(), seed.to_string());
    let output = herd(&["--clients", &clients, "--seed", &seed, "--svg", svg]);
    assert!(output.status.success(), "{output:?}");
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join(svg);
    let plot = fs::read_to_string(&file).expect("the plot was written");
    fs::remove_file(&file).expect("and can be removed");
    (String::from_utf8(output.stdout).expect("UTF-8"), plot)
}

/// The words after a name, of each line that begins with that name and a number.
fn rows<'a>(text: &'a str, name: &str) -> Vec<Vec<&'a str>> {
    text.lines()
        .filter_map(|line| line.trim_start().strip_prefix(name))
        .filter(|rest| rest.trim_start().starts_with(|c: char| c.is_ascii_digit()))
        .map(|rest| rest.split_whitespace().collect())
        .collect()
}

fn number(word: &str) -> f64 {
    word.replace(',', "").parse().expect("a number")
}

#[test]
fn nobody_comes_early_and_the_crowd_comes_apart() {
    let (text, _) = figures(1, "apart.svg");
    // Most and early, with clocks that are exact, that differ, and that are put right.
    let crowd = |name| -> Vec<f64> {
        let row = &rows(&text, name)[0];
        assert_eq!(row.len(), 6, "{row:?}");
        row.iter().map(|word| number(word)).collect()
    };
    for naive in ["at that time", "max(time, backoff)"].map(crowd) {
        assert_eq!(naive[..2], [f64::from(CLIENTS), 0.0]);
        assert!(naive[3] > 0.0 && naive[5] > 0.0, "without a margin some are early: {naive:?}");
        for ours in ["decision", "and tools/list"].map(crowd) {
            assert_eq!([ours[1], ours[3], ours[5]], [0.0; 3], "{ours:?}");
            assert!(ours[0] * 10.0 < naive[0], "{ours:?} against {naive:?}");
            assert!(ours[2] * 3.0 < naive[2], "{ours:?} against {naive:?}");
            assert!(ours[4] * 5.0 < naive[4], "{ours:?} against {naive:?}");
        }
    }
}

#[test]
fn the_throttle_keeps_the_load_near_what_it_was() {
    let (text, _) = figures(1, "load.svg");
    // Mean, peak, factor, seconds until all is normal (two words, or one), calls lost.
    let rooms = |name| {
        let rows = rows(&text, name);
        let last = rows.len() - 2;
        [0, 1].map(|room| (number(rows[last + room][2]), rows[last + room][3] == "never"))
    };
    let [ample, tight] = rooms("decision");
    assert!(ample.0 < 1.2 && tight.0 < 1.2, "{ample:?} {tight:?}");
    assert!(!ample.1 && !tight.1, "the server is itself again: {text}");
    for (other, least) in [("decision, no throttle", 2.5), ("10 retries at once", 10.0)] {
        let [ample, tight] = rooms(other);
        assert!(ample.0 > least && tight.0 > least, "{other}: {ample:?} {tight:?}");
        assert!(!ample.1 && tight.1, "what they add keeps a server down: {text}");
    }
}

#[test]
fn the_same_seed_gives_the_same_figures() {
    let first = figures(7, "seed.svg");
    assert_eq!(figures(7, "seed.svg"), first);
    assert_ne!(figures(8, "seed.svg"), first);
}

#[test]
fn it_is_readable_in_80_columns() {
    let (text, _) = figures(1, "columns.svg");
    for line in text.lines() {
        assert!(line.chars().count() <= 80, "{line}");
        assert!(!line.ends_with(' '), "{line}");
    }
    assert!(text.ends_with("\nPlot: columns.svg\n"));
}

#[test]
fn the_plot_is_a_plot() {
    let (_, plot) = figures(1, "plot.svg");
    assert!(plot.starts_with("<svg ") && plot.ends_with("</svg>\n"));
    for element in ["g", "text", "title"] {
        let begins = plot.matches(&format!("<{element}>")).count()
            + plot.matches(&format!("<{element} ")).count();
        assert!(begins > 0, "{element}");
        assert_eq!(begins, plot.matches(&format!("</{element}>")).count(), "{element}");
    }
    assert_eq!(plot.matches("<g ").count(), 2, "two panels");
    assert_eq!(plot.matches("<path ").count(), 6, "of three lines each");
    for label in [
        "second attempts per 100 ms",
        "seconds after retryNotBefore",
        "calls per second at the server",
        ">seconds<",
        ">decision<",
        ">max(time, backoff)<",
        ">10 retries at once<",
    ] {
        assert!(plot.contains(label), "{label}");
    }
    assert!(!plot.contains("NaN") && !plot.contains("inf"));
}

#[test]
fn it_says_what_is_wrong() {
    for (arguments, message) in [
        (&["--fast"][..], "unknown argument --fast"),
        (&["--seed"], "--seed takes a value"),
        (&["--seed", "x"], "--seed takes a whole number, not x"),
        (&["--clients", "-1"], "--clients takes a whole number, not -1"),
        (&["--clients", "0"], "--clients takes a number from 100 to 10000000"),
        (&["--svg", ""], "--svg takes the name of a file"),
    ] {
        let output = herd(arguments);
        let stderr = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {output:?}");
        assert!(stderr.starts_with(&format!("{message}\nusage: herd ")), "{stderr}");
        assert!(output.stdout.is_empty(), "{arguments:?}");
    }
    let output = herd(&["--clients", "100", "--svg", "."]);
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with(". cannot be written: "));
}
