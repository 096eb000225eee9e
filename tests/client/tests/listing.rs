//! What is asked of the server about a tool, when, and what is made of the answer (C4).

use std::time::Duration;

use serde_json::{Value, json};
use toolfailure::client::{RetryPolicy, StopReason};

use crate::common::{
    Answer, Script, Seen, Setting, TOOL, failure, guarded, hinted, idempotent_list, list,
    no_time_left, retryable, success, trusting,
};

fn governance() -> String {
    failure(&json!({"class": "governance", "code": "auth_required", "correlationId": "c-1"}))
}

#[tokio::test(start_paused = true)]
async fn c4_the_list_is_asked_for_only_when_a_retry_is_on_the_table() {
    let rows = [
        (trusting(), success()),
        (trusting(), governance()),
        (trusting(), no_time_left()),
        (RetryPolicy::default(), retryable("c-1")),
        (trusting().tool_is_idempotent(TOOL, false), retryable("c-1")),
        (trusting().with_max_attempts(1), retryable("c-1")),
        (trusting().tool_is_idempotent(TOOL, true), retryable("c-1")),
        (RetryPolicy::default().tool_is_idempotent(TOOL, true), retryable("c-1")),
    ];
    for (policy, answer) in rows {
        let it = Setting::new(policy, Script::calls([answer.clone()])).await;
        let _ = it.call().await;
        assert_eq!(it.seen_of("tools/list").len(), 0, "{answer}");
    }
}

#[tokio::test(start_paused = true)]
async fn c4_the_callers_word_stands_in_for_the_list() {
    let policy = RetryPolicy::default().tool_is_idempotent(TOOL, true);
    let it = Setting::new(policy, Script::calls([hinted(3_000), success()])).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
    assert_eq!(it.sequence(), ["0 tools/call", "3500 tools/call"]);
}

async fn reason(policy: RetryPolicy, list: impl Into<Answer>) -> (StopReason, usize) {
    let script = Script::calls([retryable("c-1"), success()]).lists([list]);
    let it = Setting::new(policy, script).await;
    let outcome = it.call().await;
    assert_eq!(it.calls().len(), outcome.attempts.len());
    (outcome.stopped_because, outcome.attempts.len())
}

#[tokio::test(start_paused = true)]
async fn c4_only_idempotent_hint_true_permits_a_retry() {
    let forbid = [
        json!(null),
        json!({}),
        json!({"idempotentHint": false}),
        json!({"idempotentHint": null}),
        json!({"readOnlyHint": true}),
        json!({"readOnlyHint": true, "idempotentHint": false}),
    ];
    for annotations in forbid {
        let reason = reason(trusting(), list(&annotations)).await;
        assert_eq!(reason, (StopReason::ToolNotIdempotent, 1), "{annotations}");
    }
    let permitted = reason(trusting(), list(&json!({"idempotentHint": true}))).await;
    assert_eq!(permitted, (StopReason::Success, 2));
}

#[tokio::test(start_paused = true)]
async fn rr4_read_only_counts_if_the_caller_says_so_and_the_server_does_not_object() {
    let policy = || trusting().accept_read_only();
    let read_only = reason(policy(), list(&json!({"readOnlyHint": true}))).await;
    assert_eq!(read_only, (StopReason::Success, 2));
    let forbid = [
        json!({"readOnlyHint": true, "idempotentHint": false}),
        json!({"readOnlyHint": false}),
        json!({}),
    ];
    for annotations in forbid {
        let reason = reason(policy(), list(&annotations)).await;
        assert_eq!(reason, (StopReason::ToolNotIdempotent, 1), "{annotations}");
    }
}

#[tokio::test(start_paused = true)]
async fn c4_a_tool_that_is_not_in_the_list_is_not_retried() {
    let without = json!({"tools": []}).to_string();
    assert_eq!(reason(trusting(), without).await, (StopReason::ToolUnknown, 1));
}

#[tokio::test(start_paused = true)]
async fn c4_a_list_that_cannot_be_had_permits_nothing() {
    let error = Answer::Error(r#"{"code":-32603,"message":"no list today"}"#.to_owned());
    assert_eq!(reason(trusting(), error).await, (StopReason::ToolUnknown, 1));
    // Hints of the wrong type make it no list.
    let text = list(&json!({"idempotentHint": "true"}));
    assert_eq!(reason(trusting(), text).await, (StopReason::ToolUnknown, 1));
    for nonsense in ["{}", "null", r#"{"tools":null}"#, r#"{"contents":[]}"#] {
        assert_eq!(reason(trusting(), nonsense).await, (StopReason::ToolUnknown, 1), "{nonsense}");
    }
}

#[tokio::test(start_paused = true)]
async fn rr8_a_list_that_never_comes_holds_a_failure_back_for_five_seconds() {
    let script = Script::calls([retryable("c-1")]).lists([Answer::Never]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ToolUnknown);
    assert!(outcome.tool_failure().is_some(), "the reply that came is kept");
    tokio::task::yield_now().await;
    let sequence = it.sequence();
    assert_eq!(sequence, ["0 tools/call", "0 tools/list", "5000 notifications/cancelled"]);
    let [list] = &it.seen_of("tools/list")[..] else { panic!("one") };
    let cancelled = &it.seen_of("notifications/cancelled")[0].message["params"];
    assert_eq!(&cancelled["requestId"], list.id());
}

/// It is the time for the next attempt, too: with what is left, none is begun.
#[tokio::test(start_paused = true)]
async fn rr8_a_list_that_comes_late_leaves_no_time() {
    let late = Answer::from(idempotent_list()).later(3_985);
    let script = Script::calls([Answer::from(retryable("c-1")).later(10)]).lists([late]);
    let it = Setting::new(trusting().with_deadline(Duration::from_secs(4)), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Deadline);
    assert_eq!(it.calls().len(), 1);
}

/// The list comes while the wait is on, which it does not make longer.
#[tokio::test(start_paused = true)]
async fn a_slow_list_is_part_of_the_wait() {
    let script = Script::calls([hinted(3_000), success()])
        .lists([Answer::from(idempotent_list()).later(700), idempotent_list().into()]);
    let it = Setting::new(trusting(), script).await;
    let _ = it.call().await;
    assert_eq!(it.calls()[1].at.as_millis(), 3_500);

    let slower = Answer::from(idempotent_list()).later(900);
    let script = Script::calls([retryable("c-1"), success()]).lists([slower]);
    let it = Setting::new(trusting(), script).await;
    let _ = it.call().await;
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list", "900 tools/call"]);
}

fn cursors(lists: &[Seen]) -> Vec<Value> {
    lists.iter().map(|list| list.message["params"]["cursor"].clone()).collect()
}

#[tokio::test(start_paused = true)]
async fn c4_further_pages_are_read_until_the_tool_is_found() {
    let page = |next: &str| json!({"tools": [], "nextCursor": next}).to_string();
    let script = Script::calls([retryable("c-1"), success()]).lists([
        page("p2"),
        page("p3"),
        idempotent_list(),
    ]);
    let it = Setting::new(trusting(), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::Success);
    assert_eq!(cursors(&it.seen_of("tools/list")), [json!(null), json!("p2"), json!("p3")]);
}

/// Nobody knows which of the two is called.
#[tokio::test(start_paused = true)]
async fn c4_of_a_tool_that_is_listed_twice_the_stricter_hints_count() {
    let (yes, no, none) =
        (json!({"idempotentHint": true}), json!({"idempotentHint": false}), json!(null));
    let rows = [
        ([&yes, &yes], (StopReason::Success, 2)),
        ([&yes, &no], (StopReason::ToolNotIdempotent, 1)),
        ([&no, &yes], (StopReason::ToolNotIdempotent, 1)),
        ([&yes, &none], (StopReason::ToolNotIdempotent, 1)),
        ([&none, &yes], (StopReason::ToolNotIdempotent, 1)),
    ];
    for (both, expected) in rows {
        let pages = both.map(|hints| serde_json::from_str::<Value>(&list(hints)).expect("JSON"));
        let [mut first, second] = pages;
        let mut one_page = first.clone();
        let tools = one_page["tools"].as_array_mut().expect("tools");
        tools.extend(second["tools"].as_array().expect("tools").clone());
        assert_eq!(reason(trusting(), one_page.to_string()).await, expected, "{both:?}");

        first["nextCursor"] = json!("p2");
        let script = Script::calls([retryable("c-1"), success()])
            .lists([first.to_string(), second.to_string()]);
        let it = Setting::new(trusting(), script).await;
        let outcome = it.call().await;
        let got = (outcome.stopped_because, outcome.attempts.len());
        assert_eq!(got, expected, "on two pages: {both:?}");
    }
}

/// rmcp's types are read from arrays as well, part by part, and do not keep which of the two it was: the
/// hint has to stand in its place all the same.
#[tokio::test(start_paused = true)]
async fn c4_annotations_in_an_array_permit_only_what_they_say() {
    let unknown = (StopReason::ToolUnknown, 1);
    for (annotations, expected) in [
        (json!([null, null, null, true, null]), (StopReason::Success, 2)),
        (json!([null, true, true, false, true]), (StopReason::ToolNotIdempotent, 1)),
        (json!([null, true, true, null, true]), (StopReason::ToolNotIdempotent, 1)),
        (json!([true]), unknown),
        (json!([null, null, null, "true", null]), unknown),
        (json!([]), unknown),
        (json!(true), unknown),
    ] {
        assert_eq!(reason(trusting(), list(&annotations)).await, expected, "{annotations}");
    }
}

#[tokio::test(start_paused = true)]
async fn c4_what_forbids_a_retry_ends_the_reading() {
    let mut first: Value =
        serde_json::from_str(&list(&json!({"idempotentHint": false}))).expect("JSON");
    first["nextCursor"] = json!("p2");
    let script = Script::calls([retryable("c-1")]).lists([first.to_string(), idempotent_list()]);
    let it = Setting::new(trusting(), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::ToolNotIdempotent);
    assert_eq!(it.seen_of("tools/list").len(), 1);
}

#[tokio::test(start_paused = true)]
async fn rr4_pages_without_end_are_given_up() {
    let page = |n: u32| json!({"tools": [], "nextCursor": format!("p{n}")}).to_string();
    let script = Script::calls([retryable("c-1")]).lists((0..100).map(page));
    let it = Setting::new(trusting(), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::ToolUnknown);
    assert_eq!(it.seen_of("tools/list").len(), 8);
    assert_eq!(it.calls().len(), 1);
}

/// So many pages, the tool on the last one.
fn pages(count: usize) -> Vec<String> {
    let page = |n| json!({"tools": [], "nextCursor": format!("p{n}")}).to_string();
    let mut pages: Vec<_> = (1..count).map(page).collect();
    pages.push(idempotent_list());
    pages
}

#[tokio::test(start_paused = true)]
async fn rr4_the_policy_raises_the_number_of_pages() {
    for (policy, count, expected) in [
        (trusting(), 8, StopReason::Success),
        (trusting(), 9, StopReason::ToolUnknown),
        (trusting().with_max_list_pages(20), 20, StopReason::Success),
        (trusting().with_max_list_pages(20), 21, StopReason::ToolUnknown),
        (trusting().with_max_list_pages(0), 1, StopReason::Success),
    ] {
        let script = Script::calls([retryable("c-1"), success()]).lists(pages(count));
        let it = Setting::new(policy, script).await;
        assert_eq!(it.call().await.stopped_because, expected, "{count}");
    }
}

#[tokio::test(start_paused = true)]
async fn rr4_a_list_is_bounded_in_bytes_over_all_pages() {
    let mut large: Value = serde_json::from_str(&idempotent_list()).expect("JSON");
    large["tools"][0]["description"] = "x".repeat(600_000).into();
    let last = large.to_string();
    large["nextCursor"] = json!("p2");
    large["tools"].as_array_mut().expect("tools").pop();
    let first = large.to_string();
    for (policy, lists, expected) in [
        (trusting(), vec![&last], StopReason::Success),
        (trusting(), vec![&first, &last], StopReason::ToolUnknown),
        (trusting().with_max_list_bytes(2_000_000), vec![&first, &last], StopReason::Success),
        (trusting().with_max_list_bytes(0), vec![&last], StopReason::ToolUnknown),
    ] {
        let script = Script::calls([retryable("c-1"), success()]).lists(lists.into_iter().cloned());
        let it = Setting::new(policy, script).await;
        assert_eq!(it.call().await.stopped_because, expected);
    }
}

#[tokio::test(start_paused = true)]
async fn rr8_the_policy_sets_the_time_for_a_list() {
    for (within, expected, elapsed) in
        [(2, StopReason::ToolUnknown, 2_000), (9, StopReason::Success, 7_000)]
    {
        let script = Script::calls([retryable("c-1"), success()])
            .lists([Answer::from(idempotent_list()).later(7_000), idempotent_list().into()]);
        let policy = trusting().with_list_timeout(Duration::from_secs(within));
        let it = Setting::new(policy, script).await;
        assert_eq!(it.call().await.stopped_because, expected);
        assert_eq!(it.clock.elapsed().as_millis(), elapsed);
    }
}

#[tokio::test(start_paused = true)]
async fn rr4_a_page_that_leads_to_itself_is_given_up_at_once() {
    let page = json!({"tools": [], "nextCursor": "again"}).to_string();
    let script = Script::calls([retryable("c-1")]).lists([page]);
    let it = Setting::new(trusting(), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::ToolUnknown);
    assert_eq!(it.seen_of("tools/list").len(), 2);
}

#[tokio::test(start_paused = true)]
async fn rr8_slow_pages_without_end_are_given_up_after_five_seconds() {
    let page = |n: u32| json!({"tools": [], "nextCursor": format!("p{n}")}).to_string();
    let pages = (0..100).map(|n| Answer::from(page(n)).later(700));
    let script = Script::calls([retryable("c-1")]).lists(pages);
    let it = Setting::new(trusting(), script).await;
    assert_eq!(it.call().await.stopped_because, StopReason::ToolUnknown);
    assert_eq!(it.clock.elapsed().as_millis(), 5_000);
    assert_eq!(it.seen_of("tools/list").len(), 8);
}

#[tokio::test(start_paused = true)]
async fn c4_a_tool_that_changed_during_the_wait_is_not_retried() {
    let script = Script::calls([hinted(3_000), success()])
        .lists([idempotent_list(), list(&json!({"idempotentHint": false}))]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ToolNotIdempotent);
    assert_eq!(it.sequence(), ["0 tools/call", "0 tools/list", "3500 tools/list"]);
    let id = outcome.tool_failure().and_then(|it| it.correlation_id());
    assert_eq!(id.map(|id| id.as_str()), Some("c-hinted"), "the reply that came is kept");
}

#[tokio::test(start_paused = true)]
async fn c4_a_tool_that_changed_between_attempts_is_not_retried() {
    let script = Script::calls([retryable("c-1")])
        .lists([idempotent_list(), json!({"tools": []}).to_string()]);
    let it = Setting::new(trusting(), script).await;
    let outcome = it.call().await;
    assert_eq!(outcome.stopped_because, StopReason::ToolUnknown);
    assert_eq!(outcome.attempts.len(), 2);
}

/// rmcp keeps a list for as long as the server says, and longer if it cannot get a new one.
#[tokio::test(start_paused = true)]
async fn rr6_a_list_from_the_cache_permits_nothing() {
    let mut kept: Value = serde_json::from_str(&idempotent_list()).expect("JSON");
    let error = || Answer::Error(r#"{"code":-32603,"message":"no"}"#.to_owned());
    let changed = || Answer::from(list(&json!({"idempotentHint": false})));
    for ttl in [60_000, 0] {
        kept["ttlMs"] = json!(ttl);
        for (now, reason) in
            [(error(), StopReason::ToolUnknown), (changed(), StopReason::ToolNotIdempotent)]
        {
            let script = Script::calls([retryable("c-1")]).lists([kept.to_string().into(), now]);
            let it = Setting::new(trusting(), script).await;
            let cached = guarded(it.running.list_all_tools()).await.expect("a list");
            assert_eq!(cached.len(), 2);
            if ttl > 0 {
                guarded(it.running.list_all_tools()).await.expect("from the cache");
                assert_eq!(it.seen_of("tools/list").len(), 1);
            }
            assert_eq!(it.call().await.stopped_because, reason);
            assert_eq!((it.calls().len(), it.seen_of("tools/list").len()), (1, 2));
        }
    }
}
