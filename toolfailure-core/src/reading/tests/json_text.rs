//! JSON text: what is no JSON, what is passed over, duplicates and numbers.

use super::*;

const FINE: &str = r#""class":"reliability","code":"x","retryable":true,"correlationId":"c-1""#;

/// The text of a result whose failure has those fields.
fn text(fields: &str) -> String {
    format!(r#"{{"content":[],"isError":true,"_meta":{{"{META_KEY}":{{{fields}}}}}}}"#)
}

/// The text of a result with one more field at its top.
fn beside(field: &str) -> String {
    text(FINE).replacen('{', &format!("{{{field},"), 1)
}

fn is_retryable(text: &str) -> bool {
    let reading = Reading::from_json(text);
    reading.is_error() && reading.retryable() && reading.violations().is_empty()
}

fn is_unreadable(reading: &Reading) -> bool {
    broken(reading) == [("MCP", "result", Problem::Malformed)]
        && !reading.is_error()
        && !reading.has_tool_failure()
        && reading.model_text().is_empty()
}

#[test]
fn what_is_no_json_is_a_violation_like_any_other() {
    let whole = text(FINE);
    assert!(is_retryable(&whole));
    for no_json in ["", " ", "x", "{", "NaN", "'{}'", "{}x", "{} {}", "{},", "\u{FEFF}{}", "{a:1}"]
    {
        assert!(is_unreadable(&Reading::from_json(no_json)), "{no_json}");
    }
    // Cut off anywhere, it is nothing; white space behind it is nothing, either.
    for end in 0..whole.len() {
        assert!(is_unreadable(&Reading::from_json(&whole[..end])), "{}", &whole[..end]);
    }
    assert!(is_retryable(&format!(" \r\n{whole}\n\t ")));
    assert!(is_unreadable(&Reading::from_json(format!("{whole}\n{whole}"))));
}

#[test]
fn what_is_no_object_is_a_violation() {
    for (value, shown) in [
        (json!(null), "null"),
        (json!(true), "true"),
        (json!([1, [2]]), "an array"),
        (json!("x"), r#""x""#),
        (json!(-1.5), "-1.5"),
    ] {
        for reading in [Reading::from_value(&value), Reading::from_json(value.to_string())] {
            assert_eq!(broken(&reading), [("MCP", "result", Problem::Malformed)]);
            let said = reading.violations()[0].to_string();
            assert_eq!(said, format!("MCP: the result is to be an object, not {shown}"));
        }
    }
}

#[test]
fn of_a_duplicate_the_last_one_stands() {
    let reading = |text: String| {
        let reading = Reading::from_json(&text);
        let value: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(format!("{reading:?}"), format!("{:?}", Reading::from_value(&value)), "{text}");
        reading
    };
    let last = reading(text(&format!(r#""class":[1],"code":2,{FINE}"#)));
    assert!(last.retryable() && last.violations().is_empty());
    let last = reading(text(&format!(r#"{FINE},"class":"governance","retryable":false"#)));
    assert!(!last.retryable() && last.violations().is_empty());

    let entry = format!(r#""{META_KEY}":{{{FINE}}}"#);
    let last = reading(format!(r#"{{"isError":true,"_meta":[1],"_meta":{{{entry}}}}}"#));
    assert!(last.retryable() && last.violations().is_empty());
    let last = reading(format!(r#"{{"isError":true,"_meta":{{{entry}}},"_meta":[1]}}"#));
    assert!(!last.has_tool_failure() && last.violates(Field::Meta, Problem::Malformed));
    let last = reading(format!(r#"{{"isError":true,"_meta":{{{entry},"{META_KEY}":null}}}}"#));
    assert!(last.has_tool_failure() && last.violates(Field::ToolFailure, Problem::Malformed));
    let last = reading(format!(r#"{{"isError":true,"_meta":{{{entry}}},"isError":false}}"#));
    assert!(last.violates(Field::ToolFailure, Problem::Misplaced));
    let last = reading(
        r#"{"isError":true,"content":[{"type":"text","text":"a","text":"b"}],
            "content":[{"type":"text","text":"c","text":"d"}]}"#
            .to_owned(),
    );
    assert_eq!(last.model_text(), "d");
}

#[test]
fn keys_and_words_may_be_written_with_escapes() {
    let escaped = text(FINE)
        .replace("isError", r"is\u0045rror")
        .replace("class", r"cl\u0061ss")
        .replace("reliability", r"reli\u0061bility")
        .replace('/', r"\/");
    assert!(is_retryable(&escaped), "{escaped}");
}

/// Everything that has no say is skipped without a closer look, so that it cannot stop us.
#[test]
fn what_is_passed_over_may_hold_what_other_readers_refuse() {
    let deep = format!(r#""deep":{}1{}"#, "[".repeat(100_000), "]".repeat(100_000));
    for field in [
        deep.as_str(),
        r#""big":1e400"#,
        r#""big":-123456789012345678901234567890e999"#,
        r#""lone":"\ud83d""#,
        r#""\ud83d":1"#,
        r#""structuredContent":{"isError":false,"content":[]}"#,
    ] {
        let text = beside(field);
        let short = &field[..field.len().min(40)];
        // A key has to be looked at.
        assert_eq!(is_retryable(&text), !field.starts_with(r#""\ud83d""#), "{short}");
    }
    // Also inside of the parts that do have a say.
    let deep = "[".repeat(100_000) + &"]".repeat(100_000);
    assert!(is_retryable(&text(&format!(r#"{FINE},"more":{deep}"#))));
    assert!(is_retryable(&beside(r#""content":[[{"type":"text"}],1,null,{"type":[]}]"#)));
    let reading = Reading::from_json(text(&format!(r#"{FINE},"agentGuidance":{deep}"#)));
    assert_eq!(broken(&reading), [("W7", "agentGuidance", Problem::Malformed)]);
    let reading = Reading::from_json(format!(r#"{{"isError":{deep}}}"#));
    assert_eq!(broken(&reading), [("S1", "isError", Problem::Malformed)]);
}

#[test]
fn what_has_a_say_and_cannot_be_read_leaves_nothing() {
    for field in [
        r#""retryNotBefore":1e400"#,
        r#""retryNotBefore":NaN"#,
        r#""agentGuidance":"\ud83d""#,
        r#""correlationId":"\udc00""#,
        "\"code\":\"a\nb\"",
    ] {
        assert!(is_unreadable(&Reading::from_json(text(&format!("{FINE},{field}")))), "{field}");
    }
    let lone = beside(r#""content":[{"type":"text","text":"\ud83d"}]"#);
    // The last `content` stands, but the first is read as well.
    assert!(is_unreadable(&Reading::from_json(lone)));
    let mut bytes = text(FINE).into_bytes();
    let at = bytes.windows(3).position(|part| part == b"c-1").expect("the id");
    bytes[at] = 0xFF;
    assert!(is_unreadable(&Reading::from_json(bytes)));
}

#[test]
fn an_objects_nesting_is_bounded_only_where_nobody_looks() {
    // 127 levels are what serde_json reads where it builds a tree; nobody builds one here.
    let value = (0..120).fold(json!({}), |inner, _| json!({"a": inner, "_meta": [1]}));
    let mut whole = result(&fine());
    whole["structuredContent"] = value;
    assert!(is_retryable(&whole.to_string()));
    assert!(Reading::from_value(&whole).violations().is_empty());
}

#[test]
fn w5_numbers_are_read_in_every_notation() {
    let time = |number: &str| {
        let text = text(&format!(r#"{FINE},"retryNotBefore":{number}"#));
        let reading = Reading::from_json(&text);
        let value: Value = serde_json::from_str(&text).expect("it is JSON");
        assert_eq!(
            reading.retry_not_before(),
            Reading::from_value(&value).retry_not_before(),
            "{number}"
        );
        let problem = reading.violations().first().map(Violation::problem);
        (reading.retry_not_before().map(RetryNotBefore::epoch_millis), problem)
    };
    const MAX: u64 = (1 << 53) - 1;
    for (number, millis, problem) in [
        ("0", Some(0), None),
        ("-0", Some(0), None),
        ("-0.0", Some(0), None),
        ("1e-9", Some(1), Some(Problem::Suspect)),
        ("99999999999", Some(99_999_999_999), Some(Problem::Suspect)),
        ("99999999999.5", Some(100_000_000_000), None),
        ("1790000003000.000", Some(1_790_000_003_000), None),
        ("1790000003000.25", Some(1_790_000_003_001), None),
        ("1.79e12", Some(1_790_000_000_000), None),
        ("179E+10", Some(1_790_000_000_000), None),
        ("9007199254740991", Some(MAX), None),
        ("9007199254740992", Some(MAX), Some(Problem::OutOfRange)),
        ("18446744073709551615", Some(MAX), Some(Problem::OutOfRange)),
        ("18446744073709551616", Some(MAX), Some(Problem::OutOfRange)),
        ("1.7e308", Some(MAX), Some(Problem::OutOfRange)),
        ("-1", None, Some(Problem::Malformed)),
        ("-1e-300", None, Some(Problem::Malformed)),
        ("-9223372036854775809", None, Some(Problem::Malformed)),
    ] {
        assert_eq!(time(number), (millis, problem), "{number}");
    }
}

/// Whether some other crate of the build has turned that feature on is not for us to say.
#[test]
fn w5_numbers_may_come_as_their_digits() {
    let of = |digits: Value| {
        let mut failure = fine();
        failure["retryNotBefore"] = json!({NUMBER_KEY: digits});
        let value = result(&failure);
        let readings = [Reading::from_value(&value), Reading::from_json(value.to_string())];
        readings.map(|it| {
            let time = it.retry_not_before().map(RetryNotBefore::epoch_millis);
            (time, it.violations().first().map(Violation::problem))
        })
    };
    const MAX: u64 = (1 << 53) - 1;
    for (digits, millis, problem) in [
        (json!("1790000003000"), Some(1_790_000_003_000), None),
        (json!("1790000003000.25"), Some(1_790_000_003_001), None),
        (json!("1.79e12"), Some(1_790_000_000_000), None),
        (json!("-0"), Some(0), None),
        (json!("18446744073709551616"), Some(MAX), Some(Problem::OutOfRange)),
        (json!("1e400"), Some(MAX), Some(Problem::OutOfRange)),
        (json!("-1"), None, Some(Problem::Malformed)),
        // No number, but an object with such a key.
        (json!("soon"), None, Some(Problem::Malformed)),
        (json!(1), None, Some(Problem::Malformed)),
        (json!({"a": [1]}), None, Some(Problem::Malformed)),
    ] {
        assert_eq!(of(digits.clone()), [(millis, problem); 2], "{digits}");
    }
    // In a class a number is a number, however it comes.
    let mut failure = fine();
    failure["class"] = json!({NUMBER_KEY: "5"});
    let reading = Reading::from_value(&result(&failure));
    assert_eq!(reading.violations()[0].to_string(), "W2: class is to be a string, not 5");
}

/// A server may name a key as it likes, and have it stand first.
#[test]
fn a_key_that_means_a_number_elsewhere_breaks_nothing() {
    for value in [json!("5"), json!(5), json!(null), json!([[]]), json!({"x": {}})] {
        let fields = format!(r#""{NUMBER_KEY}":{value},{FINE}"#);
        assert!(is_retryable(&text(&fields)), "{value}");
        assert!(is_retryable(&beside(&format!(r#""{NUMBER_KEY}":{value}"#))), "{value}");

        let mut failure = fine();
        failure[NUMBER_KEY] = value.clone();
        let mut whole = result(&failure);
        whole[NUMBER_KEY] = value.clone();
        whole["_meta"][NUMBER_KEY] = value.clone();
        whole["content"] = json!([{NUMBER_KEY: value, "type": "text", "text": "x"}]);
        for reading in [Reading::from_value(&whole), Reading::from_json(whole.to_string())] {
            assert!(reading.retryable() && reading.violations().is_empty(), "{value}");
            assert_eq!(reading.model_text(), "x\n\nReference: c-1");
        }
        let parts = Reading::from_parts(Some(true), Some(&failure), []);
        assert!(parts.retryable(), "{value}");
    }
}
