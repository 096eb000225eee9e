use std::time::{Duration, SystemTime};

use rmcp::{
    ServiceError,
    model::{CallToolResponse, CallToolResult},
};
use serde_json::Value;
use toolfailure_core::{CorrelationId, decision::StopReason, reading::Reading};

/// How a call ended: the last reply, why there was no further attempt, and every attempt.
///
/// Where a `Result` is wanted: [`Outcome::into_result`].
///
/// ```compile_fail
/// #![deny(unused_must_use)]
/// # use rmcp::model::CallToolRequestParams;
/// # use toolfailure::client::RetryingClient;
/// async fn pay(client: &RetryingClient) {
///     client.call_tool(CallToolRequestParams::new("pay")).await; // has it been paid?
/// }
/// ```
///
/// ```
/// #![deny(unused_must_use)]
/// # use rmcp::{ServiceError, model::CallToolRequestParams};
/// # use toolfailure::client::RetryingClient;
/// async fn pay(client: &RetryingClient) -> Result<(), ServiceError> {
///     client.call_tool(CallToolRequestParams::new("pay")).await.into_result()?;
///     Ok(())
/// }
/// ```
#[derive(Debug)]
#[must_use = "a call that failed, or whose outcome is unknown, is in here: see `into_result`"]
#[doc(alias = "Result")]
#[non_exhaustive]
pub struct Outcome {
    /// The last reply, unchanged. (What rmcp takes for the result of another method, because it has
    /// a key such as `contents` or `tools`, is lost in rmcp: `UnexpectedResponse`. A tool failure in
    /// its `_meta` is [read](Self::tool_failure) all the same.)
    pub reply: Reply,
    /// Why there was no further attempt.
    pub stopped_because: StopReason,
    /// Every attempt, in order; none only if the call was cancelled before it began.
    pub attempts: Vec<Attempt>,
}

impl Outcome {
    /// What stood where a plain `call_tool` stood before: the complete result, failed or not.
    ///
    /// # Errors
    ///
    /// As `Peer::call_tool`: the error of the call; or [`ServiceError::UnexpectedResponse`] if the
    /// reply asks for input, is the handle of a task, or is one that rmcp's types cannot hold. The
    /// field [`reply`](Self::reply) has those.
    pub fn into_result(self) -> Result<CallToolResult, ServiceError> {
        match self.reply {
            Reply::Response(CallToolResponse::Complete(result)) => Ok(result),
            Reply::Failed(error) => Err(error),
            _ => Err(ServiceError::UnexpectedResponse),
        }
    }

    /// The tool failure of the last reply, if it is a failed call that carries one: also where
    /// rmcp's types cannot hold the reply.
    #[must_use]
    pub fn tool_failure(&self) -> Option<&Reading> {
        self.attempts.last()?.reading.as_ref().filter(|reading| reading.has_tool_failure())
    }
}

/// A reply as rmcp hands it on.
#[derive(Debug)]
pub enum Reply {
    /// A result: complete, or a request for input, or the handle of a task.
    Response(CallToolResponse),
    /// A result that rmcp's types cannot hold, as JSON. An unknown content block is enough for
    /// this, and must not hide a failure.
    Unparsed(Value),
    /// No result.
    Failed(ServiceError),
}

/// One attempt of a call.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Attempt {
    /// Which one; the first is 1.
    pub number: u32,
    /// When it began, by the wall clock.
    pub began: SystemTime,
    /// How long after the end of the one before it began, the question about the tool included:
    /// zero for the first.
    pub waited: Duration,
    /// How long it took.
    pub took: Duration,
    /// What was received: among other things the correlation id, the class and the code (W6). `None`
    /// if no result came.
    pub reading: Option<Reading>,
    /// Why it was the last one; `None` if another followed.
    pub stopped_because: Option<StopReason>,
}

impl Attempt {
    /// The id under which the server's operator finds this attempt (W6).
    #[must_use]
    pub fn correlation_id(&self) -> Option<&CorrelationId> {
        self.reading.as_ref()?.correlation_id()
    }
}
