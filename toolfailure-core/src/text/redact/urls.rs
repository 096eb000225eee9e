//! URLs: user info, query and fragment are where clients put keys.

use super::REDACTED;

pub(super) fn without_secrets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find("://") {
        let (before, url) = rest.split_at(at + 3);
        out.push_str(before);
        rest = url;
        if before[..at].ends_with(|c: char| c.is_ascii_alphanumeric()) {
            let (url, after) = url.split_at(end_of_url(url));
            push_redacted(&mut out, url);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// Where a URL in running text ends: at white space, a quote or an angle bracket, without the
/// punctuation of the sentence around it.
fn end_of_url(url: &str) -> usize {
    let end = url
        .find(|c: char| {
            c.is_whitespace() || c.is_control() || matches!(c, '"' | '\'' | '`' | '<' | '>')
        })
        .unwrap_or(url.len());
    url[..end].trim_end_matches([')', ']', '}', ',', '.', ';', ':', '!']).len()
}

fn push_redacted(out: &mut String, url: &str) {
    let authority_end = url.find(['/', '?', '#', '\\']).unwrap_or(url.len());
    let mut rest = url;
    if let Some(at) = end_of_user_info(url, authority_end) {
        out.push_str(REDACTED);
        rest = &url[at..];
    }
    match rest.find(['?', '#']) {
        Some(at) if at + 1 < rest.len() => {
            out.push_str(&rest[..=at]);
            out.push_str(REDACTED);
        }
        _ => out.push_str(rest),
    }
}

/// The `@` after the user info. A password that was not percent-encoded may hold `/`, `?` or `#`;
/// then what looks like a port is none.
fn end_of_user_info(url: &str, authority_end: usize) -> Option<usize> {
    let authority = &url[..authority_end];
    if let Some(at) = authority.rfind('@') {
        return Some(at);
    }
    let (_, port) = authority.rsplit_once(':')?;
    let is_port = port.bytes().all(|byte| byte.is_ascii_digit());
    if is_port || authority.starts_with('[') { None } else { url.rfind('@') }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn urls_lose_what_may_be_secret() {
        let cases = [
            ("https://h/p?k=SECRET", "https://h/p?[redacted]"),
            ("https://h/p?k=SECRET.", "https://h/p?[redacted]."),
            ("(https://h?k=SECRET)", "(https://h?[redacted])"),
            ("\"https://h?k=SECRET\", x", "\"https://h?[redacted]\", x"),
            ("https://h/cb#access_token=SECRET", "https://h/cb#[redacted]"),
            ("https://h/cb?x=SECRET#SECRET", "https://h/cb?[redacted]"),
            ("https://u:SECRET@h:8080/p", "https://[redacted]@h:8080/p"),
            ("https://SECRET@h/p", "https://[redacted]@h/p"),
            ("postgres://u:SEC/RET@h/db", "postgres://[redacted]@h/db"),
            ("postgres://u:SEC?RET@h/db", "postgres://[redacted]@h/db"),
            ("jdbc:postgresql://h/db?password=SECRET", "jdbc:postgresql://h/db?[redacted]"),
            (
                "a http://h?SECRET b http://h?SECRET c",
                "a http://h?[redacted] b http://h?[redacted] c",
            ),
            ("redirect https://h/?to=https://u:SECRET@h2/", "redirect https://h/?[redacted]"),
        ];
        for (text, want) in cases {
            assert_eq!(without_secrets(text), want);
            assert!(!without_secrets(text).contains("SECRET"));
        }
    }

    #[test]
    fn everything_else_stays() {
        let same = [
            "",
            "no url here? none#at all",
            "https://h",
            "https://h/p?",
            "see https://example.org/a/@user.",
            "https://h:8080/@user",
            "http://[::1]:80/@x",
            "://",
            "a :// b?c",
        ];
        for text in same {
            assert_eq!(without_secrets(text), text);
        }
    }
}
