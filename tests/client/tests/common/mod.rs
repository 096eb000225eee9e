//! What the tests share: a clock, a server that says what it is told to, and how to set them up.

mod answers;
mod clock;
mod http;
mod log;
mod process;
mod script;
mod setting;

use std::time::Duration;

pub(crate) use answers::{
    KEY, TOOL, failure, hinted, idempotent_list, list, no_time_left, params, retryable, success,
};
pub(crate) use clock::{Clock, epoch};
pub(crate) use http::{HttpAnswer, HttpServer};
pub(crate) use log::Log;
pub(crate) use process::Process;
pub(crate) use script::{Answer, Script, Seen};
pub(crate) use setting::{Setting, settle, trusting};

/// Nothing here is timed: this only turns a test that would hang into one that fails.
pub(crate) async fn guarded<T>(future: impl Future<Output = T>) -> T {
    let patience = Duration::from_secs(120);
    tokio::time::timeout(patience, future).await.expect("nothing hangs")
}
