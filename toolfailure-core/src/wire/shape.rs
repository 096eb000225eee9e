//! Taking JSON apart without building a tree: one visitor for any value, told what to do with the
//! shapes that it wants.

use std::{borrow::Cow, fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{DeserializeSeed, IgnoredAny, MapAccess, SeqAccess, Visitor},
};

use super::found::Found;

/// How serde_json hands on numbers once any crate of a build has turned on its feature
/// `arbitrary_precision`: as an object with this key.
const ARBITRARY_PRECISION: &str = "$serde_json::private::Number";

/// What to make of a value: of the shapes that are wanted by their own methods, of all others by
/// [`Shape::other`].
pub(crate) trait Shape<'de>: Sized {
    type Value;

    fn other(self, found: Found) -> Self::Value;

    fn text(self, text: Cow<'de, str>) -> Self::Value {
        self.other(Found::Text(text.into_owned()))
    }

    fn seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Self::Value, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(self.other(Found::Array))
    }

    fn object<A: MapAccess<'de>>(
        self,
        mut object: Object<'de, A>,
    ) -> Result<Self::Value, A::Error> {
        while object.next_key()?.is_some() {
            object.skip()?;
        }
        Ok(self.other(Found::Object))
    }
}

/// Any value, as it is found.
pub(crate) struct AnyFound;

impl Shape<'_> for AnyFound {
    type Value = Found;

    fn other(self, found: Found) -> Found {
        found
    }
}

/// Reads any value into a shape.
///
/// # Errors
///
/// Only if the input is no JSON.
pub(crate) fn read<'de, S: Shape<'de>, D: Deserializer<'de>>(
    shape: S,
    deserializer: D,
) -> Result<S::Value, D::Error> {
    deserializer.deserialize_any(AnyValue(shape))
}

/// An object, key by key.
pub(crate) struct Object<'de, A> {
    first: Option<Cow<'de, str>>,
    map: A,
}

impl<'de, A: MapAccess<'de>> Object<'de, A> {
    pub(crate) fn next_key(&mut self) -> Result<Option<Cow<'de, str>>, A::Error> {
        match self.first.take() {
            Some(key) => Ok(Some(key)),
            None => Ok(self.map.next_key()?.map(|Text(key)| key)),
        }
    }

    /// The value of the key that was just read.
    pub(crate) fn value<S: Shape<'de>>(&mut self, shape: S) -> Result<S::Value, A::Error> {
        self.map.next_value_seed(Seed(shape))
    }

    /// Passes over the value of the key that was just read.
    pub(crate) fn skip(&mut self) -> Result<(), A::Error> {
        self.map.next_value::<IgnoredAny>().map(drop)
    }
}

/// The next element of an array.
#[cfg(feature = "client")]
pub(crate) fn next_element<'de, S: Shape<'de>, A: SeqAccess<'de>>(
    seq: &mut A,
    shape: S,
) -> Result<Option<S::Value>, A::Error> {
    seq.next_element_seed(Seed(shape))
}

struct Seed<S>(S);

impl<'de, S: Shape<'de>> DeserializeSeed<'de> for Seed<S> {
    type Value = S::Value;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<S::Value, D::Error> {
        read(self.0, deserializer)
    }
}

struct AnyValue<S>(S);

impl<'de, S: Shape<'de>> Visitor<'de> for AnyValue<S> {
    type Value = S::Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<S::Value, E> {
        Ok(self.0.other(Found::Null))
    }

    fn visit_none<E>(self) -> Result<S::Value, E> {
        Ok(self.0.other(Found::Null))
    }

    fn visit_bool<E>(self, value: bool) -> Result<S::Value, E> {
        Ok(self.0.other(Found::Bool(value)))
    }

    fn visit_u64<E>(self, value: u64) -> Result<S::Value, E> {
        Ok(self.0.other(Found::Unsigned(value)))
    }

    fn visit_i64<E>(self, value: i64) -> Result<S::Value, E> {
        let found = u64::try_from(value).map_or(Found::Negative(value), Found::Unsigned);
        Ok(self.0.other(found))
    }

    fn visit_f64<E>(self, value: f64) -> Result<S::Value, E> {
        Ok(self.0.other(Found::Float(value)))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<S::Value, E> {
        Ok(self.0.text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<S::Value, E> {
        Ok(self.0.text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<S::Value, A::Error> {
        self.0.seq(seq)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<S::Value, A::Error> {
        let mut first = map.next_key()?.map(|Text(key)| key);
        if first.as_deref() == Some(ARBITRARY_PRECISION) {
            let value = map.next_value_seed(Seed(AnyFound))?;
            first = map.next_key()?.map(|Text(key)| key);
            // Anything else is an object that somebody gave such a key.
            if first.is_none()
                && let Found::Text(digits) = value
                && let Some(number) = number(&digits)
            {
                return Ok(self.0.other(number));
            }
        }
        self.0.object(Object { first, map })
    }
}

/// A number that came as its digits.
fn number(digits: &str) -> Option<Found> {
    if let Ok(value) = digits.parse() {
        return Some(Found::Unsigned(value));
    }
    // As everywhere in serde_json, `-0` is a float.
    match digits.parse() {
        Ok(value) if value < 0 => Some(Found::Negative(value)),
        _ => digits.parse().ok().map(Found::Float),
    }
}

/// A string, borrowed if it holds no escapes.
struct Text<'de>(Cow<'de, str>);

impl<'de> Deserialize<'de> for Text<'de> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_str(TextVisitor(PhantomData)).map(Self)
    }
}

struct TextVisitor<'de>(PhantomData<&'de str>);

impl<'de> Visitor<'de> for TextVisitor<'de> {
    type Value = Cow<'de, str>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a string")
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Borrowed(text))
    }

    fn visit_str<E>(self, text: &str) -> Result<Cow<'de, str>, E> {
        Ok(Cow::Owned(text.to_owned()))
    }
}
