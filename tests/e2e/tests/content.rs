//! The text block, which is all that today's models and people see.

use serde_json::json;

use crate::common::{calls::CANARY, recordings};

#[test]
fn w7_one_text_block_of_message_guidance_and_reference() {
    for (at, expected, reply) in recordings().iter().flat_map(|it| it.failures()) {
        let guidance = expected.guidance.map(|it| format!("{it}\n\n")).unwrap_or_default();
        let id = reply.correlation_id();
        let text = format!("{}\n\n{guidance}Reference: {id}", expected.message);
        assert!(text.len() <= 2048, "{at}");
        assert_eq!(reply.result()["content"], json!([{"type": "text", "text": text}]), "{at}");
    }
}

#[test]
fn w7_the_sources_of_an_error_never_leave_the_server() {
    for recording in recordings() {
        for reply in &recording.replies {
            assert!(!reply.bytes().contains(CANARY), "{}", reply.bytes());
        }
        assert_eq!(recording.stderr.matches(CANARY).count(), 2, "both are in the log");
    }
}
