//! The record of a call while it runs.

use std::time::Duration;

use rmcp::ServiceError;
use toolfailure_core::decision::{Now, StopReason};

use super::{Attempt, Outcome, Reply, event, reply::Received};

/// Every attempt so far, and the last reply.
pub(super) struct Record<'a> {
    tool: &'a str,
    max_attempts: u32,
    attempts: Vec<Attempt>,
    reply: Reply,
    /// When the last attempt ended, by the monotonic clock.
    ended: Option<Duration>,
    /// Whether the last attempt is in the log.
    logged: bool,
}

impl<'a> Record<'a> {
    pub(super) fn new(tool: &'a str, max_attempts: u32) -> Self {
        Self {
            tool,
            max_attempts,
            attempts: Vec::new(),
            // Until the first attempt has ended: a call can be cancelled before it begins.
            reply: Reply::Failed(was_cancelled()),
            ended: None,
            logged: false,
        }
    }

    /// An attempt has ended.
    pub(super) fn attempt(&mut self, number: u32, began: Now, ended: Now, received: Received) {
        self.attempts.push(Attempt {
            number,
            began: began.wall,
            waited: self
                .ended
                .map_or(Duration::ZERO, |ended| began.monotonic.saturating_sub(ended)),
            took: ended.monotonic.saturating_sub(began.monotonic),
            reading: received.reading.ok(),
            stopped_because: None,
        });
        self.reply = received.reply;
        self.ended = Some(ended.monotonic);
        self.logged = false;
    }

    /// The next attempt is to wait so long.
    pub(super) fn wait(&mut self, wait: Duration) {
        // A wait that goes on because the clock was set back is the same wait.
        if let Some(last) = self.attempts.last()
            && !self.logged
        {
            event::attempt(self.tool, last, self.max_attempts, Some(wait));
            self.logged = true;
        }
    }

    /// There is no next attempt.
    pub(super) fn over(mut self, reason: StopReason) -> Outcome {
        if let Some(last) = self.attempts.last_mut() {
            last.stopped_because = Some(reason);
            if self.logged {
                event::given_up(self.tool, last);
            } else {
                event::attempt(self.tool, last, self.max_attempts, None);
            }
        }
        Outcome { reply: self.reply, stopped_because: reason, attempts: self.attempts }
    }
}

/// What stands in place of a reply that nobody waited for.
pub(super) fn was_cancelled() -> ServiceError {
    ServiceError::Cancelled { reason: Some("cancelled by the caller".to_owned()) }
}
