//! What really leaves a server: bytes on the wire and lines in its log, over each transport and in
//! each version of the protocol.

mod common;
mod content;
mod fallback;
mod log;
mod meta;
mod result;
mod rmcp_client;
