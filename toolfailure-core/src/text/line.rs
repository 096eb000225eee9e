use std::fmt::Display;

use super::{charset::is_invisible, read::read};

/// Renders a value into one line of visible text.
///
/// Runs of white space, newlines among them, become one blank; invisible characters are dropped.
/// Of a very long value only the beginning is read.
#[must_use]
pub fn one_line(value: &dyn Display) -> String {
    let mut line = String::new();
    let mut pending_blank = false;
    for c in read(value).chars() {
        if c.is_whitespace() {
            pending_blank = !line.is_empty();
        } else if !is_invisible(c) {
            if std::mem::take(&mut pending_blank) {
                line.push(' ');
            }
            line.push(c);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_visible_text() {
        assert_eq!(one_line(&"  a\n\n b\t\u{2028}c \r\n"), "a b c");
        assert_eq!(one_line(&"admin\u{202E}txt\u{200B}\u{E0041}\u{1B}[31m"), "admintxt[31m");
        assert_eq!(one_line(&"größe — 接続 😀"), "größe — 接続 😀");
        assert_eq!(one_line(&"\u{0}\n\u{200B}"), "");
    }
}
