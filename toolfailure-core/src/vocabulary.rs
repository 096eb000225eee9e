//! The baseline codes and the shape of a code (W3), in one place.
//!
//! Everything here is `const`: the derive calls it for literals while it expands, and what it
//! emits calls it for paths while the compiler evaluates constants. Both see the same rules.

use crate::ToolFailureClass::{self, Capability, Governance, Reliability};

/// The baseline vocabulary of the standard: each code with the class that it belongs to (W3).
pub const BASELINE: [(&str, ToolFailureClass); 8] = [
    ("capability_unsupported", Capability),
    ("resource_not_found", Capability),
    ("invalid_input", Capability),
    (RETRYABLE_TRANSIENT_ERROR, Reliability),
    ("auth_required", Governance),
    ("permission_denied", Governance),
    ("policy_blocked", Governance),
    ("user_action_required", Governance),
];

/// The one baseline code that says by itself that the call may be retried.
pub const RETRYABLE_TRANSIENT_ERROR: &str = "retryable_transient_error";

/// The longest code that we write, in bytes.
pub const MAX_CODE_LEN: usize = 64;

/// The class of a baseline code; `None` for every other code (W3).
#[must_use]
pub const fn class_of(code: &str) -> Option<ToolFailureClass> {
    let mut i = 0;
    while i < BASELINE.len() {
        if same(BASELINE[i].0, code) {
            return Some(BASELINE[i].1);
        }
        i += 1;
    }
    None
}

/// What is wrong with the shape of a code, in words that say what to write; `None` if nothing is.
///
/// The shape is `^[a-z][a-z0-9_]*(\.[a-z][a-z0-9_]*)*$`, at most [`MAX_CODE_LEN`] bytes. The
/// standard leaves codes open (W3): this is what we write, never a reason to refuse what we read.
#[must_use]
pub const fn shape_problem(code: &str) -> Option<&'static str> {
    let bytes = code.as_bytes();
    if bytes.is_empty() {
        return Some("a code cannot be empty: write snake_case, such as \"invalid_input\"");
    }
    if bytes.len() > MAX_CODE_LEN {
        return Some("a code has at most 64 characters");
    }
    let mut at_start = true;
    let mut i = 0;
    while i < bytes.len() {
        match bytes[i] {
            b'a'..=b'z' => at_start = false,
            b'0'..=b'9' | b'_' if !at_start => {}
            b'.' if !at_start => at_start = true,
            b'A'..=b'Z' => return Some("a code is lower case: write snake_case"),
            b'0'..=b'9' | b'_' => {
                return Some("each dot-separated segment of a code starts with a letter a-z");
            }
            b'.' => return Some("a code has no empty segment: a dot stands between two names"),
            _ => return Some("a code holds only a-z, 0-9, `_` and, between segments, `.`"),
        }
        i += 1;
    }
    if at_start {
        return Some("a code has no empty segment: a dot stands between two names");
    }
    None
}

/// What is wrong with using a code under a class; `None` if nothing is (S5).
///
/// A baseline code belongs to the class that the standard gives it.
#[must_use]
pub const fn class_problem(class: ToolFailureClass, code: &str) -> Option<&'static str> {
    match (class_of(code), class) {
        (Some(Capability), Reliability | Governance) => {
            Some("this code is a baseline code of class \"capability\"")
        }
        (Some(Reliability), Capability | Governance) => {
            Some("this code is a baseline code of class \"reliability\"")
        }
        (Some(Governance), Capability | Reliability) => {
            Some("this code is a baseline code of class \"governance\"")
        }
        _ => None,
    }
}

/// `==` for strings, which is not `const` yet.
#[doc(hidden)]
#[must_use]
pub const fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn w3_the_baseline_is_the_table_of_the_standard() {
        let of = |class| -> Vec<&str> {
            let codes = BASELINE.iter().filter(|entry| entry.1 == class);
            codes.map(|entry| entry.0).collect()
        };
        assert_eq!(
            of(Capability),
            ["capability_unsupported", "resource_not_found", "invalid_input"]
        );
        assert_eq!(of(Reliability), ["retryable_transient_error"]);
        assert_eq!(
            of(Governance),
            ["auth_required", "permission_denied", "policy_blocked", "user_action_required"]
        );
        for (code, class) in BASELINE {
            assert_eq!(class_of(code), Some(class));
            assert_eq!(shape_problem(code), None);
        }
        assert_eq!(class_of("rate_limited"), None);
    }

    #[test]
    fn w3_the_shape_of_a_code() {
        let longest = "a".repeat(MAX_CODE_LEN);
        for good in ["a", "a1", "a_b", "a__", "acme.quota_spent", "a.b.c", &longest] {
            assert_eq!(shape_problem(good), None, "{good}");
        }
        let too_long = "a".repeat(MAX_CODE_LEN + 1);
        let bad = [
            "",
            "AUTH",
            "has space",
            "a\n",
            "1a",
            "_a",
            ".a",
            "a.",
            "a..b",
            "a.1",
            "a-b",
            "größe",
            &too_long,
        ];
        for bad in bad {
            assert!(shape_problem(bad).is_some(), "{bad}");
        }
    }

    #[test]
    fn s5_a_baseline_code_under_a_wrong_class_is_a_problem() {
        for (code, own) in BASELINE {
            for class in ToolFailureClass::ALL {
                assert_eq!(class_problem(class, code).is_some(), class != own, "{code} {class}");
            }
        }
        assert_eq!(class_problem(Governance, "acme.quota_spent"), None);
    }
}
