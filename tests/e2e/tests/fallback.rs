//! What stderr says where nobody set the log up, or a filter drops our events (S3).

use serde_json::{Value, json};
use toolfailure::{LOG_TARGET, wire::META_KEY};

use crate::common::{Client, Event, Recording, Transport, VERSIONS, record};

async fn recorded(flags: &[&str]) -> Recording {
    record(Transport::Stdio, VERSIONS[1], flags).await
}

#[tokio::test]
async fn s3_without_a_subscriber_each_event_is_a_line_on_stderr_with_the_same_fields() {
    let recording = recorded(&["--no-subscriber"]).await;
    assert_eq!(recording.stderr.lines().count(), recording.failures().count());
    recording.check_events();
}

/// Lines longer than what a pipe takes at once, from all threads of the server.
#[tokio::test]
async fn s3_lines_of_calls_at_once_do_not_mix() {
    const CALLS: usize = 100;
    let flags = ["--no-subscriber"];
    let mut client = Client::connect(Transport::Stdio, VERSIONS[1], &flags).await;
    let responses = client.call_at_once(CALLS, "extreme", &json!({"case": "huge"})).await;
    let stderr = client.close().await;
    assert_eq!(Event::all(&stderr).len(), CALLS);
    for response in responses {
        let id = &response["result"]["_meta"][META_KEY]["correlationId"];
        assert_eq!(stderr.matches(id.as_str().expect("W6: a string")).count(), 1);
    }
}

#[tokio::test]
async fn s3_a_filter_that_drops_the_events_is_reported_once() {
    for filter in ["--filter", "--filter-layer"] {
        let recording = recorded(&[filter]).await;
        assert!(recording.failures().count() > 1);
        let ours = recording.stderr.lines().filter(|line| line.contains(LOG_TARGET));
        let [warning] = ours.collect::<Vec<_>>()[..] else {
            panic!("{filter}: not one line: {}", recording.stderr)
        };
        let warning: Value = serde_json::from_str(warning).expect("a line of JSON");
        assert_eq!((&warning["target"], &warning["level"]), (&json!(LOG_TARGET), &json!("WARN")));
        let message = warning["message"].as_str().expect("a text");
        assert!(message.contains("filter drops the events"), "{filter}: {message}");
        for (at, _, reply) in recording.failures() {
            assert!(!recording.stderr.contains(&reply.correlation_id()), "{filter}: {at}");
        }
    }
}

#[tokio::test]
async fn with_the_fallback_off_nothing_is_said() {
    let silent = recorded(&["--no-subscriber", "--no-fallback"]).await;
    assert_eq!(silent.stderr, "");
    assert!(silent.failures().all(|(_, _, reply)| reply.failure().is_object()));
    let filtered = recorded(&["--filter", "--no-fallback"]).await;
    assert!(!filtered.stderr.contains(LOG_TARGET), "{}", filtered.stderr);
}
