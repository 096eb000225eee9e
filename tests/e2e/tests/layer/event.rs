//! What the event says of the call, beside the failure: its trace, its spans, its task (S3).

use serde_json::{Value, json};

use crate::common::{Client, Event, STATELESS, Transport, VERSIONS};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";

const WELL_FORMED: &str = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";

const MALFORMED: [&str; 4] = [
    "0af7651916cd43dd8448eb211c80319c",
    "00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-x",
];

/// One event for each of the calls, in their order.
async fn events_of(
    (transport, version): (Transport, &'static str),
    flags: &[&str],
    calls: impl IntoIterator<Item = (&str, Value)>,
) -> Vec<Event> {
    let mut client = Client::connect(transport, version, flags).await;
    let mut count = 0;
    for (tool, meta) in calls {
        client.call_with_meta(tool, &meta).await;
        count += 1;
    }
    let events = Event::all(&client.close().await);
    assert_eq!(events.len(), count, "S3: one event for each failure");
    events
}

fn traced(traceparent: &str) -> (&'static str, Value) {
    ("governance", json!({"traceparent": traceparent}))
}

#[tokio::test]
async fn a_well_formed_traceparent_names_the_trace_of_the_event() {
    for transport in Transport::ALL {
        for version in [VERSIONS[1], STATELESS] {
            let calls = [WELL_FORMED].into_iter().chain(MALFORMED).map(traced);
            let calls = calls.chain([("governance", json!({}))]);
            let events = events_of((transport, version), &["--layer"], calls).await;
            let traces: Vec<_> = events.iter().map(|event| event.field("trace_id")).collect();
            let mut expected = vec![None; MALFORMED.len() + 2];
            expected[0] = Some(json!(TRACE));
            let expected: Vec<_> = expected.iter().map(Option::as_ref).collect();
            assert_eq!(traces, expected, "{transport:?} {version}");
        }
    }
}

#[tokio::test]
async fn without_the_layer_nobody_reads_the_trace() {
    let stdio = (Transport::Stdio, VERSIONS[1]);
    let events = events_of(stdio, &[], [traced(WELL_FORMED)]).await;
    assert_eq!(events[0].field("trace_id"), None);
}

#[tokio::test]
async fn a_failure_converted_inside_a_span_of_the_tool_has_the_fields_of_the_span() {
    let tools = ["in_a_span", "in_a_span_by_question_mark", "governance"];
    for flags in [&["--layer"][..], &[]] {
        for transport in [Transport::Stdio, Transport::Http] {
            let calls = tools.map(|tool| (tool, json!({})));
            let events = events_of((transport, VERSIONS[1]), flags, calls).await;
            let tenants: Vec<_> = events
                .iter()
                .map(|event| event.spans().iter().find_map(|span| span.get("tenant")))
                .collect();
            let acme = json!("acme");
            assert_eq!(tenants, [Some(&acme), Some(&acme), None], "{transport:?} {flags:?}");
        }
    }
}

#[tokio::test]
async fn in_current_call_carries_the_call_into_a_task_of_its_own() {
    for transport in [Transport::Stdio, Transport::Http] {
        let calls = ["spawned", "spawned_apart"].map(|tool| (tool, json!({})));
        let events = events_of((transport, VERSIONS[1]), &["--layer"], calls).await;
        let (inside, apart) = (&events[0], &events[1]);
        assert_eq!(inside.field("tool"), Some(&json!("spawned")), "{transport:?}");
        // 1 is the request that opened the conversation.
        assert_eq!(inside.field("request_id"), Some(&json!("2")), "{transport:?}");
        assert!(inside.field("elapsed_ms").is_some_and(Value::is_u64), "{transport:?}");
        for name in ["tool", "request_id", "elapsed_ms"] {
            assert_eq!(apart.field(name), None, "{transport:?}: {name}");
        }
    }
}

#[tokio::test]
async fn without_the_layer_in_current_call_runs_the_task_as_it_is() {
    let stdio = (Transport::Stdio, VERSIONS[1]);
    let events = events_of(stdio, &[], [("spawned", json!({}))]).await;
    assert_eq!(events[0].field("code"), Some(&json!("auth_required")));
    assert_eq!(events[0].field("tool"), None);
}
