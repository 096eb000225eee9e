//! Where an impl by hand stands beside the derived one, the derive is underlined: row 77.

use rmcp::model::{CallToolResult, ContentBlock, IntoContents};
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum ByHand {
    #[tool_failure(code = "auth_required")]
    A,
}

impl From<ByHand> for CallToolResult {
    fn from(_: ByHand) -> Self {
        Self::default()
    }
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Contents {
    #[tool_failure(code = "auth_required")]
    A,
}

impl IntoContents for Contents {
    fn into_contents(self) -> Vec<ContentBlock> {
        Vec::new()
    }
}

fn main() {}
