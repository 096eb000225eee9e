use std::fmt::{self, Display, Write};

use super::charset::is_invisible;

/// How much text is read past a limit, so that what is redacted is seen whole.
const MARGIN: usize = 4096;

/// Renders a value into one line of visible text, at least `keep` bytes of it if there are as many.
///
/// Runs of white space, newlines among them, become one blank; invisible characters are dropped.
/// Of a longer value a little more than `keep` is kept, and the rest is not even rendered, if the
/// value's `Display` stops when it is told to. One that fails half way is taken as far as it came.
#[must_use]
pub fn one_line(value: &dyn Display, keep: usize) -> String {
    let mut line =
        Line { text: String::new(), pending_blank: false, max: keep.saturating_add(MARGIN) };
    // An error means full, or a `Display` that gave up: either way, what is there is what we show.
    let _ = write!(line, "{value}");
    line.text
}

struct Line {
    text: String,
    pending_blank: bool,
    max: usize,
}

impl Write for Line {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        for c in part.chars() {
            if self.text.len() >= self.max {
                return Err(fmt::Error);
            }
            if c.is_whitespace() {
                self.pending_blank = !self.text.is_empty();
            } else if !is_invisible(c) {
                if self.pending_blank {
                    self.pending_blank = false;
                    self.text.push(' ');
                }
                self.text.push(c);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_line_of_visible_text() {
        assert_eq!(one_line(&"  a\n\n b\t\u{2028}c \r\n", 99), "a b c");
        assert_eq!(one_line(&"admin\u{202E}txt\u{200B}\u{E0041}\u{1B}[31m", 99), "admintxt[31m");
        assert_eq!(one_line(&"größe — 接続 😀", 99), "größe — 接続 😀");
        assert_eq!(one_line(&"\u{0}\n\u{200B}", 99), "");
    }

    #[test]
    fn a_long_value_is_not_rendered_to_its_end() {
        struct Endless;
        impl Display for Endless {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                loop {
                    f.write_str("endless ")?;
                }
            }
        }
        let line = one_line(&Endless, 100);
        assert!((100..100 + MARGIN + 8).contains(&line.len()), "{}", line.len());
    }

    #[test]
    fn a_display_that_fails_is_taken_as_far_as_it_came() {
        struct Fails;
        impl Display for Fails {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("so far")?;
                Err(fmt::Error)
            }
        }
        assert_eq!(one_line(&Fails, 100), "so far");
    }
}
