//! What came out of the relay, beside what went in.

use super::cases::{Case, failure_of};
use crate::{
    raw::{Members, same},
    report::{Level, Report},
    requirement::Requirement::{Mcp, R1},
};

/// What came for a case.
pub(super) enum Arrived {
    Result(String),
    Error(String),
    Nothing(String),
}

#[derive(Default)]
pub(super) struct Counts {
    arrived: usize,
    same_bytes: usize,
    same_value: usize,
    errors: usize,
    nothing: usize,
    /// Cases with a tool failure, and how many of them came out with it unchanged.
    with_failure: usize,
    same_failure: usize,
    pub(super) not_offered: usize,
}

impl Counts {
    pub(super) fn made(&self) -> usize {
        self.arrived + self.errors + self.nothing
    }

    /// Of all cases.
    pub(super) fn cases(&self, all: usize) -> String {
        let mut parts = vec![
            format!("{} of {all} results arrived", self.arrived),
            format!("{} with the same bytes", self.same_bytes),
            format!("{} with the same JSON value", self.same_value),
        ];
        for (count, words) in [
            (self.errors, "replaced by an error"),
            (self.nothing, "never arrived"),
            (self.not_offered, "not offered by the relay"),
        ] {
            if count > 0 {
                parts.push(format!("{count} {words}"));
            }
        }
        parts.join(", ")
    }

    pub(super) fn failures(&self) -> String {
        format!("{} of {} tool failures unchanged", self.same_failure, self.with_failure)
    }
}

pub(super) fn one(report: &mut Report, counts: &mut Counts, case: &Case, arrived: Arrived) {
    let failure = case.failure();
    if failure.is_some() {
        counts.with_failure += 1;
        report.examined(R1);
    }
    // Many parsers refuse some of these, and MCP's schema refuses others.
    let level = if case.binds() { Level::Fail } else { Level::Warn };
    let mut find = |requirement, level, message: String, offending: &str| {
        report.find(requirement, level, &case.name, message, Some(offending));
    };
    let result = match arrived {
        Arrived::Result(result) => result,
        Arrived::Error(error) => {
            counts.errors += 1;
            let message = "the result was replaced by a JSON-RPC error".to_owned();
            if failure.is_some() {
                find(R1, level, format!("{message}, and the tool failure is gone"), &error);
            } else {
                find(Mcp, Level::Warn, message, &error);
            }
            return;
        }
        Arrived::Nothing(why) => {
            counts.nothing += 1;
            let requirement = if failure.is_some() { R1 } else { Mcp };
            find(requirement, level, format!("the result never arrived: {why}"), &case.result);
            return;
        }
    };
    counts.arrived += 1;
    counts.same_bytes += usize::from(result == case.result);
    counts.same_value += usize::from(same(&result, &case.result));
    let Some(failure) = failure else { return };
    match failure_of(&result) {
        Some(relayed) if same(relayed, failure) => counts.same_failure += 1,
        None => {
            find(R1, level, "the tool failure was dropped from the result".into(), &result);
        }
        Some(relayed) => {
            let id = |failure| Members::of(failure).and_then(|it| it.get("correlationId"));
            let kept = match (id(failure), id(relayed)) {
                (Some(sent), Some(relayed)) => same(sent, relayed),
                (sent, relayed) => sent == relayed,
            };
            let what = if kept { "the tool failure" } else { "the correlationId" };
            find(R1, level, format!("{what} was changed; sent was {failure}"), relayed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{relay::cases, report::Report};

    fn worst(name: &str, arrived: impl FnOnce(&Case) -> Arrived) -> Option<Level> {
        let cases = cases::all();
        let case = cases.iter().find(|it| it.name == name).expect("a case");
        let mut report = Report::new("relay", &[R1, Mcp]);
        one(&mut report, &mut Counts::default(), case, arrived(case));
        report.worst_of(R1).max(report.worst_of(Mcp))
    }

    #[test]
    fn r1_what_happens_to_a_failure_is_noticed() {
        let replaced = |from: &'static str, to: &'static str| {
            move |case: &Case| Arrived::Result(case.result.replace(from, to))
        };
        assert_eq!(worst("plain_sorted", replaced("", "")), None);
        assert_eq!(worst("num_ms_float", replaced("000.0", "000")), None);
        assert_eq!(worst("num_ms_float", replaced("000.0", "001")), Some(Level::Fail));
        assert_eq!(worst("plain_sorted", replaced(r#""k""#, r#""other""#)), Some(Level::Fail));
        assert_eq!(worst("plain_sorted", replaced("_meta", "_data")), Some(Level::Fail));
        // Of duplicates the last one counts.
        let first = |case: &Case| {
            let last = case.failure().expect("has two");
            Arrived::Result(
                case.result
                    .replace(&format!(",\"{}\":{last}", toolfailure_core::wire::META_KEY), ""),
            )
        };
        assert_eq!(worst("dup_key_toolFailure", first), Some(Level::Fail));
    }

    #[test]
    fn r1_a_result_that_is_lost_fails_only_where_a_relay_must_understand_it() {
        let error = |_: &Case| Arrived::Error("{}".into());
        let nothing = |_: &Case| Arrived::Nothing("silence".into());
        assert_eq!(worst("resource_link+failure", error), Some(Level::Fail));
        assert_eq!(worst("resource_link_no_name+failure", error), Some(Level::Warn));
        assert_eq!(worst("num_1e400+failure", nothing), Some(Level::Warn));
        assert_eq!(worst("resource_link", error), Some(Level::Warn));
        assert_eq!(worst("resource_link", nothing), Some(Level::Fail));
        assert_eq!(worst("num_1e400", nothing), Some(Level::Warn));
    }
}
