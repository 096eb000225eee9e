//! The agent example shows what it says: the one that reads failures does no harm, the one that
//! guesses does.

use std::{path::PathBuf, process::Command};

/// The example as cargo built it beside this test.
fn agent() -> String {
    let mut path: PathBuf = std::env::current_exe().expect("a test has a path");
    path.pop();
    if path.ends_with("deps") {
        path.pop();
    }
    path.push(format!("examples/agent{}", std::env::consts::EXE_SUFFIX));
    let output = Command::new(&path).output();
    let output = output
        .unwrap_or_else(|error| panic!("{error}: `cargo build --example agent` makes {path:?}"));
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("the example prints UTF-8")
}

#[test]
fn c3_to_c7_the_card_is_charged_once_by_who_reads_and_twice_by_who_guesses() {
    let shown = agent();
    let row = |what: &str| -> Vec<u32> {
        let line = shown.lines().find_map(|line| line.strip_prefix(what));
        let line = line.unwrap_or_else(|| panic!("no row {what:?} in\n{shown}"));
        line.split_whitespace().map(|count| count.parse().expect("a number")).collect()
    };
    assert_eq!(row("card charged"), [1, 2], "C4");
    let early = row("searches before the time asked for");
    assert!(early[0] == 0 && early[1] > 0, "C5: {early:?}");
    assert_eq!(row("itineraries mailed"), [1, 0], "C7: a person acted");
    for line in [
        "  take_seat_in_row_13   attempts: 1, class_forbids",
        "  charge_card           attempts: 1, not_retryable",
        "      user is asked: Ask the user to connect their mail account.",
    ] {
        assert!(shown.contains(line), "{line:?} in\n{shown}");
    }
}
