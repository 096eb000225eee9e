//! The agent that many write today: it matches the text of an error, and tries again.

use std::io::{self, Write};

use rmcp::model::{CallToolRequestParams, ContentBlock};

/// Looks transient, to somebody who reads English.
fn looks_transient(text: &str) -> bool {
    ["too many", "timed out", "unavailable", "not connected", "429", "503"]
        .iter()
        .any(|phrase| text.contains(phrase))
}

pub(crate) async fn book(airline: &crate::Client, out: &mut impl Write) -> io::Result<()> {
    for tool in ["search_flights", "take_seat_in_row_13", "charge_card", "mail_itinerary"] {
        let mut attempts = 0;
        let verdict = loop {
            attempts += 1;
            let params = CallToolRequestParams::new(tool);
            let result = airline.call_tool(params).await.map_err(io::Error::other)?;
            let text: String = result
                .content
                .iter()
                .filter_map(ContentBlock::as_text)
                .map(|block| block.text.as_str())
                .collect();
            if result.is_error != Some(true) {
                break "success";
            }
            if attempts == 3 || !looks_transient(&text) {
                break "gives up";
            }
        };
        writeln!(out, "  {tool:<22}attempts: {attempts}, {verdict}")?;
    }
    Ok(())
}
