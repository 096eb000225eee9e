//! The same for machines: one JSON document.

use serde_json::{Map, Value, json};

use super::{Level, Report, Row, Status, Verdict};

pub(super) fn render(report: &Report, verdict: Verdict) -> String {
    let facts: Map<_, _> =
        report.facts.iter().map(|(name, value)| ((*name).into(), json!(value))).collect();
    let document = json!({
        "command": report.command,
        "version": env!("CARGO_PKG_VERSION"),
        "facts": facts,
        "verdict": match verdict {
            Verdict::Pass => "pass",
            Verdict::Fail => "fail",
            Verdict::NothingTested => "not_tested",
        },
        "exitCode": verdict.exit_code(),
        "nothingTested": report.nothing_tested,
        "requirements": report.rows.iter().map(row).collect::<Vec<_>>(),
    });
    format!("{document}\n")
}

fn row(row: &Row) -> Value {
    let findings = row.findings.iter().map(|finding| {
        json!({
            "level": match finding.level {
                Level::Note => "note",
                Level::Warn => "warn",
                Level::Fail => "fail",
            },
            "subject": finding.subject,
            "message": finding.message,
            "evidence": finding.evidence,
        })
    });
    json!({
        "id": row.requirement.id(),
        "requirement": row.requirement.words(),
        "status": match row.status() {
            Status::Pass => "pass",
            Status::Warn => "warn",
            Status::Fail => "fail",
            Status::NotTested => "not_tested",
        },
        "examined": row.examined,
        "whyNot": row.why_not.filter(|_| row.status() == Status::NotTested),
        "findings": findings.collect::<Vec<_>>(),
    })
}
