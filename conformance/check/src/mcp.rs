//! MCP, spoken by hand: no library stands between a report and the bytes.

mod http;
mod message;
mod serve;
mod session;
mod sse;
mod stdio;
mod tools;

pub(crate) use serve::{Called, Serving, Toolbox, over_http, over_stdio};
pub(crate) use session::{Answer, Manner, Outcome, Session, Target, Version};
pub(crate) use tools::Tool;

/// What this program calls itself when it is the server or the client.
const NAME: &str = "toolfailure-check";

/// The first version without `initialize` and without sessions.
const STATELESS: &str = "2026-07-28";

/// The version that is asked for.
const LATEST_WITH_INITIALIZE: &str = "2025-11-25";

/// Where a request of a stateless version says what it is.
const VERSION_IN_META: &str = "io.modelcontextprotocol/protocolVersion";
