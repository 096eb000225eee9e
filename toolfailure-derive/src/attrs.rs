//! `#[tool_failure(…)]`: from tokens to keys and values, recovering at every comma.

mod keys;
mod value;

use proc_macro2::{Delimiter, Ident, Punct, TokenStream, TokenTree};
use syn::{Attribute, MacroDelimiter, Meta, ext::IdentExt, spanned::Spanned};

pub(crate) use keys::{Key, Place};
pub(crate) use value::Value;

use crate::{diagnostics::Errors, suggest};

/// One key of an attribute, checked for the place where it stands, with a value of its type.
pub(crate) struct Entry {
    pub(crate) key: Key,
    /// The key as it was written.
    pub(crate) name: Ident,
    pub(crate) value: Value,
}

/// The entries of one enum, variant, field or struct, from all its attributes.
#[derive(Default)]
pub(crate) struct Entries {
    /// Whether there was an attribute at all, even an empty one.
    pub(crate) present: bool,
    entries: Vec<Entry>,
    /// Keys that were meant but refused, so that their absence is no mistake of its own.
    refused: Vec<Key>,
    /// Whether something could not be understood at all, so that any key may have been meant.
    unreadable: bool,
}

impl Entries {
    pub(crate) fn get(&self, key: Key) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.key == key)
    }

    pub(crate) fn has(&self, key: Key) -> bool {
        self.get(key).is_some()
    }

    /// Whether a key is neither there nor was meant to be.
    pub(crate) fn lacks(&self, key: Key) -> bool {
        !self.has(key) && !self.refused.contains(&key) && !self.unreadable
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    /// Reads the attributes that stand at one place.
    pub(crate) fn read(attrs: &[Attribute], place: Place, errors: &mut Errors) -> Self {
        let mut read = Self::default();
        for attr in attrs {
            let Some(name) = attr.path().get_ident() else { continue };
            if name != "tool_failure" {
                if !is_misspelled(&name.unraw().to_string()) {
                    continue;
                }
                errors.on(name, "the attribute is `tool_failure`: write `#[tool_failure(…)]`");
            }
            read.present = true;
            read.attribute(attr, place, errors);
        }
        read
    }

    fn attribute(&mut self, attr: &Attribute, place: Place, errors: &mut Errors) {
        let list = match &attr.meta {
            Meta::List(list) => list,
            Meta::Path(path) => {
                self.unreadable = true;
                return errors.on(path, format!("write {}", place.example()));
            }
            Meta::NameValue(pair) => {
                self.unreadable = true;
                return errors.at(pair.eq_token.span(), format!("write {}", place.example()));
            }
        };
        if !matches!(list.delimiter, MacroDelimiter::Paren(_)) {
            let open = list.delimiter.span().open();
            errors.at(open, "write round brackets: `#[tool_failure(…)]`");
        }
        let entries_before = self.entries.len();
        let mut tokens = list.tokens.clone().into_iter().peekable();
        if tokens.peek().is_none() {
            self.unreadable = true;
            return errors
                .on(attr.path(), format!("nothing is said here: write {}", place.example()));
        }
        while tokens.peek().is_some() {
            let (segment, comma) = next_segment(&mut tokens);
            match comma {
                Some(comma) if segment.is_empty() => {
                    errors.on(comma, "nothing stands before this comma: remove it");
                }
                _ => self.segment(&segment, place, entries_before, errors),
            }
        }
    }

    /// One `key` or `key = value`. `from` is where this attribute's entries start.
    fn segment(&mut self, segment: &[TokenTree], place: Place, from: usize, errors: &mut Errors) {
        let [first, rest @ ..] = segment else { return };
        let TokenTree::Ident(name) = first else {
            // Of several bare values the first one says it.
            if std::mem::replace(&mut self.unreadable, true) {
                return;
            }
            let about = format!("a key is expected here: write {}", place.example());
            return errors.on(first, about);
        };
        let (written, after) = match rest {
            [] => (None, None),
            [TokenTree::Punct(punct), value @ ..] if punct.as_char() == '=' => {
                let (value, after) = split_missing_comma(value);
                (Some((punct, value)), after)
            }
            [other, ..] => {
                let key = Key::named(&name.unraw().to_string());
                self.refused.extend(key);
                self.unreadable |= key.is_none();
                let example = key.map_or("key = \"…\"", Key::example);
                return errors.on(other, format!("write `{example}`"));
            }
        };
        if let Some(entry) = self.entry(name, written, place, errors) {
            self.insert(entry, place, from, errors);
        }
        if let Some(after) = after {
            errors.on(&after[0], "a comma is missing before this");
            self.segment(after, place, from, errors);
        }
    }

    fn entry(
        &mut self,
        name: &Ident,
        written: Option<(&Punct, &[TokenTree])>,
        place: Place,
        errors: &mut Errors,
    ) -> Option<Entry> {
        let word = name.unraw().to_string();
        let Some(key) = Key::named(&word) else {
            let (message, meant) = keys::unknown(&word, place);
            self.refused.extend(meant);
            self.unreadable |= meant.is_none();
            errors.on(name, message);
            return None;
        };
        if !key.belongs_on(place) {
            self.refused.push(key);
            errors.on(name, key.misplaced(place));
            return None;
        }
        let Some(value) = value::read(key, place, name, written, errors) else {
            self.refused.push(key);
            return None;
        };
        Some(Entry { key, name: name.clone(), value })
    }

    fn insert(&mut self, entry: Entry, place: Place, from: usize, errors: &mut Errors) {
        let Some(earlier) = self.entries.iter().position(|other| other.key == entry.key) else {
            self.entries.push(entry);
            return;
        };
        let key = entry.key.name();
        errors.on(
            &entry.name,
            if earlier >= from {
                format!("`{key}` stands here twice: remove one")
            } else {
                format!("`{key}` is already given in another attribute of this {place}: remove one")
            },
        );
    }
}

/// Attributes that are surely meant for us.
fn is_misspelled(name: &str) -> bool {
    name == "toolfailure" || suggest::nearest(name, ["tool_failure"]).is_some()
}

/// Takes tokens up to a comma at the top level. A comma between the angle brackets of a path
/// (`f::<A, B>()`) is not at the top level.
fn next_segment(tokens: &mut impl Iterator<Item = TokenTree>) -> (Vec<TokenTree>, Option<Punct>) {
    let (mut segment, mut angles) = (Vec::new(), 0_u32);
    for token in tokens {
        if let TokenTree::Punct(punct) = &token {
            match punct.as_char() {
                ',' if angles == 0 => return (segment, Some(punct.clone())),
                '<' if angles > 0 || begins_angles(&segment) => angles += 1,
                '>' if !ends_with(&segment, '-') => angles = angles.saturating_sub(1),
                _ => {}
            }
        }
        segment.push(token);
    }
    (segment, None)
}

/// Behind `::`, and at the start of a value (`key = <T as Trait>::f()`), `<` opens a bracket.
fn begins_angles(segment: &[TokenTree]) -> bool {
    let (before, double) = (ends_with(segment, ':'), segment.split_last());
    let path = before && double.is_some_and(|(_, rest)| ends_with(rest, ':'));
    path || matches!(segment, [_, TokenTree::Punct(eq)] if eq.as_char() == '=')
}

fn ends_with(segment: &[TokenTree], c: char) -> bool {
    matches!(segment.last(), Some(TokenTree::Punct(punct)) if punct.as_char() == c)
}

/// `"a" code = "b"`: a literal, and behind it what looks like the next key.
fn split_missing_comma(value: &[TokenTree]) -> (&[TokenTree], Option<&[TokenTree]>) {
    match value {
        [TokenTree::Literal(_), TokenTree::Ident(_), ..] => (&value[..1], Some(&value[1..])),
        [TokenTree::Ident(_), TokenTree::Ident(_), TokenTree::Punct(eq), ..]
            if eq.as_char() == '=' =>
        {
            (&value[..1], Some(&value[1..]))
        }
        _ => (value, None),
    }
}

/// What a macro_rules fragment wrapped in an invisible group, without that group.
fn ungroup(tokens: &[TokenTree]) -> Vec<TokenTree> {
    match tokens {
        [TokenTree::Group(group)] if group.delimiter() == Delimiter::None => {
            ungroup(&group.stream().into_iter().collect::<Vec<_>>())
        }
        _ => tokens.to_vec(),
    }
}

/// The tokens as a stream.
fn stream(tokens: &[TokenTree]) -> TokenStream {
    tokens.iter().cloned().collect()
}
