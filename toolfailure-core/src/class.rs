use std::fmt;

/// What kind of failure this is, and so what a client does about it (W2).
///
/// The set is closed: a client that reads another word has no rule to follow, and stops.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ToolFailureClass {
    /// The operation cannot succeed as requested. Try another way (C3, C7).
    Capability,
    /// A transient condition. May be retried, but only if the failure says `retryable` and the
    /// tool says `idempotentHint` (C4).
    Reliability,
    /// Refused by policy. A person has to act (C3, C7).
    Governance,
}

impl ToolFailureClass {
    /// All three, in the order in which the standard names them.
    pub const ALL: [Self; 3] = [Self::Capability, Self::Reliability, Self::Governance];

    /// The word on the wire (W2).
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Capability => "capability",
            Self::Reliability => "reliability",
            Self::Governance => "governance",
        }
    }

    /// The class that a word on the wire names, or `None` for any other word (W2).
    #[must_use]
    pub fn from_wire(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|class| class.as_str() == word)
    }
}

impl fmt::Display for ToolFailureClass {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w2_the_set_is_closed_and_spelled_exactly() {
        for class in ToolFailureClass::ALL {
            assert_eq!(ToolFailureClass::from_wire(class.as_str()), Some(class));
            assert_eq!(class.to_string(), class.as_str());
        }
        for word in ["", "Governance", "governance ", "security", "capabilities"] {
            assert_eq!(ToolFailureClass::from_wire(word), None, "{word:?}");
        }
    }
}
