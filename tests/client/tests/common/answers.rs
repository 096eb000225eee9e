//! The texts that go over the wire.

use rmcp::model::CallToolRequestParams;
use serde_json::{Value, json};

pub(crate) use toolfailure::wire::META_KEY as KEY;

use super::epoch;

/// The tool that is called where one is as good as another.
pub(crate) const TOOL: &str = "search";

/// A call of it.
pub(crate) fn params() -> CallToolRequestParams {
    CallToolRequestParams::new(TOOL)
}

pub(crate) fn success() -> String {
    json!({"content": [{"type": "text", "text": "found"}], "isError": false}).to_string()
}

/// A failed call with this under the key.
pub(crate) fn failure(entry: &Value) -> String {
    json!({
        "content": [{"type": "text", "text": "the index is busy"}],
        "isError": true,
        "_meta": {KEY: entry},
    })
    .to_string()
}

/// A failure that may be retried.
pub(crate) fn retryable(id: &str) -> String {
    failure(&json!({
        "class": "reliability",
        "code": "retryable_transient_error",
        "retryable": true,
        "correlationId": id,
    }))
}

/// The same, not before so many milliseconds after the beginning of the test.
pub(crate) fn hinted(after: i64) -> String {
    failure(&json!({
        "class": "reliability",
        "code": "rate_limited",
        "retryable": true,
        "retryNotBefore": epoch(after),
        "correlationId": "c-hinted",
    }))
}

/// The same, so late that no deadline leaves room.
pub(crate) fn no_time_left() -> String {
    hinted(86_400_000)
}

/// A page of `tools/list` with the tool and these annotations, after some others.
pub(crate) fn list(annotations: &Value) -> String {
    let tool = |name, annotations: &Value| json!({"name": name, "inputSchema": {"type": "object"}, "annotations": annotations});
    let others = tool("charge", &json!({"idempotentHint": false}));
    json!({"tools": [others, tool(TOOL, annotations)]}).to_string()
}

pub(crate) fn idempotent_list() -> String {
    list(&json!({"idempotentHint": true}))
}
