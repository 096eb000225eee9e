use std::{error, fmt};

/// The id under which an operator finds a failure in the server's own log (W6, S3).
///
/// Opaque: nothing may be read from it, and nothing sensitive is in it (S4). Servers get one from
/// the operation that writes the log line, never by themselves, because an id that finds nothing
/// is worse than none. [`CorrelationId::parse`] is for ids that came from somewhere else.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CorrelationId(Box<str>);

impl CorrelationId {
    /// Takes an id as it was received.
    ///
    /// # Errors
    ///
    /// If it is empty. The standard says nothing of length and alphabet, so neither do we.
    pub fn parse(id: impl Into<Box<str>>) -> Result<Self, InvalidCorrelationId> {
        let id = id.into();
        if id.is_empty() {
            return Err(InvalidCorrelationId(()));
        }
        Ok(Self(id))
    }

    /// The id exactly as it stands on the wire. One from another server may hold anything.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl PartialEq<str> for CorrelationId {
    fn eq(&self, other: &str) -> bool {
        &*self.0 == other
    }
}

impl PartialEq<&str> for CorrelationId {
    fn eq(&self, other: &&str) -> bool {
        self == *other
    }
}

/// The id, with control and other invisible characters escaped, so that one from another server can
/// neither break a line of a log nor move a cursor.
impl fmt::Display for CorrelationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.bytes().all(|byte| byte.is_ascii_graphic()) {
            return f.pad(&self.0);
        }
        let mut shown = String::new();
        for c in self.0.chars() {
            match c {
                '"' | '\'' | '\\' => shown.push(c),
                _ => shown.extend(c.escape_debug()),
            }
        }
        f.pad(&shown)
    }
}

/// A correlation id cannot be empty (W6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InvalidCorrelationId(());

impl fmt::Display for InvalidCorrelationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a correlation id cannot be empty (W6)")
    }
}

impl error::Error for InvalidCorrelationId {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w6_an_id_is_never_empty() {
        assert!(CorrelationId::parse("").is_err());
        let id = CorrelationId::parse("c-1").expect("not empty");
        assert_eq!((id.as_str(), id.to_string().as_str()), ("c-1", "c-1"));
        assert!(id == "c-1" && id != "c-2");
    }

    #[test]
    fn an_id_from_elsewhere_cannot_break_a_line() {
        let id = CorrelationId::parse("a\nWARN \"b\u{1B}[2J\u{202E} ü").expect("not empty");
        assert_eq!(id.to_string(), r#"a\nWARN "b\u{1b}[2J\u{202e} ü"#);
    }
}
