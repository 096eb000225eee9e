use std::{error::Error, fmt::Display};

use super::{
    charset::is_invisible,
    cut::{Limit, cut},
    read::read,
    redact::redact,
};

/// The longest single text in a log event, in bytes: the message, or one source of the chain.
pub const MAX_LOG_BYTES: usize = 4096;

/// How many sources of an error are followed.
pub const MAX_CHAIN_DEPTH: usize = 16;

/// A text as it goes into a log: redacted, cut, and every character that could break the line,
/// move the cursor or hide something escaped. Nothing is dropped: operators see what was there.
#[must_use]
pub fn log_line(value: &dyn Display) -> String {
    let mut escaped = String::new();
    for c in redact(&read(value)).chars() {
        if is_invisible(c) {
            escaped.extend(c.escape_default());
        } else {
            escaped.push(c);
        }
    }
    cut(&mut escaped, Limit::Bytes(MAX_LOG_BYTES));
    escaped
}

/// The sources of an error, outermost first, joined by `: `; `None` if it has none. Each is made
/// by [`log_line`], and at most [`MAX_CHAIN_DEPTH`] are followed.
#[must_use]
pub fn chain(error: &dyn Error) -> Option<String> {
    let mut chain = String::new();
    let mut sources = std::iter::successors(error.source(), |source| (*source).source());
    for source in sources.by_ref().take(MAX_CHAIN_DEPTH) {
        if !chain.is_empty() {
            chain.push_str(": ");
        }
        chain.push_str(&log_line(source));
    }
    if sources.next().is_some() {
        chain.push_str(": …");
    }
    (!chain.is_empty()).then_some(chain)
}

#[cfg(test)]
mod tests {
    use std::fmt;

    use super::*;

    #[derive(Debug)]
    struct Link {
        text: &'static str,
        source: Option<Box<Link>>,
    }

    impl Display for Link {
        fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str(self.text)
        }
    }

    impl Error for Link {
        fn source(&self) -> Option<&(dyn Error + 'static)> {
            self.source.as_deref().map(|source| source as _)
        }
    }

    fn links(texts: &[&'static str]) -> Link {
        let mut links = texts.iter().rev();
        let last = Link { text: links.next().expect("not empty"), source: None };
        links.fold(last, |source, text| Link { text, source: Some(Box::new(source)) })
    }

    #[test]
    fn log_injection_is_escaped() {
        assert_eq!(
            log_line(&"a\nWARN forged\r\u{1B}[2J\u{202E}\u{0}"),
            r"a\nWARN forged\r\u{1b}[2J\u{202e}\u{0}"
        );
        assert_eq!(log_line(&"größe \"x\""), "größe \"x\"");
    }

    #[test]
    fn the_chain_is_the_sources_only_and_bounded() {
        assert_eq!(chain(&links(&["outer"])), None);
        assert_eq!(chain(&links(&["outer", "mid", "root\n"])).as_deref(), Some(r"mid: root\n"));
        let deep = chain(&links(&["x"; 40])).expect("has sources");
        assert_eq!(deep.matches('x').count(), MAX_CHAIN_DEPTH);
        assert!(deep.ends_with('…'));
    }

    #[test]
    fn what_redaction_makes_shorter_does_not_bring_a_cut_url_into_view() {
        let urls = "https://h/?".to_owned() + &"k".repeat(4500) + " ";
        for padding in (0..4000).step_by(7) {
            let text = urls.repeat(3) + &"x".repeat(padding) + " postgres://app:SECRET@db/prod";
            assert!(!log_line(&text).contains("SECRET"), "{padding}");
        }
    }

    #[test]
    fn long_texts_are_cut_and_redacted_first() {
        for padding in MAX_LOG_BYTES - 60..MAX_LOG_BYTES + 60 {
            let text = format!("{} https://u:SECRET@h/?SECRET", "x".repeat(padding));
            let line = log_line(&text);
            assert!(line.len() <= MAX_LOG_BYTES && !line.contains("SECRET"), "{padding}");
        }
        assert!(log_line(&"\u{202E}".repeat(1 << 20)).len() <= MAX_LOG_BYTES);
    }
}
