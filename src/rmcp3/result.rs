//! A report as rmcp's result, and the conversions that make an error one.

use rmcp::{
    ErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject},
};

use serde_json::{Value, json};

use crate::{Failure, Report, call, testing::ToolResult};

/// Where the id stands in the `data` of a protocol error.
pub(super) const CORRELATION_ID: &str = "correlationId";

impl Report {
    /// Makes a result this failure: `isError`, one text block, no `structuredContent`, and the
    /// failure under its key in `_meta` (W1, S1, S2). Other `_meta` keys of the result stay.
    ///
    /// No `structuredContent`, because clients that check output schemas throw a whole result away
    /// if a failure carries some of another shape.
    pub fn write_to(self, result: &mut CallToolResult) {
        let (content, (key, failure)) = self.into_parts();
        result.content = vec![ContentBlock::text(content)];
        result.structured_content = None;
        result.is_error = Some(true);
        result.meta.get_or_insert_with(MetaObject::new).insert(key, failure);
    }
}

impl From<Report> for CallToolResult {
    fn from(report: Report) -> Self {
        let mut result = Self::default();
        report.write_to(&mut result);
        result
    }
}

/// A protocol error that holds the public message and the correlation id, and nothing else: for
/// signatures that know no other error. Under [`server::Classified`](crate::server::Classified) it
/// leaves as the classified result that it was; elsewhere as a JSON-RPC error, which the model does
/// not see (S1).
impl From<Report> for ErrorData {
    fn from(report: Report) -> Self {
        let failure = report.failure();
        let code = match failure.code() {
            "invalid_input" => ErrorCode::INVALID_PARAMS,
            "resource_not_found" => ErrorCode::RESOURCE_NOT_FOUND,
            _ => ErrorCode::INTERNAL_ERROR,
        };
        let data = json!({ CORRELATION_ID: failure.correlation_id().as_str() });
        let message = report.message().to_owned();
        if let Some(call) = call::current() {
            call.remember(report);
        }
        Self::new(code, message, Some(data))
    }
}

impl From<Failure> for CallToolResult {
    fn from(failure: Failure) -> Self {
        failure.report().into()
    }
}

impl From<Failure> for CallToolResponse {
    fn from(failure: Failure) -> Self {
        CallToolResult::from(failure).into()
    }
}

/// As `From<Report>`: the public message and the correlation id, and nothing else.
impl From<Failure> for ErrorData {
    fn from(failure: Failure) -> Self {
        failure.report().into()
    }
}

impl IntoCallToolResult for Failure {
    fn into_call_tool_result(self) -> Result<CallToolResponse, ErrorData> {
        Ok(self.into())
    }
}

impl ToolResult for CallToolResult {
    fn to_json(&self) -> Value {
        // A result of rmcp's is made of what JSON has.
        serde_json::to_value(self).unwrap_or(Value::Null)
    }
}

/// Implements the conversions into rmcp's results for a type that implements
/// [`ToolFailure`](trait@crate::ToolFailure) by hand: `From<MyError> for CallToolResult`, and what
/// makes it the error type of `#[tool]` functions. The derive does this by itself.
///
/// ```
/// use toolfailure::{Classification, Code, ToolFailure};
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("the disk is full")]
/// struct DiskFull;
///
/// impl ToolFailure for DiskFull {
///     fn classify(&self) -> Classification {
///         Classification::governance(Code::USER_ACTION_REQUIRED)
///     }
/// }
///
/// toolfailure::into_call_tool_result!(DiskFull);
///
/// let result = rmcp::model::CallToolResult::from(DiskFull);
/// assert_eq!(result.is_error, Some(true));
/// ```
#[macro_export]
macro_rules! into_call_tool_result {
    ($error:ty) => {
        $crate::__impl_rmcp! { [] [$error] [] }
    };
}
