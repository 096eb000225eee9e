//! The command line.

use std::{ffi::OsString, io::IsTerminal, net::SocketAddr, path::PathBuf, time::Duration};

use clap::{ArgGroup, Args, Parser, Subcommand};
use clap_complete::Shell;
use reqwest::Url;

use crate::{
    mcp::{Manner, Target, Version},
    report::Style,
};

const EXIT_CODES: &str = "\
Exit codes:
  0  every requirement that was tested holds (there may be warnings)
  1  a requirement does not hold; with --deny-warnings also: there are warnings
  2  the command line or a file on it is wrong
  3  nothing could be tested: no start, no connection, no failure to look at";

/// Checks MCP servers, clients and relays against SEP-3313 (tool failures), in whatever language
/// they are written.
#[derive(Debug, Parser)]
#[command(name = "toolfailure-check", version, after_help = EXIT_CODES)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    #[command(flatten)]
    pub(crate) output: Output,
}

#[derive(Debug, Args)]
pub(crate) struct Output {
    /// Print one JSON document in place of the table
    #[arg(long, global = true)]
    pub(crate) json: bool,
    /// Exit with 1 if there are warnings
    #[arg(long, global = true)]
    pub(crate) deny_warnings: bool,
}

impl Output {
    /// Colour is for terminals, and for those who do not mind it.
    pub(crate) fn style(&self, target: &impl IsTerminal) -> Style {
        let is_set = |name| std::env::var_os(name).is_some_and(|it| !it.is_empty());
        if self.json {
            return Style::Json;
        }
        let dumb = std::env::var_os("TERM").is_some_and(|it| it == "dumb");
        Style::Human { colour: target.is_terminal() && !is_set("NO_COLOR") && !dumb }
    }
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Call tools of a server, and check what their failures look like
    Server(Server),
    /// Be a server that fails in scripted ways, and watch what a client does
    Client(Client),
    /// Be on both sides of a relay, and check that tool failures come through unchanged
    Relay(Relay),
    /// Check one result of tools/call from a file
    Result(Result),
    /// Print completions for a shell
    #[command(after_help = "")]
    Completions {
        /// Which shell
        shell: Shell,
    },
}

const TOOLS_FILE: &str = "\
The file of calls, for example:
  [[call]]
  tool = \"divide\"                      # all the rest may be left out
  arguments = { dividend = 1, divisor = 0 }
  expect = \"failure\"                   # or \"success\", or \"any\"
  class = \"capability\"
  code = \"invalid_input\"

Exit codes: see toolfailure-check --help. If no call fails, nothing can be
tested, and the exit code is 3.";

#[derive(Debug, Args)]
#[command(
    after_help = TOOLS_FILE,
    group = ArgGroup::new("target").required(true).args(["url", "command"]),
    group = ArgGroup::new("calls").required(true).args(["tools", "all"]),
)]
pub(crate) struct Server {
    /// Make the calls that this TOML file lists
    #[arg(long, value_name = "FILE")]
    pub(crate) tools: Option<PathBuf>,
    /// Call every tool that says readOnlyHint: true and needs no arguments
    #[arg(long)]
    pub(crate) all: bool,
    /// With --all: print which tools these are, and call none
    #[arg(long, requires = "all")]
    pub(crate) dry_run: bool,
    /// The server's log, where ids are looked for (default: what it writes to stderr)
    #[arg(long, value_name = "FILE")]
    pub(crate) log: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) conversation: Conversation<10>,
    /// A server that speaks streamable HTTP
    #[arg(long, value_parser = http_url)]
    url: Option<Url>,
    /// The command that starts a server which speaks on stdin and stdout
    #[arg(last = true, num_args = 1..)]
    command: Vec<OsString>,
}

impl Server {
    pub(crate) fn target(&self) -> Target {
        match &self.url {
            Some(url) => Target::Url(url.clone()),
            None => Target::Command(self.command.clone()),
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct Conversation<const SECONDS: u32> {
    /// How long the handshake and the list of tools may take: the first start of a server can be
    /// slow
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "60")]
    pub(crate) start_timeout: Duration,
    /// How long the answer to each call may take
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = default(SECONDS))]
    pub(crate) timeout: Duration,
    /// The protocol version (default: 2025-11-25, and the other if that is refused)
    #[arg(long, value_name = "VERSION")]
    pub(crate) protocol: Option<Version>,
}

impl<const SECONDS: u32> Conversation<SECONDS> {
    pub(crate) fn manner(&self) -> Manner {
        Manner {
            version: self.protocol,
            start_timeout: self.start_timeout,
            call_timeout: self.timeout,
        }
    }
}

const fn default(seconds: u32) -> &'static str {
    match seconds {
        5 => "5",
        _ => "10",
    }
}

const CONVENTION: &str = "\
The convention: the client lists the tools, and calls each one once, without
arguments, by the way that it usually takes, retrying as it usually would. Its
trust in the server's annotations is to be switched on. A client that is
started by the command finds the server's URL as its last argument and in the
environment variable TOOLFAILURE_CHECK_URL. The check ends when it exits. With
--stdio, the client under test starts `toolfailure-check client --stdio` as its
server; the check ends when it closes the pipe.

Exit codes: see toolfailure-check --help. Tools that were never called are not
tested.";

#[derive(Debug, Args)]
#[command(
    after_help = CONVENTION,
    group = ArgGroup::new("how").required(true).args(["stdio", "command"]),
)]
pub(crate) struct Client {
    /// Be the server on stdin and stdout, for clients that start their servers
    #[arg(long)]
    pub(crate) stdio: bool,
    /// With --stdio: where the report goes (default: stderr)
    #[arg(long, value_name = "FILE", requires = "stdio")]
    pub(crate) report: Option<PathBuf>,
    /// How long the client may take for everything
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "120")]
    pub(crate) timeout: Duration,
    /// The command that starts the client
    #[arg(last = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
}

const SIDES: &str = "\
In the command, these stand for our upstream, which the relay is to relay:
  {server}       the command that starts it; as an argument by itself it becomes
                 the program and its arguments, within an argument one text
  {server_line}  the same as one argument, quoted for a shell
  {url}          its URL, for relays that speak HTTP to their upstream
Without --url, the relay answers on its stdin and stdout.

  toolfailure-check relay -- my-relay {server}
  toolfailure-check relay -- http-to-stdio {url}
  toolfailure-check relay --url http://127.0.0.1:8000/mcp -- \\
      stdio-to-http --port 8000 --stdio {server_line}
  toolfailure-check relay --listen 127.0.0.1:9000 --url http://127.0.0.1:8000/mcp

Exit codes: see toolfailure-check --help.";

#[derive(Debug, Args)]
#[command(
    after_help = SIDES,
    group = ArgGroup::new("answers").required(true).multiple(true).args(["url", "command"]),
)]
pub(crate) struct Relay {
    /// Serve our upstream over HTTP at this address
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) listen: Option<SocketAddr>,
    /// Where the relay answers, if it speaks streamable HTTP
    #[arg(long, value_parser = http_url)]
    pub(crate) url: Option<Url>,
    #[command(flatten)]
    pub(crate) conversation: Conversation<5>,
    /// The command that starts the relay
    #[arg(last = true, num_args = 1..)]
    pub(crate) command: Vec<OsString>,
}

#[derive(Debug, Args)]
#[command(after_help = "Exit codes: see toolfailure-check --help.")]
pub(crate) struct Result {
    /// A result, or the whole JSON-RPC response; - is stdin
    pub(crate) file: PathBuf,
}

fn seconds(text: &str) -> std::result::Result<Duration, String> {
    let seconds: f64 = text.parse().map_err(|_| "not a number of seconds")?;
    if seconds > 0.0
        && let Ok(duration) = Duration::try_from_secs_f64(seconds)
    {
        return Ok(duration);
    }
    Err("not a number of seconds that one can wait".into())
}

fn http_url(text: &str) -> std::result::Result<Url, String> {
    let url: Url = text.parse().map_err(|error| format!("no URL: {error}"))?;
    match url.scheme() {
        "http" => Ok(url),
        "https" => Err("only http: there is no TLS in here; put a local proxy in front".into()),
        scheme => Err(format!("only http, not {scheme}")),
    }
}
