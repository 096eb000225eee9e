//! A client that does not know SEP-3313, rmcp's own, behaves as it did before (C1).

use rmcp::{
    ClientLifecycleMode, ClientServiceExt, RoleClient,
    model::{CallToolRequestParams, CallToolResult, ProtocolVersion},
    service::RunningService,
    transport::StreamableHttpClientTransport,
};
use toolfailure::wire::META_KEY;

use crate::common::{Process, calls::OUTPUT_SCHEMA, guarded, line};

fn lifecycles() -> [ClientLifecycleMode; 2] {
    let preferred_versions = vec![ProtocolVersion::V_2026_07_28];
    [ClientLifecycleMode::Initialize, ClientLifecycleMode::Discover { preferred_versions }]
}

async fn fail(client: &RunningService<RoleClient, ()>) -> CallToolResult {
    let tools = guarded(client.list_all_tools()).await.expect("tools are listed");
    let tool = tools.iter().find(|tool| tool.name == OUTPUT_SCHEMA).expect("is listed");
    assert!(tool.output_schema.is_some(), "the client knows what a success looks like");
    let call = client.call_tool(CallToolRequestParams::new(OUTPUT_SCHEMA));
    guarded(call).await.expect("C1: a failure is not rejected")
}

fn check(result: CallToolResult) {
    assert_eq!(result.is_error, Some(true));
    assert_eq!(result.structured_content, None);
    assert_eq!(result.content.len(), 1);
    assert!(result.meta.is_some_and(|meta| meta.contains_key(META_KEY)));
}

#[tokio::test]
async fn c1_s1_over_stdio_a_failure_with_an_output_schema_is_accepted() {
    for lifecycle in lifecycles() {
        let (process, stdin, stdout) = Process::start(&[]);
        let serving = ().serve_with_lifecycle((stdout, stdin), lifecycle);
        let client = guarded(serving).await.expect("the lifecycle begins");
        check(fail(&client).await);
        guarded(client.cancel()).await.expect("the client ends");
        process.ended().await;
    }
}

#[tokio::test]
async fn c1_s1_over_http_a_failure_with_an_output_schema_is_accepted() {
    let (process, stdin, mut stdout) = Process::start(&["--http"]);
    let url = line(&mut stdout).await;
    for lifecycle in lifecycles() {
        let transport = StreamableHttpClientTransport::from_uri(url.as_str());
        let serving = ().serve_with_lifecycle(transport, lifecycle);
        let client = guarded(serving).await.expect("the lifecycle begins");
        check(fail(&client).await);
        guarded(client.cancel()).await.expect("the client ends");
    }
    drop(stdin);
    process.ended().await;
}
