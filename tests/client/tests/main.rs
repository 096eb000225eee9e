//! The retrying client end to end: what it sends, when, and what it never sends.
//!
//! Where times matter, tokio's clock is paused and the wall clock goes with it, so nothing sleeps and
//! every moment is exact. Over stdio and HTTP, where that cannot be, nothing depends on time.

mod cancel;
mod clocks;
mod common;
mod concurrency;
mod deadline;
mod errors;
mod events;
mod http;
mod listing;
mod one_reader;
mod outcome;
mod replies;
mod rmcp_server;
mod stamp;
mod stdio;
mod throttle;
mod times;
