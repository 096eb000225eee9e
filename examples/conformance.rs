//! The fixture tools of the conformance scenario `tool-failure`, over stdio:
//!
//! ```text
//! cargo build --example conformance
//! TOOLFAILURE_SERVER_COMMAND="$PWD/target/debug/examples/conformance" conformance/scenarios/run
//! ```

use std::time::Duration;

use rmcp::{
    ServerHandler, ServiceExt, handler::server::wrapper::Parameters, schemars::JsonSchema, tool,
    tool_handler, tool_router, transport::stdio,
};
use serde::Deserialize;
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum FixtureError {
    #[error("the argument is not valid")]
    #[tool_failure(class = "capability", code = "invalid_input")]
    Capability,

    #[error("the backend is busy")]
    #[tool_failure(class = "reliability", code = "retryable_transient_error")]
    Reliability {
        #[tool_failure(retry_after)]
        wait: Duration,
    },

    #[error("the user is not signed in")]
    #[tool_failure(
        class = "governance",
        code = "auth_required",
        guidance = "Ask the user to sign in."
    )]
    Governance,
}

/// What the scenario sends, to see that it does not come back in an id.
#[derive(Deserialize, JsonSchema)]
struct Note {
    #[serde(rename = "note")]
    _note: Option<String>,
}

struct Fixture;

#[tool_router]
impl Fixture {
    /// Succeeds.
    #[tool(name = "test_tool_failure_success")]
    fn success(&self, _: Parameters<Note>) -> String {
        "Done.".into()
    }

    /// Fails for an argument that is not valid.
    #[tool(name = "test_tool_failure_capability")]
    fn capability(&self, _: Parameters<Note>) -> Result<String, FixtureError> {
        Err(FixtureError::Capability)
    }

    /// Fails for a while.
    #[tool(name = "test_tool_failure_reliability", annotations(idempotent_hint = true))]
    fn reliability(&self, _: Parameters<Note>) -> Result<String, FixtureError> {
        Err(FixtureError::Reliability { wait: Duration::from_secs(2) })
    }

    /// Fails until the user has signed in.
    #[tool(name = "test_tool_failure_governance")]
    fn governance(&self, _: Parameters<Note>) -> Result<String, FixtureError> {
        Err(FixtureError::Governance)
    }
}

#[tool_handler]
impl ServerHandler for Fixture {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Fixture.serve(stdio()).await?.waiting().await?;
    Ok(())
}
