//! What a result says by itself, before anything else is asked.

use super::StopReason;
use crate::{
    RetryNotBefore, ToolFailureClass,
    reading::{Field, IsError, Problem, Reading, ResultKind},
};

/// The verdict on a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Stop(StopReason),
    /// A well-formed reliability failure that says `retryable: true`.
    Retryable(Option<RetryNotBefore>),
}

/// Fails closed: a part that the decision needs and that is malformed means stop (C3–C5).
pub(super) fn judge(reading: &Reading) -> Verdict {
    match permission(reading) {
        Ok(not_before) => Verdict::Retryable(not_before),
        Err(reason) => Verdict::Stop(reason),
    }
}

fn permission(reading: &Reading) -> Result<Option<RetryNotBefore>, StopReason> {
    let well_formed = |field| match reading.violates(field, Problem::Malformed) {
        true => Err(StopReason::Malformed(field)),
        false => Ok(()),
    };
    well_formed(Field::Result)?;
    match reading.kind() {
        ResultKind::InputRequired => return Err(StopReason::InputRequired),
        ResultKind::Task => return Err(StopReason::NotAnError),
        ResultKind::Unknown => return Err(StopReason::Malformed(Field::ResultType)),
        ResultKind::Complete => {}
    }
    match reading.is_error_field() {
        IsError::True => {}
        IsError::Malformed => return Err(StopReason::Malformed(Field::IsError)),
        // A failure that forgot to say so, or a success that says too much: nobody can tell.
        IsError::Absent if reading.has_entry() => return Err(StopReason::NotAnError),
        IsError::Absent | IsError::False => return Err(StopReason::Success),
    }
    well_formed(Field::Meta)?;
    if !reading.has_entry() {
        return Err(StopReason::NoExtension);
    }
    well_formed(Field::ToolFailure)?;
    // The class before all that stands beside it: it says what to do even where the rest is broken.
    well_formed(Field::Class)?;
    match reading.class() {
        None => return Err(StopReason::UnknownClass),
        Some(ToolFailureClass::Capability | ToolFailureClass::Governance) => {
            return Err(StopReason::ClassForbids);
        }
        Some(ToolFailureClass::Reliability) => {}
    }
    well_formed(Field::Code)?;
    well_formed(Field::CorrelationId)?;
    well_formed(Field::Retryable)?;
    if !reading.retryable() {
        return Err(StopReason::NotRetryable);
    }
    well_formed(Field::RetryNotBefore)?;
    if reading.violates(Field::RetryNotBefore, Problem::Suspect) {
        return Err(StopReason::HintSuspect);
    }
    Ok(reading.retry_not_before())
}
