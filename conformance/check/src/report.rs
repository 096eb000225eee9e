//! What was found, requirement by requirement.

mod evidence;
mod human;
mod json;

use evidence::evidence;
pub(crate) use evidence::one_line;
pub(crate) use human::Style;

use crate::requirement::Requirement;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Level {
    /// Worth knowing; changes no status.
    Note,
    Warn,
    Fail,
}

#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) level: Level,
    /// The tool, the case or the scenario; empty for the whole.
    pub(crate) subject: String,
    pub(crate) message: String,
    /// The offending JSON, safe to print.
    pub(crate) evidence: Option<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Status {
    NotTested,
    Pass,
    Warn,
    Fail,
}

#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) requirement: Requirement,
    /// How many calls, cases or scenarios were looked at.
    pub(crate) examined: usize,
    /// Why nothing was.
    pub(crate) why_not: Option<&'static str>,
    pub(crate) findings: Vec<Finding>,
}

impl Row {
    pub(crate) fn status(&self) -> Status {
        match self.findings.iter().map(|it| it.level).max() {
            Some(Level::Fail) => Status::Fail,
            Some(Level::Warn) => Status::Warn,
            Some(Level::Note) | None if self.examined > 0 => Status::Pass,
            Some(Level::Note) | None => Status::NotTested,
        }
    }

    fn count(&self, level: Level) -> usize {
        self.findings.iter().filter(|it| it.level == level).count()
    }
}

/// Where the command as a whole stands, as its exit code says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    Pass,
    Fail,
    NothingTested,
}

impl Verdict {
    pub(crate) const fn exit_code(self) -> u8 {
        match self {
            Self::Pass => 0,
            Self::Fail => 1,
            Self::NothingTested => 3,
        }
    }
}

#[derive(Debug)]
pub(crate) struct Report {
    /// Of this program.
    command: &'static str,
    /// What was tested, and how: a name and a value each.
    facts: Vec<(&'static str, String)>,
    rows: Vec<Row>,
    /// Why the requirements of this command could not be tested at all.
    pub(crate) nothing_tested: Option<String>,
}

impl Report {
    pub(crate) fn new(command: &'static str, requirements: &[Requirement]) -> Self {
        let row =
            |&requirement| Row { requirement, examined: 0, why_not: None, findings: Vec::new() };
        let rows = requirements.iter().map(row).collect();
        Self { command, facts: Vec::new(), rows, nothing_tested: None }
    }

    pub(crate) fn fact(&mut self, name: &'static str, value: impl Into<String>) {
        self.facts.push((name, one_line(&value.into())));
    }

    pub(crate) fn examined(&mut self, requirement: Requirement) {
        self.row(requirement).examined += 1;
    }

    pub(crate) fn not_tested(&mut self, requirement: Requirement, why: &'static str) {
        self.row(requirement).why_not = Some(why);
    }

    pub(crate) fn find(
        &mut self,
        requirement: Requirement,
        level: Level,
        subject: &str,
        message: impl Into<String>,
        offending: Option<&str>,
    ) {
        let finding = Finding {
            level,
            subject: one_line(&subject),
            message: one_line(&message.into()),
            evidence: offending.map(evidence),
        };
        self.row(requirement).findings.push(finding);
    }

    fn row(&mut self, requirement: Requirement) -> &mut Row {
        let at = self.rows.iter().position(|row| row.requirement == requirement);
        let at = at.unwrap_or_else(|| {
            self.rows.push(Row { requirement, examined: 0, why_not: None, findings: Vec::new() });
            self.rows.len() - 1
        });
        &mut self.rows[at]
    }

    pub(crate) fn has_findings(&self, requirement: Requirement) -> bool {
        self.rows.iter().any(|it| it.requirement == requirement && !it.findings.is_empty())
    }

    #[cfg(test)]
    pub(crate) fn worst_of(&self, requirement: Requirement) -> Option<Level> {
        let row = self.rows.iter().find(|row| row.requirement == requirement)?;
        row.findings.iter().map(|it| it.level).max()
    }

    pub(crate) fn verdict(&self, deny_warnings: bool) -> Verdict {
        let is = |status| self.rows.iter().any(|row| row.status() == status);
        if is(Status::Fail) || (deny_warnings && is(Status::Warn)) {
            Verdict::Fail
        } else if self.nothing_tested.is_some() {
            Verdict::NothingTested
        } else {
            Verdict::Pass
        }
    }

    pub(crate) fn render(&self, style: Style, verdict: Verdict) -> String {
        match style {
            Style::Json => json::render(self, verdict),
            Style::Human { colour } => human::render(self, verdict, colour),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn report(levels: &[Level]) -> Report {
        let mut report = Report::new("result", &[Requirement::W1, Requirement::W2]);
        report.examined(Requirement::W1);
        for &level in levels {
            report.find(Requirement::W1, level, "t", "m", None);
        }
        report
    }

    #[test]
    fn the_worst_finding_is_the_status_and_a_note_changes_nothing() {
        use Level::{Fail, Note, Warn};
        let status = |levels: &[Level]| report(levels).rows[0].status();
        assert_eq!(status(&[]), Status::Pass);
        assert_eq!(status(&[Note]), Status::Pass);
        assert_eq!(status(&[Note, Warn]), Status::Warn);
        assert_eq!(status(&[Fail, Warn]), Status::Fail);
        assert_eq!(report(&[]).rows[1].status(), Status::NotTested);
    }

    #[test]
    fn a_failure_outweighs_that_the_rest_was_not_tested() {
        let mut report = report(&[Level::Warn]);
        assert_eq!(report.verdict(false), Verdict::Pass);
        assert_eq!(report.verdict(true), Verdict::Fail);
        report.nothing_tested = Some("nothing failed".into());
        assert_eq!(report.verdict(false), Verdict::NothingTested);
        report.find(Requirement::W2, Level::Fail, "t", "m", None);
        assert_eq!(report.verdict(false), Verdict::Fail);
    }
}
