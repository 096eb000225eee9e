//! One typo is one error, however often the type is used: row 32.

use rmcp::{handler::server::tool::IntoCallToolResult, model::CallToolResult};
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum E {
    #[tool_failure(clas = "governance", code = "acme.a")]
    A,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
enum Generic<'a, T: std::fmt::Debug, const N: usize = 2>
where
    T: Clone,
{
    #[error("failed: {0:?}")]
    #[tool_failure(code = "auth_required", guidence = "{0:?}")]
    A(&'a [T; N]),
}

fn classify(error: &E) -> toolfailure::Classification {
    error.classify()
}

fn convert(error: E) -> CallToolResult {
    error.into()
}

fn tool() -> Result<impl IntoCallToolResult, rmcp::ErrorData> {
    Err::<String, E>(E::A).into_call_tool_result()
}

fn generic(error: Generic<'static, u8>) -> CallToolResult {
    let _ = (error.classify(), Generic::<'static, u8>::CATALOG, E::CATALOG);
    error.into()
}

fn report<E: ToolFailure>(error: &E) {
    let _ = toolfailure::report(error);
}

fn main() {
    let _ = (classify(&E::A), convert(E::A), tool(), generic(Generic::A(&[1, 2])));
    report(&E::A);
}
