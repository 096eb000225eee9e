//! A report as rmcp's result, and the conversions that make an error one.

use rmcp::model::{CallToolResult, ContentBlock, MetaObject};

use serde_json::Value;

use crate::{Report, testing::ToolResult};

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
