//! Text from whatever is tested, made fit for a terminal and for an issue that somebody opens.

use std::fmt::{Display, Write};

use toolfailure_core::text;

/// The most of a piece of JSON that a report shows, in characters.
const MAX_CHARS: usize = 480;

/// Text on one line, without what moves a cursor, and redacted: reports are passed on.
pub(crate) fn one_line(text: &dyn Display) -> String {
    text::log_line(text)
}

/// A piece of JSON, without the spaces of its layout, cut.
pub(super) fn evidence(json: &str) -> String {
    let shown = one_line(&compact(json));
    let total = shown.chars().count();
    if total <= MAX_CHARS {
        return shown;
    }
    let mut cut: String = shown.chars().take(MAX_CHARS).collect();
    // Writing to a `String` does not fail.
    let _ = write!(cut, "… ({total} characters)");
    cut
}

/// JSON without white space between its parts. What is no JSON comes out as something like it.
fn compact(json: &str) -> String {
    let mut compact = String::with_capacity(json.len());
    let (mut in_string, mut escaped) = (false, false);
    for c in json.chars() {
        if in_string {
            compact.push(c);
            match c {
                _ if escaped => escaped = false,
                '\\' => escaped = true,
                '"' => in_string = false,
                _ => {}
            }
        } else if !matches!(c, ' ' | '\n' | '\r' | '\t') {
            in_string = c == '"';
            compact.push(c);
        }
    }
    compact
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_layout_is_taken_out() {
        let pretty = "{\n  \"a b\": \"c \\\" d\",\r\n\t\"e\": [1, 2]\n}";
        assert_eq!(compact(pretty), r#"{"a b":"c \" d","e":[1,2]}"#);
    }

    #[test]
    fn what_harms_a_terminal_is_escaped_and_what_is_long_is_cut() {
        assert_eq!(evidence("\"\u{1B}[2J\u{202E}\""), r#""\u{1b}[2J\u{202e}""#);
        let long = evidence(&"x".repeat(1000));
        assert!(long.ends_with("… (1000 characters)") && long.chars().count() < 510, "{long}");
    }
}
