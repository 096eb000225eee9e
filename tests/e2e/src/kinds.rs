//! The tools that the layer is there for: each ends in another way that has no class.

use rmcp::{
    ErrorData, RoleServer,
    handler::server::wrapper::Parameters,
    model::{CallToolResult, ContentBlock, ErrorCode, MetaObject},
    service::RequestContext,
    tool, tool_router,
};
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::Notify;
use toolfailure::{Code, Failure, OrToolFailure, ToolFailureClass, server::in_current_call, wire};
use tracing::Instrument;

use crate::{
    errors::{BackendError, CalendarError, DiskError, MailError},
    tools::{Server, Text},
};

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Number {
    number: u8,
}

#[derive(Deserialize, JsonSchema)]
pub(crate) struct Protocol {
    code: i32,
    message: String,
    detail: String,
}

/// Has a permit once the tool that waits for its cancellation does so.
static WAITS: Notify = Notify::const_new();

/// Has a permit once the tool that waits for its cancellation is about to answer.
static CANCELLED: Notify = Notify::const_new();

/// Has a permit once the tool that tells of its panic unwinds.
static UNWINDS: Notify = Notify::const_new();

struct TellsOfItsEnd;

impl Drop for TellsOfItsEnd {
    fn drop(&mut self) {
        UNWINDS.notify_one();
    }
}

#[tool_router(router = kinds, vis = "pub(crate)")]
impl Server {
    #[tool]
    async fn number(&self, Parameters(it): Parameters<Number>) -> String {
        it.number.to_string()
    }

    #[tool]
    async fn protocol_error(
        &self,
        Parameters(it): Parameters<Protocol>,
    ) -> Result<String, ErrorData> {
        Err(ErrorData::new(ErrorCode(it.code), it.message, Some(json!({"detail": it.detail}))))
    }

    #[tool]
    async fn disabled(&self) -> Result<String, CalendarError> {
        Err(CalendarError::CannotRepeat)
    }

    /// As servers without the derive fail.
    #[tool]
    async fn unclassified(&self) -> CallToolResult {
        let mut result = CallToolResult::structured_error(json!({"why": "full"}));
        result.content = vec![ContentBlock::text("the disk is full"), ContentBlock::text("sorry")];
        let vendors = [("acme.example/shard".to_owned(), json!(7))];
        result.with_meta(Some(MetaObject(vendors.into_iter().collect())))
    }

    #[tool]
    async fn silent(&self) -> CallToolResult {
        CallToolResult::error(Vec::new())
    }

    /// Meets errors of many kinds, of which this one derives.
    #[tool]
    async fn failure(&self, Parameters(it): Parameters<Text>) -> Result<String, Failure> {
        let source = DiskError { secret: it.text.clone() };
        Err(CalendarError::from(BackendError { secret: it.text, source }))?
    }

    /// Meets an error that is nothing but a text.
    #[tool]
    async fn said(&self, Parameters(it): Parameters<Text>) -> Result<String, Failure> {
        Err(it.text).or_tool_failure(
            ToolFailureClass::Governance,
            Code::POLICY_BLOCKED,
            "the upload is not allowed",
        )
    }

    /// An existing signature, into which `?` brings a derived error.
    #[tool]
    async fn locked(&self, Parameters(it): Parameters<Text>) -> Result<CallToolResult, ErrorData> {
        Err(MailError::Locked(DiskError { secret: it.text }))?
    }

    #[tool]
    async fn no_such_mail(&self) -> Result<CallToolResult, ErrorData> {
        Err(MailError::NoSuchMail)?
    }

    #[tool]
    async fn panics(&self, Parameters(it): Parameters<Text>) -> String {
        tokio::task::yield_now().await;
        panic!("{}", it.text)
    }

    #[tool]
    fn panics_sync(&self, Parameters(it): Parameters<Text>) -> String {
        panic!("{}", it.text)
    }

    #[tool]
    async fn panics_and_tells(&self) -> String {
        let _tells = TellsOfItsEnd;
        panic!("and tells")
    }

    /// Answers when the tool above has panicked.
    #[tool]
    async fn waits_for_the_panic(&self) -> String {
        UNWINDS.notified().await;
        "it panicked".into()
    }

    #[tool]
    async fn never_answers(&self) -> String {
        std::future::pending().await
    }

    #[tool(annotations(idempotent_hint = true))]
    async fn never_answers_idempotent(&self) -> String {
        std::future::pending().await
    }

    #[tool]
    async fn waits_for_its_cancellation(
        &self,
        context: RequestContext<RoleServer>,
    ) -> CallToolResult {
        WAITS.notify_one();
        context.ct.cancelled().await;
        CANCELLED.notify_one();
        CallToolResult::error(vec![ContentBlock::text("cancelled")])
    }

    /// Answers when the tool above can be cancelled.
    #[tool]
    async fn waits_for_the_one_to_cancel(&self) -> String {
        WAITS.notified().await;
        "it waits".into()
    }

    /// Answers when the tool above that is cancelled does.
    #[tool]
    async fn waits_for_the_cancelled(&self) -> String {
        CANCELLED.notified().await;
        "it was cancelled".into()
    }

    #[tool]
    async fn succeeds_with_the_key(&self) -> CallToolResult {
        let ours = [(wire::META_KEY.to_owned(), json!({"class": "nonsense"}))];
        CallToolResult::success(vec![ContentBlock::text("fine")])
            .with_meta(Some(MetaObject(ours.into_iter().collect())))
    }

    /// Fails inside a span of its own.
    #[tool]
    async fn in_a_span(&self) -> CallToolResult {
        async { CalendarError::SessionExpired.into() }
            .instrument(tracing::info_span!("shard", tenant = "acme"))
            .await
    }

    /// The same by `?`, which converts inside the span, too.
    #[tool]
    async fn in_a_span_by_question_mark(&self) -> Result<CallToolResult, ErrorData> {
        async { Err(MailError::NoSuchMail)? }
            .instrument(tracing::info_span!("shard", tenant = "acme"))
            .await
    }

    /// Fails in a task of its own that is part of the call.
    #[tool]
    async fn spawned(&self) -> CallToolResult {
        let task = tokio::spawn(in_current_call(async { CalendarError::SessionExpired.into() }));
        task.await.expect("it does not panic")
    }

    /// Fails in a task of its own that nobody told of the call.
    #[tool]
    async fn spawned_apart(&self) -> CallToolResult {
        let task = tokio::spawn(async { CalendarError::SessionExpired.into() });
        task.await.expect("it does not panic")
    }
}
