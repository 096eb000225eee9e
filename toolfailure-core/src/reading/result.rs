//! The few parts of a result that matter, found in one pass; everything else is skipped.

use std::borrow::Cow;

use serde::de::{MapAccess, SeqAccess};

use super::{Field, IsError, Problem, ResultKind, Violation};
use crate::wire::{
    META_KEY,
    fields::{AnyEntry, Entry},
    found::{Found, Shown},
    shape::{AnyFound, Object, Shape, next_element},
};

/// Keys by which results of other methods are known. The protocol permits any key in a result, so they
/// are no fault by themselves; but readers that tell results apart by their keys, as rmcp's types do,
/// take the whole for that of another method, and lose a failure in it.
const OF_OTHER_METHODS: [&str; 8] = [
    "action",
    "completion",
    "contents",
    "messages",
    "prompts",
    "resourceTemplates",
    "resources",
    "tools",
];

/// What was found, not yet judged.
#[derive(Default)]
pub(super) struct Parts<'de> {
    /// What stands in place of a result object.
    pub(super) no_object: Option<Found>,
    pub(super) is_error: Option<Found>,
    pub(super) result_type: Option<Found>,
    /// What stands in place of an object under `_meta`.
    pub(super) no_meta: Option<Found>,
    pub(super) entry: Option<Entry>,
    /// The last key that is known from results of other methods.
    pub(super) of_another_method: Option<&'static str>,
    pub(super) texts: Vec<Cow<'de, str>>,
}

impl Parts<'_> {
    pub(super) fn kind(&self, violations: &mut Vec<Violation>) -> ResultKind {
        if let Some(found) = &self.no_object {
            let detail = format!("the result is to be an object, not {}", Shown(&Some(found)));
            violations.push(Violation::new("MCP", Field::Result, Problem::Malformed, detail));
            return ResultKind::Unknown;
        }
        match &self.result_type {
            None => ResultKind::Complete,
            Some(Found::Text(word)) if word == "complete" => ResultKind::Complete,
            Some(Found::Text(word)) if word == "input_required" => ResultKind::InputRequired,
            Some(Found::Text(word)) if word == "task" => ResultKind::Task,
            Some(Found::Null) => {
                violations.push(null("MCP", Field::ResultType));
                ResultKind::Complete
            }
            found => {
                let detail = format!("resultType {} is none that we know", Shown(found));
                let field = Field::ResultType;
                violations.push(Violation::new("MCP", field, Problem::Malformed, detail));
                ResultKind::Unknown
            }
        }
    }

    pub(super) fn is_error(&self, violations: &mut Vec<Violation>) -> IsError {
        match &self.no_meta {
            None => {}
            Some(Found::Null) => violations.push(null("MCP", Field::Meta)),
            found => {
                let detail = format!("_meta is to be an object, not {}", Shown(found));
                violations.push(Violation::new("MCP", Field::Meta, Problem::Malformed, detail));
            }
        }
        match &self.is_error {
            None => IsError::Absent,
            Some(Found::Bool(false)) => IsError::False,
            Some(Found::Bool(true)) => IsError::True,
            Some(Found::Null) => {
                violations.push(null("S1", Field::IsError));
                IsError::Absent
            }
            found => {
                let detail = format!("isError is to be true or false, not {}", Shown(found));
                violations.push(Violation::new("S1", Field::IsError, Problem::Malformed, detail));
                IsError::Malformed
            }
        }
    }
}

/// What many writers make of a field that is not there, and many readers take for that: it counts
/// as absent. Within the tool failure nothing is taken so lightly.
fn null(requirement: &'static str, field: Field) -> Violation {
    let detail = format!("{field} is null, which is to be left out");
    Violation::new(requirement, field, Problem::Misplaced, detail)
}

/// The result as a whole.
pub(super) struct Whole;

impl<'de> Shape<'de> for Whole {
    type Value = Parts<'de>;

    fn other(self, found: Found) -> Parts<'de> {
        Parts { no_object: Some(found), ..Parts::default() }
    }

    fn object<A: MapAccess<'de>>(self, mut object: Object<'de, A>) -> Result<Parts<'de>, A::Error> {
        let mut parts = Parts::default();
        while let Some(key) = object.next_key()? {
            match &*key {
                "isError" => parts.is_error = Some(object.value(AnyFound)?),
                "resultType" => parts.result_type = Some(object.value(AnyFound)?),
                "_meta" => (parts.entry, parts.no_meta) = object.value(Meta)?,
                "content" => parts.texts = object.value(Content)?,
                key => {
                    let known = OF_OTHER_METHODS.into_iter().find(|it| *it == key);
                    parts.of_another_method = known.or(parts.of_another_method);
                    object.skip()?;
                }
            }
        }
        Ok(parts)
    }
}

/// `_meta`: the entry under our key, and what stands in place of an object.
struct Meta;

impl<'de> Shape<'de> for Meta {
    type Value = (Option<Entry>, Option<Found>);

    fn other(self, found: Found) -> Self::Value {
        (None, Some(found))
    }

    fn object<A: MapAccess<'de>>(
        self,
        mut object: Object<'de, A>,
    ) -> Result<Self::Value, A::Error> {
        let mut entry = None;
        while let Some(key) = object.next_key()? {
            if key == META_KEY {
                entry = Some(object.value(AnyEntry)?);
            } else {
                object.skip()?;
            }
        }
        Ok((entry, None))
    }
}

/// The texts of the text blocks among the content blocks; anything else is passed over.
struct Content;

impl<'de> Shape<'de> for Content {
    type Value = Vec<Cow<'de, str>>;

    fn other(self, _: Found) -> Self::Value {
        Vec::new()
    }

    fn seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        let mut texts = Vec::new();
        while let Some(text) = next_element(&mut seq, Block)? {
            texts.extend(text);
        }
        Ok(texts)
    }
}

/// The text of a block, if it is a text block.
struct Block;

impl<'de> Shape<'de> for Block {
    type Value = Option<Cow<'de, str>>;

    fn other(self, _: Found) -> Self::Value {
        None
    }

    fn object<A: MapAccess<'de>>(
        self,
        mut object: Object<'de, A>,
    ) -> Result<Self::Value, A::Error> {
        let (mut kind, mut text) = (None, None);
        while let Some(key) = object.next_key()? {
            match &*key {
                "type" => kind = object.value(OnlyText)?,
                "text" => text = object.value(OnlyText)?,
                _ => object.skip()?,
            }
        }
        Ok(text.filter(|_| kind.as_deref() == Some("text")))
    }
}

/// A string, or nothing.
struct OnlyText;

impl<'de> Shape<'de> for OnlyText {
    type Value = Option<Cow<'de, str>>;

    fn other(self, _: Found) -> Self::Value {
        None
    }

    fn text(self, text: Cow<'de, str>) -> Self::Value {
        Some(text)
    }
}
