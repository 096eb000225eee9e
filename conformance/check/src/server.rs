//! `toolfailure-check server`: calls tools, and looks at what their failures are.

mod ids;
mod log;
mod plan;

use std::{
    io::{self, Write},
    time::SystemTime,
};

use self::{
    ids::Ids,
    plan::{Expected, Planned},
};
use crate::{
    Trouble,
    cli::{Output, Server},
    mcp::{Answer, Outcome, Session, Target, Tool},
    raw::Members,
    report::{Level, Report},
    requirement::{OF_A_SERVER, Requirement},
    rules::{self, Judged, Seen},
};

/// MCP's own way to say that a person has to open a page first: no failure of the tool.
const URL_ELICITATION_REQUIRED: &str = "-32042";

/// `None` if all that was to be done was to list tools.
pub(crate) async fn run(options: &Server, output: &Output) -> Result<Option<Report>, Trouble> {
    // A mistake in the file is to be told before anything is started.
    let from_file = options.tools.as_deref().map(plan::read).transpose()?;
    if let Some(log) = &options.log
        && let Err(error) = std::fs::metadata(log)
    {
        return Err(Trouble::Usage(format!("{}: {error}", log.display())));
    }
    let target = options.target();
    let manner = options.conversation.manner();
    let mut session = Session::open(&target, manner).await.map_err(Trouble::NoStart)?;
    let mut report = Report::new("server", OF_A_SERVER);
    describe(&mut report, &target, &session);
    let tools = session.tools().await.map_err(Trouble::NoStart)?;

    let by_file = from_file.is_some();
    let plan = from_file.unwrap_or_else(|| {
        let calls = tools.iter().filter(|it| it.read_only && !it.needs_arguments);
        calls.map(|tool| Planned::plain(&tool.name)).collect()
    });
    if !by_file {
        list(&plan, tools.len(), output)?;
        if options.dry_run {
            session.finish().await;
            return Ok(None);
        }
        report.not_tested(Requirement::Plan, "there is no file: --tools FILE");
    }
    let tally = call_all(&mut report, &mut session, &tools, &plan).await;
    report.fact("calls", tally.to_string());

    let stderr = session.finish().await;
    log::check(&mut report, &tally.ids, stderr, options.log.as_deref()).await;
    conclude(&mut report, &tally, by_file);
    Ok(Some(report))
}

fn describe(report: &mut Report, target: &Target, session: &Session) {
    match target {
        Target::Command(command) => {
            let words: Vec<_> = command.iter().map(|it| it.display().to_string()).collect();
            report.fact("command", words.join(" "));
        }
        Target::Url(url) => report.fact("url", url.as_str()),
    }
    report.fact("protocol", session.version.as_str());
    if !session.server.trim().is_empty() {
        report.fact("server", session.server.trim());
    }
}

/// What is about to be called: before the first call, so that somebody can still stop it.
fn list(plan: &[Planned], tools: usize, output: &Output) -> Result<(), Trouble> {
    let names: Vec<&str> = plan.iter().map(|it| it.tool.as_str()).collect();
    // With --json, stdout is for the report alone.
    let mut out: Box<dyn Write> =
        if output.json { Box::new(io::stderr()) } else { Box::new(io::stdout()) };
    let _ = writeln!(out, "{} of {tools} tools are read-only and need no arguments", names.len());
    for name in names {
        let _ = writeln!(out, "  {}", crate::report::one_line(&name));
    }
    let _ = out.flush();
    Ok(())
}

/// What all the calls came to.
#[derive(Default)]
struct Tally {
    tools: usize,
    calls: usize,
    failed: usize,
    classified: usize,
    ids: Ids,
}

impl std::fmt::Display for Tally {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { tools, calls, failed, classified, .. } = self;
        write!(f, "{calls} (of {tools} tools); {failed} failed, {classified} with a tool failure")
    }
}

async fn call_all(
    report: &mut Report,
    session: &mut Session,
    tools: &[Tool],
    plan: &[Planned],
) -> Tally {
    let mut tally = Tally { tools: tools.len(), ..Tally::default() };
    remarks(report, session, "");
    for (n, planned) in plan.iter().enumerate() {
        if !tools.iter().any(|tool| tool.name == planned.tool) {
            report.examined(Requirement::Plan);
            let message = "the server offers no tool of this name, and it was not called";
            report.find(Requirement::Plan, Level::Fail, &planned.tool, message, None);
            continue;
        }
        tally.calls += 1;
        let outcome = session.call(&planned.tool, &planned.arguments).await;
        let at = SystemTime::now();
        remarks(report, session, &planned.tool);
        match outcome {
            Outcome::Answer(answer) => one_answer(report, &mut tally, planned, &answer, at),
            Outcome::Silence => {
                report.examined(Requirement::Mcp);
                let message = "no answer in time (--timeout)";
                report.find(Requirement::Mcp, Level::Fail, &planned.tool, message, None);
                // Neither a success nor a failure came.
                expectation(report, planned, None);
            }
            Outcome::Lost(why) => {
                report.examined(Requirement::Mcp);
                let message = format!("no answer: {why}");
                report.find(Requirement::Mcp, Level::Fail, &planned.tool, message, None);
                expectation(report, planned, None);
                if session.is_own_process() {
                    let left = plan.len() - n - 1;
                    if left > 0 {
                        let message = format!("the server is gone, {left} calls were not made");
                        report.find(Requirement::Mcp, Level::Note, "", message, None);
                    }
                    break;
                }
            }
        }
    }
    tally
}

/// What was wrong with messages that are no answers.
fn remarks(report: &mut Report, session: &mut Session, subject: &str) {
    for remark in session.take_remarks() {
        let offending = Some(remark.offending.as_str());
        report.find(Requirement::Mcp, Level::Fail, subject, remark.message, offending);
    }
}

fn one_answer(
    report: &mut Report,
    tally: &mut Tally,
    planned: &Planned,
    answer: &Answer,
    at: SystemTime,
) {
    let tool = planned.tool.as_str();
    if let Some(result) = &answer.result {
        let arguments = Some(&planned.arguments);
        let judged = rules::judge(report, &Seen { subject: tool, result, arguments, at: Some(at) });
        tally.failed += usize::from(judged.failed);
        tally.classified += usize::from(judged.has_tool_failure);
        if judged.failed {
            report.examined(Requirement::Classified);
            if !judged.has_tool_failure && !judged.misplaced {
                rules::without_the_key(report, tool, result);
            }
        }
        if let Some(id) = &judged.correlation_id {
            tally.ids.add(report, tool, id);
        }
        expectation(report, planned, Some(&judged));
    } else if let Some(error) = &answer.error {
        report.examined(Requirement::Mcp);
        let code = Members::of(error).and_then(|it| it.get("code"));
        if code == Some(URL_ELICITATION_REQUIRED) {
            let message = "it asks for a person to open a URL: no failure of the tool";
            report.find(Requirement::S1, Level::Note, tool, message, Some(error));
        } else {
            tally.failed += 1;
            report.examined(Requirement::S1);
            let message = "the failure of a known tool came as a JSON-RPC error, which models do \
                           not see";
            report.find(Requirement::S1, Level::Fail, tool, message, Some(error));
        }
        expectation(report, planned, None);
    }
}

/// Holds an answer to what the file says. `None`: there is no result.
fn expectation(report: &mut Report, planned: &Planned, judged: Option<&Judged>) {
    let Planned { expect, class, code, .. } = planned;
    if *expect == Expected::Any && class.is_none() && code.is_none() {
        return;
    }
    report.examined(Requirement::Plan);
    let mut differs = |message: String| {
        report.find(Requirement::Plan, Level::Fail, &planned.tool, message, None);
    };
    let Some(judged) = judged else {
        return differs("a result is expected, and none came".into());
    };
    match (expect, judged.failed) {
        (Expected::Failure, false) => return differs("a failure is expected; it succeeded".into()),
        (Expected::Success, true) => return differs("a success is expected; it failed".into()),
        _ => {}
    }
    if let Some(class) = class
        && judged.class != Some(*class)
    {
        let found = judged.class.map_or("none", |it| it.as_str());
        differs(format!("class {class} is expected, not {found}"));
    }
    if let Some(code) = code
        && judged.code.as_ref() != Some(code)
    {
        let found = judged.code.as_deref().unwrap_or("none");
        differs(format!("code {code} is expected, not {found}"));
    }
}

fn conclude(report: &mut Report, tally: &Tally, by_file: bool) {
    if tally.classified == 0 {
        let why = match tally {
            Tally { calls: 0, .. } => "no tool was called",
            Tally { failed: 0, .. } => "no call failed",
            _ => "no failure carried a classification",
        };
        report.nothing_tested = Some(why.into());
        if !by_file && tally.failed == 0 {
            let message = "calls that fail can be listed in a file: --tools FILE";
            report.find(Requirement::Plan, Level::Note, "", message, None);
        }
    } else if tally.ids.len() == 1 {
        let message = "there was one id only: whether ids are new each time was not seen";
        report.find(Requirement::S3, Level::Note, "", message, None);
    }
}
