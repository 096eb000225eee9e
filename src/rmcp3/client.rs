//! The client's side with rmcp: reading its results, and the retrying client round its `Peer`.

mod attempt;
mod event;
#[cfg(feature = "client-http")]
mod http;
mod outcome;
mod outgoing;
mod record;
mod reply;
mod result_ext;
mod retrying;
mod size;
mod tools;

pub use event::ATTEMPT_LOG_TARGET;
#[cfg(feature = "client-http")]
pub use http::{http_transport, http_transport_config};
pub use outcome::{Attempt, Outcome, Reply};
pub use result_ext::CallToolResultExt;
pub use retrying::RetryingClient;
