use super::Notes;
use crate::{
    raw::{Members, elements, string},
    report::Level,
    requirement::Requirement::Today,
};

/// What today's clients show a model, and what some of them throw a result away for.
pub(super) fn check(notes: &mut Notes<'_, '_>, result: &str, members: Option<&Members<'_>>) {
    let Some(members) = members else { return };
    notes.examined(Today);
    let blocks = members.get("content").and_then(elements).unwrap_or_default();
    let readable = blocks.iter().filter_map(|block| Members::of(block)).any(|block| {
        block.get("type").and_then(string).as_deref() == Some("text")
            && block.get("text").and_then(string).is_some_and(|text| !text.trim().is_empty())
    });
    if !readable {
        let message = "no readable text in content: today's clients show models nothing else";
        notes.find(Today, Level::Warn, message, result);
    }
    if members.get("structuredContent").is_some_and(|it| it != "null") {
        let message = "structuredContent on a failure: some clients hold it to the output schema \
                       and throw the result away";
        notes.find(Today, Level::Warn, message, result);
    }
}
