//! The rules W1 to W7, in one place: the strict reader refuses at the first that is broken, the
//! lenient one keeps what is usable and lists them all.

use super::{
    fields::{Entry, Fields},
    found::{Found, Shown},
    violation::{Field, Problem, Violation},
};
use crate::{CorrelationId, RetryNotBefore, ToolFailureClass};

/// From here on a number is taken for milliseconds. Below, down to 1, it is seconds by mistake:
/// in milliseconds it would be a day in the early seventies.
const FIRST_PLAUSIBLE_MILLIS: u64 = 100_000_000_000;

/// What is usable of a wire object, and what is wrong with it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checked {
    pub(crate) class: Option<ToolFailureClass>,
    pub(crate) code: Option<String>,
    /// As it was said, whatever the class.
    pub(crate) retryable: bool,
    pub(crate) not_before: Option<RetryNotBefore>,
    pub(crate) correlation_id: Option<CorrelationId>,
    pub(crate) agent_guidance: Option<String>,
    pub(crate) violations: Vec<Violation>,
}

impl Checked {
    pub(crate) fn new(entry: Entry) -> Self {
        let mut checked = Self::default();
        match entry {
            Entry::Object(fields) => checked.read(fields),
            Entry::Other(found) => checked.malformed(
                "W1",
                Field::ToolFailure,
                format!("the tool failure is to be an object, not {}", Shown(&Some(found))),
            ),
        }
        checked
    }

    fn read(&mut self, fields: Fields) {
        self.class(fields.class);
        self.code = self.text("W3", Field::Code, fields.code);
        match fields.retryable {
            None => {}
            Some(Found::Bool(retryable)) => self.retryable = retryable,
            found => self.malformed(
                "W4",
                Field::Retryable,
                format!("retryable is to be true or false, not {}", Shown(&found)),
            ),
        }
        if let Some(class) = self.class
            && self.retryable
            && class != ToolFailureClass::Reliability
        {
            let detail = format!("retryable is true under class {class}");
            self.violations.push(Violation::new(
                "W4",
                Field::Retryable,
                Problem::Misplaced,
                detail,
            ));
        }
        if let Some(found) = fields.retry_not_before {
            self.not_before(&found);
        }
        if let Some(id) = self.text("W6", Field::CorrelationId, fields.correlation_id) {
            match CorrelationId::parse(id) {
                Ok(id) => self.correlation_id = Some(id),
                Err(_) => self.malformed("W6", Field::CorrelationId, "correlationId is empty"),
            }
        }
        if fields.agent_guidance.is_some() {
            self.agent_guidance = self.text("W7", Field::AgentGuidance, fields.agent_guidance);
        }
    }

    fn class(&mut self, found: Option<Found>) {
        let shown = Shown(&found).to_string();
        if let Some(word) = self.text("W2", Field::Class, found) {
            self.class = ToolFailureClass::from_wire(&word);
            if self.class.is_none() {
                let detail = format!("class {shown} is none of the three");
                self.violations.push(Violation::new("W2", Field::Class, Problem::Unknown, detail));
            }
        }
    }

    fn not_before(&mut self, found: &Found) {
        const FIELD: Field = Field::RetryNotBefore;
        let Some(millis) = epoch_millis(found) else {
            let shown = Shown(&Some(found));
            let detail = format!("retryNotBefore is to be a number from 0 on, not {shown}");
            return self.malformed("W5", FIELD, detail);
        };
        if !self.retryable {
            let detail = "retryNotBefore without `retryable: true`";
            self.violations.push(Violation::new("W5", FIELD, Problem::Misplaced, detail));
            return;
        }
        if (1..FIRST_PLAUSIBLE_MILLIS).contains(&millis) {
            let detail = format!("retryNotBefore is {millis}: seconds in place of milliseconds?");
            self.violations.push(Violation::new("W5", FIELD, Problem::Suspect, detail));
        }
        self.not_before = Some(RetryNotBefore::from_epoch_millis(millis).unwrap_or_else(|_| {
            let detail = "retryNotBefore is past 2^53 - 1";
            self.violations.push(Violation::new("W5", FIELD, Problem::OutOfRange, detail));
            RetryNotBefore::MAX
        }));
    }

    fn text(
        &mut self,
        requirement: &'static str,
        field: Field,
        found: Option<Found>,
    ) -> Option<String> {
        match found {
            Some(Found::Text(text)) => Some(text),
            found => {
                let detail = format!("{field} is to be a string, not {}", Shown(&found));
                self.malformed(requirement, field, detail);
                None
            }
        }
    }

    fn malformed(&mut self, requirement: &'static str, field: Field, detail: impl Into<String>) {
        self.violations.push(Violation::new(requirement, field, Problem::Malformed, detail));
    }
}

/// Numbers from 0 on, a fraction rounded up so that nobody comes early.
fn epoch_millis(found: &Found) -> Option<u64> {
    match *found {
        Found::Unsigned(millis) => Some(millis),
        // Not negative, so `as` only saturates, and what saturates is out of range anyway.
        #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss)]
        Found::Float(millis) if millis >= 0.0 => Some(millis.ceil() as u64),
        _ => None,
    }
}
