//! Many failing calls at once on one server, and a panic among them (S3).

use std::collections::HashSet;

use serde_json::{Value, json};
use toolfailure::wire::META_KEY;

use crate::common::{Client, Event, Received, Transport, VERSIONS};

const CALLS: usize = 200;

fn failure(received: &Received) -> Value {
    let mut response: Value = serde_json::from_str(&received.message).expect("JSON");
    assert_eq!(response["result"]["isError"], true, "S1: {response}");
    response["result"]["_meta"][META_KEY].take()
}

/// The panic comes when all are in flight, and the others are let go when it has been answered.
#[tokio::test]
async fn s3_200_calls_at_once_have_an_id_and_an_event_each_and_a_panic_ends_none_of_them() {
    let mut client = Client::connect(Transport::Http, VERSIONS[1], &["--layer"]).await;
    let meeting = json!({"of": CALLS});
    let others: Vec<_> = (1..CALLS).map(|_| client.call_beside("meets", &meeting)).collect();

    let panicked = failure(&client.call("meets_and_panics", &meeting).await);
    assert_eq!(panicked["code"], "internal_error");
    client.call("lets_go", &json!({})).await;
    let mut failures = vec![panicked];
    for other in others {
        let other = failure(&other.await.expect("the client does not panic"));
        assert_eq!(
            (&other["class"], &other["code"]),
            (&json!("governance"), &json!("auth_required"))
        );
        failures.push(other);
    }

    let ids: HashSet<_> = failures.iter().map(|it| it["correlationId"].to_string()).collect();
    assert_eq!(ids.len(), CALLS, "S4: all distinct");
    let events = Event::all(&client.close().await);
    assert_eq!(events.len(), CALLS, "S3: one event each");
    let logged = |name| {
        let fields = events.iter().filter_map(|event| event.field(name));
        fields.map(Value::to_string).collect::<HashSet<_>>()
    };
    assert_eq!(logged("correlation_id"), ids);
    assert_eq!(logged("request_id").len(), CALLS, "each of a request of its own");
}
