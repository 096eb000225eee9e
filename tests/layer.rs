//! One line covers a whole server: what each kind of a tool's end becomes under the layer.

use std::time::Duration;

use rmcp::{
    ErrorData, Json, Peer, RoleClient, ServerHandler, ServiceExt,
    handler::server::wrapper::Parameters,
    model::{CallToolRequestParams, CallToolResult, ContentBlock, ErrorCode, MetaObject},
    schemars::JsonSchema,
    service::ServiceError,
    tool, tool_handler, tool_router,
};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};
use toolfailure::{ToolFailure, assert_tool_failure, server::Classified, wire};

#[derive(Debug, thiserror::Error, ToolFailure)]
#[tool_failure(error_data)]
enum DerivedError {
    #[error("expired")]
    #[tool_failure(code = "auth_required")]
    Expired,
    #[error("unconfirmed")]
    #[tool_failure(class = "reliability", code = "timeout", retryable = "if_idempotent")]
    Unconfirmed,
}

#[derive(Deserialize, JsonSchema)]
struct Number {
    number: u8,
}

#[derive(Serialize, JsonSchema)]
struct Doubled {
    number: u8,
}

struct Server;

#[tool_router]
impl Server {
    #[tool]
    fn double(&self, Parameters(Number { number }): Parameters<Number>) -> Json<Doubled> {
        Json(Doubled { number: number * 2 })
    }

    #[tool]
    fn derived(&self) -> Result<String, DerivedError> {
        Err(DerivedError::Expired)
    }

    #[tool(annotations(idempotent_hint = true))]
    fn unconfirmed_idempotent(&self) -> Result<String, DerivedError> {
        Err(DerivedError::Unconfirmed)
    }

    #[tool(annotations(read_only_hint = true))]
    fn unconfirmed_read_only(&self) -> Result<String, DerivedError> {
        Err(DerivedError::Unconfirmed)
    }

    #[tool]
    fn unconfirmed(&self) -> Result<String, DerivedError> {
        Err(DerivedError::Unconfirmed)
    }

    #[tool]
    fn protocol_error(
        &self,
        Parameters(code): Parameters<Map<String, Value>>,
    ) -> Result<String, ErrorData> {
        let code = code["code"].as_i64().and_then(|code| i32::try_from(code).ok()).unwrap_or(0);
        Err(ErrorData::new(ErrorCode(code), "it went wrong", Some(json!({"key": "SECRET"}))))
    }

    /// An existing signature, into which `?` brings a derived error.
    #[tool]
    fn derived_as_protocol_error(&self) -> Result<CallToolResult, ErrorData> {
        Err(DerivedError::Expired)?;
        Ok(CallToolResult::default())
    }

    #[tool]
    fn by_hand(&self) -> CallToolResult {
        let mut result = CallToolResult::structured_error(json!({"why": "x"}));
        result.content = vec![ContentBlock::text("one"), ContentBlock::text("two")];
        let mut meta = MetaObject::new();
        meta.insert("com.example/vendor".into(), json!(1));
        result.with_meta(Some(meta))
    }

    #[tool]
    fn panics(&self) -> String {
        panic!("SECRET")
    }

    #[tool]
    async fn panics_later(&self) -> String {
        tokio::task::yield_now().await;
        panic!("SECRET")
    }

    #[tool]
    async fn hangs(&self) -> String {
        std::future::pending().await
    }

    #[tool]
    fn succeeds_with_the_key(&self) -> CallToolResult {
        let mut meta = MetaObject::new();
        meta.insert(wire::META_KEY.into(), json!({"class": "nonsense"}));
        CallToolResult::success(vec![ContentBlock::text("fine")]).with_meta(Some(meta))
    }
}

#[tool_handler]
impl ServerHandler for Server {}

async fn client(server: Classified<Server>) -> rmcp::service::RunningService<RoleClient, ()> {
    let (one, other) = tokio::io::duplex(1 << 16);
    tokio::spawn(async move {
        if let Ok(running) = server.serve(one).await {
            let _ = running.waiting().await;
        }
    });
    ().serve(other).await.expect("the server answers")
}

async fn call(
    client: &Peer<RoleClient>,
    tool: &'static str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let arguments = arguments.as_object().cloned().expect("an object");
    client.call_tool(CallToolRequestParams::new(tool).with_arguments(arguments)).await
}

async fn result(client: &Peer<RoleClient>, tool: &'static str) -> CallToolResult {
    call(client, tool, json!({})).await.expect("a result and no protocol error (S1)")
}

fn text(result: &CallToolResult) -> String {
    let texts = result.content.iter().filter_map(|block| block.as_text());
    texts.map(|block| block.text.as_str()).collect::<Vec<_>>().join("|")
}

#[tokio::test]
async fn s1_every_failure_of_a_tool_is_a_classified_result() {
    let client = client(Classified::new(Server)).await;
    let derived = result(&client, "derived").await;
    assert_tool_failure!(derived, "governance", "auth_required");

    let restored = result(&client, "derived_as_protocol_error").await;
    assert_tool_failure!(restored, "governance", "auth_required");
    assert!(text(&restored).starts_with("expired\n\nReference: "), "{restored:?}");

    let arguments = call(&client, "double", json!({"number": "SECRET"})).await.expect("a result");
    assert_tool_failure!(arguments, "capability", "invalid_input");
    // rmcp's own words, by which the layer knows them; they are for the model.
    assert!(text(&arguments).starts_with("failed to deserialize parameters:"), "{arguments:?}");

    for (code, class, name) in [
        (-32602, "capability", "invalid_input"),
        (-32002, "capability", "resource_not_found"),
        (-32603, "reliability", "unclassified"),
        (7, "reliability", "unclassified"),
    ] {
        let error = call(&client, "protocol_error", json!({"code": code})).await.expect("a result");
        let failure = assert_tool_failure!(error, class, name);
        assert!(!failure.retryable());
        assert!(text(&error).starts_with("it went wrong\n\nReference: "), "{error:?}");
        assert!(!format!("{error:?}").contains("SECRET"), "{error:?}");
    }

    for tool in ["panics", "panics_later"] {
        let panicked = result(&client, tool).await;
        assert_tool_failure!(panicked, "reliability", "internal_error");
        assert!(!format!("{panicked:?}").contains("SECRET"), "{panicked:?}");
    }
    // The server lives.
    let fine = call(&client, "double", json!({"number": 4})).await.expect("a result");
    assert_eq!(fine.structured_content, Some(json!({"number": 8})));
    assert_eq!(fine.meta, None);
}

#[tokio::test]
async fn a_result_by_hand_keeps_what_it_has_and_gets_an_id() {
    let client = client(Classified::new(Server)).await;
    let by_hand = result(&client, "by_hand").await;
    let meta = by_hand.meta.as_ref().expect("a `_meta`");
    let failure: wire::ToolFailure =
        serde_json::from_value(meta[wire::META_KEY].clone()).expect("valid (W2-W7)");
    assert_eq!((failure.class().as_str(), failure.code()), ("reliability", "unclassified"));
    assert_eq!(meta["com.example/vendor"], 1, "W1: other keys stay");
    assert_eq!(by_hand.structured_content, Some(json!({"why": "x"})));
    assert_eq!(text(&by_hand), format!("one|two|Reference: {}", failure.correlation_id()));
}

#[tokio::test]
async fn c4_if_idempotent_is_resolved_by_what_the_tool_declares() {
    let client = client(Classified::new(Server)).await;
    for (tool, retryable) in
        [("unconfirmed_idempotent", true), ("unconfirmed_read_only", true), ("unconfirmed", false)]
    {
        let unconfirmed = result(&client, tool).await;
        let failure = assert_tool_failure!(unconfirmed, "reliability", "timeout");
        assert_eq!(failure.retryable(), retryable, "{tool}");
    }
}

#[tokio::test]
async fn what_is_about_the_request_stays_a_protocol_error() {
    let client = client(Classified::new(Server)).await;
    let unknown = call(&client, "no_such_tool", json!({})).await;
    assert!(matches!(unknown, Err(ServiceError::McpError(error)) if error.code.0 == -32602));
    for code in [-32700, -32600, -32601, -32020, -32021, -32022, -32042] {
        let error = call(&client, "protocol_error", json!({"code": code})).await;
        assert!(
            matches!(error, Err(ServiceError::McpError(error)) if error.code.0 == code),
            "{code}"
        );
    }
    let odd = result(&client, "succeeds_with_the_key").await;
    assert_eq!(odd.is_error, Some(false));
    assert_eq!(odd.meta.expect("as it was")[wire::META_KEY], json!({"class": "nonsense"}));
}

#[tokio::test(start_paused = true)]
async fn a_call_past_the_time_limit_is_a_timeout() {
    let limit = Duration::from_secs(60);
    let client = client(Classified::new(Server).with_time_limit(limit)).await;
    let late = result(&client, "hangs").await;
    let failure = assert_tool_failure!(late, "reliability", "timeout");
    assert!(!failure.retryable(), "the tool does not declare idempotentHint");
}

#[tokio::test]
async fn error_data_holds_the_public_message_and_the_id_and_nothing_else() {
    let error = ErrorData::from(DerivedError::Expired);
    assert_eq!((error.code, &*error.message), (ErrorCode::INTERNAL_ERROR, "expired"));
    let data = error.data.expect("the id");
    assert!(data["correlationId"].is_string() && data.as_object().map(Map::len) == Some(1));
    let response = rmcp::model::CallToolResponse::from(DerivedError::Expired);
    assert!(matches!(response, rmcp::model::CallToolResponse::Complete(_)));
}

#[tokio::test]
async fn each_part_can_be_switched_off() {
    let plain = Classified::new(Server)
        .leave_argument_errors()
        .leave_protocol_errors()
        .leave_unclassified_results();
    let client = client(plain).await;
    let arguments = call(&client, "double", json!({"number": "x"})).await.expect("rmcp's result");
    assert_eq!((arguments.is_error, arguments.meta), (Some(true), None));
    assert!(call(&client, "protocol_error", json!({"code": -32603})).await.is_err());
    let by_hand = result(&client, "by_hand").await;
    assert!(!by_hand.meta.expect("the vendor's").contains_key(wire::META_KEY));
}
