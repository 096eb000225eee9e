use std::fmt::{self, Display, Write};

/// How much of a value is read, in bytes.
const MAX_READ_BYTES: usize = 16 * 1024;

/// Reads a value, at most [`MAX_READ_BYTES`] of it: the rest of a longer one is not even rendered,
/// if its `Display` stops when it is told to. One that fails half way is taken as far as it came.
///
/// A URL that is cut off is left out whole, since nobody could tell any more where its secret parts
/// are.
pub(super) fn read(value: &dyn Display) -> String {
    let mut bounded = Bounded { text: String::new(), full: false };
    // An error means full, or a `Display` that gave up: what is there is what we show.
    let _ = write!(bounded, "{value}");
    let Bounded { mut text, full } = bounded;
    let last_word = text.rfind(char::is_whitespace).map_or(0, |at| at + 1);
    if full
        && text.get(last_word..).is_some_and(|word| word.contains(":/") || word.contains(":\\/"))
    {
        text.truncate(last_word);
    }
    text
}

struct Bounded {
    text: String,
    full: bool,
}

impl Write for Bounded {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let room = MAX_READ_BYTES - self.text.len();
        if part.len() <= room {
            self.text.push_str(part);
            return Ok(());
        }
        let end = (0..=room).rev().find(|&at| part.is_char_boundary(at)).unwrap_or(0);
        self.text.push_str(&part[..end]);
        self.full = true;
        Err(fmt::Error)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_value_is_not_rendered_to_its_end() {
        struct Endless;
        impl Display for Endless {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                loop {
                    f.write_str("endless \u{200B}")?;
                }
            }
        }
        assert!((MAX_READ_BYTES - 16..=MAX_READ_BYTES).contains(&read(&Endless).len()));
        assert!(read(&"ä".repeat(1 << 20)).len() <= MAX_READ_BYTES);
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
        assert_eq!(read(&Fails), "so far");
    }

    #[test]
    fn a_url_that_is_cut_off_is_left_out() {
        let text = format!("{} postgres://app:{}@db", "x".repeat(100), "s".repeat(1 << 16));
        assert_eq!(read(&text), format!("{} ", "x".repeat(100)));
    }
}
