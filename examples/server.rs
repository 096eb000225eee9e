//! The smallest useful server: one tool, two ways to fail. Any MCP host can start it:
//!
//! ```text
//! cargo build --example server
//! npx @modelcontextprotocol/inspector target/debug/examples/server
//! ```
//!
//! Divide by zero, or by a number above 1000, and look at the result's `_meta`; the log line with
//! the same id is on stderr.

use rmcp::{
    ServerHandler, ServiceExt, handler::server::wrapper::Parameters, schemars::JsonSchema, tool,
    tool_handler, tool_router, transport::stdio,
};
use serde::Deserialize;
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum DivideError {
    #[error("{dividend} cannot be divided by zero")]
    #[tool_failure(
        class = "capability",
        code = "invalid_input",
        guidance = "Choose a divisor other than 0."
    )]
    ByZero { dividend: i64 },

    #[error("divisors above 1000 need a person's consent")]
    #[tool_failure(
        class = "governance",
        code = "user_action_required",
        guidance = "Ask the user first."
    )]
    TooLarge,
}

#[derive(Deserialize, JsonSchema)]
struct Division {
    dividend: i64,
    divisor: i64,
}

struct Calculator;

#[tool_router]
impl Calculator {
    /// Divides one whole number by another.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    fn divide(
        &self,
        Parameters(Division { dividend, divisor }): Parameters<Division>,
    ) -> Result<String, DivideError> {
        if divisor > 1000 {
            return Err(DivideError::TooLarge);
        }
        let quotient = dividend.checked_div(divisor).ok_or(DivideError::ByZero { dividend })?;
        Ok(quotient.to_string())
    }
}

#[tool_handler]
impl ServerHandler for Calculator {}

#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    Calculator.serve(stdio()).await?.waiting().await?;
    Ok(())
}
