//! What one result of `tools/call` shows. What the standard says of the wire object is
//! [`Reading`]'s to know; here is what only the bytes tell, and what is advice.

mod code;
mod content;
mod guidance;
mod id;
mod place;
mod time;

use std::time::SystemTime;

use serde_json::Value;
use toolfailure_core::{ToolFailureClass, reading::Reading, wire::META_KEY};

use crate::{
    raw::Members,
    report::{Level, Report},
    requirement::Requirement::{self, Classified, Mcp, S1, S2, W1, W2, W3, W4, W5, W6, W7},
};

/// A result, and what is known of its call.
pub(crate) struct Seen<'a> {
    /// The tool, or the file.
    pub(crate) subject: &'a str,
    /// As it stands.
    pub(crate) result: &'a str,
    pub(crate) arguments: Option<&'a Value>,
    /// When it came, if that is known.
    pub(crate) at: Option<SystemTime>,
}

/// What the rules about more than one result need of it.
pub(crate) struct Judged {
    pub(crate) failed: bool,
    pub(crate) has_tool_failure: bool,
    /// A classification stands where no client looks.
    pub(crate) misplaced: bool,
    pub(crate) class: Option<ToolFailureClass>,
    pub(crate) code: Option<String>,
    pub(crate) correlation_id: Option<String>,
}

/// A finding about one result.
struct Notes<'a, 'r> {
    report: &'r mut Report,
    subject: &'a str,
}

impl Notes<'_, '_> {
    fn find(
        &mut self,
        requirement: Requirement,
        level: Level,
        message: impl Into<String>,
        offending: &str,
    ) {
        self.report.find(requirement, level, self.subject, message, Some(offending));
    }

    fn examined(&mut self, requirement: Requirement) {
        self.report.examined(requirement);
    }
}

/// Holds a result to every rule that one result can break.
pub(crate) fn judge(report: &mut Report, seen: &Seen<'_>) -> Judged {
    let reading = Reading::from_json(seen.result);
    let mut notes = Notes { report, subject: seen.subject };
    let result = Members::of(seen.result);
    let meta = result.as_ref().and_then(|it| it.object("_meta"));
    let entry = meta.as_ref().and_then(|it| it.get(META_KEY));
    let failure = entry.and_then(Members::of);

    notes.examined(Mcp);
    notes.examined(S2);
    if reading.is_error() {
        notes.examined(S1);
    }
    for violation in reading.violations() {
        // The number is in front of the words; here it has a column of its own.
        let words = violation.to_string();
        let words = words.split_once(": ").map_or(&*words, |(_, words)| words);
        let requirement = Requirement::of_violation(violation.requirement());
        let about_entry = violation.requirement().starts_with('W');
        let offending = entry.filter(|_| about_entry).unwrap_or(seen.result);
        notes.find(requirement, Level::Fail, words, offending);
    }
    if let Some(entry) = entry {
        notes.examined(W1);
        if let Some(failure) = &failure {
            examine_fields(&mut notes, failure);
        }
        if let Some(failure) = &failure {
            code::check(&mut notes, &reading, entry);
            time::check(&mut notes, &reading, failure, seen.at);
            guidance::check(&mut notes, &reading, entry);
        }
        if let Some(id) = reading.correlation_id() {
            id::check(&mut notes, id.as_str(), seen.arguments);
        }
    }
    let misplaced =
        place::check(&mut notes, seen.result, result.as_ref(), meta.as_ref(), entry.is_some());
    if reading.is_error() {
        content::check(&mut notes, seen.result, result.as_ref());
    }
    Judged {
        failed: reading.is_error(),
        has_tool_failure: reading.has_tool_failure(),
        misplaced,
        class: reading.class(),
        code: reading.code().map(Into::into),
        // As it stands: it is looked for in a log.
        correlation_id: reading.correlation_id().map(|id| id.as_str().to_owned()),
    }
}

fn examine_fields(notes: &mut Notes<'_, '_>, failure: &Members<'_>) {
    // These are always there, or are to be.
    for requirement in [W2, W3, W4, W6] {
        notes.examined(requirement);
    }
    for (field, requirement) in [("retryNotBefore", W5), ("agentGuidance", W7)] {
        if failure.get(field).is_some() {
            notes.examined(requirement);
        }
    }
}

/// A failure without the key is an ordinary error. It is one that says less than others of its
/// server do.
pub(crate) fn without_the_key(report: &mut Report, subject: &str, result: &str) {
    let message = "a failure without a classification: an opaque error to every client";
    report.find(Classified, Level::Warn, subject, message, Some(result));
}
