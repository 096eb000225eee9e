//! In front of a server as users write it, in the same process, under each lifecycle of the
//! protocol.

use std::sync::Arc;

use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient, ServiceExt,
    model::{CallToolRequestParams, ProtocolVersion},
    service::RunningService,
};
use serde_json::{Value, json};
use toolfailure::{
    ToolFailureClass,
    client::{RetryingClient, StopReason},
    server::Classified,
};
use toolfailure_client_tests::Server;

use crate::common::{Clock, epoch, guarded, trusting};

fn lifecycles() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions }]
}

async fn connect(lifecycle: ClientLifecycleMode) -> (RunningService<RoleClient, ()>, Clock) {
    toolfailure::set_stderr_fallback(false);
    let (ours, theirs) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        let server = Classified::new(Server::default()).serve(theirs).await.expect("serves");
        server.waiting().await.expect("no panic");
    });
    let running = guarded(().serve_with_lifecycle(ours, lifecycle)).await.expect("begins");
    (running, Clock::start())
}

fn client(running: &RunningService<RoleClient, ()>, clock: &Clock) -> RetryingClient {
    let wall = Arc::new(clock.clone());
    RetryingClient::new(running, trusting()).with_wall_clock(move || wall.wall()).with_random(|| 0)
}

fn call(tool: &'static str, arguments: &Value) -> CallToolRequestParams {
    let arguments = arguments.as_object().expect("an object").clone();
    CallToolRequestParams::new(tool).with_arguments(arguments)
}

#[tokio::test(start_paused = true)]
async fn c5_a_time_is_waited_for_to_the_millisecond() {
    for lifecycle in lifecycles() {
        let (running, clock) = connect(lifecycle).await;
        let not_before = json!({"failures": 1, "not_before": epoch(3_000)});
        let client = client(&running, &clock);
        let outcome = guarded(client.call_tool(call("find", &not_before))).await;
        assert_eq!((outcome.stopped_because, outcome.attempts.len()), (StopReason::Success, 2));
        assert_eq!(outcome.attempts[1].waited.as_millis(), 3_500);
        let first = outcome.attempts[0].reading.as_ref().expect("a result");
        assert_eq!(first.class(), Some(ToolFailureClass::Reliability));
        assert_eq!(first.code(), Some("acme.closed"));
        assert!(first.violations().is_empty(), "{:?}", first.violations());
        let result = outcome.into_result().expect("a result");
        assert_eq!(result.content[0].as_text().expect("text").text, "executed 2 times");
    }
}

#[tokio::test(start_paused = true)]
async fn c3_c4_c7_the_rest_is_called_once() {
    for lifecycle in lifecycles() {
        let (running, clock) = connect(lifecycle).await;
        let client = client(&running, &clock);
        let rows = [
            (call("book", &json!({"failures": 9})), StopReason::ToolNotIdempotent),
            (call("read", &json!({})), StopReason::ClassForbids),
            // The layer says what is wrong with the arguments, as a failure of class capability.
            (call("find", &json!({"failures": "many"})), StopReason::ClassForbids),
        ];
        for (call, reason) in rows {
            let outcome = guarded(client.call_tool(call)).await;
            assert_eq!((outcome.stopped_because, outcome.attempts.len()), (reason, 1));
            assert!(outcome.tool_failure().is_some());
        }
    }
}
