//! Many calls at once.

use std::future::ready;

use rmcp::model::CallToolRequestParams;
use serde_json::json;
use tokio::task::JoinSet;
use toolfailure::client::{RetryPolicy, RetryingClient, StopReason};

use crate::common::{Answer, Script, Setting, guarded, params, retryable, trusting};

fn is_send<T: Send>(_: &T) {}
fn is_static<T: Send + Sync + Clone + 'static>(_: &T) {}

#[tokio::test(start_paused = true)]
async fn the_futures_can_be_sent_to_another_thread() {
    let it = Setting::new(RetryPolicy::default(), Script::calls([Answer::Echo])).await;
    is_static(&it.client);
    is_send(&it.client.call_tool(params()));
    is_send(&it.client.call_tool_until(params(), ready(())));
    is_send(&it.call().await);
}

fn numbered(number: usize) -> CallToolRequestParams {
    let arguments = json!({"number": number});
    params().with_arguments(arguments.as_object().expect("an object").clone())
}

async fn all(client: &RetryingClient, calls: usize) -> Vec<(usize, toolfailure::client::Outcome)> {
    let mut set = JoinSet::new();
    for number in 0..calls {
        let client = client.clone();
        set.spawn(async move { (number, client.call_tool(numbered(number)).await) });
    }
    guarded(set.join_all()).await
}

#[tokio::test(start_paused = true)]
async fn a_hundred_calls_at_once_get_each_its_own_reply() {
    let it = Setting::new(trusting(), Script::calls([Answer::Echo.later(20)])).await;
    for (number, outcome) in all(&it.client, 100).await {
        assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 1));
        let result = outcome.into_result().expect("a result");
        let text = result.content[0].as_text().expect("text");
        assert_eq!(text.text, json!({"number": number}).to_string());
    }
    assert_eq!(it.clock.elapsed().as_millis(), 20);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_hundred_calls_on_many_threads_get_each_its_own_reply() {
    let it = Setting::new(trusting(), Script::calls([Answer::Echo])).await;
    for (number, outcome) in all(&it.client, 100).await {
        let result = outcome.into_result().expect("a result");
        let text = result.content[0].as_text().expect("text");
        assert_eq!(text.text, json!({"number": number}).to_string());
    }
    assert_eq!(it.calls().len(), 100);
}

/// Of a hundred that fail at once, none is called again: the throttle sees to it, also of the four
/// that were to wait before it closed.
#[tokio::test(start_paused = true)]
async fn rr12_a_hundred_failures_at_once_make_no_retry() {
    let it = Setting::new(trusting(), Script::calls([retryable("c-1")])).await;
    let outcomes = all(&it.client, 100).await;
    assert_eq!(it.calls().len(), 100);
    assert!(outcomes.iter().all(|(_, it)| it.stopped_because == StopReason::Throttled));
}

#[tokio::test(start_paused = true)]
async fn failures_at_once_are_retried_each_by_itself() {
    let mut answers = vec![Answer::from(retryable("c-1")); 4];
    answers.push(Answer::Echo);
    let it = Setting::new(trusting(), Script::calls(answers)).await;
    for (number, outcome) in all(&it.client, 4).await {
        assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 2));
        let result = outcome.into_result().expect("a result");
        let text = result.content[0].as_text().expect("text");
        assert_eq!(text.text, json!({"number": number}).to_string());
    }
}
