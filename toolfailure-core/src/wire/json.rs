//! JSON: written exactly as the standard has it, read strictly.

use std::fmt;

use serde::{
    Deserialize, Deserializer, Serialize, Serializer,
    de::{self, IgnoredAny, MapAccess, SeqAccess, Visitor},
    ser::SerializeStruct,
};

use super::{Kind, Retryable, ToolFailure};
use crate::{CorrelationId, RetryNotBefore, ToolFailureClass};

impl Serialize for ToolFailure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let retryable = match self.kind {
            Kind::Reliability(retryable) => Some(!matches!(retryable, Retryable::No)),
            // W4 allows `false` here too; absent is what the standard's own example has.
            Kind::Capability | Kind::Governance => None,
        };
        let not_before = self.retry_not_before();
        let len = 3
            + usize::from(retryable.is_some())
            + usize::from(not_before.is_some())
            + usize::from(self.agent_guidance.is_some());
        let mut object = serializer.serialize_struct("ToolFailure", len)?;
        object.serialize_field("class", self.class().as_str())?;
        object.serialize_field("code", &self.code)?;
        if let Some(retryable) = retryable {
            object.serialize_field("retryable", &retryable)?;
        }
        if let Some(time) = not_before {
            object.serialize_field("retryNotBefore", &time.epoch_millis())?;
        }
        object.serialize_field("correlationId", self.correlation_id.as_str())?;
        if let Some(guidance) = &self.agent_guidance {
            object.serialize_field("agentGuidance", guidance)?;
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for ToolFailure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FieldsVisitor)?.check().map_err(de::Error::custom)
    }
}

/// The fields of the standard as they were found, whatever their types. Unknown fields are skipped,
/// and of duplicates the last one stands, as everywhere in serde_json.
#[derive(Default)]
struct Fields {
    class: Option<Found>,
    code: Option<Found>,
    retryable: Option<Found>,
    retry_not_before: Option<Found>,
    correlation_id: Option<Found>,
    agent_guidance: Option<Found>,
}

impl Fields {
    fn check(self) -> Result<ToolFailure, String> {
        let class = match self.class {
            Some(Found::Text(word)) => ToolFailureClass::from_wire(&word).ok_or_else(|| {
                format!("W2: class {} is none of the three", Shown(&Some(Found::Text(word))))
            })?,
            found => return Err(format!("W2: class is to be a string, not {}", Shown(&found))),
        };
        let code = match self.code {
            Some(Found::Text(code)) => code,
            found => return Err(format!("W3: code is to be a string, not {}", Shown(&found))),
        };
        let retryable = match self.retryable {
            None => false,
            Some(Found::Bool(retryable)) => retryable,
            found => {
                return Err(format!("W4: retryable is to be true or false, not {}", Shown(&found)));
            }
        };
        let not_before = self.retry_not_before.as_ref().map(epoch_millis).transpose()?;
        let kind = match (class, retryable, not_before) {
            (_, false, Some(_)) => {
                return Err("W5: retryNotBefore without `retryable: true`".into());
            }
            (ToolFailureClass::Reliability, false, None) => Kind::Reliability(Retryable::No),
            (ToolFailureClass::Reliability, true, None) => Kind::Reliability(Retryable::Yes),
            (ToolFailureClass::Reliability, true, Some(time)) => {
                Kind::Reliability(Retryable::NotBefore(time))
            }
            (_, true, _) => return Err(format!("W4: retryable is true under class {class}")),
            (ToolFailureClass::Capability, false, None) => Kind::Capability,
            (ToolFailureClass::Governance, false, None) => Kind::Governance,
        };
        let correlation_id = match self.correlation_id {
            Some(Found::Text(id)) => {
                CorrelationId::parse(id).map_err(|_| "W6: correlationId is empty")?
            }
            found => {
                return Err(format!("W6: correlationId is to be a string, not {}", Shown(&found)));
            }
        };
        let agent_guidance = match self.agent_guidance {
            None => None,
            Some(Found::Text(guidance)) => Some(guidance),
            found => {
                return Err(format!("W7: agentGuidance is to be a string, not {}", Shown(&found)));
            }
        };
        Ok(ToolFailure { kind, code: code.into(), correlation_id, agent_guidance })
    }
}

/// Finite numbers from 0 on, a fraction rounded up so that nobody comes early.
fn epoch_millis(found: &Found) -> Result<RetryNotBefore, String> {
    let too_late = |_| "W5: retryNotBefore is past 2^53 - 1".to_owned();
    match *found {
        Found::Unsigned(millis) => RetryNotBefore::from_epoch_millis(millis).map_err(too_late),
        // In range, `as` neither wraps nor loses digits: above 2^53 it saturates, and is refused.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Found::Float(millis) if millis >= 0.0 && millis.is_finite() => {
            RetryNotBefore::from_epoch_millis(millis.ceil() as u64).map_err(too_late)
        }
        ref found => Err(format!(
            "W5: retryNotBefore is to be a number from 0 on, not {}",
            Shown(&Some(found))
        )),
    }
}

/// How serde_json hands on numbers once any crate of a build has turned on its feature
/// `arbitrary_precision`: as an object with this key.
const ARBITRARY_PRECISION: &str = "$serde_json::private::Number";

fn number(text: &str) -> Found {
    if let Ok(value) = text.parse() {
        return Found::Unsigned(value);
    }
    if let Ok(value) = text.parse() {
        return Found::Negative(value);
    }
    text.parse().map_or(Found::Object, Found::Float)
}

/// A JSON value as far as the wire object is concerned.
enum Found {
    Null,
    Bool(bool),
    Unsigned(u64),
    Negative(i64),
    Float(f64),
    Text(String),
    Array,
    Object,
}

/// The most of a text from the wire that an error message shows.
const MAX_SHOWN_CHARS: usize = 64;

/// What was found, for an error message. Text from the wire is escaped.
struct Shown<'a, T>(&'a Option<T>);

impl<T: std::borrow::Borrow<Found>> fmt::Display for Shown<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.as_ref().map(std::borrow::Borrow::borrow) {
            None => f.write_str("absent"),
            Some(Found::Null) => f.write_str("null"),
            Some(Found::Bool(value)) => write!(f, "{value}"),
            Some(Found::Unsigned(value)) => write!(f, "{value}"),
            Some(Found::Negative(value)) => write!(f, "{value}"),
            Some(Found::Float(value)) => write!(f, "{value}"),
            Some(Found::Text(value)) => {
                let short: String = value.chars().take(MAX_SHOWN_CHARS).collect();
                let more = if short.len() < value.len() { "…" } else { "" };
                write!(f, "{short:?}{more}")
            }
            Some(Found::Array) => f.write_str("an array"),
            Some(Found::Object) => f.write_str("an object"),
        }
    }
}

impl<'de> Deserialize<'de> for Found {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(FoundVisitor)
    }
}

struct FieldsVisitor;

impl<'de> Visitor<'de> for FieldsVisitor {
    type Value = Fields;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a tool failure object (W1)")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
        let mut fields = Fields::default();
        while let Some(key) = map.next_key::<String>()? {
            let field = match key.as_str() {
                "class" => &mut fields.class,
                "code" => &mut fields.code,
                "retryable" => &mut fields.retryable,
                "retryNotBefore" => &mut fields.retry_not_before,
                "correlationId" => &mut fields.correlation_id,
                "agentGuidance" => &mut fields.agent_guidance,
                _ => {
                    map.next_value::<IgnoredAny>()?;
                    continue;
                }
            };
            *field = Some(map.next_value()?);
        }
        Ok(fields)
    }
}

struct FoundVisitor;

impl<'de> Visitor<'de> for FoundVisitor {
    type Value = Found;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any JSON value")
    }

    fn visit_unit<E>(self) -> Result<Found, E> {
        Ok(Found::Null)
    }

    fn visit_none<E>(self) -> Result<Found, E> {
        Ok(Found::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Found, E> {
        Ok(Found::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Found, E> {
        Ok(Found::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Found, E> {
        Ok(u64::try_from(value).map_or(Found::Negative(value), Found::Unsigned))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Found, E> {
        Ok(Found::Float(value))
    }

    fn visit_str<E>(self, value: &str) -> Result<Found, E> {
        Ok(Found::Text(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Found, E> {
        Ok(Found::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Found, A::Error> {
        while seq.next_element::<IgnoredAny>()?.is_some() {}
        Ok(Found::Array)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Found, A::Error> {
        let mut found = Found::Object;
        while let Some(key) = map.next_key::<String>()? {
            if key == ARBITRARY_PRECISION {
                found = number(&map.next_value::<String>()?);
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(found)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::Code;

    /// The language-neutral cases, read from where everybody reads them.
    fn vectors(file: &str) -> Vec<Value> {
        let path = format!("{}/../conformance/vectors/wire/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect(&path);
        let cases: Value = serde_json::from_str(&text).expect(&path);
        let cases = cases["cases"].as_array().expect("`cases` is an array").clone();
        assert!(cases.len() > 10, "{path}");
        cases
    }

    #[test]
    fn w2_to_w7_valid_objects_are_read_and_written() {
        for case in vectors("valid.json") {
            let name = &case["name"];
            let failure = ToolFailure::deserialize(&case["toolFailure"])
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let written = serde_json::to_value(&failure).expect("writes");
            assert_eq!(written, case["written"], "{name}");
            let again = ToolFailure::deserialize(&written).expect("reads its own");
            assert_eq!(again, failure, "{name}");
        }
    }

    #[test]
    fn w2_to_w7_invalid_objects_are_errors_that_name_the_requirement() {
        for case in vectors("invalid.json") {
            let name = &case["name"];
            let error = ToolFailure::deserialize(&case["toolFailure"])
                .expect_err(&name.to_string())
                .to_string();
            let requirement = case["requirement"].as_str().expect("a requirement number");
            assert!(error.contains(requirement), "{name}: {error}");
        }
    }

    #[test]
    fn the_last_duplicate_stands_and_text_is_written_in_the_standards_order() {
        let text = r#"{"class":5,"class":"reliability","code":"c","retryable":true,
                       "correlationId":"one","correlationId":"two"}"#;
        let failure: ToolFailure = serde_json::from_str(text).expect("the last ones are fine");
        assert_eq!(
            serde_json::to_string(&failure).expect("writes"),
            r#"{"class":"reliability","code":"c","retryable":true,"correlationId":"two"}"#
        );
    }

    #[test]
    fn what_the_constructors_build_is_what_the_standard_writes() {
        let id = || CorrelationId::parse("c-1").expect("not empty");
        let time = RetryNotBefore::from_epoch_millis(1_790_000_000_000).expect("in range");
        let built = ToolFailure::reliability(
            Code::RETRYABLE_TRANSIENT_ERROR,
            Retryable::NotBefore(time),
            id(),
        )
        .with_agent_guidance("Wait, then repeat the call.");
        assert_eq!(
            serde_json::to_value(built).expect("writes"),
            json!({
                "class": "reliability",
                "code": "retryable_transient_error",
                "retryable": true,
                "retryNotBefore": 1_790_000_000_000_u64,
                "correlationId": "c-1",
                "agentGuidance": "Wait, then repeat the call.",
            })
        );
        assert_eq!(
            serde_json::to_value(ToolFailure::governance(Code::POLICY_BLOCKED, id()))
                .expect("writes"),
            json!({"class": "governance", "code": "policy_blocked", "correlationId": "c-1"})
        );
    }
}
