//! What is classified already leaves a layered server as it leaves one without the layer.

use crate::common::{Recording, Reply, record, recordings};

/// The message as it came, but for what is new each time: the id, and the time of a retry.
fn normalised(reply: &Reply) -> String {
    let message = reply.response_bytes();
    let failure = reply.failure();
    let Some(id) = failure["correlationId"].as_str() else { return message.to_owned() };
    let message = message.replace(id, "{id}");
    match failure.get("retryNotBefore") {
        Some(time) => message.replace(&format!(":{time}"), ":{time}"),
        None => message,
    }
}

fn messages(recording: &Recording) -> Vec<String> {
    recording.replies.iter().map(normalised).collect()
}

#[tokio::test]
async fn a_classified_result_has_the_same_bytes_and_one_event_under_the_layer() {
    for bare in tokio::task::spawn_blocking(recordings).await.expect("recorded") {
        let layered = record(bare.transport, bare.version, &["--layer"]).await;
        assert_eq!(messages(&layered), messages(bare), "{:?} {}", bare.transport, bare.version);
        layered.check_events_of_the_layer();
    }
}
