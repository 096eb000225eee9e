//! What really leaves a server: bytes on the wire and lines in its log, over each transport and in
//! each version of the protocol.

mod common;
mod content;
mod fallback;
mod forward;
mod layer;
mod log;
mod meta;
mod other_errors;
mod result;
mod rmcp_client;
