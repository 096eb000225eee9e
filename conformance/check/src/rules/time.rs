use std::time::{Duration, SystemTime, UNIX_EPOCH};

use toolfailure_core::reading::{Problem, Reading};

use super::Notes;
use crate::{
    raw::{Members, is_number},
    report::Level,
    requirement::Requirement::W5,
};

/// A time that is past by no more than this when it arrives was not past when it was written.
const SLACK: Duration = Duration::from_secs(1);

pub(super) fn check(
    notes: &mut Notes<'_, '_>,
    reading: &Reading,
    failure: &Members<'_>,
    at: Option<SystemTime>,
) {
    let Some(text) = failure.get("retryNotBefore") else { return };
    if text.contains(['.', 'e', 'E']) && is_number(text) {
        let message = "retryNotBefore is written as a float, which readers of integers refuse";
        notes.find(W5, Level::Warn, message, text);
    }
    let (Some(time), Some(at)) = (reading.retry_not_before(), at) else { return };
    // A time that this system cannot say is not past.
    let time = UNIX_EPOCH.checked_add(Duration::from_millis(time.epoch_millis()));
    if let Some(Ok(past)) = time.map(|time| at.duration_since(time))
        && past > SLACK
        // Seconds in place of milliseconds are another finding.
        && !reading.violations().iter().any(|it| it.problem() == Problem::Suspect)
    {
        let message = format!(
            "retryNotBefore was {:.1} s ago when it came, by the clock here",
            past.as_secs_f64()
        );
        notes.find(W5, Level::Warn, message, text);
    }
}
