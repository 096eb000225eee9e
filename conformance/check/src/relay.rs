//! `toolfailure-check relay`: a relay between our client and our server.

mod cases;
mod command;
mod compare;
mod upstream;

use std::{
    ffi::OsString,
    io::{self, Write},
    net::{Ipv4Addr, SocketAddr},
    process::Stdio,
    sync::Arc,
    time::{Duration, Instant},
};

use tokio::process::{Child, Command};

use self::{
    cases::Case,
    compare::{Arrived, Counts},
    upstream::Upstream,
};
pub(crate) use self::{command::UPSTREAM, upstream::over_stdio as upstream};
use crate::{
    Trouble,
    cli::Relay,
    mcp::{Outcome, Serving, Session, Target, Tool, over_http},
    report::{Level, Report},
    requirement::{OF_A_RELAY, Requirement},
};

/// How long a relay that answers over HTTP may take to start.
const START: Duration = Duration::from_secs(30);
const POLL: Duration = Duration::from_millis(100);

pub(crate) async fn run(options: &Relay) -> Result<Report, Trouble> {
    let serving = serve(options).await?;
    let command = command::filled_in(&options.command, serving.as_ref())?;
    let mut report = Report::new("relay", OF_A_RELAY);
    describe(&mut report, options, &command, serving.as_ref());

    // With --url the command only has to run; without, it is whom we talk to.
    let mut beside = None;
    let target = match &options.url {
        Some(url) => {
            if !command.is_empty() {
                beside = Some(start_beside(&command)?);
            }
            Target::Url(url.clone())
        }
        None => Target::Command(command),
    };
    let mut session = connect(options, &target, beside.as_mut()).await?;
    report.fact("protocol", session.version.as_str());
    let tools = session.tools().await.map_err(Trouble::NoStart)?;
    remarks(&mut report, &mut session, "");

    let cases = cases::all();
    let mut counts = Counts::default();
    for case in &cases {
        let Some(name) = offered(&tools, &case.tool) else {
            counts.not_offered += 1;
            continue;
        };
        let outcome = session.call(&name, &serde_json::json!({})).await;
        remarks(&mut report, &mut session, &case.name);
        report.examined(Requirement::Mcp);
        let arrived = match outcome {
            Outcome::Answer(answer) => match (answer.result, answer.error) {
                (Some(result), _) => Arrived::Result(result),
                (None, error) => Arrived::Error(error.unwrap_or_default()),
            },
            Outcome::Silence => Arrived::Nothing("no answer in time (--timeout)".into()),
            Outcome::Lost(why) => {
                // It may be the case that did it: the next ones get a relay of their own.
                session.finish().await;
                compare::one(&mut report, &mut counts, case, Arrived::Nothing(why));
                match connect(options, &target, None).await {
                    Ok(again) => session = again,
                    Err(trouble) => {
                        let message = format!("the relay did not come back: {trouble}");
                        report.find(Requirement::Mcp, Level::Fail, &case.name, message, None);
                        return Ok(concluded(report, &counts, cases.len()));
                    }
                }
                continue;
            }
        };
        compare::one(&mut report, &mut counts, case, arrived);
    }
    session.finish().await;
    Ok(concluded(report, &counts, cases.len()))
}

/// The upstream over HTTP, if this relay wants one.
async fn serve(options: &Relay) -> Result<Option<Serving>, Trouble> {
    let wants_url = command::names_url(&options.command);
    if options.listen.is_none() && !wants_url {
        if options.command.is_empty() {
            let why = "the relay needs an upstream: --listen ADDRESS:PORT, or a command with \
                       {server} or {url} in it";
            return Err(Trouble::Usage(why.into()));
        }
        return Ok(None);
    }
    let address = options.listen.unwrap_or(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)));
    let serving = over_http(Arc::new(Upstream::new()), address)
        .await
        .map_err(|error| Trouble::NoStart(format!("{address}: {error}")))?;
    if options.listen.is_some() {
        // Whoever starts the relay may wait for this, above all if the port was 0.
        let _ = writeln!(io::stderr(), "our upstream listens: {}", serving.url);
    }
    Ok(Some(serving))
}

fn describe(report: &mut Report, options: &Relay, command: &[OsString], serving: Option<&Serving>) {
    if !command.is_empty() {
        let words: Vec<_> = command.iter().map(|it| it.display().to_string()).collect();
        report.fact("command", words.join(" "));
    }
    if let Some(url) = &options.url {
        report.fact("relay", url.as_str());
    }
    report.fact("upstream", serving.map_or("over stdio", |it| &it.url));
}

/// A relay that answers over HTTP. What it prints is for whoever watches.
fn start_beside(command: &[OsString]) -> Result<Child, Trouble> {
    let [program, arguments @ ..] = command else {
        return Err(Trouble::Usage("no command".into()));
    };
    Command::new(program)
        .args(arguments)
        .stdin(Stdio::null())
        .stdout(io::stderr())
        .kill_on_drop(true)
        .spawn()
        .map_err(|it| Trouble::NoStart(format!("{} does not start: {it}", program.display())))
}

/// `beside`: a relay that was just started, and may not listen yet.
async fn connect(
    options: &Relay,
    target: &Target,
    beside: Option<&mut Child>,
) -> Result<Session, Trouble> {
    let open = || Session::open(target, options.conversation.manner());
    let Some(relay) = beside else { return open().await.map_err(Trouble::NoStart) };
    let until = Instant::now() + START;
    loop {
        let why = match open().await {
            Ok(session) => return Ok(session),
            Err(why) => why,
        };
        // One that ended well may have left another process behind.
        if let Ok(Some(status)) = relay.try_wait()
            && !status.success()
        {
            return Err(Trouble::NoStart(format!("the relay ended: {status}")));
        }
        if Instant::now() >= until {
            return Err(Trouble::NoStart(why));
        }
        tokio::time::sleep(POLL).await;
    }
}

/// What the relay calls a tool of ours: gateways put a prefix in front.
fn offered(tools: &[Tool], name: &str) -> Option<String> {
    let exact = tools.iter().find(|tool| tool.name == name);
    let found = exact.or_else(|| tools.iter().find(|tool| tool.name.ends_with(name)))?;
    Some(found.name.clone())
}

fn remarks(report: &mut Report, session: &mut Session, subject: &str) {
    for remark in session.take_remarks() {
        let offending = Some(remark.offending.as_str());
        report.find(Requirement::Mcp, Level::Warn, subject, remark.message, offending);
    }
}

fn concluded(mut report: Report, counts: &Counts, cases: usize) -> Report {
    report.fact("cases", counts.cases(cases));
    report.fact("failures", counts.failures());
    if counts.made() == 0 {
        report.nothing_tested = Some("the relay offers none of our tools".into());
    }
    report
}

impl Case {
    /// Whether this is a case for every parser, or one that asks too much of many.
    fn binds(&self) -> bool {
        self.is_common_json && self.is_by_schema
    }
}
