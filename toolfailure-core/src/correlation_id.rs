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

    /// The id as it stands on the wire.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for CorrelationId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
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
    }
}
