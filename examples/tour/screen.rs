//! The tour for people: 80 columns, coloured where that can be seen.

use std::io::{self, Write};

use serde_json::Value;

use crate::client::Stop;

const WIDTH: usize = 80;
const INDENT: &str = "    ";

/// The few colours there are. Without colour, nothing is written.
#[derive(Clone, Copy)]
struct Paint(bool);

impl Paint {
    fn with(self, code: &str, text: &str) -> String {
        if self.0 { format!("\u{1B}[{code}m{text}\u{1B}[0m") } else { text.to_owned() }
    }

    fn bold(self, text: &str) -> String {
        self.with("1", text)
    }

    fn dim(self, text: &str) -> String {
        self.with("2", text)
    }

    fn good(self, text: &str) -> String {
        self.with("1;32", text)
    }

    fn bad(self, text: &str) -> String {
        self.with("1;31", text)
    }
}

pub(crate) fn show(stops: &[Stop], colour: bool, out: &mut impl Write) -> io::Result<()> {
    let paint = Paint(colour);
    let intro = "A calendar server runs as a child process and fails in every way that it can. It \
                 has set up no logging, and the client knows nothing of it beforehand.";
    for line in wrap(intro, WIDTH) {
        writeln!(out, "{line}")?;
    }
    for (stop, number) in stops.iter().zip(1..) {
        one(stop, number, stops.len(), paint, out)?;
    }
    let found = stops.iter().filter(|stop| stop.log_line.is_some()).count();
    writeln!(out, "\n{found} of {} correlation ids were found in the server's log.", stops.len())
}

fn one(
    stop: &Stop,
    number: usize,
    of: usize,
    paint: Paint,
    out: &mut impl Write,
) -> io::Result<()> {
    let title = format!("{number}/{of}  {}  ", stop.tool);
    let rule = "─".repeat(WIDTH.saturating_sub(title.len()));
    writeln!(out, "\n{}{}\n", paint.bold(&title), paint.dim(&rule))?;

    writeln!(out, "  {}", paint.bold("What the model reads (content)"))?;
    for line in stop.content.lines().flat_map(|line| wrap(line, WIDTH - INDENT.len() - 2)) {
        let gap = if line.is_empty() { "" } else { " " };
        writeln!(out, "{INDENT}{}{gap}{line}", paint.dim("│"))?;
    }

    writeln!(out, "  {}", paint.bold("What a client reads (_meta)"))?;
    for (name, value) in stop.meta.as_object().into_iter().flatten() {
        let value = match value {
            Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let mut lines = wrap(&value, WIDTH - INDENT.len() - 16).into_iter();
        let first = lines.next().unwrap_or_default();
        writeln!(out, "{INDENT}{} {first}", paint.dim(&format!("{name:<15}")))?;
        for line in lines {
            writeln!(out, "{INDENT}{:<15} {line}", "")?;
        }
    }

    writeln!(out, "  {}", paint.bold("What it may do"))?;
    let verdict = &stop.verdict;
    let word = if verdict.may_retry { paint.good("retry   ") } else { paint.bad("no retry") };
    let mut lines = wrap(verdict.because, WIDTH - INDENT.len() - 10).into_iter();
    writeln!(out, "{INDENT}{word}  {}", lines.next().unwrap_or_default())?;
    for line in lines {
        writeln!(out, "{INDENT}{:<8}  {line}", "")?;
    }
    if let Some(repeated) = &stop.repeated {
        writeln!(out, "{INDENT}{:<8}  The tour repeated the call, and it {repeated}", "")?;
    }

    writeln!(out, "  {}", paint.bold("What the operator finds (the server's log, by the id)"))?;
    match &stop.log_line {
        Some(line) => {
            for piece in wrap_json(line, WIDTH - INDENT.len()) {
                writeln!(out, "{INDENT}{}", paint.dim(&piece))?;
            }
        }
        None => writeln!(out, "{INDENT}{}", paint.bad("nothing"))?,
    }
    Ok(())
}

/// Breaks text between words.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for word in text.split(' ') {
        let line = lines.last_mut().map_or(0, |line| line.chars().count());
        let fits = line == 0 || line + 1 + word.chars().count() <= width;
        match lines.last_mut() {
            Some(last) if fits => {
                if line > 0 {
                    last.push(' ');
                }
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    lines
}

/// Breaks a line of JSON, behind a comma where there is one.
fn wrap_json(json: &str, width: usize) -> Vec<String> {
    let mut lines = vec![String::new()];
    for member in json.split_inclusive(',') {
        let member: Vec<char> = member.chars().collect();
        let room = width - lines.last().map_or(0, |line| line.chars().count());
        if member.len() > room {
            lines.push(String::new());
        }
        for (i, piece) in member.chunks(width).enumerate() {
            if i > 0 {
                lines.push(String::new());
            }
            lines.last_mut().into_iter().for_each(|line| line.extend(piece));
        }
    }
    lines
}
