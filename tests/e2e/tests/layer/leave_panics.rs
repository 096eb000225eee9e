//! A layer that is told to leave panics alone, and nothing else.

use serde_json::{Value, json};
use toolfailure::wire::META_KEY;

use crate::common::{Client, Event, Transport, VERSIONS};

async fn check(transport: Transport) {
    let mut client = Client::connect(transport, VERSIONS[1], &["--leave-panics"]).await;
    let panics = client.start("panics_and_tells", &json!({})).await;
    let panicked = client.call("waits_for_the_panic", &json!({})).await;
    assert!(panicked.message.contains("it panicked"), "{transport:?}: {}", panicked.message);
    // Over stdio, an answer to the panic would be read as that of this call, or at the end.
    let failed = client.call("silent", &json!({})).await;
    let failed: Value = serde_json::from_str(&failed.message).expect("JSON");
    let failure = &failed["result"]["_meta"][META_KEY];
    assert_eq!(failure["code"], "unclassified", "{transport:?}: all else is covered: {failed}");

    let stderr = client.close().await;
    drop(panics);
    assert!(stderr.contains("and tells"), "{transport:?}: the panic's own message is not ours");
    let events = Event::all(&stderr);
    let [event] = &events[..] else { panic!("{transport:?}: one event, not {events:?}") };
    assert_eq!(event.field("tool"), Some(&json!("silent")), "{transport:?}");
}

#[tokio::test]
async fn over_stdio_a_panic_that_is_left_alone_is_not_answered_and_the_server_lives() {
    check(Transport::Stdio).await;
}

#[tokio::test]
async fn over_http_a_panic_that_is_left_alone_is_not_answered_and_the_server_lives() {
    check(Transport::Http).await;
}
