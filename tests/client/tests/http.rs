//! Over streamable HTTP: what the transport itself repeats, and what is made of statuses.

use axum::http::StatusCode;
use rmcp::{
    RoleClient, ServiceError, ServiceExt,
    model::CallToolResponse,
    service::RunningService,
    transport::{StreamableHttpClientTransport, streamable_http_client::StreamableHttpError},
};
use serde_json::json;
use std::time::Duration;
use toolfailure::client::{
    Reply, RetryPolicy, RetryingClient, StopReason, http_transport, http_transport_config,
};

use crate::common::{HttpAnswer, HttpServer, guarded, params, retryable, success, trusting};

type Running = RunningService<RoleClient, ()>;

/// As short as can be, since here time is real.
fn soon() -> RetryPolicy {
    let millisecond = Duration::from_millis(1);
    trusting().with_backoff(millisecond, millisecond)
}

async fn connect(server: &HttpServer) -> Running {
    let transport = http_transport(reqwest::Client::new(), server.url.as_str());
    guarded(().serve(transport)).await.expect("the server initializes")
}

/// The tool runs, and then the server says that the session has expired.
fn expires_after_running() -> [HttpAnswer; 2] {
    [HttpAnswer::Status(StatusCode::NOT_FOUND, &[]), HttpAnswer::Result(success())]
}

/// Beneath every client that is built on it, this one too: the tool need not be idempotent, and the
/// caller sees one success.
#[tokio::test]
async fn c4_rmcps_default_transport_executes_a_tool_twice() {
    let server = HttpServer::start(expires_after_running()).await;
    let transport = StreamableHttpClientTransport::from_uri(server.url.as_str());
    let running = guarded(().serve(transport)).await.expect("the server initializes");
    let client = RetryingClient::new(&running, RetryPolicy::default());
    let outcome = guarded(client.call_tool(params())).await;
    assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 1));
    assert_eq!((server.executions(), server.sessions()), (2, 2));
}

#[tokio::test]
async fn c4_our_transport_executes_it_once_and_the_outcome_is_unknown() {
    for policy in [RetryPolicy::default(), soon()] {
        let server = HttpServer::start(expires_after_running()).await;
        let running = connect(&server).await;
        let client = RetryingClient::new(&running, policy);
        let outcome = guarded(client.call_tool(params())).await;
        assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
        assert!(matches!(outcome.reply, Reply::Failed(ServiceError::TransportSend(_))));
        assert_eq!((server.executions(), server.sessions()), (1, 1));
    }
}

#[test]
fn c4_our_configuration_is_rmcps_but_for_that() {
    let ours = http_transport_config("http://127.0.0.1/mcp");
    assert!(!ours.reinit_on_expired_session);
    assert_eq!(&*ours.uri, "http://127.0.0.1/mcp");
}

#[tokio::test]
async fn a_retry_succeeds() {
    let answers = [HttpAnswer::Result(retryable("c-1")), HttpAnswer::Result(success())];
    let server = HttpServer::start(answers).await;
    let running = connect(&server).await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(params())).await;
    assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 2));
    assert!(matches!(outcome.reply, Reply::Response(CallToolResponse::Complete(_))));
    assert_eq!((server.executions(), server.sessions()), (2, 1));
    let stamp = |attempt| json!({"attempt": attempt, "max": 3});
    assert_eq!(server.stamps(), [stamp(1), stamp(2)]);
}

/// After a status, whatever it says about when to come again, nobody knows whether the tool ran.
#[tokio::test]
async fn rr14_a_status_is_never_retried() {
    let rows: [(_, &'static [_]); 4] = [
        (StatusCode::SERVICE_UNAVAILABLE, &[("retry-after", "0")]),
        (StatusCode::TOO_MANY_REQUESTS, &[("retry-after", "0")]),
        (StatusCode::BAD_GATEWAY, &[]),
        (StatusCode::INTERNAL_SERVER_ERROR, &[]),
    ];
    for (status, headers) in rows {
        let answers = [HttpAnswer::Status(status, headers), HttpAnswer::Result(success())];
        let server = HttpServer::start(answers).await;
        let running = connect(&server).await;
        let client = RetryingClient::new(&running, soon().tool_is_idempotent("search", true));
        let outcome = guarded(client.call_tool(params())).await;
        assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown, "{status}");
        assert_eq!(server.executions(), 1, "{status}");
        // What the status was is there for the caller.
        let Reply::Failed(ServiceError::TransportSend(error)) = &outcome.reply else {
            panic!("{:?}", outcome.reply)
        };
        let error = error.error.downcast_ref::<StreamableHttpError<reqwest::Error>>();
        assert!(
            error.is_some_and(|error| error.to_string().contains(status.as_str())),
            "{error:?}"
        );
    }
}

/// A stream that ends without a reply, or a connection without a response.
#[tokio::test]
async fn rr14_a_reply_that_never_comes_is_an_unknown_outcome() {
    const STREAM: &[(&str, &str)] = &[("content-type", "text/event-stream")];
    let answers = [HttpAnswer::Status(StatusCode::OK, STREAM), HttpAnswer::Result(success())];
    let server = HttpServer::start(answers).await;
    let running = connect(&server).await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool(params())).await;
    assert_eq!(outcome.stopped_because, StopReason::OutcomeUnknown);
    assert!(matches!(outcome.reply, Reply::Failed(ServiceError::TransportClosed)));
    assert_eq!(server.executions(), 1);
}

#[tokio::test]
async fn rr13_the_server_hears_that_a_call_is_cancelled() {
    let server = HttpServer::start([HttpAnswer::Never]).await;
    let running = connect(&server).await;
    let client = RetryingClient::new(&running, soon());
    let outcome = guarded(client.call_tool_until(params(), server.begun())).await;
    assert_eq!(outcome.stopped_because, StopReason::Cancelled);
    guarded(server.cancelled()).await;
    assert_eq!(server.executions(), 1);
}
