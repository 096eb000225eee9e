//! What is sent: the mark of a client that retries, and everything else as the caller made it.

use rmcp::model::{CallToolRequestParams, JsonObject, RequestMetaObject};
use serde_json::{Value, json};
use toolfailure::client::{RetryPolicy, StopReason};

use crate::common::{Script, Setting, TOOL, params, retryable, success, trusting};

fn object(value: Value) -> JsonObject {
    value.as_object().expect("an object").clone()
}

fn with_meta(mut params: CallToolRequestParams, meta: Value) -> CallToolRequestParams {
    let mut all = RequestMetaObject::default();
    all.0.0.extend(object(meta));
    params.meta = Some(all);
    params
}

#[tokio::test(start_paused = true)]
async fn rr17_each_attempt_says_which_one_it_is() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let _ = it.call().await;
    let stamps: Vec<_> = it.calls().iter().map(|call| call.stamp().clone()).collect();
    let stamp = |attempt| json!({"attempt": attempt, "max": 3});
    assert_eq!(stamps, [stamp(1), stamp(2), stamp(3)]);
}

/// In newer versions of the protocol every request says who sends it; the mark stands beside that.
#[tokio::test(start_paused = true)]
async fn rr17_the_mark_leaves_the_protocols_own_metadata() {
    let script = Script::calls([retryable("c-1"), success()]).modern();
    let it = Setting::new(trusting(), script).await;
    let traced = with_meta(params(), json!({"traceparent": "00-1-2-01"}));
    assert_eq!(it.call_with(traced).await.attempts.len(), 2);
    for (call, attempt) in it.calls().iter().zip(1..) {
        let meta = call.meta();
        assert_eq!(meta["io.modelcontextprotocol/protocolVersion"], "2026-07-28");
        assert_eq!(meta["traceparent"], "00-1-2-01");
        assert_eq!(meta["toolfailure/retry"], json!({"attempt": attempt, "max": 3}));
    }
}

/// The mark keeps others from retrying, so it stands only where we might.
#[tokio::test(start_paused = true)]
async fn rr17_no_mark_where_the_policy_forbids_to_retry() {
    let policies = [
        (RetryPolicy::default(), StopReason::AnnotationsUntrusted),
        (trusting().tool_is_idempotent(TOOL, false), StopReason::ToolNotIdempotent),
        (trusting().with_max_attempts(1), StopReason::AttemptsExhausted),
        (trusting().with_max_request_bytes(10), StopReason::Committed),
    ];
    for (policy, reason) in policies {
        let it = Setting::new(policy, Script::calls([retryable("c-1")])).await;
        assert_eq!(it.call().await.stopped_because, reason);
        assert_eq!(it.sequence(), ["0 tools/call"], "{reason}");
        let meta = it.calls()[0].meta().clone();
        let keys: Vec<_> = meta.as_object().into_iter().flat_map(|it| it.keys()).collect();
        assert_eq!(keys, ["progressToken"], "{reason}: rmcp's own");
    }
}

#[tokio::test(start_paused = true)]
async fn rr17_a_callers_mark_is_left_alone_and_nothing_is_retried() {
    // Whatever it says: it is there.
    for mark in [json!({"attempt": 2, "max": 5}), json!(null), json!("yes")] {
        let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
        let marked = with_meta(params(), json!({"toolfailure/retry": mark}));
        let outcome = it.call_with(marked).await;
        assert_eq!(outcome.stopped_because, StopReason::AlreadyRetriedDownstream);
        assert_eq!(it.sequence(), ["0 tools/call"]);
        let meta = it.calls()[0].meta().clone();
        assert_eq!(meta.get("toolfailure/retry"), Some(&mark));
    }
}

#[tokio::test(start_paused = true)]
async fn rr16_each_attempt_is_the_same_request_under_a_new_id() {
    let arguments = json!({"b": 1.5, "a": {"nested": [null, true, "\u{1F4C5} \u{202E}"]},
        "big": 9_007_199_254_740_993_u64, "empty": {}});
    let sent = "\"arguments\":{\"a\":{\"nested\":[null,true,\"\u{1F4C5} \u{202E}\"]},\
                \"b\":1.5,\"big\":9007199254740993,\"empty\":{}}";
    let call = params().with_arguments(object(arguments));
    let traced = with_meta(call, json!({"traceparent": "00-1-2-01", "acme.example/x": [1]}));

    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let _ = it.call_with(traced).await;
    let calls = it.calls();
    assert_eq!(calls.len(), 3);
    for call in &calls {
        assert!(call.line.contains(sent), "{}", call.line);
        assert_eq!(call.message["params"]["name"], TOOL);
        assert_eq!(call.meta()["traceparent"], "00-1-2-01");
        assert_eq!(call.meta()["acme.example/x"], json!([1]));
    }
    for (one, other) in [(0, 1), (1, 2), (0, 2)] {
        assert_ne!(calls[one].id(), calls[other].id());
        assert_ne!(calls[one].meta()["progressToken"], calls[other].meta()["progressToken"]);
    }
}

#[tokio::test(start_paused = true)]
async fn a_call_without_arguments_stays_one() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1"), success()])).await;
    let _ = it.call().await;
    for call in it.calls() {
        assert_eq!(call.message["params"].get("arguments"), None);
    }
}

#[tokio::test(start_paused = true)]
async fn rr16_a_request_too_large_to_keep_is_sent_and_not_repeated() {
    let text = "x".repeat(3 << 20);
    let large = params().with_arguments(object(json!({"text": text})));
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let outcome = it.call_with(large).await;
    assert_eq!(outcome.stopped_because, StopReason::Committed);
    assert_eq!(it.sequence(), ["0 tools/call"]);
    let call = &it.calls()[0];
    assert_eq!(call.message["params"]["arguments"]["text"], text);
    assert!(call.stamp().is_null(), "{}", call.stamp());
}

#[tokio::test(start_paused = true)]
async fn rr16_the_limit_is_the_callers_and_counts_the_whole_request() {
    let call = params().with_arguments(object(json!({"text": "x".repeat(100)})));
    let bytes = serde_json::to_string(&call).expect("JSON").len();
    for (limit, repeated) in [(bytes - 1, false), (bytes, true)] {
        let policy = trusting().with_max_request_bytes(limit);
        let it = Setting::new(policy, Script::calls([retryable("c-1"), success()])).await;
        let outcome = it.call_with(call.clone()).await;
        assert_eq!(outcome.attempts.len(), 1 + usize::from(repeated));
    }
}
