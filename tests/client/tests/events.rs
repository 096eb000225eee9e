//! What the log says of each attempt (W6, RR18).

use std::time::Duration;

use serde_json::json;
use tokio::time::sleep;

use crate::common::{
    Answer, KEY, Log, Script, Setting, failure, guarded, hinted, params, retryable, success,
    trusting,
};

#[tokio::test(start_paused = true)]
async fn rr18_one_event_for_each_attempt() {
    let (log, _guard) = Log::of_this_thread();
    let script = Script::calls([
        Answer::from(retryable("c-1")).later(40),
        Answer::from(hinted(3_000)),
        Answer::from(success()).later(7),
    ]);
    let it = Setting::new(trusting(), script).await;
    let _ = it.call().await;
    let events = log.events();
    assert_eq!(events.len(), 3, "{events:?}");
    let check = |at: usize, expected: &[(&'static str, &str)]| {
        let mut event = events[at].clone();
        for (field, value) in [("tool", "search"), ("max_attempts", "3")] {
            assert_eq!(event.remove(field).as_deref(), Some(value), "{at}");
        }
        assert_eq!(event.remove("message").as_deref(), Some("tool call attempt"));
        let expected = expected.iter().map(|(field, value)| (*field, (*value).to_owned()));
        assert_eq!(event, expected.collect(), "{at}");
    };
    let failed = [
        ("attempt", "1"),
        ("class", "reliability"),
        ("code", "retryable_transient_error"),
        ("correlation_id", "c-1"),
        ("elapsed_ms", "40"),
        ("level", "INFO"),
        ("wait_ms", "250"),
    ];
    check(0, &failed);
    let hinted = [
        ("attempt", "2"),
        ("class", "reliability"),
        ("code", "rate_limited"),
        ("correlation_id", "c-hinted"),
        ("elapsed_ms", "0"),
        ("level", "INFO"),
        // 2.71 s and the margin, and half of the back-off of 1 s.
        ("wait_ms", "3460"),
    ];
    check(1, &hinted);
    let succeeded =
        [("attempt", "3"), ("elapsed_ms", "7"), ("level", "DEBUG"), ("stopped_because", "success")];
    check(2, &succeeded);
}

/// An id or a code that forges lines or moves a cursor.
#[tokio::test(start_paused = true)]
async fn rr18_what_the_server_says_is_escaped() {
    let (log, _guard) = Log::of_this_thread();
    let hostile = "x\nWARN forged\r\u{1B}[2J\u{202E}\u{0}";
    let entry = json!({"class": "reliability", "code": hostile, "retryable": false,
        "correlationId": hostile});
    let odd = json!({"class": hostile, "code": "x", "correlationId": "c-2", "retryable": hostile});
    let it = Setting::new(trusting(), Script::calls([failure(&entry), failure(&odd)])).await;
    let _ = it.call().await;
    let mut named = params();
    named.name = hostile.into();
    let _ = it.call_with(named).await;

    let events = log.events();
    let escaped = r"x\nWARN forged\r\u{1b}[2J\u{202e}\u{0}";
    assert_eq!(events[0]["code"], escaped);
    assert_eq!(events[0]["correlation_id"], escaped);
    assert_eq!(events[1]["tool"], escaped);
    assert_eq!(events.len(), 2);
    for value in events.iter().flat_map(|event| event.values()) {
        let printable = |c: char| !c.is_control() && c != '\u{202E}';
        assert!(value.chars().all(printable), "{value:?}");
    }
}

#[tokio::test(start_paused = true)]
async fn rr18_a_huge_id_is_cut() {
    let (log, _guard) = Log::of_this_thread();
    let it = Setting::new(trusting(), Script::calls([retryable(&"x".repeat(1 << 20))])).await;
    let _ = it.call().await;
    for event in log.events() {
        assert!(event["correlation_id"].len() <= 4096);
    }
}

#[tokio::test(start_paused = true)]
async fn rr2_rr3_a_result_that_breaks_the_standard_is_a_warning() {
    let (log, _guard) = Log::of_this_thread();
    let entry = json!({"class": "governance", "code": "auth_required", "retryable": true,
        "correlationId": "c-1", "agentGuidance": 7});
    let meta = json!({KEY: {"class": "capability", "code": "x", "correlationId": "c-2"}});
    let misplaced = json!({"content": [], "_meta": meta}).to_string();
    let it = Setting::new(trusting(), Script::calls([failure(&entry), misplaced, success()])).await;
    for _ in 0..3 {
        let _ = it.call().await;
    }
    let events = log.events();
    let level = |at: usize| (events[at]["level"].as_str(), events[at]["stopped_because"].as_str());
    assert_eq!(level(0), ("WARN", "class_forbids"));
    let both = "W4: retryable is true under class governance; \
                W7: agentGuidance is to be a string, not 7";
    assert_eq!(events[0]["violations"], both);
    assert_eq!(level(1), ("WARN", "not_an_error"));
    assert_eq!(level(2), ("DEBUG", "success"));
    assert!(!events[2].contains_key("violations"));
}

#[tokio::test(start_paused = true)]
async fn rr18_an_error_has_an_event_as_well() {
    let (log, _guard) = Log::of_this_thread();
    let it = Setting::new(trusting(), Script::calls([Answer::Never])).await;
    let _ = it.call().await;
    let [event] = &log.events()[..] else { panic!("one") };
    assert_eq!(event["stopped_because"], "outcome_unknown");
    assert_eq!((event["level"].as_str(), event["elapsed_ms"].as_str()), ("INFO", "30000"));
    assert!(!event.contains_key("correlation_id"));
}

/// What is quoted of a result is redacted there, too.
#[tokio::test(start_paused = true)]
async fn rr18_violations_hold_no_secrets_of_urls() {
    let (log, _guard) = Log::of_this_thread();
    let entry = json!({"class": "https://user:SECRET@h/?token=SECRET", "code": "x",
        "correlationId": "c-1"});
    let it = Setting::new(trusting(), Script::calls([failure(&entry)])).await;
    let _ = it.call().await;
    let [event] = &log.events()[..] else { panic!("one") };
    let violations = &event["violations"];
    assert!(violations.starts_with("W2: ") && !violations.contains("SECRET"), "{violations}");
}

/// The event of the attempt has said that another follows; then none does.
#[tokio::test(start_paused = true)]
async fn rr18_a_wait_that_is_given_up_has_an_event() {
    let (log, _guard) = Log::of_this_thread();
    let it = Setting::new(trusting(), Script::calls([hinted(3_000)])).await;
    let cancelled = sleep(Duration::from_secs(1));
    let _ = guarded(it.client.call_tool_until(params(), cancelled)).await;
    let [waits, given_up] = &log.events()[..] else { panic!("two: {:?}", log.events()) };
    assert_eq!(waits["wait_ms"], "3500");
    assert!(!waits.contains_key("stopped_because"));
    assert_eq!(given_up["message"], "tool call given up while waiting");
    assert_eq!(given_up["stopped_because"], "cancelled");
    assert_eq!(given_up["correlation_id"], "c-hinted");
}
