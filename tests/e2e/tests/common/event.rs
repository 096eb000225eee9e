//! The event of a failure, as it stands in the log.

use serde_json::{Map, Value, json};

use super::{Expected, Reply};

/// A line of the log with our target: from the subscriber, or from the fallback, which writes the
/// same fields without nesting them.
#[derive(Debug)]
pub(crate) struct Event {
    fields: Map<String, Value>,
    /// Those that it stands in, outermost first.
    spans: Vec<Value>,
}

impl Event {
    /// All lines with our target, in order. Lines of others may stand between.
    pub(crate) fn all(stderr: &str) -> Vec<Self> {
        let lines = stderr.lines().map(|line| serde_json::from_str(line).expect("lines of JSON"));
        lines
            .filter(|line: &Map<_, _>| line["target"] == toolfailure::LOG_TARGET)
            .map(Self::new)
            .collect()
    }

    fn new(mut line: Map<String, Value>) -> Self {
        assert_eq!(line.remove("target"), Some(json!("mcp::tool_failure")));
        let level = line.remove("level");
        let subscribers_time = line.remove("timestamp");
        let ours = line.remove("timestamp_ms");
        assert!(subscribers_time.is_some() != ours.is_some(), "one time: {line:?}");
        let mut spans = Vec::new();
        if let Some(Value::Object(fields)) = line.remove("fields") {
            // rmcp's spans, which the event belongs to: their fields are not ours.
            line.remove("span");
            if let Some(Value::Array(all)) = line.remove("spans") {
                spans = all;
            }
            assert!(line.is_empty(), "fields in two places: {line:?}");
            line = fields;
        }
        let is_a_bug = line.get("code").is_some_and(|code| code == "internal_error");
        assert_eq!(level, Some(json!(if is_a_bug { "ERROR" } else { "WARN" })));
        Self { fields: line, spans }
    }

    pub(crate) fn field(&self, name: &str) -> Option<&Value> {
        self.fields.get(name)
    }

    pub(crate) fn fields(&self) -> &Map<String, Value> {
        &self.fields
    }

    pub(crate) fn spans(&self) -> &[Value] {
        &self.spans
    }

    /// Takes out what the layer knows of the call.
    pub(crate) fn check_call(&mut self, at: &str, reply: &Reply) {
        assert_eq!(self.fields.remove("tool"), Some(json!(reply.tool())), "{at}");
        let request_id = reply.response()["id"].to_string();
        assert_eq!(self.fields.remove("request_id"), Some(json!(request_id)), "{at}");
        assert!(self.fields.remove("elapsed_ms").is_some_and(|it| it.is_u64()), "{at}");
    }

    /// Compares all that there is, so that no field is there that nobody expects: a bare `error`
    /// above all.
    pub(crate) fn check(&self, at: &str, expected: &Expected, reply: &Reply) {
        let failure = reply.failure();
        let mut fields = json!({
            "message": "tool call failed",
            "correlation_id": failure["correlationId"],
            "class": expected.class,
            "code": expected.code,
            "retryable": expected.retryable,
            "error.type": "tool_error",
            "error.message": expected.logged,
        });
        if let Some(chain) = &expected.chain {
            fields["error.chain"] = json!(chain);
        }
        if let Some(time) = failure.get("retryNotBefore") {
            fields["retry_not_before"] = time.clone();
        }
        let mut logged = self.fields.clone();
        assert!(!logged.contains_key("error"), "{at}: {logged:?}");
        assert_eq!(logged.remove("retry_remark").is_some(), expected.remark, "{at}");
        assert_eq!(Value::Object(logged), fields, "{at}");
    }
}
