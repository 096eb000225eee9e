//! Values that are secret by their name or by their shape.

use super::REDACTED;

/// Names whose value is secret, in lower case and without `_` and `-`: the end of the name decides,
/// so that `DB_PASSWORD` and `x-api-key` are among them.
const SECRET_NAMES: [&str; 12] = [
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "secret",
    "token",
    "apikey",
    "accesskey",
    "accountkey",
    "secretkey",
    "privatekey",
    "signature",
];

/// How well-known tokens begin, each with the least length of what follows.
const SECRET_PREFIXES: [(&str, usize); 17] = [
    ("sk-", 16),
    ("sk_live_", 10),
    ("sk_test_", 10),
    ("rk_live_", 10),
    ("whsec_", 16),
    ("ghp_", 20),
    ("gho_", 20),
    ("ghs_", 20),
    ("ghu_", 20),
    ("github_pat_", 20),
    ("glpat-", 16),
    ("xoxb-", 10),
    ("xoxp-", 10),
    ("xoxa-", 10),
    ("AKIA", 16),
    ("AIza", 30),
    ("eyJ", 30),
];

/// Words after which a credential stands: `Authorization: Bearer …`.
const SCHEMES: [&str; 2] = ["bearer", "basic"];

pub(super) fn without_secrets(text: &str) -> String {
    let text = without_private_keys(text);
    let mut out = String::with_capacity(text.len());
    let mut rest = &*text;
    let mut after_scheme = false;
    while !rest.is_empty() {
        let end = rest.find(|c: char| !is_word(c)).unwrap_or(rest.len());
        let (word, behind) = rest.split_at(end);
        if is_secret_by_shape(word) || (after_scheme && word.len() >= 8) {
            out.push_str(REDACTED);
        } else {
            out.push_str(word);
        }
        rest = behind;
        if is_secret_name(word)
            && let Some((assignment, value)) = value_behind(behind)
        {
            out.push_str(assignment);
            out.push_str(REDACTED);
            rest = value;
            after_scheme = false;
            continue;
        }
        let blank = rest.starts_with(' ');
        after_scheme = blank && SCHEMES.iter().any(|scheme| word.eq_ignore_ascii_case(scheme));
        // What stands between two words.
        let next = rest.find(is_word).unwrap_or(rest.len());
        after_scheme &= next == 1;
        out.push_str(&rest[..next]);
        rest = &rest[next..];
    }
    out
}

/// What tokens and names are made of. `=` ends a name; padding at the end of a value is cut with it.
fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.' | '+' | '/' | '~')
}

fn is_secret_by_shape(word: &str) -> bool {
    SECRET_PREFIXES.iter().any(|(prefix, least)| {
        word.strip_prefix(prefix).is_some_and(|rest| {
            rest.len() >= *least && rest.bytes().any(|byte| byte.is_ascii_digit())
        })
    })
}

fn is_secret_name(word: &str) -> bool {
    let name: String =
        word.chars().filter(|c| !matches!(c, '_' | '-')).map(|c| c.to_ascii_lowercase()).collect();
    SECRET_NAMES.iter().any(|secret| name.ends_with(secret))
}

/// Splits what stands behind a secret's name into the assignment and what follows its value:
/// `=value`, `="value with blanks"`, `": "value"`. A colon alone is prose: "invalid token: expired".
fn value_behind(text: &str) -> Option<(&str, &str)> {
    let assignments = [
        "=\"",
        "='",
        "=",
        "\":\"",
        "\": \"",
        "\\\":\\\"",
        "\\\": \\\"",
        "':'",
        "': '",
        ": \"",
        ": '",
    ];
    let assignment = assignments.iter().find(|assignment| text.starts_with(**assignment))?;
    let value = &text[assignment.len()..];
    let end = match assignment.chars().last() {
        Some(quote @ ('"' | '\'')) => value.find(quote),
        _ => value
            .find(|c: char| c.is_whitespace() || matches!(c, ';' | '&' | ',' | ')' | ']' | '}')),
    };
    let end = end.unwrap_or(value.len());
    (end > 0).then(|| (&text[..assignment.len()], &value[end..]))
}

fn without_private_keys(text: &str) -> String {
    let Some(start) = text.find("-----BEGIN ").filter(|at| text[*at..].contains("PRIVATE KEY"))
    else {
        return text.to_owned();
    };
    let end = text[start..].find("-----END ").map_or(text.len(), |end| {
        let end = start + end + "-----END ".len();
        text[end..].find("-----").map_or(text.len(), |dashes| end + dashes + "-----".len())
    });
    format!("{}{REDACTED}{}", &text[..start], without_private_keys(&text[end..]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_that_are_secret_by_name() {
        let cases = [
            ("password=SECRET", "password=[redacted]"),
            ("Server=db;Password=SECRET;User=x", "Server=db;Password=[redacted];User=x"),
            ("AccountKey=SECRET==;Endpoint=y", "AccountKey=[redacted];Endpoint=y"),
            ("api_key=SECRET&x=1", "api_key=[redacted]&x=1"),
            ("DB_PASSWORD='SECRET word' x", "DB_PASSWORD='[redacted]' x"),
            (r#"{"client_secret":"SECRET","id":1}"#, r#"{"client_secret":"[redacted]","id":1}"#),
            (r#"{"x-api-key": "SECRET"}"#, r#"{"x-api-key": "[redacted]"}"#),
            ("(token=SECRET)", "(token=[redacted])"),
            ("Authorization: Bearer SECRET12345", "Authorization: Bearer [redacted]"),
            ("authorization: basic U0VDUkVUOng=", "authorization: basic [redacted]="),
        ];
        for (text, want) in cases {
            assert_eq!(without_secrets(text), want);
        }
    }

    #[test]
    fn values_that_are_secret_by_shape() {
        let secrets = [
            "sk-proj-abcdefghij0123456789",
            "sk_live_0123456789abcdef",
            "ghp_0123456789abcdefghij0123456789abcdef",
            "github_pat_11ABCDEFG0123456789abcdef",
            "xoxb-0123456789-abcdef",
            "AKIA0123456789ABCDEF",
            "AIza0123456789abcdefghijABCDEFGHIJ01234",
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
        ];
        for secret in secrets {
            assert_eq!(without_secrets(&format!("key {secret}, no")), "key [redacted], no");
        }
        let pem = "a -----BEGIN RSA PRIVATE KEY----- MIIEow -----END RSA PRIVATE KEY----- b";
        assert_eq!(without_secrets(pem), "a [redacted] b");
        assert_eq!(without_secrets("-----BEGIN PRIVATE KEY----- MIIEow"), "[redacted]");
    }

    #[test]
    fn prose_and_ids_stay() {
        let same = [
            "",
            "the token has expired",
            "invalid token: expired",
            "401 Unauthorized: token expired",
            "password = ",
            "the password is too short",
            "basic auth is off",
            "bearer of news",
            "token=",
            "sk-learn is no key, task-0123456789abcdefgh",
            "Reference: 01a23437-ab8d-7dd0-959e-0fe1062c69b6",
            "größe=5; 名前=x",
        ];
        for text in same {
            assert_eq!(without_secrets(text), text);
        }
    }
}
