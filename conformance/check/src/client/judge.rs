//! What the calls of a client show.

use super::{
    scenario::{Allowed, Failure, MAX_CALLS, Scenario},
    script::{Arrival, Script, not_before},
};
use crate::{
    report::{Level, Report},
    requirement::Requirement,
};

pub(super) fn all(report: &mut Report, script: &Script) {
    let seen = script.seen();
    let called = seen.iter().filter(|(_, calls)| !calls.is_empty()).count();
    let calls: usize = seen.iter().map(|(_, calls)| calls.len()).sum();
    report.fact("calls", format!("{calls}, of {called} of the {} tools", seen.len()));
    for (scenario, calls) in &seen {
        if !calls.is_empty() {
            one(report, scenario, calls);
        }
    }
    let never: Vec<&str> =
        seen.iter().filter(|(_, calls)| calls.is_empty()).map(|(it, _)| it.tool).collect();
    if called == 0 {
        report.nothing_tested = Some("the client called no tool".into());
    } else if !never.is_empty() {
        report.fact("not called", never.join(", "));
    }
}

fn one(report: &mut Report, scenario: &Scenario, calls: &[Arrival]) {
    let requirement = scenario.requirement;
    report.examined(requirement);
    let finding = judge(scenario, calls);
    if let Some((level, words)) = finding {
        let message = format!("{}. {words}", scenario.what);
        report.find(requirement, level, scenario.tool, message, None);
    }
    // Whatever the scenario is about, this is a loop.
    if calls.len() > MAX_CALLS && scenario.allowed != Allowed::AnyBounded {
        let message = format!("{} calls: {}", calls.len(), times(calls));
        report.find(Requirement::End, Level::Fail, scenario.tool, message, None);
    }
}

fn judge(scenario: &Scenario, calls: &[Arrival]) -> Option<(Level, String)> {
    match scenario.allowed {
        Allowed::AtMost(allowed, level) if calls.len() > allowed => {
            Some((level, format!("Called {} times: {}", calls.len(), times(calls))))
        }
        Allowed::AtMost(allowed, _) if calls.len() < allowed => Some((
            Level::Note,
            "The first failure was not retried, so the second never came".into(),
        )),
        Allowed::AtMost(..) => None,
        Allowed::NotBefore => {
            let Failure::NotBefore(wait) = scenario.failure else { return None };
            let time = not_before(calls[0], wait);
            let early = calls[1..].iter().filter(|it| it.wall_ms < time);
            let most = early.map(|it| time - it.wall_ms).max();
            if let Some(ms) = most {
                let words = format!("Called {} s early: {}", seconds(ms), times(calls));
                return Some((Level::Fail, words));
            }
            (calls.len() == 1).then(|| (Level::Note, "It was not retried at all".into()))
        }
        Allowed::AnyBounded if calls.len() > MAX_CALLS => {
            let words = format!("Called {} times: {}", calls.len(), times(calls));
            Some((Level::Fail, words))
        }
        Allowed::AnyBounded => {
            let words = if calls.len() == 1 {
                "It was not retried at all".to_owned()
            } else {
                format!("Called {} times: {}", calls.len(), times(calls))
            };
            Some((Level::Note, words))
        }
    }
}

/// When the calls came, counted from the first.
fn times(calls: &[Arrival]) -> String {
    const SHOWN: usize = 12;
    let first = calls[0].after;
    let mut times: Vec<String> = calls
        .iter()
        .take(SHOWN)
        .map(|call| {
            let after = call.after.saturating_sub(first).as_millis();
            format!("{} s", seconds(u64::try_from(after).unwrap_or(u64::MAX)))
        })
        .collect();
    if calls.len() > SHOWN {
        times.push("…".into());
    }
    format!("at {}", times.join(", "))
}

fn seconds(ms: u64) -> String {
    format!("{}.{:03}", ms / 1000, ms % 1000)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::client::scenario::ALL;

    fn arrivals(ms: &[u64]) -> Vec<Arrival> {
        let at = |&ms: &u64| Arrival {
            wall_ms: 1_790_000_000_000 + ms,
            after: Duration::from_millis(ms),
        };
        ms.iter().map(at).collect()
    }

    fn level(tool: &str, ms: &[u64]) -> Option<Level> {
        let scenario = ALL.iter().find(|it| it.tool == tool).expect("a scenario");
        judge(scenario, &arrivals(ms)).map(|(level, _)| level)
    }

    #[test]
    fn c3_c4_a_second_call_is_a_finding_where_none_is_allowed() {
        assert_eq!(level("governance", &[0]), None);
        assert_eq!(level("governance", &[0, 500]), Some(Level::Fail));
        assert_eq!(level("read_only", &[0, 500]), Some(Level::Warn));
        assert_eq!(level("governance_at_last", &[0]), Some(Level::Note));
        assert_eq!(level("governance_at_last", &[0, 500]), None);
        assert_eq!(level("governance_at_last", &[0, 500, 900]), Some(Level::Fail));
    }

    #[test]
    fn c5_a_call_a_millisecond_early_is_early() {
        assert_eq!(level("not_before_soon", &[0, 2000]), None);
        assert_eq!(level("not_before_soon", &[0, 1999]), Some(Level::Fail));
        assert_eq!(level("not_before_soon", &[0, 2000, 2001, 100]), Some(Level::Fail));
        assert_eq!(level("not_before_soon", &[0]), Some(Level::Note));
        assert_eq!(level("not_before_late", &[0, 60_000]), Some(Level::Fail));
    }

    #[test]
    fn more_than_ten_calls_are_a_loop() {
        let many: Vec<u64> = (0..11).collect();
        assert_eq!(level("retryable", &many[..10]), Some(Level::Note));
        assert_eq!(level("retryable", &many), Some(Level::Fail));
        let mut report = Report::new("client", &[Requirement::End]);
        let scenario = ALL.iter().find(|it| it.tool == "plain_error").expect("a scenario");
        one(&mut report, scenario, &arrivals(&many));
        assert_eq!(report.worst_of(Requirement::End), Some(Level::Fail));
    }
}
