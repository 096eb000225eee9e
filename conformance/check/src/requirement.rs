//! What is checked, by the numbers of the project's list of what SEP-3313 asks for.

/// A row of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Requirement {
    Mcp,
    Plan,
    W1,
    W2,
    W3,
    W4,
    W5,
    W6,
    W7,
    S1,
    S2,
    S3,
    S4,
    S5,
    /// What C1 means for a server: its failures are opaque errors to every client without the key.
    Classified,
    C1,
    C2,
    C3,
    C4,
    C5,
    R1,
    /// Retries come to an end. The standard has no number for that.
    End,
    /// What today's clients make of a failure: advice, never a failure of the check.
    Today,
}

use Requirement::{
    C1, C2, C3, C4, C5, Classified, End, Mcp, Plan, R1, S1, S2, S3, S4, S5, Today, W1, W2, W3, W4,
    W5, W6, W7,
};

/// What a result by itself can show.
pub(crate) const OF_A_RESULT: &[Requirement] =
    &[Mcp, S1, S2, W1, W2, W3, W4, W5, W6, W7, S4, S5, Today];

/// What calls of a server can show.
pub(crate) const OF_A_SERVER: &[Requirement] =
    &[Mcp, Plan, S1, S2, S3, S4, S5, W1, W2, W3, W4, W5, W6, W7, Classified, Today];

/// What the calls of a client can show.
pub(crate) const OF_A_CLIENT: &[Requirement] = &[C1, C2, C3, C4, C5, End];

/// What comes out of a relay can show.
pub(crate) const OF_A_RELAY: &[Requirement] = &[Mcp, R1];

impl Requirement {
    pub(crate) const fn id(self) -> &'static str {
        match self {
            Mcp => "MCP",
            Plan => "plan",
            W1 => "W1",
            W2 => "W2",
            W3 => "W3",
            W4 => "W4",
            W5 => "W5",
            W6 => "W6",
            W7 => "W7",
            S1 => "S1",
            S2 => "S2",
            S3 => "S3",
            S4 => "S4",
            S5 => "S5",
            Classified | C1 => "C1",
            C2 => "C2",
            C3 => "C3",
            C4 => "C4",
            C5 => "C5",
            R1 => "R1",
            End => "end",
            Today => "today",
        }
    }

    pub(crate) const fn words(self) -> &'static str {
        match self {
            Mcp => "messages are JSON-RPC, and answers come in time",
            Plan => "calls end as the file of calls expects",
            W1 => "a classification stands under the key in _meta",
            W2 => "class is one of the three",
            W3 => "code is a string, in the usual shape",
            W4 => "retryable is true for reliability only",
            W5 => "retryNotBefore is Unix epoch milliseconds",
            W6 => "correlationId is there",
            W7 => "agentGuidance is short, one line of text",
            S1 => "a tool's failure is a result, no JSON-RPC error",
            S2 => "the key stands on isError results only",
            S3 => "each id is new, and finds the failure in the log",
            S4 => "no id carries anything sensitive",
            S5 => "a baseline code stands under its own class",
            Classified => "failures carry a classification",
            C1 => "without the key, an error is what it always was",
            C2 => "the class decides; an unknown code does not",
            C3 => "no retry of capability and governance",
            C4 => "a retry needs retryable and idempotentHint",
            C5 => "no retry before retryNotBefore",
            R1 => "the tool failure is relayed unchanged",
            End => "retries come to an end",
            Today => "today's clients can show the failure",
        }
    }

    /// The requirement of a [violation](toolfailure_core::reading::Violation).
    pub(crate) fn of_violation(id: &str) -> Self {
        let all = [W1, W2, W3, W4, W5, W6, W7, S1, S2];
        all.into_iter().find(|it| it.id() == id).unwrap_or(Mcp)
    }
}
