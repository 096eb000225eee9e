//! A reply that comes through rmcp's types is decided as its JSON is (RR1, RR3).

use std::time::{Duration, UNIX_EPOCH};

use proptest::{prelude::*, sample::select};
use serde_json::{Map, Value, json};
use tokio::runtime::Builder;
use toolfailure::client::{
    Field, Problem, Reading, RetryPolicy, StopReason, Violation,
    decision::{Call, Now, Request, Step, Throttle},
};

use crate::common::{KEY, Script, Setting, TOOL, epoch, params};

/// All that matters is the reply: one that could be retried ends with `attempts_exhausted`.
fn policy() -> RetryPolicy {
    RetryPolicy::default().tool_is_idempotent(TOOL, true).with_max_attempts(1)
}

/// What is decided of the JSON itself.
fn of_json(result: &Value) -> StopReason {
    let reading = Reading::from_json(result.to_string());
    let now = Now { wall: UNIX_EPOCH, monotonic: Duration::ZERO };
    let policy = policy();
    let call = Call::begin(&policy, Request::of_tool(TOOL), now);
    match call.reply(&reading, now, &mut Throttle::default(), &mut || 0) {
        Step::Return(reason) => reason,
        step => panic!("one attempt: {step:?}"),
    }
}

/// What is decided of what rmcp makes of it.
async fn through_rmcp(results: &[Value]) -> Vec<(StopReason, Option<Reading>)> {
    let answers = results.iter().map(|result| result.to_string());
    let it = Setting::new(policy(), Script::calls(answers)).await;
    let mut got = Vec::new();
    for _ in results {
        let mut outcome = it.client.call_tool(params()).await;
        got.push((outcome.stopped_because, outcome.attempts.remove(0).reading));
    }
    got
}

fn any_json() -> impl Strategy<Value = Value> {
    let word = select(vec![
        "reliability",
        "complete",
        "input_required",
        "task",
        "text",
        "true",
        "",
        "c-1",
        "accept",
        "working",
        "2026-12-01T00:00:00Z",
    ]);
    let key = select(vec![
        "isError",
        "resultType",
        "_meta",
        "content",
        "structuredContent",
        KEY,
        "class",
        "code",
        "retryable",
        "retryNotBefore",
        "correlationId",
        "type",
        "text",
        "tools",
        "contents",
        "messages",
        "action",
        "prompts",
        "resources",
        "resourceTemplates",
        "completion",
        "values",
        "task",
        "taskId",
        "status",
        "createdAt",
        "lastUpdatedAt",
        "ttlMs",
        "inputRequests",
        "requestState",
        "capabilities",
        "protocolVersion",
        "supportedVersions",
        "serverInfo",
        "skills",
        "name",
        "uri",
        "x",
    ]);
    let scalar = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        select(vec![json!(0), json!(-1), json!(1.5), json!(u64::MAX)]),
        word.prop_map(Value::from),
    ];
    scalar.prop_recursive(4, 32, 6, move |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..7).prop_map(Value::from),
            prop::collection::btree_map(key.clone().prop_map(str::to_owned), inner, 0..6)
                .prop_map(|object| Value::Object(object.into_iter().collect())),
        ]
    })
}

fn nearly(value: Value) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![12 => Just(Some(value)), 1 => Just(Some(Value::Null)), 1 => any_json().prop_map(Some), 1 => Just(None)]
}

fn seldom(value: impl Strategy<Value = Value>) -> impl Strategy<Value = Option<Value>> {
    prop_oneof![8 => Just(None), 1 => value.prop_map(Some)]
}

fn object(fields: impl IntoIterator<Item = (&'static str, Option<Value>)>) -> Value {
    let there = fields.into_iter().filter_map(|(key, value)| Some((key.to_owned(), value?)));
    Value::Object(there.collect::<Map<_, _>>())
}

/// A result that may be retried, but for one thing or two, and perhaps with something beside it.
fn nearly_retryable() -> impl Strategy<Value = Value> {
    let failure = (
        nearly(json!("reliability")),
        nearly(json!("x")),
        nearly(json!(true)),
        seldom(prop_oneof![Just(json!(epoch(1))), any_json()]),
        nearly(json!("c-1")),
    )
        .prop_map(|(class, code, retryable, time, id)| {
            object([
                ("class", class),
                ("code", code),
                ("retryable", retryable),
                ("retryNotBefore", time),
                ("correlationId", id),
            ])
        });
    let meta = failure.prop_flat_map(|failure| nearly(json!({KEY: failure, "x": [1]})));
    let other = select(vec![
        "tools",
        "contents",
        "messages",
        "action",
        "prompts",
        "resources",
        "resourceTemplates",
        "completion",
        "skills",
        "x",
        "ttlMs",
        "nextCursor",
    ]);
    (
        nearly(json!(true)),
        meta,
        nearly(json!([{"type": "text", "text": "x"}])),
        prop_oneof![2 => Just(None), 1 => nearly(json!("complete"))],
        seldom(any_json()),
        seldom(any_json()),
        (other, seldom(prop_oneof![Just(json!([])), any_json()])),
        any::<bool>(),
    )
        .prop_map(
            |(is_error, meta, content, kind, structured, state, (other, value), array)| {
                let array = array && structured.is_some();
                let fields = [
                    ("resultType", kind),
                    ("content", content),
                    ("structuredContent", structured),
                    ("isError", is_error),
                    ("_meta", meta),
                ];
                if array {
                    return fields
                        .map(|(_, value)| value.unwrap_or_default())
                        .into_iter()
                        .collect();
                }
                let mut whole = object(fields);
                for (key, value) in [("requestState", state), (other, value)] {
                    if let Some(value) = value {
                        whole[key] = value;
                    }
                }
                whole
            },
        )
}

/// What there is to see of a tool failure.
fn seen(reading: &Reading) -> String {
    // Of a `null` round the failure and of a key beside it rmcp's types keep nothing. That is worth a
    // warning, and decides nothing.
    let kept = |it: &&Violation| {
        let round = [Field::Result, Field::ResultType, Field::IsError, Field::Meta];
        it.problem() != Problem::Misplaced || !round.contains(&it.field())
    };
    let violations: Vec<_> = reading.violations().iter().filter(kept).collect();
    format!(
        "{:?}",
        (
            (reading.is_error(), reading.has_tool_failure(), reading.class(), reading.code()),
            (reading.retryable(), reading.retry_not_before(), reading.correlation_id()),
            (reading.agent_guidance(), violations),
        )
    )
}

/// The parts of a result in the order in which rmcp's types have them.
const PARTS: [&str; 5] = ["resultType", "content", "structuredContent", "isError", "_meta"];

/// rmcp's types are told apart by their keys, and read from arrays as well, part by part: which of the
/// two it was they do not keep. These are all the replies that are not decided as their JSON is.
fn check(
    result: &Value,
    (got, reading): (StopReason, Option<Reading>),
) -> Result<(), TestCaseError> {
    let want = of_json(result);
    if got == want {
        let reading = reading.expect("a result came");
        prop_assert_eq!(seen(&reading), seen(&Reading::from_json(result.to_string())));
    }
    match result {
        // Taken for the result of another method: never a retry.
        Value::Object(object) if got != want => {
            prop_assert!(object.keys().any(|key| !PARTS.contains(&&**key)), "{want}, not {got}");
            let stops = [StopReason::OutcomeUnknown, StopReason::Malformed(Field::Result)];
            prop_assert!(stops.contains(&got), "{want}, not {got}");
        }
        // A retry only if each part says in its place what it would have to say under its name.
        Value::Array(parts) if got == StopReason::AttemptsExhausted => {
            prop_assert_eq!(parts.len(), PARTS.len());
            let named = object(PARTS.into_iter().zip(parts.iter().cloned().map(Some)));
            prop_assert_eq!(of_json(&named), got);
        }
        Value::Array(_) => prop_assert_eq!(want, StopReason::Malformed(Field::Result)),
        _ => prop_assert_eq!(want, got),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn rr1_a_reply_is_decided_alike_through_rmcp(
        results in prop::collection::vec(prop_oneof![3 => nearly_retryable(), 1 => any_json()], 1..60),
    ) {
        let runtime = Builder::new_current_thread().enable_all().start_paused(true).build();
        let got = runtime.expect("a runtime").block_on(through_rmcp(&results));
        for (result, got) in results.iter().zip(got) {
            check(result, got)?;
        }
    }
}

/// The known replies of those, each as it is.
#[tokio::test(start_paused = true)]
async fn rr1_what_rmcps_types_cannot_tell_is_never_more_than_the_server_said() {
    let entry = json!({"class": "reliability", "code": "x", "retryable": true,
        "correlationId": "c-1"});
    let array =
        |is_error: Value, entry: &Value| json!(["complete", [], null, is_error, {KEY: entry}]);
    let mut governance = entry.clone();
    governance["class"] = json!("governance");
    let rows = [
        (array(json!(true), &entry), "attempts_exhausted"),
        (array(json!(false), &entry), "success"),
        (array(json!(null), &entry), "not_an_error"),
        (array(json!("true"), &entry), "malformed{result}"),
        (array(json!(true), &governance), "class_forbids"),
        (array(json!(true), &json!([entry])), "malformed{toolFailure}"),
        (json!([[], null, true, {KEY: entry}]), "malformed{result}"),
        (json!([]), "success"),
        (json!({"resultType": null, "isError": true, "_meta": {KEY: entry}}), "attempts_exhausted"),
        (json!({"isError": true, "_meta": [{KEY: entry}]}), "malformed{_meta}"),
        (json!({"isError": true, "_meta": null}), "no_extension"),
        (json!({"isError": true, "_meta": {KEY: [entry]}}), "malformed{toolFailure}"),
    ];
    let (results, expected): (Vec<_>, Vec<_>) = rows.into_iter().unzip();
    let got = through_rmcp(&results).await;
    for ((result, (got, _)), expected) in results.iter().zip(got).zip(expected) {
        assert_eq!(got.to_string(), expected, "{result}");
    }
}
