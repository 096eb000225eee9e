//! What the program says of itself.

use crate::common::{check, text};

const EXIT_CODES: &str = "
Exit codes:
  0  every requirement that was tested holds (there may be warnings)
  1  a requirement does not hold; with --deny-warnings also: there are warnings
  2  the command line or a file on it is wrong
  3  nothing could be tested: no start, no connection, no failure to look at
";

const COMMANDS: [&str; 5] = ["server", "client", "relay", "result", "completions"];

#[test]
fn the_help_documents_the_exit_codes() {
    let help = check(["--help"]);
    assert_eq!(help.status.code(), Some(0));
    assert!(text(&help.stdout).ends_with(EXIT_CODES), "{}", text(&help.stdout));
    for command in COMMANDS {
        let help = check([command, "--help"]);
        assert_eq!(help.status.code(), Some(0), "{command}");
        assert!(text(&check(["--help"]).stdout).contains(command));
    }
    let convention = check(["client", "--help"]);
    assert!(text(&convention.stdout).contains("TOOLFAILURE_CHECK_URL"));
    assert_eq!(check([""; 0]).status.code(), Some(2));
    assert_eq!(check(["proxy"]).status.code(), Some(2));
}

#[test]
fn there_are_completions_for_every_shell() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = check(["completions", shell]);
        assert_eq!(script.status.code(), Some(0), "{shell}");
        for command in COMMANDS {
            assert!(text(&script.stdout).contains(command), "{shell}: {command}");
        }
    }
    let bash = check(["completions", "bash"]);
    assert!(!text(&bash.stdout).contains("upstream"), "that one is for relays alone");
    assert_eq!(check(["completions", "tcsh"]).status.code(), Some(2));
}
