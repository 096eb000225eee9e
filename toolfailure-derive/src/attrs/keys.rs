//! The keys: where each belongs, how it is written, and what people type instead.

use std::fmt;

use crate::suggest;

/// Where an attribute stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Enum,
    /// A struct is one variant, so both kinds of keys belong there.
    Struct,
    Variant,
    Field,
}

impl Place {
    pub(super) fn example(self) -> &'static str {
        match self {
            Self::Enum => "`#[tool_failure(crate = ::path)]` here, and the classes on the variants",
            Self::Struct | Self::Variant => "`#[tool_failure(class = \"…\", code = \"…\")]`",
            Self::Field => "`#[tool_failure(retry_after)]`, or another key of a field",
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Enum => "enum",
            Self::Struct => "struct",
            Self::Variant => "variant",
            Self::Field => "field",
        })
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Key {
    Class,
    Code,
    Guidance,
    Message,
    Retryable,
    RetryAfter,
    RetryAt,
    Expose,
    Transparent,
    With,
    Secret,
    Trusted,
    Untrusted,
    Crate,
    ErrorData,
}

/// Everything about a key, in one place.
struct Facts {
    key: Key,
    name: &'static str,
    on_container: bool,
    on_variant: bool,
    on_field: bool,
    /// How it is written where it belongs.
    example: &'static str,
    /// What people type instead, in lower case.
    synonyms: &'static [&'static str],
}

const fn facts(
    key: Key,
    name: &'static str,
    places: &[Place],
    example: &'static str,
    synonyms: &'static [&'static str],
) -> Facts {
    let (mut on_container, mut on_variant, mut on_field) = (false, false, false);
    let mut i = 0;
    while i < places.len() {
        match places[i] {
            Place::Enum | Place::Struct => on_container = true,
            Place::Variant => on_variant = true,
            Place::Field => on_field = true,
        }
        i += 1;
    }
    Facts { key, name, on_container, on_variant, on_field, example, synonyms }
}

const KEYS: &[Facts] = &[
    facts(Key::Class, "class", &[Place::Variant], "class = \"…\"", &["kind", "category", "type"]),
    facts(Key::Code, "code", &[Place::Variant], "code = \"…\"", &["id", "name", "error_code"]),
    facts(
        Key::Guidance,
        "guidance",
        &[Place::Variant],
        "guidance = \"…\"",
        &["agent_guidance", "agentguidance", "hint", "help", "instruction", "advice"],
    ),
    facts(
        Key::Message,
        "message",
        &[Place::Variant],
        "message = \"…\"",
        &["msg", "text", "public", "display", "content"],
    ),
    facts(
        Key::Retryable,
        "retryable",
        &[Place::Variant],
        "retryable = true",
        &["retry", "can_retry", "is_retryable", "transient"],
    ),
    facts(
        Key::RetryAfter,
        "retry_after",
        &[Place::Variant, Place::Field],
        "retry_after = …",
        &["delay", "wait", "backoff", "after", "retryafter", "retry_in"],
    ),
    facts(
        Key::RetryAt,
        "retry_at",
        &[Place::Variant, Place::Field],
        "retry_at = …",
        &["retry_not_before", "retrynotbefore", "not_before", "until", "at"],
    ),
    facts(Key::Expose, "expose", &[Place::Variant], "expose", &["leak", "allow_source", "show"]),
    facts(
        Key::Transparent,
        "transparent",
        &[Place::Variant],
        "transparent",
        &["forward", "delegate", "inherit", "nested"],
    ),
    facts(
        Key::With,
        "with",
        &[Place::Variant],
        "with = path::to::function",
        &["using", "function", "classify_with", "by"],
    ),
    facts(
        Key::Secret,
        "secret",
        &[Place::Field],
        "secret",
        &["sensitive", "redact", "private", "skip", "hidden"],
    ),
    facts(Key::Trusted, "trusted", &[Place::Field], "trusted", &["trust", "safe"]),
    facts(
        Key::Untrusted,
        "untrusted",
        &[Place::Field],
        "untrusted",
        &["unsafe", "quote", "tainted"],
    ),
    facts(
        Key::ErrorData,
        "error_data",
        &[Place::Enum],
        "error_data",
        &["errordata", "into_error_data", "mcp_error", "protocol_error"],
    ),
    facts(
        Key::Crate,
        "crate",
        &[Place::Enum],
        "crate = ::path",
        &["path", "root", "crate_path", "crate_root"],
    ),
];

impl Key {
    fn facts(self) -> &'static Facts {
        KEYS.iter().find(|facts| facts.key == self).unwrap_or(&KEYS[0])
    }

    pub(super) fn named(word: &str) -> Option<Self> {
        KEYS.iter().find(|facts| facts.name == word).map(|facts| facts.key)
    }

    pub(crate) fn name(self) -> &'static str {
        self.facts().name
    }

    pub(super) fn example(self) -> &'static str {
        self.facts().example
    }

    pub(super) fn belongs_on(self, place: Place) -> bool {
        let facts = self.facts();
        match place {
            Place::Enum => facts.on_container,
            Place::Struct => facts.on_container || facts.on_variant,
            Place::Variant => facts.on_variant,
            Place::Field => facts.on_field,
        }
    }

    pub(super) fn misplaced(self, place: Place) -> String {
        let Facts { name, on_container, on_variant, .. } = self.facts();
        let (there, because) = match (on_container, on_variant, place) {
            (true, ..) => ("the enum or struct itself", ""),
            (_, true, Place::Enum) => (
                "each variant",
                ": there is no default for a whole enum, so that a new variant without a decision of \
                 its own does not build",
            ),
            (_, true, _) => ("the variant", ""),
            _ => ("a field", ""),
        };
        format!("`{name}` belongs on {there}, not on this {place}{because}")
    }
}

/// What is said of a word that is no key, and the key that was probably meant.
pub(super) fn unknown(word: &str, place: Place) -> (String, Option<Key>) {
    let here = || KEYS.iter().filter(|facts| facts.key.belongs_on(place));
    let synonyms: Vec<_> = here().map(|facts| (facts.name, facts.synonyms)).collect();
    let anywhere: Vec<_> = KEYS.iter().map(|facts| (facts.name, facts.synonyms)).collect();
    let meant = suggest::suggest(word, here().map(|facts| facts.name), &synonyms)
        .or_else(|| suggest::suggest(word, KEYS.iter().map(|facts| facts.name), &anywhere));
    let message = match meant {
        Some(meant) => format!("`{word}` is no key: did you mean `{meant}`?"),
        None => format!(
            "`{word}` is no key; the keys of a {place} are {}",
            suggest::list(here().map(|facts| facts.name))
        ),
    };
    (message, meant.and_then(Key::named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_key_is_found_by_its_name_and_suggested_for_its_synonyms() {
        for facts in KEYS {
            assert_eq!(Key::named(facts.name), Some(facts.key));
            assert_eq!(facts.key.facts().name, facts.name);
            let place = if facts.on_variant {
                Place::Variant
            } else if facts.on_field {
                Place::Field
            } else {
                Place::Enum
            };
            for synonym in facts.synonyms {
                assert!(Key::named(synonym).is_none(), "{synonym}");
                let (message, meant) = unknown(synonym, place);
                assert_eq!(meant, Some(facts.key), "{synonym}");
                assert!(message.contains(&format!("`{}`?", facts.name)), "{message}");
            }
        }
    }

    #[test]
    fn slips_are_suggested_and_strange_words_get_the_list() {
        for (word, want) in [("clas", "`class`?"), ("cod", "`code`?"), ("guidence", "`guidance`?")]
        {
            assert!(unknown(word, Place::Variant).0.contains(want));
        }
        assert!(unknown("severity", Place::Variant).0.contains("`class`, `code`"));
    }
}
