//! The agent that dispatches on the class of a failure (C2, C7).

use std::io::{self, Write};

use rmcp::model::CallToolRequestParams;
use toolfailure::{
    ToolFailureClass,
    client::{Outcome, RetryPolicy, RetryingClient, StopReason},
};

/// What the agent does after a call.
enum Next {
    /// It worked.
    GoOn,
    /// The same call can never work: take another way (C7).
    AnotherWay,
    /// A person has to act first (C7).
    AskUser(String),
    /// It may have run, or may not be repeated: find out before doing anything else.
    Verify,
}

fn next(outcome: &Outcome) -> Next {
    let Some(failure) = outcome.tool_failure() else {
        return match outcome.stopped_because {
            StopReason::Success => Next::GoOn,
            // A time-out, a lost connection, an error without a classification.
            _ => Next::Verify,
        };
    };
    match failure.class() {
        Some(ToolFailureClass::Capability) => Next::AnotherWay,
        // For a person to read: `Display` makes it safe for a terminal.
        Some(ToolFailureClass::Governance) => {
            Next::AskUser(failure.agent_guidance().map(ToString::to_string).unwrap_or_default())
        }
        // What may be retried has been: this is what is left.
        Some(ToolFailureClass::Reliability) | None => Next::Verify,
    }
}

pub(crate) async fn book(airline: &crate::Client, out: &mut impl Write) -> io::Result<()> {
    // We run this airline ourselves, so we trust what it says of its tools.
    let policy = RetryPolicy::default().trust_server_annotations();
    let client = RetryingClient::new(airline, policy);

    let mut plan = vec!["mail_itinerary", "charge_card", "take_seat_in_row_13", "search_flights"];
    while let Some(tool) = plan.pop() {
        let outcome = client.call_tool(CallToolRequestParams::new(tool)).await;
        writeln!(
            out,
            "  {tool:<22}attempts: {}, {}",
            outcome.attempts.len(),
            outcome.stopped_because
        )?;
        match next(&outcome) {
            Next::GoOn => {}
            Next::AnotherWay => {
                writeln!(out, "      another way")?;
                plan.push("take_seat_in_row_14");
            }
            Next::AskUser(question) => {
                crate::user::ask(airline, &question, out).await?;
                plan.push(tool);
            }
            Next::Verify => {
                writeln!(out, "      it may have worked: looks before it acts")?;
                plan.push("look_up_payment");
            }
        }
    }
    Ok(())
}
