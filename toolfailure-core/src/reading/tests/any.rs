//! Anything at all: values, texts, and results that something has gone through.

use proptest::{prelude::*, sample::select};
use serde_json::Map;

use super::*;

/// Texts that end up in keys and values: ordinary ones, those that mean something, and any.
fn any_text() -> impl Strategy<Value = String> {
    prop_oneof![
        select(vec![
            "reliability",
            "capability",
            "governance",
            "complete",
            "text",
            "true",
            "",
            "c-1",
            "\u{0}\u{1B}[2J\u{7F}\u{85}\u{202E}\u{200B}\n\r",
            NUMBER_KEY,
            "1790000003000",
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
}

fn any_key() -> impl Strategy<Value = String> {
    let keys = select(vec![
        "isError",
        "resultType",
        "_meta",
        "content",
        META_KEY,
        "class",
        "code",
        "retryable",
        "retryNotBefore",
        "correlationId",
        "agentGuidance",
        "type",
        "text",
        "tools",
        "contents",
        NUMBER_KEY,
    ]);
    prop_oneof![4 => keys.prop_map(str::to_owned), 1 => any::<String>()]
}

fn any_scalar() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        select(vec![0, 1, 1_790_000_003, 1_790_000_003_000, 1 << 53, u64::MAX])
            .prop_map(Value::from),
        any_text().prop_map(Value::from),
    ]
}

/// Any JSON value.
pub(crate) fn any_json() -> impl Strategy<Value = Value> {
    any_scalar().prop_recursive(4, 32, 6, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..6).prop_map(Value::from),
            prop::collection::btree_map(any_key(), inner, 0..6)
                .prop_map(|object| Value::Object(object.into_iter().collect())),
        ]
    })
}

/// That value nearly always; else any, or none.
fn nearly(value: Value) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![
        8 => Just(Some(value)),
        1 => any_json().prop_map(Some),
        1 => Just(None),
    ]
}

fn object(fields: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Value {
    let there = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(there.collect::<Map<_, _>>())
}

/// A result that may be retried, but for one thing or two.
pub(crate) fn nearly_retryable() -> impl Strategy<Value = Value> {
    let failure = (
        nearly(json!("reliability")),
        nearly(json!("retryable_transient_error")),
        nearly(json!(true)),
        prop_oneof![3 => Just(None), 1 => any_scalar().prop_map(Some)],
        nearly(json!("c-1")),
        prop_oneof![3 => Just(None), 1 => any_json().prop_map(Some)],
    )
        .prop_map(|(class, code, retryable, time, id, guidance)| {
            object([
                ("class", class),
                ("code", code),
                ("retryable", retryable),
                ("retryNotBefore", time),
                ("correlationId", id),
                ("agentGuidance", guidance),
            ])
        });
    let failure = prop_oneof![8 => failure, 1 => any_json()];
    let meta = (failure, nearly(json!({}))).prop_map(|(failure, meta)| match meta {
        Some(Value::Object(mut meta)) => {
            meta.insert(META_KEY.to_owned(), failure);
            Some(Value::Object(meta))
        }
        other => other,
    });
    let content = nearly(json!([{"type": "text", "text": "x"}]));
    let kind = prop_oneof![3 => Just(None), 1 => nearly(json!("complete"))];
    (nearly(json!(true)), meta, content, kind).prop_map(|(is_error, meta, content, kind)| {
        object([("isError", is_error), ("_meta", meta), ("content", content), ("resultType", kind)])
    })
}

/// A valid result that something has gone through: bytes changed, lost, doubled, or cut off.
pub(crate) fn mutated() -> impl Strategy<Value = Vec<u8>> {
    let valid = result(&json!({
        "class": "reliability", "code": "x", "retryable": true, "retryNotBefore": 1790000003000.25,
        "correlationId": "c-1", "agentGuidance": "W\u{e4}it\n\u{1B}, then repeat.",
    }));
    let change = (any::<prop::sample::Index>(), 0..5, any::<u8>());
    prop::collection::vec(change, 0..6).prop_map(move |changes| {
        let mut bytes = valid.to_string().into_bytes();
        for (index, change, byte) in changes {
            if bytes.is_empty() {
                break;
            }
            let at = index.index(bytes.len());
            match change {
                0 => bytes[at] = byte,
                1 => drop(bytes.remove(at)),
                2 => bytes.insert(at, byte),
                3 => bytes.truncate(at),
                // Something twice, such as a key and its value.
                _ => bytes.extend_from_within(at..),
            }
        }
        bytes
    })
}

/// Everything there is to see of a reading.
fn seen(reading: &Reading) -> String {
    format!(
        "{:?}",
        (
            (reading.is_error(), reading.has_tool_failure(), reading.class(), reading.code()),
            (reading.retryable(), reading.retry_not_before(), reading.correlation_id()),
            (reading.agent_guidance(), reading.violations(), reading.model_text()),
            (reading.kind(), reading.is_error_field(), reading.has_entry(), reading),
        )
    )
}

/// Nothing that a log or a terminal shows of a reading breaks a line or moves a cursor.
fn shown(reading: &Reading) -> Vec<String> {
    let mut shown = vec![format!("{reading:?}")];
    for violation in reading.violations() {
        shown.extend([violation.to_string(), format!("{violation:?}")]);
    }
    if let Some(guidance) = reading.agent_guidance() {
        shown.extend([guidance.to_string(), format!("{guidance:?}")]);
    }
    shown.extend(reading.correlation_id().map(|id| format!("{id:?}")));
    shown
}

fn check(bytes: &[u8]) -> Result<(), TestCaseError> {
    let reading = Reading::from_json(bytes);
    for text in shown(&reading) {
        prop_assert!(!text.contains(char::is_control), "{:?}", text);
    }
    // What is a value is read alike. Not everything else is refused: what is passed over is not
    // looked at closely.
    if let Ok(value) = serde_json::from_slice::<Value>(bytes) {
        prop_assert_eq!(seen(&reading), seen(&Reading::from_value(&value)));
        // This one key is how serde_json hands on a number: an object with nothing else is one.
        let is_object = value.is_object() && value.get(NUMBER_KEY).is_none();
        prop_assert!(!is_object || !reading.violates(Field::Result, Problem::Malformed));
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn any_value_is_read_alike_from_text(value in any_json()) {
        check(value.to_string().as_bytes())?;
    }

    #[test]
    fn nearly_valid_results_are_read_alike_from_text(value in nearly_retryable()) {
        check(value.to_string().as_bytes())?;
    }

    #[test]
    fn any_mutation_is_read_alike_from_text(bytes in mutated()) {
        check(&bytes)?;
    }

    #[test]
    fn any_bytes_are_read(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
        check(&bytes)?;
    }

    #[test]
    fn any_parts_are_read_as_the_result_that_they_are_of(
        is_error in any::<Option<bool>>(),
        failure in prop::option::of(any_json()),
        texts in prop::collection::vec(any_text(), 0..4),
    ) {
        let mut whole = json!({});
        if let Some(is_error) = is_error {
            whole["isError"] = is_error.into();
        }
        if let Some(failure) = &failure {
            whole["_meta"] = json!({META_KEY: failure});
        }
        whole["content"] =
            texts.iter().map(|text| json!({"type": "text", "text": text})).collect();
        let parts =
            Reading::from_parts(is_error, failure.as_ref(), texts.iter().map(String::as_str));
        prop_assert_eq!(seen(&parts), seen(&Reading::from_value(&whole)));
    }
}
