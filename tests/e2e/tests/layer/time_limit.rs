//! A call past the time limit, which may be as long as it likes: the tools never answer.

use serde_json::json;
use toolfailure::wire::META_KEY;

use crate::common::{Client, Event, Transport, VERSIONS};

async fn check(transport: Transport) {
    let mut client = Client::connect(transport, VERSIONS[1], &["--time-limit"]).await;
    // C4: what was done by then is not known, so only a tool that says so may be called again.
    let tools = [("never_answers", false), ("never_answers_idempotent", true)];
    let mut ids = Vec::new();
    for (tool, retryable) in tools {
        let received = client.call(tool, &json!({})).await;
        let mut response: serde_json::Value =
            serde_json::from_str(&received.message).expect("JSON");
        let failure = &response["result"]["_meta"][META_KEY];
        let id = failure["correlationId"].as_str().expect("W6: a string").to_owned();
        let guidance = "Check whether the call took effect before making it again.";
        let expected = json!({
            "class": "reliability",
            "code": "timeout",
            "retryable": retryable,
            "correlationId": id,
            "agentGuidance": guidance,
        });
        assert_eq!(failure, &expected, "{transport:?} {tool}");
        let text = format!("The tool took too long.\n\n{guidance}\n\nReference: {id}");
        let result = response["result"].take();
        assert_eq!(result["content"], json!([{"type": "text", "text": text}]), "{tool}");
        assert_eq!(result["isError"], true, "S1: {tool}");
        ids.push(id);
    }
    let answered = client.call("number", &json!({"number": 1})).await;
    assert!(answered.message.contains(r#""isError":false"#), "{}", answered.message);

    let events = Event::all(&client.close().await);
    assert_eq!(events.len(), tools.len());
    for ((event, id), (tool, retryable)) in events.iter().zip(ids).zip(tools) {
        assert_eq!(event.field("correlation_id"), Some(&json!(id)), "S3: {tool}");
        assert_eq!(event.field("tool"), Some(&json!(tool)));
        assert_eq!(event.field("retryable"), Some(&json!(retryable)), "{tool}");
        assert_eq!(event.field("retry_remark").is_some(), !retryable, "{tool}");
        let said = event.field("error.message");
        assert_eq!(said, Some(&json!("no result within the limit of 200ms")), "{tool}");
        let elapsed = event.field("elapsed_ms").and_then(serde_json::Value::as_u64);
        assert!(elapsed.is_some_and(|elapsed| elapsed >= 200), "{tool}: {elapsed:?}");
    }
}

#[tokio::test]
async fn c4_over_stdio_a_call_past_the_limit_is_a_timeout() {
    check(Transport::Stdio).await;
}

#[tokio::test]
async fn c4_over_http_a_call_past_the_limit_is_a_timeout() {
    check(Transport::Http).await;
}
