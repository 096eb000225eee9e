use toolfailure_core::{reading::Reading, vocabulary};

use super::Notes;
use crate::{
    report::Level,
    requirement::Requirement::{S5, W3},
};

pub(super) fn check(notes: &mut Notes<'_, '_>, reading: &Reading, entry: &str) {
    let Some(code) = reading.code() else { return };
    if let Some(problem) = vocabulary::shape_problem(code) {
        // Codes are open: this is what a receiver may stumble over, and no more.
        notes.find(W3, Level::Warn, format!("an unusual code {code:?}: {problem}"), entry);
    }
    if let Some(class) = reading.class() {
        notes.examined(S5);
        if let Some(problem) = vocabulary::class_problem(class, code) {
            notes.find(S5, Level::Fail, format!("{code} under class {class}: {problem}"), entry);
        }
    }
}
