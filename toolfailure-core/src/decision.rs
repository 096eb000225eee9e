//! Whether a failed call may be made again, and when: a pure state machine.
//!
//! Without the caller's explicit word nothing is ever retried: [`RetryPolicy::default`] trusts no
//! server's annotations, and C4 asks for them.
//!
//! Value in, value out: the clocks, the randomness and the sleeping are the driver's. The states
//! are types, so that steps out of order do not compile:
//!
//! ```
//! use std::time::{Duration, UNIX_EPOCH};
//! use toolfailure_core::{
//!     decision::{Call, Listing, Now, Request, RetryPolicy, Step, StopReason, Throttle},
//!     reading::Reading,
//! };
//!
//! let policy = RetryPolicy::default().trust_server_annotations();
//! let mut throttle = Throttle::default();
//! let mut random = || 4; // the driver's random number generator
//! let at = |ms| Now {
//!     wall: UNIX_EPOCH + Duration::from_millis(1_790_000_000_000 + ms),
//!     monotonic: Duration::from_millis(ms),
//! };
//!
//! let call = Call::begin(&policy, Request::of_tool("search"), at(0));
//! // … the driver makes the call, and reads what it got …
//! let reading = Reading::from_json(
//!     r#"{"isError":true,"content":[],"_meta":{"io.modelcontextprotocol/toolFailure":
//!         {"class":"reliability","code":"retryable_transient_error","retryable":true,
//!         "retryNotBefore":1790000003000,"correlationId":"c-1"}}}"#,
//! );
//! let Step::AskForTool(question) = call.reply(&reading, at(10), &mut throttle, &mut random) else {
//!     panic!("a retry is on the table");
//! };
//! // … the driver asks for a fresh `tools/list` …
//! let hints = Listing::Listed { idempotent: Some(true), read_only: None };
//! let Step::Wait(wait) = question.answer(hints, at(20), &throttle) else { panic!("it may be retried") };
//! assert!(wait.until() >= Duration::from_secs(3));
//! ```
//!
//! If no reply comes, or an error, the driver stops with [`StopReason::OutcomeUnknown`], or
//! [`StopReason::ProtocolError`] for a JSON-RPC error: there is no step for it, since there is
//! nothing to decide.
//!
//! Rules: a retry takes a received, well-formed failure of class reliability (C3) that says
//! `retryable: true`, of a tool that its current listing declares idempotent (C4), from a server
//! whose annotations the caller trusts; inside attempts, deadline and throttle; and never before
//! `retryNotBefore` (C5). Everything else stops, with a [`StopReason`].

mod backoff;
mod call;
mod judge;
mod policy;
mod reason;
mod throttle;
mod time;
mod tool;

pub use call::{Call, Question, RETRY_META_KEY, Request, Step, Wait};
pub use policy::RetryPolicy;
pub use reason::StopReason;
pub use throttle::Throttle;
pub use time::Now;
pub use tool::Listing;

#[cfg(test)]
mod tests;
