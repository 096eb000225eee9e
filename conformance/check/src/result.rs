//! `toolfailure-check result`: one result, from a file.

use std::{
    fs,
    io::{self, Read},
    path::Path,
};

use crate::{
    Trouble,
    raw::Members,
    report::{Level, Report},
    requirement::{OF_A_RESULT, Requirement},
    rules::{self, Seen},
};

pub(crate) fn run(file: &Path) -> Result<Report, Trouble> {
    let name = if file == Path::new("-") { "stdin".into() } else { file.display().to_string() };
    let text = read(file).map_err(|error| Trouble::Usage(format!("{name}: {error}")))?;
    let text = String::from_utf8(text)
        .map_err(|_| Trouble::Usage(format!("{name}: JSON is UTF-8, and this is not")))?;
    let text = text.trim_start_matches('\u{FEFF}').trim();
    let mut report = Report::new("result", OF_A_RESULT);
    report.fact("file", name.as_str());

    let members = Members::of(text);
    let response = members.filter(|it| it.get("jsonrpc").is_some());
    let error = response.as_ref().and_then(|it| it.get("error"));
    if let Some(error) = error {
        report.examined(Requirement::Mcp);
        report.examined(Requirement::S1);
        let message = "a JSON-RPC error: a failure of the tool itself belongs into a result";
        report.find(Requirement::S1, Level::Fail, "", message, Some(error));
        return Ok(report);
    }
    let result = response.as_ref().and_then(|it| it.get("result")).unwrap_or(text);
    let judged =
        rules::judge(&mut report, &Seen { subject: "", result, arguments: None, at: None });
    if !judged.has_tool_failure {
        report.nothing_tested = Some(
            if judged.failed { "the failure has no classification" } else { "it is no failure" }
                .into(),
        );
    }
    Ok(report)
}

fn read(file: &Path) -> io::Result<Vec<u8>> {
    if file != Path::new("-") {
        return fs::read(file);
    }
    let mut text = Vec::new();
    io::stdin().read_to_end(&mut text)?;
    Ok(text)
}
