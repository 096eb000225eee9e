use rmcp::model::{CallToolResult, ContentBlock};
use toolfailure_core::{reading::Reading, wire::META_KEY};

/// Reading the tool failure of a result.
///
/// ```
/// use rmcp::model::CallToolResult;
/// use toolfailure::{ToolFailureClass, client::CallToolResultExt};
///
/// fn next(result: &CallToolResult) -> &'static str {
///     let Some(reading) = result.tool_failure() else { return "as without the extension (C1)" };
///     match reading.class() {
///         Some(ToolFailureClass::Capability) => "another way",
///         Some(ToolFailureClass::Governance) => "ask the user",
///         Some(ToolFailureClass::Reliability) => "retry, if that is safe",
///         None => "as without the extension (C1)",
///     }
/// }
/// # assert!(next(&CallToolResult::default()).starts_with("as without"));
/// ```
pub trait CallToolResultExt {
    /// The tool failure of a failed call: `Some` only if `isError` is `true` and something stands
    /// under [`META_KEY`]. Well-formed or not: see
    /// [`violations`](Reading::violations).
    fn tool_failure(&self) -> Option<Reading>;

    /// The same for any result, so that the violations of one that did not fail are seen, too.
    fn reading(&self) -> Reading;
}

impl CallToolResultExt for CallToolResult {
    fn tool_failure(&self) -> Option<Reading> {
        // The common case first: nothing is read of a result that did not fail.
        (self.is_error == Some(true)).then(|| self.reading()).filter(Reading::has_tool_failure)
    }

    fn reading(&self) -> Reading {
        let entry = self.meta.as_ref().and_then(|meta| meta.get(META_KEY));
        let texts = self.content.iter().filter_map(ContentBlock::as_text);
        Reading::from_parts(self.is_error, entry, texts.map(|block| block.text.as_str()))
    }
}
