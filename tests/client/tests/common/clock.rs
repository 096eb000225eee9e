//! The wall clock, which goes with tokio's and can be set.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use tokio::time::Instant;

/// What the wall clock says when a test begins, in Unix epoch milliseconds: in the year 2096, so that
/// real servers with a real clock take all times of the tests for future ones.
const START: u64 = 4_000_000_000_000;

/// A moment by the wall clock, in Unix epoch milliseconds, so many milliseconds after the beginning
/// of a test.
pub(crate) fn epoch(after: i64) -> u64 {
    START.checked_add_signed(after).expect("after 1970")
}

#[derive(Clone)]
pub(crate) struct Clock {
    origin: Instant,
    set_by: Arc<AtomicI64>,
}

impl Clock {
    pub(crate) fn start() -> Self {
        Self { origin: Instant::now(), set_by: Arc::default() }
    }

    /// The time since the beginning.
    pub(crate) fn elapsed(&self) -> Duration {
        self.origin.elapsed()
    }

    pub(crate) fn wall(&self) -> SystemTime {
        let elapsed = i64::try_from(self.elapsed().as_micros()).expect("a test is short");
        let micros = elapsed + self.set_by.load(Ordering::SeqCst) * 1000;
        let start = UNIX_EPOCH + Duration::from_millis(START);
        let by = Duration::from_micros(micros.unsigned_abs());
        if micros < 0 { start - by } else { start + by }
    }

    /// Sets the wall clock forward, or back.
    pub(crate) fn set(&self, by_millis: i64) {
        self.set_by.fetch_add(by_millis, Ordering::SeqCst);
    }
}
