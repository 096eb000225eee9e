//! URLs: user info, query and fragment are where clients put keys.

use super::REDACTED;

pub(super) fn without_secrets(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((at, len)) = next_separator(rest) {
        let (before, url) = rest.split_at(at + len);
        out.push_str(before);
        rest = url;
        let scheme_and_before = &before[..at];
        if scheme_and_before.ends_with(|c: char| c.is_ascii_alphanumeric()) {
            let (url, after) = url.split_at(end_of_url(url, quote_before(scheme_and_before)));
            push_redacted(&mut out, url);
            rest = after;
        }
    }
    out.push_str(rest);
    out
}

/// The next `://`, also as JSON escapes it, and its length.
fn next_separator(text: &str) -> Option<(usize, usize)> {
    let separators = ["://", ":\\/\\/"];
    let found = separators.iter().filter_map(|it| Some((text.find(it)?, it.len())));
    found.min()
}

/// What quotes the URL, if anything does: only that ends it before a blank. A quote or a bracket may
/// well stand in a path.
fn quote_before(scheme_and_before: &str) -> Option<char> {
    let scheme = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '-' | '.' | ':');
    match scheme_and_before.trim_end_matches(scheme).chars().last()? {
        quote @ ('"' | '\'' | '`') => Some(quote),
        '<' => Some('>'),
        _ => None,
    }
}

/// Where a URL in running text ends: at white space or its closing quote, without the punctuation of
/// the sentence around it.
fn end_of_url(url: &str, quote: Option<char>) -> usize {
    let ends = |c: char| c.is_whitespace() || c.is_control() || Some(c) == quote;
    let url = &url[..url.find(ends).unwrap_or(url.len())];
    let mut end = url;
    // What has been redacted is left as it is, so that to redact twice changes nothing.
    while !end.ends_with(REDACTED)
        && let Some(shorter) =
            end.strip_suffix([')', ']', '}', ',', '.', ';', ':', '!', '"', '\'', '`', '>', '\\'])
    {
        end = shorter;
    }
    end.len()
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
            ("https://h/users/o'brien?api_key=SECRET", "https://h/users/o'brien?[redacted]"),
            ("https://h/s?q=`x`&key=SECRET", "https://h/s?[redacted]"),
            ("'https://h/s?SECRET', x", "'https://h/s?[redacted]', x"),
            ("<https://h/s?SECRET>", "<https://h/s?[redacted]>"),
            ("postgres://u:p'SECRET@h/db", "postgres://[redacted]@h/db"),
            ("postgres://u:p<SECRET@h/db", "postgres://[redacted]@h/db"),
            (r"https:\/\/u:SECRET@h\/p?key=SECRET", r"https:\/\/[redacted]@h\/p?[redacted]"),
            ("redirect https://h/?to=https://u:SECRET@h2/", "redirect https://h/?[redacted]"),
        ];
        for (text, want) in cases {
            assert_eq!(without_secrets(text), want);
            assert!(!without_secrets(text).contains("SECRET"));
            assert_eq!(without_secrets(want), want, "once more changes nothing");
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
