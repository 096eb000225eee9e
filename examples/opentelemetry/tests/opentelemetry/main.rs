//! What arrives at a collector when a tool fails: the id that the client got, in the trace that the
//! client sent.

mod collector;
mod server;

use collector::{Collector, Exported, Failure};
use serde_json::{Value, json};
use server::{Server, VERSIONS};

const TRACE: &str = "0af7651916cd43dd8448eb211c80319c";
const PARENT: &str = "00f067aa0ba902b7";
const STATE: &str = "rojo=00f067aa0ba902b7,congo=t61rcWkgMzE";

/// What no `traceparent` is: for our event as for OpenTelemetry's propagator.
const MALFORMED: [&str; 5] = [
    "",
    "the client's trace",
    "00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01",
    "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
    "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-x",
];

/// The fields of SEP-414, as a host that traces sends them.
fn traced() -> Value {
    json!({
        "traceparent": format!("00-{TRACE}-{PARENT}-01"),
        "tracestate": STATE,
        "baggage": "userId=alice",
    })
}

/// Makes the calls on a server of its own, which exports them until it has ended.
async fn calls(
    version: &'static str,
    calls: impl IntoIterator<Item = (&str, Value)>,
) -> (Vec<Value>, Exported) {
    let collector = Collector::start().await;
    let mut server = Server::start(&collector.endpoint, version).await;
    let mut results = Vec::new();
    for (tool, meta) in calls {
        results.push(server.call(tool, meta).await);
    }
    server.close().await;
    (results, collector.exported())
}

fn correlation_id(result: &Value) -> &str {
    assert_eq!(result["isError"], true, "{result}");
    let failure = &result["_meta"]["io.modelcontextprotocol/toolFailure"];
    failure["correlationId"].as_str().expect("an id")
}

/// The only record with the id of the result.
fn failure_of<'a>(exported: &'a Exported, result: &Value) -> &'a Failure {
    let id = correlation_id(result);
    let found: Vec<_> = exported.failures.iter().filter(|it| it.correlation_id() == id).collect();
    let [failure] = found[..] else { panic!("one record, not {found:#?}") };
    failure
}

#[tokio::test]
async fn a_failure_has_the_id_of_the_result_and_the_trace_of_the_client() {
    for version in VERSIONS {
        // The second one gets its class from the layer.
        let tools = ["list_events", "sync_events"];
        let codes = ["retryable_transient_error", "unclassified"];
        let (results, exported) = calls(version, tools.map(|tool| (tool, traced()))).await;
        assert_eq!(exported.failures.len(), tools.len(), "{version}: {exported:#?}");
        assert_eq!(exported.spans.len(), tools.len(), "{version}: {exported:#?}");
        for ((result, tool), code) in results.iter().zip(tools).zip(codes) {
            let failure = failure_of(&exported, result);
            assert_eq!(failure.trace_id, TRACE, "{version} {tool}");
            // Our event's own attributes, beside those of OpenTelemetry.
            let attribute = |name| failure.attributes.get(name).map(String::as_str);
            assert_eq!(attribute("trace_id"), Some(TRACE), "{version} {tool}");
            assert_eq!(attribute("tool"), Some(tool), "{version}");
            assert_eq!(attribute("code"), Some(code), "{version} {tool}");
            assert_eq!(attribute("error.type"), Some("tool_error"), "{version} {tool}");
            assert_eq!(
                (failure.severity.as_str(), failure.body.as_str()),
                ("WARN", "tool call failed")
            );

            let span = exported.span(&failure.span_id);
            assert_eq!(span.name, format!("tools/call {tool}"), "{version}");
            assert_eq!((span.trace_id.as_str(), span.parent_id.as_str()), (TRACE, PARENT));
            assert_eq!(span.trace_state, STATE, "{version} {tool}");
            assert_eq!((span.is_server, span.is_error), (true, true), "{version} {tool}");
            let attribute = |name| span.attributes.get(name).map(String::as_str);
            assert_eq!(attribute("error.type"), Some("tool_error"), "{version} {tool}");
            assert_eq!(attribute("gen_ai.tool.name"), Some(tool), "{version}");
            // For backends that have traces only.
            assert_eq!(span.correlation_ids, [correlation_id(result)], "{version} {tool}");
        }
    }
}

#[tokio::test]
async fn the_sources_are_exported_and_the_key_of_the_backend_is_not() {
    let (results, exported) = calls(VERSIONS[0], [("list_events", traced())]).await;
    let chain = &failure_of(&exported, &results[0]).attributes["error.chain"];
    assert!(chain.ends_with(": connection reset by peer"), "{chain}");
    assert!(!format!("{exported:?}").contains("s3cr3t"), "{exported:#?}");
}

/// Calls that are part of no trace have one each: neither one for all, nor none.
fn check_own_traces(results: &[Value], exported: &Exported) {
    assert_eq!(exported.failures.len(), results.len(), "{exported:#?}");
    let mut traces = Vec::new();
    for result in results {
        let failure = failure_of(exported, result);
        let span = exported.span(&failure.span_id);
        assert_eq!((&span.trace_id, span.parent_id.as_str()), (&failure.trace_id, ""));
        assert_eq!(failure.attributes.get("trace_id"), None, "the client sent none");
        traces.push(failure.trace_id.as_str());
    }
    traces.push(TRACE);
    let count = traces.len();
    traces.sort_unstable();
    traces.dedup();
    assert_eq!(traces.len(), count, "{exported:#?}");
    assert!(traces.iter().all(|trace| trace.len() == 32 && trace.bytes().any(|it| it != b'0')));
}

#[tokio::test]
async fn a_call_without_a_trace_has_one_of_its_own() {
    for version in VERSIONS {
        let tools = ["list_events", "sync_events", "list_events"];
        let (results, exported) = calls(version, tools.map(|tool| (tool, json!({})))).await;
        check_own_traces(&results, &exported);
    }
}

#[tokio::test]
async fn a_call_with_a_malformed_trace_is_answered_and_has_one_of_its_own() {
    for version in VERSIONS {
        let mut malformed: Vec<_> = MALFORMED.map(|it| json!({"traceparent": it})).into();
        malformed.push(json!({"traceparent": 7, "tracestate": STATE}));
        malformed.push(json!({"traceparent": null}));
        let malformed = malformed.into_iter().map(|meta| ("list_events", meta));
        let (results, exported) = calls(version, malformed).await;
        check_own_traces(&results, &exported);
    }
}

#[tokio::test]
async fn a_success_is_a_span_of_the_clients_trace_and_no_failure() {
    for version in VERSIONS {
        let (results, exported) = calls(version, [("count_events", traced())]).await;
        assert_eq!(results[0]["isError"], false, "{version}");
        assert!(exported.failures.is_empty(), "{version}: {exported:#?}");
        let [span] = &exported.spans[..] else { panic!("one span, not {exported:#?}") };
        assert_eq!((span.trace_id.as_str(), span.parent_id.as_str()), (TRACE, PARENT));
        assert!(!span.is_error && !span.attributes.contains_key("error.type"), "{span:#?}");
    }
}

#[tokio::test]
async fn a_trace_that_the_client_does_not_sample_still_names_the_failure() {
    let meta = json!({"traceparent": format!("00-{TRACE}-{PARENT}-00")});
    let (results, exported) = calls(VERSIONS[0], [("list_events", meta)]).await;
    assert_eq!(failure_of(&exported, &results[0]).trace_id, TRACE);
    assert!(exported.spans.is_empty(), "{exported:#?}");
}

#[tokio::test]
async fn a_protocol_error_is_an_error_of_the_span_and_no_failure() {
    let collector = Collector::start().await;
    let mut server = Server::start(&collector.endpoint, VERSIONS[0]).await;
    let response = server.request("tools/call", json!({"name": "no_such_tool"})).await;
    assert_eq!(response["error"]["code"], -32602, "{response}");
    server.close().await;
    let exported = collector.exported();
    assert!(exported.failures.is_empty(), "{exported:#?}");
    let [span] = &exported.spans[..] else { panic!("one span, not {exported:#?}") };
    assert_eq!(span.attributes["error.type"], "-32602");
    assert!(span.is_error, "{span:#?}");
}

#[tokio::test]
async fn a_collector_that_refuses_everything_is_no_failure_of_the_server() {
    let collector = Collector::refusing().await;
    let mut server = Server::start(&collector.endpoint, VERSIONS[0]).await;
    let result = server.call("list_events", traced()).await;
    let id = correlation_id(&result);
    let stderr = server.close().await;
    assert!(stderr.contains(id), "the log of the host has it: {stderr}");
    assert!(stderr.contains("opentelemetry"), "and says that the export failed: {stderr}");
}
