use std::fmt;

/// Guidance for the calling model from a server that nobody vouches for (W7).
///
/// It is data: a client never follows it, never parses it, and never puts it where its own
/// instructions stand (C6). It may hold anything, terminal escapes and invitations to ignore the
/// user among them, which is why reading it takes a method that says so. `Debug` and `Display`
/// escape what could break a line or move a cursor.
#[derive(Clone, PartialEq, Eq)]
pub struct UntrustedGuidance(Box<str>);

impl UntrustedGuidance {
    pub(super) fn new(guidance: String) -> Self {
        Self(guidance.into())
    }

    /// The text exactly as it was received.
    #[must_use]
    pub fn as_untrusted_str(&self) -> &str {
        &self.0
    }
}

/// The text with control and other invisible characters escaped, and its length in characters.
impl fmt::Debug for UntrustedGuidance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "UntrustedGuidance({:?}, {} chars)", self.0, self.0.chars().count())
    }
}

/// The text with control and other invisible characters escaped, redacted and cut as for a log.
impl fmt::Display for UntrustedGuidance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&crate::text::log_line(&&*self.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn c6_what_could_harm_a_terminal_or_a_log_is_escaped() {
        let guidance = UntrustedGuidance::new("wait\n\u{1B}[2J\u{202E}now".into());
        assert_eq!(guidance.to_string(), r"wait\n\u{1b}[2J\u{202e}now");
        assert_eq!(
            format!("{guidance:?}"),
            r#"UntrustedGuidance("wait\n\u{1b}[2J\u{202e}now", 13 chars)"#
        );
        assert_eq!(guidance.as_untrusted_str(), "wait\n\u{1B}[2J\u{202E}now");
    }
}
