//! Signs that an id says more than it should (S4). They are heuristics: what an id is made of, only
//! its server knows.

use serde_json::Value;
use toolfailure_core::text;

use super::Notes;
use crate::{report::Level, requirement::Requirement::S4};

/// Shorter texts of the arguments turn up in random ids by chance.
const MIN_ARGUMENT_CHARS: usize = 4;
/// From here on, chance is no explanation.
const MIN_CERTAIN_CHARS: usize = 8;

pub(super) fn check(notes: &mut Notes<'_, '_>, id: &str, arguments: Option<&Value>) {
    notes.examined(S4);
    let mut suspect = |level, what: &str| {
        notes.find(S4, level, format!("the correlationId {what}"), id);
    };
    if id.split(|c: char| !is_token(c)).any(is_jwt) {
        suspect(Level::Fail, "holds a JSON Web Token");
    } else if contains_ignoring_case(id, "bearer ") {
        suspect(Level::Fail, "holds a bearer token");
    } else if text::redact(id) != id {
        suspect(Level::Fail, "holds what looks like a secret");
    }
    if has_mail_address(id) {
        suspect(Level::Fail, "holds an e-mail address");
    }
    let mut longest = None;
    if let Some(arguments) = arguments {
        leaves(arguments, &mut |text| {
            let chars = text.chars().count();
            if chars >= MIN_ARGUMENT_CHARS
                && longest.is_none_or(|longest| chars > longest)
                && contains_ignoring_case(id, text)
            {
                longest = Some(chars);
            }
        });
    }
    match longest {
        Some(MIN_CERTAIN_CHARS..) => suspect(Level::Fail, "holds a value of the arguments"),
        Some(_) => suspect(Level::Warn, "seems to hold a value of the arguments"),
        None => {}
    }
}

fn contains_ignoring_case(text: &str, part: &str) -> bool {
    text.to_lowercase().contains(&part.to_lowercase())
}

fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.')
}

/// Three parts in base64url, of which the first begins as `{"` does.
fn is_jwt(word: &str) -> bool {
    let at = word.find("eyJ").unwrap_or(word.len());
    let parts: Vec<&str> = word[at..].split('.').collect();
    parts.len() >= 3 && parts[0].len() >= 10 && parts[1].starts_with("eyJ")
}

fn has_mail_address(id: &str) -> bool {
    id.split(|c: char| !is_token(c) && !matches!(c, '@' | '+')).any(|word| {
        word.split_once('@').is_some_and(|(who, host)| {
            !who.is_empty()
                && host.split_once('.').is_some_and(|(name, top)| !name.is_empty() && top.len() > 1)
        })
    })
}

/// The texts and numbers in a value, however deep.
fn leaves(value: &Value, each: &mut impl FnMut(&str)) {
    match value {
        Value::String(text) => each(text),
        Value::Number(number) => each(&number.to_string()),
        Value::Array(values) => values.iter().for_each(|value| leaves(value, each)),
        Value::Object(members) => members.values().for_each(|value| leaves(value, each)),
        Value::Null | Value::Bool(_) => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;
    use crate::{report::Report, requirement::Requirement::S4};

    fn verdict(id: &str, arguments: &Value) -> Option<Level> {
        let mut report = Report::new("result", &[S4]);
        check(&mut Notes { report: &mut report, subject: "t" }, id, Some(arguments));
        report.worst_of(S4)
    }

    #[test]
    fn s4_an_id_that_says_something_is_noticed() {
        let arguments =
            json!({"user": "alice@example.org", "list": [{"n": 20_261_201, "s": "berlin"}]});
        for (id, level) in [
            ("01a23437-ab8d-7dd0-959e-0fe1062c69b6", None),
            ("c-1", None),
            ("req@3", None),
            ("a@b", None),
            ("err-Alice@Example.org", Some(Level::Fail)),
            ("bob@example.com-17", Some(Level::Fail)),
            ("id/20261201/7", Some(Level::Fail)),
            ("x-Berlin-7", Some(Level::Warn)),
            ("eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl", Some(Level::Fail)),
            ("tok:eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2ln", Some(Level::Fail)),
            ("Bearer abc", Some(Level::Fail)),
            ("password=hunter2", Some(Level::Fail)),
        ] {
            assert_eq!(verdict(id, &arguments), level, "{id}");
        }
    }
}
