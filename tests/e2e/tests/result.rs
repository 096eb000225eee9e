//! The result around the wire object (S1, S2).

use std::collections::BTreeSet;

use serde_json::{Value, json};
use toolfailure::wire::META_KEY;

use crate::common::{STATELESS, recordings};

fn keys(value: &Value) -> BTreeSet<&str> {
    value.as_object().into_iter().flat_map(|object| object.keys()).map(String::as_str).collect()
}

#[test]
fn s1_a_failure_is_a_result_and_no_json_rpc_error() {
    for (at, _, reply) in recordings().iter().flat_map(|it| it.failures()) {
        let response = reply.response();
        assert_eq!(keys(&response), BTreeSet::from(["id", "jsonrpc", "result"]), "{at}");
        assert_eq!(response["result"]["isError"], true, "{at}");
    }
}

/// So there is no `structuredContent`, not even of a result that had some.
#[test]
fn s1_nothing_else_is_in_the_result() {
    for recording in recordings() {
        for (at, _, reply) in recording.failures() {
            let mut result = reply.result();
            let kind = result.as_object_mut().and_then(|result| result.remove("resultType"));
            assert_eq!(kind, (recording.version == STATELESS).then(|| json!("complete")), "{at}");
            assert_eq!(keys(&result), BTreeSet::from(["_meta", "content", "isError"]), "{at}");
        }
    }
}

#[test]
fn s2_a_success_carries_no_key_and_keeps_its_structured_content() {
    for recording in recordings() {
        assert_eq!(recording.successes().count(), 2);
        for reply in recording.successes() {
            let result = reply.result();
            assert_ne!(result["isError"], true, "{result}");
            assert_eq!(result["structuredContent"], json!({"title": "tea"}));
            assert!(!reply.bytes().contains(META_KEY), "{result}");
        }
    }
}
