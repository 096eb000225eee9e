//! The wire object in `_meta` (W1–W7), as it was received.

use serde_json::{Value, json};
use toolfailure::wire::{META_KEY, ToolFailure};

use crate::common::recordings;

#[test]
fn w1_the_key_stands_in_meta_once_beside_the_vendors_keys() {
    for (at, expected, reply) in recordings().iter().flat_map(|it| it.failures()) {
        let mut meta = reply.result()["_meta"].take();
        assert_eq!(reply.bytes().matches(META_KEY).count(), 1, "{at}");
        let ours = meta.as_object_mut().and_then(|meta| meta.remove(META_KEY));
        assert!(ours.is_some_and(|ours| ours.is_object()), "{at}");
        let vendors = expected.vendors.iter().cloned();
        let vendors = vendors.map(|(key, value)| (key.to_owned(), value)).collect();
        assert_eq!(meta, Value::Object(vendors), "{at}");
    }
}

#[test]
fn w2_to_w7_the_object_is_valid_when_it_is_read_strictly() {
    for (at, expected, reply) in recordings().iter().flat_map(|it| it.failures()) {
        let failure: ToolFailure =
            serde_json::from_value(reply.failure()).unwrap_or_else(|error| panic!("{at}: {error}"));
        assert_eq!(failure.class().as_str(), expected.class, "{at}");
        assert_eq!(failure.code(), expected.code, "{at}");
        assert_eq!(failure.retryable(), expected.retryable, "{at}");
        assert_eq!(failure.retry_not_before().is_some(), expected.not_before, "{at}");
        assert_eq!(failure.agent_guidance(), expected.guidance, "{at}");
    }
}

/// The same without our types: they might be wrong in both directions.
#[test]
fn w2_to_w7_the_object_is_what_the_standard_says_to_the_letter() {
    for (at, expected, reply) in recordings().iter().flat_map(|it| it.failures()) {
        let failure = reply.failure();
        let mut want = json!({
            "class": expected.class,
            "code": expected.code,
            "correlationId": reply.correlation_id(),
        });
        if expected.class == "reliability" {
            want["retryable"] = json!(expected.retryable);
        }
        if let Some(guidance) = expected.guidance {
            want["agentGuidance"] = json!(guidance);
        }
        if expected.not_before {
            let time = failure["retryNotBefore"].as_u64();
            // Milliseconds, not seconds, and of this century.
            let plausible = 1_750_000_000_000..4_000_000_000_000;
            assert!(time.is_some_and(|time| plausible.contains(&time)), "W5: {at}: {failure}");
            want["retryNotBefore"] = json!(time);
        }
        assert_eq!(failure, want, "{at}");
    }
}
