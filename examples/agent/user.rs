//! The person at the keyboard: a script, too.

use std::io::{self, Write};

use rmcp::model::CallToolRequestParams;

/// Asks the user to act. This one always does.
pub(crate) async fn ask(
    airline: &crate::Client,
    question: &str,
    out: &mut impl Write,
) -> io::Result<()> {
    writeln!(out, "      user is asked: {question}")?;
    let params = CallToolRequestParams::new("connect_mail");
    airline.call_tool(params).await.map(drop).map_err(io::Error::other)
}
