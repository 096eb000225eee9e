//! What stands in the command of a relay for our upstream.

use std::ffi::{OsStr, OsString};

use crate::{Trouble, mcp::Serving};

/// The argument with which this program is the upstream of a relay.
pub(crate) const UPSTREAM: &str = "upstream";

const SERVER: &str = "{server}";
const SERVER_LINE: &str = "{server_line}";
const URL: &str = "{url}";

pub(super) fn names_url(command: &[OsString]) -> bool {
    command.iter().any(|it| it.to_string_lossy().contains(URL))
}

pub(super) fn filled_in(
    command: &[OsString],
    serving: Option<&Serving>,
) -> Result<Vec<OsString>, Trouble> {
    let us = std::env::current_exe()
        .map_err(|error| Trouble::NoStart(format!("where is this program? {error}")))?;
    let server = [us.as_os_str(), OsStr::new(UPSTREAM)];
    let url = serving.map(|it| it.url.as_str());
    let filled = fill_in(command, server, url);
    if url.is_none() && filled.as_slice() == command {
        let why = "the relay's command names no upstream: {server}, {server_line} or {url}, or \
                   else --listen";
        return Err(Trouble::Usage(why.into()));
    }
    Ok(filled)
}

fn fill_in(command: &[OsString], server: [&OsStr; 2], url: Option<&str>) -> Vec<OsString> {
    let line = server.map(|it| quoted(&it.to_string_lossy())).join(" ");
    let mut filled = Vec::new();
    for argument in command {
        // What is no UTF-8 holds none of these, or nothing that could be told apart from them.
        let Some(text) = argument.to_str() else {
            filled.push(argument.clone());
            continue;
        };
        if text == SERVER {
            filled.extend(server.map(Into::into));
            continue;
        }
        let text = text.replace(SERVER, &line).replace(SERVER_LINE, &line);
        filled.push(url.map_or(text.clone(), |url| text.replace(URL, url)).into());
    }
    filled
}

/// For a shell, if it needs to be.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/\\:._-+".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upstream_is_arguments_or_one_text() {
        let fill = |words: &[&str]| -> Vec<String> {
            let command: Vec<OsString> = words.iter().map(Into::into).collect();
            let server = [OsStr::new("/o p/check"), OsStr::new("upstream")];
            let filled = fill_in(&command, server, Some("http://h/mcp"));
            filled.into_iter().map(|it| it.into_string().expect("text")).collect()
        };
        assert_eq!(fill(&["r", "--", "{server}"]), ["r", "--", "/o p/check", "upstream"]);
        assert_eq!(fill(&["r", "--stdio", "{server_line}"])[2], "'/o p/check' upstream");
        assert_eq!(fill(&["r", "cmd={server}"])[1], "cmd='/o p/check' upstream");
        assert_eq!(fill(&["r", "--to={url}"])[1], "--to=http://h/mcp");
    }
}
