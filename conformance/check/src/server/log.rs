//! Whether ids are in the server's own log (S3).

use std::{path::Path, time::Duration};

use super::ids::Ids;
use crate::{
    report::{Level, Report},
    requirement::Requirement::S3,
};

/// How long a server that goes on running may take to write what it has logged.
const PATIENCE: Duration = Duration::from_secs(2);
const POLL: Duration = Duration::from_millis(50);

/// `stderr` is what a server said that was started here, and has ended.
pub(super) async fn check(
    report: &mut Report,
    ids: &Ids,
    stderr: Option<Vec<u8>>,
    log: Option<&Path>,
) {
    if ids.len() == 0 {
        return;
    }
    let running = stderr.is_none();
    let missing = match (log, stderr) {
        (Some(log), stderr) => {
            let mut missing = missing(ids, &read(log, stderr.as_deref()));
            let until = tokio::time::Instant::now() + PATIENCE;
            while running && !missing.is_empty() && tokio::time::Instant::now() < until {
                tokio::time::sleep(POLL).await;
                missing = self::missing(ids, &read(log, None));
            }
            missing
        }
        (None, Some(stderr)) => missing(ids, &stderr),
        (None, None) => {
            let why = "the log of a server by URL is not known here: --log FILE";
            report.not_tested(S3, why);
            if report.has_findings(S3) {
                // What ids say without a log was seen.
                report.examined(S3);
            }
            return;
        }
    };
    for (tool, id) in ids.iter() {
        report.examined(S3);
        if missing.contains(&id) {
            let place = if log.is_some() { "the log" } else { "what the server wrote to stderr" };
            let message = format!("its correlationId is not in {place}");
            report.find(S3, Level::Warn, tool, message, Some(id));
        }
    }
}

/// The file, and what went to stderr: a log in either is one.
fn read(log: &Path, stderr: Option<&[u8]>) -> Vec<u8> {
    let mut text = std::fs::read(log).unwrap_or_default();
    text.extend_from_slice(stderr.unwrap_or_default());
    text
}

fn missing<'a>(ids: &'a Ids, log: &[u8]) -> Vec<&'a str> {
    let log = String::from_utf8_lossy(log);
    // In a log of JSON, an id may be escaped.
    let escaped = |id: &str| serde_json::Value::from(id).to_string();
    let ids = ids.iter().map(|(_, id)| id);
    ids.filter(|id| !log.contains(id) && !log.contains(escaped(id).trim_matches('"'))).collect()
}
