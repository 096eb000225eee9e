//! JSON as it stands: members of objects with their text, duplicates included, and equality of
//! values that no parser's number type decides.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// The members of an object, in their order.
pub(crate) struct Members<'a>(Vec<(String, &'a str)>);

impl<'a> Members<'a> {
    /// `None` if the text is no object.
    pub(crate) fn of(json: &'a str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }

    /// The value of a member; of duplicates the last, as nearly every reader takes it.
    pub(crate) fn get(&self, name: &str) -> Option<&'a str> {
        self.0.iter().rfind(|(it, _)| it == name).map(|(_, value)| *value)
    }

    /// The member's own members, if it is an object.
    pub(crate) fn object(&self, name: &str) -> Option<Self> {
        Self::of(self.get(name)?)
    }

    pub(crate) fn count(&self, name: &str) -> usize {
        self.0.iter().filter(|(it, _)| it == name).count()
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|(name, _)| name.as_str())
    }
}

impl<'de: 'a, 'a> Deserialize<'de> for Members<'a> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;
        impl<'de> Visitor<'de> for Object {
            type Value = Members<'de>;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
                let mut members = Vec::new();
                while let Some((name, value)) = map.next_entry::<String, &'de RawValue>()? {
                    members.push((name, value.get()));
                }
                Ok(Members(members))
            }
        }
        deserializer.deserialize_map(Object)
    }
}

/// The elements of an array; `None` if the text is none.
pub(crate) fn elements(json: &str) -> Option<Vec<&str>> {
    let elements: Vec<&RawValue> = serde_json::from_str(json).ok()?;
    Some(elements.into_iter().map(RawValue::get).collect())
}

/// The string that the text is.
pub(crate) fn string(json: &str) -> Option<String> {
    serde_json::from_str(json).ok()
}

/// Whether the text is a number.
pub(crate) fn is_number(json: &str) -> bool {
    number(json).is_some()
}

/// Whether two texts are the same JSON value: order and layout do not matter, numbers are compared
/// as numbers to the last digit, and of duplicate keys the last counts.
pub(crate) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.trim(), b.trim());
    if a == b {
        return true;
    }
    match (a.as_bytes().first(), b.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => match (Members::of(a), Members::of(b)) {
            (Some(a), Some(b)) => {
                let within = |x: &Members<'_>, y: &Members<'_>| {
                    x.names().all(|name| match (x.get(name), y.get(name)) {
                        (Some(x), Some(y)) => same(x, y),
                        _ => false,
                    })
                };
                within(&a, &b) && b.names().all(|name| a.get(name).is_some())
            }
            _ => false,
        },
        (Some(b'['), Some(b'[')) => match (elements(a), elements(b)) {
            (Some(a), Some(b)) => a.len() == b.len() && a.iter().zip(&b).all(|(a, b)| same(a, b)),
            _ => false,
        },
        (Some(b'"'), Some(b'"')) => string(a).is_some_and(|a| Some(a) == string(b)),
        _ => number(a).is_some_and(|a| Some(a) == number(b)),
    }
}

/// A number as sign, digits without zeros at either end, and the exponent of the last digit.
fn number(text: &str) -> Option<(bool, String, i64)> {
    let (negative, text) = text.strip_prefix('-').map_or((false, text), |rest| (true, rest));
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    if whole.is_empty() || !whole.bytes().chain(fraction.bytes()).all(|b| b.is_ascii_digit()) {
        return None;
    }
    let digits = format!("{whole}{fraction}");
    let significant = digits.trim_end_matches('0');
    let zeros = i64::try_from(digits.len() - significant.len()).ok()?;
    let exponent = exponent
        .checked_sub(i64::try_from(fraction.len()).ok()?)
        .and_then(|exponent| exponent.checked_add(zeros))?;
    let significant = significant.trim_start_matches('0');
    if significant.is_empty() {
        return Some((false, String::new(), 0));
    }
    Some((negative, significant.to_owned(), exponent))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_the_same_if_their_values_are() {
        for (a, b) in [
            ("1", "1.0"),
            ("1e3", "1000"),
            ("1.79e12", "1790000000000.0"),
            ("-0", "0"),
            ("0.50", "5E-1"),
            ("1e400", "10e399"),
        ] {
            assert!(same(a, b), "{a} {b}");
        }
        for (a, b) in [
            ("9007199254740993", "9007199254740992"),
            ("1", "-1"),
            ("18446744073709551616", "1.8446744073709552e19"),
            ("1", "\"1\""),
            ("1", "true"),
            ("null", "false"),
        ] {
            assert!(!same(a, b), "{a} {b}");
        }
    }

    #[test]
    fn order_layout_and_escapes_do_not_matter_and_members_do() {
        assert!(same(r#"{"a":1,"b":[1,"\u00e9"]}"#, "{ \"b\": [1.0, \"é\"], \"a\": 1 }"));
        assert!(same(r#"{"a":1,"a":2}"#, r#"{"a":2}"#));
        assert!(!same(r#"{"a":1}"#, r#"{"a":1,"b":null}"#));
        assert!(!same(r#"{"a":1,"b":null}"#, r#"{"a":1}"#));
        assert!(!same("[1,2]", "[2,1]"));
        assert!(same(r#""\ud800""#, r#""\ud800""#), "what no parser takes is the same as itself");
    }

    #[test]
    fn members_keep_duplicates_and_their_text() {
        let members = Members::of(r#"{"a": 1e400, "a": [ ] }"#).expect("an object");
        assert_eq!((members.count("a"), members.get("a")), (2, Some("[ ]")));
        assert!(Members::of("[]").is_none() && Members::of("{").is_none());
    }
}
