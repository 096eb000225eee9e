//! A table for people, in 80 columns.

use std::fmt::Write;

use super::{Finding, Level, Report, Row, Status, Verdict};

/// How a report is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    Human { colour: bool },
    Json,
}

const COLUMNS: usize = 80;
/// Findings of one requirement beyond these are counted, not shown: one fault in all tools is one
/// thing to know.
const MAX_FINDINGS: usize = 12;

const GREEN: &str = "32";
const YELLOW: &str = "33";
const RED: &str = "1;31";
const DIM: &str = "2";

pub(super) fn render(report: &Report, verdict: Verdict, colour: bool) -> String {
    let mut page = Page { text: String::new(), colour };
    page.line(&format!("toolfailure-check {}", report.command));
    for (name, value) in &report.facts {
        page.block(&format!("  {name:<11}"), value);
    }
    page.line("");
    for row in &report.rows {
        page.row(row);
    }
    for row in &report.rows {
        page.findings(row);
    }
    page.line("");
    page.summary(report, verdict);
    page.text
}

struct Page {
    text: String,
    colour: bool,
}

impl Page {
    fn line(&mut self, line: &str) {
        self.text.push_str(line.trim_end());
        self.text.push('\n');
    }

    fn painted(&self, colour: &str, text: &str) -> String {
        if self.colour { format!("\u{1B}[{colour}m{text}\u{1B}[0m") } else { text.to_owned() }
    }

    fn row(&mut self, row: &Row) {
        let (colour, word) = match row.status() {
            Status::Pass => (GREEN, "pass"),
            Status::Warn => (YELLOW, "warn"),
            Status::Fail => (RED, "FAIL"),
            Status::NotTested => (DIM, "not tested"),
        };
        let count = match row.status() {
            Status::NotTested => String::new(),
            Status::Pass => row.examined.to_string(),
            Status::Warn => format!("{} of {}", row.count(Level::Warn), row.examined),
            Status::Fail => format!("{} of {}", row.count(Level::Fail), row.examined),
        };
        let status = self.painted(colour, &format!("{word:<10}"));
        let words = row.requirement.words();
        self.line(&format!("  {:<5} {status} {count:>8}  {words}", row.requirement.id()));
        if row.status() == Status::NotTested
            && let Some(why) = row.why_not
        {
            self.block(&" ".repeat(29), why);
        }
    }

    fn findings(&mut self, row: &Row) {
        for finding in row.findings.iter().take(MAX_FINDINGS) {
            self.finding(row.requirement.id(), finding);
        }
        if row.findings.len() > MAX_FINDINGS {
            let more = row.findings.len() - MAX_FINDINGS;
            self.line("");
            self.line(&format!("      and {more} more of {}", row.requirement.id()));
        }
    }

    fn finding(&mut self, id: &str, finding: &Finding) {
        let (colour, word) = match finding.level {
            Level::Note => (DIM, "note"),
            Level::Warn => (YELLOW, "warn"),
            Level::Fail => (RED, "FAIL"),
        };
        self.line("");
        let label = self.painted(colour, word);
        let colon = if finding.subject.is_empty() { "" } else { ": " };
        let text = format!("{}{colon}{}", finding.subject, finding.message);
        for (n, part) in wrap(&text, COLUMNS - 12).iter().enumerate() {
            if n == 0 {
                self.line(&format!("{label}  {id:<5} {part}"));
            } else {
                self.line(&format!("{}{part}", " ".repeat(12)));
            }
        }
        if let Some(evidence) = &finding.evidence {
            let characters: Vec<char> = evidence.chars().collect();
            for part in characters.chunks(COLUMNS - 12) {
                let part = self.painted(DIM, &part.iter().collect::<String>());
                self.line(&format!("{}{part}", " ".repeat(12)));
            }
        }
    }

    /// Text behind a label, the lines after the first under it.
    fn block(&mut self, label: &str, text: &str) {
        let indent = label.chars().count();
        for (n, part) in wrap(text, COLUMNS - indent).iter().enumerate() {
            if n == 0 {
                self.line(&format!("{label}{part}"));
            } else {
                self.line(&format!("{}{part}", " ".repeat(indent)));
            }
        }
    }

    fn summary(&mut self, report: &Report, verdict: Verdict) {
        let count = |status| report.rows.iter().filter(|row| row.status() == status).count();
        let mut parts = Vec::new();
        for (status, word) in [
            (Status::Fail, "failed"),
            (Status::Warn, "with warnings"),
            (Status::Pass, "passed"),
            (Status::NotTested, "not tested"),
        ] {
            if count(status) > 0 {
                parts.push(format!("{} {word}", count(status)));
            }
        }
        let mut line = format!("{}.", parts.join(", "));
        if let Some(why) = &report.nothing_tested {
            let _ = write!(line, " Nothing could be tested: {why}.");
        }
        let (colour, word) = match verdict {
            Verdict::Pass => (GREEN, "pass"),
            Verdict::Fail => (RED, "FAIL"),
            Verdict::NothingTested => (YELLOW, "NOT TESTED"),
        };
        let word_in_colour = self.painted(colour, word);
        let indent = word.len() + 2;
        for (n, part) in wrap(&line, COLUMNS - indent).iter().enumerate() {
            if n == 0 {
                self.line(&format!("{word_in_colour}: {part}"));
            } else {
                self.line(&format!("{}{part}", " ".repeat(indent)));
            }
        }
    }
}

/// Text in lines of at most `width` characters, broken at spaces where there are any.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let mut word: Vec<char> = word.chars().collect();
        loop {
            let last = lines.len() - 1;
            let used = lines[last].chars().count();
            let gap = usize::from(used > 0);
            if used + gap + word.len() <= width {
                if gap > 0 {
                    lines[last].push(' ');
                }
                lines[last].extend(&word);
                break;
            }
            if used > 0 {
                lines.push(String::new());
                continue;
            }
            let rest = word.split_off(width);
            lines[last].extend(&word);
            lines.push(String::new());
            word = rest;
        }
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::requirement::Requirement;

    #[test]
    fn lines_break_at_spaces_and_words_only_if_they_must() {
        assert_eq!(wrap("one two three", 8), ["one two", "three"]);
        assert_eq!(wrap("abcdefgh ij", 3), ["abc", "def", "gh", "ij"]);
        assert_eq!(wrap("abcdef", 3), ["abc", "def"]);
        assert_eq!(wrap("", 3), [""]);
    }

    #[test]
    fn a_report_is_80_columns_wide_whatever_is_in_it() {
        let mut report = Report::new("server", &[Requirement::W1, Requirement::S3]);
        report.fact("target", "x".repeat(200));
        report.not_tested(Requirement::S3, "because of a reason that needs more than one line");
        report.examined(Requirement::W1);
        let words = "many words ".repeat(40);
        report.find(Requirement::W1, Level::Fail, "tool", words, Some(&"[1]".repeat(300)));
        let text = render(&report, report.verdict(false), false);
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
        assert!(!text.contains('\u{1B}'));
        assert!(render(&report, report.verdict(false), true).contains("\u{1B}[1;31mFAIL"));
    }
}
