//! The violations, and what stays usable beside them.

use super::*;

#[test]
fn w1_to_w7_every_fault_is_listed_with_its_requirement() {
    let whole = json!({
        "resultType": "partial",
        "isError": "true",
        "content": [],
        "_meta": {META_KEY: {
            "class": "security",
            "code": 404,
            "retryable": "true",
            "retryNotBefore": "soon",
            "correlationId": "",
            "agentGuidance": ["x"],
            "severity": "low",
        }},
    });
    for reading in [Reading::from_value(&whole), Reading::from_json(whole.to_string())] {
        assert_eq!(
            broken(&reading),
            [
                ("MCP", "resultType", Problem::Malformed),
                ("S1", "isError", Problem::Malformed),
                ("W2", "class", Problem::Unknown),
                ("W3", "code", Problem::Malformed),
                ("W4", "retryable", Problem::Malformed),
                ("W5", "retryNotBefore", Problem::Malformed),
                ("W6", "correlationId", Problem::Malformed),
                ("W7", "agentGuidance", Problem::Malformed),
            ]
        );
        let said: Vec<_> = reading.violations().iter().map(ToString::to_string).collect();
        assert_eq!(
            said,
            [
                r#"MCP: resultType "partial" is none that we know"#,
                r#"S1: isError is to be true or false, not "true""#,
                r#"W2: class "security" is none of the three"#,
                "W3: code is to be a string, not 404",
                r#"W4: retryable is to be true or false, not "true""#,
                r#"W5: retryNotBefore is to be a number from 0 on, not "soon""#,
                "W6: correlationId is empty",
                "W7: agentGuidance is to be a string, not an array",
            ]
        );
        assert!(!reading.is_error() && !reading.has_tool_failure() && !reading.retryable());
        assert_eq!((reading.class(), reading.code()), (None, None));
        assert_eq!(reading.correlation_id(), None);
        assert_eq!(reading.agent_guidance(), None);
    }
}

#[test]
fn w1_w2_w3_w6_what_is_absent_is_listed() {
    let reading = Reading::from_value(&result(&json!({})));
    assert_eq!(
        broken(&reading),
        [
            ("W2", "class", Problem::Malformed),
            ("W3", "code", Problem::Malformed),
            ("W6", "correlationId", Problem::Malformed),
        ]
    );
    assert!(reading.violations().iter().all(|it| it.to_string().ends_with("not absent")));
    assert!(reading.has_tool_failure());

    let reading = Reading::from_value(&result(&Value::Null));
    assert_eq!(broken(&reading), [("W1", "toolFailure", Problem::Malformed)]);
    assert!(reading.has_tool_failure());
}

#[test]
fn what_is_misplaced_is_listed_and_not_used() {
    let mut failure = fine();
    failure["class"] = "governance".into();
    failure["retryNotBefore"] = 1_790_000_003_000_u64.into();
    let reading = Reading::from_value(&result(&failure));
    assert_eq!(broken(&reading), [("W4", "retryable", Problem::Misplaced)]);
    assert!(!reading.retryable());
    assert_eq!(reading.class(), Some(ToolFailureClass::Governance));

    let mut failure = fine();
    failure["retryable"] = false.into();
    failure["retryNotBefore"] = 1_790_000_003_000_u64.into();
    let reading = Reading::from_value(&result(&failure));
    assert_eq!(broken(&reading), [("W5", "retryNotBefore", Problem::Misplaced)]);
    assert_eq!(reading.retry_not_before(), None);

    for is_error in [json!(false), json!(null)] {
        let mut whole = result(&fine());
        whole["isError"] = is_error;
        let reading = Reading::from_value(&whole);
        let last = broken(&reading).pop();
        assert_eq!(last, Some(("S2", "toolFailure", Problem::Misplaced)));
        // Kept for the log.
        assert_eq!(reading.correlation_id().map(CorrelationId::as_str), Some("c-1"));
        assert!(!reading.has_tool_failure());
    }
}

/// Many writers make `null` of a field that is not there: that is no failure, but not quite right.
#[test]
fn a_null_round_the_failure_is_an_absent_field() {
    let reading = Reading::from_value(
        &json!({"isError": null, "content": [], "resultType": null, "_meta": null}),
    );
    assert_eq!(reading.is_error_field(), IsError::Absent);
    assert_eq!(reading.kind(), ResultKind::Complete);
    let nulls = [("MCP", "resultType"), ("MCP", "_meta"), ("S1", "isError")];
    assert_eq!(broken(&reading), nulls.map(|(by, field)| (by, field, Problem::Misplaced)));
}

#[test]
fn c1_a_result_of_today_breaks_no_rule() {
    for whole in [
        json!({}),
        json!({"content": [{"type": "text", "text": "x"}]}),
        json!({"content": [], "isError": false, "structuredContent": {"a": 1}}),
        json!({"content": [], "isError": true, "_meta": {}}),
        json!({"content": [], "isError": true, "_meta": {"traceparent": "00", "x": null}}),
        json!({"resultType": "complete", "content": []}),
        json!({"resultType": "input_required", "inputRequests": {}, "requestState": "s"}),
        json!({"resultType": "task", "task": {"taskId": "t"}}),
    ] {
        let reading = Reading::from_value(&whole);
        assert_eq!(broken(&reading), [], "{whole}");
        assert!(!reading.has_tool_failure());
        assert_eq!((reading.class(), reading.correlation_id()), (None, None));
    }
}

#[test]
fn c2_codes_and_ids_are_kept_as_they_came() {
    for odd in
        ["", "acme.overloaded/v2", "a\u{0}\n\u{1B}[2J\u{202E}", "ä 接続 😀", &"x".repeat(256)]
    {
        let mut failure = fine();
        failure["code"] = odd.into();
        failure["correlationId"] = format!("{odd}-1").into();
        let reading = Reading::from_json(result(&failure).to_string());
        assert_eq!(broken(&reading), []);
        assert_eq!(reading.code(), Some(odd));
        let id = reading.correlation_id().map(CorrelationId::as_str);
        assert_eq!(id, Some(&*format!("{odd}-1")));
        assert!(!format!("{reading:?}").contains(char::is_control));
    }
}

#[test]
fn a_violation_shows_little_of_what_was_sent_and_nothing_that_harms() {
    let long = "\u{1B}[2J\n\u{202E}".repeat(10_000);
    let mut failure = fine();
    failure["class"] = long.clone().into();
    failure["retryNotBefore"] = long.into();
    let reading = Reading::from_value(&result(&failure));
    for violation in reading.violations() {
        let said = violation.to_string();
        assert!(said.len() < 1_000 && !said.contains(char::is_control), "{said}");
        assert!(!said.contains('\u{202E}') && said.contains('…'), "{said}");
    }
}

#[test]
fn parts_are_read_as_the_result_that_they_are_of() {
    let reading = Reading::from_parts(Some(true), Some(&fine()), ["a", "b"]);
    assert!(reading.has_tool_failure() && reading.retryable());
    assert_eq!(reading.model_text(), "a\nb\n\nReference: c-1");
    assert_eq!((reading.kind(), broken(&reading)), (ResultKind::Complete, vec![]));

    let reading = Reading::from_parts(None, None, []);
    assert_eq!((reading.is_error_field(), reading.has_entry()), (IsError::Absent, false));

    let reading = Reading::from_parts(None, Some(&fine()), []);
    assert_eq!(broken(&reading), [("S2", "toolFailure", Problem::Misplaced)]);

    let reading = Reading::from_parts(Some(true), Some(&json!([])), []);
    assert_eq!(broken(&reading), [("W1", "toolFailure", Problem::Malformed)]);
    assert!(reading.has_tool_failure() && !reading.retryable());
}

#[test]
fn c2_a_code_has_a_bound_and_a_line_for_the_log() {
    let read = |code: &str| {
        let mut failure = fine();
        failure["code"] = code.into();
        Reading::from_value(&result(&failure))
    };
    let odd = read("a\n\u{1B}[2J password=SECRET");
    assert_eq!(odd.code(), Some("a\n\u{1B}[2J password=SECRET"));
    assert_eq!(odd.code_for_log().as_deref(), Some(r"a\n\u{1b}[2J password=[redacted]"));
    // Wherever it is cut, nothing of a secret is left.
    for before in 200..260 {
        let secret =
            format!("{} https://u:SECRET@h/?SECRET {}", "x".repeat(before), "é".repeat(99));
        let reading = read(&secret);
        let (code, line) = (reading.code().expect("a code"), reading.code_for_log());
        assert!(code.len() <= Reading::MAX_CODE_BYTES);
        assert!(!format!("{code} {line:?}").contains("SECR"), "{code}");
    }
    let long = read(&"é".repeat(1 << 20));
    assert_eq!(long.code().map(str::len), Some(Reading::MAX_CODE_BYTES));
    assert!(long.retryable() && long.violations().is_empty());
}

#[test]
fn a_violation_is_redacted_before_it_is_cut() {
    for before in 0..70 {
        let mut failure = fine();
        let secret = format!("{} https://u:SECRET@h/?SECRET", "x".repeat(before));
        failure["class"] = secret.clone().into();
        failure["retryNotBefore"] = secret.clone().into();
        let mut whole = result(&failure);
        whole["resultType"] = secret.clone().into();
        whole["isError"] = secret.clone().into();
        let said: Vec<_> =
            Reading::from_value(&whole).violations().iter().map(ToString::to_string).collect();
        assert_eq!(said.len(), 4);
        assert!(!said.concat().contains("SECR"), "{said:?}");
    }
}

/// Some readers take such a result for that of another method, and lose what it says.
#[test]
fn a_key_of_another_method_beside_a_failure_is_listed_and_loses_nothing() {
    for key in ["action", "completion", "contents", "messages", "tools", "resources"] {
        let mut whole = result(&fine());
        whole[key] = json!([]);
        for reading in [Reading::from_value(&whole), Reading::from_json(whole.to_string())] {
            assert_eq!(broken(&reading), [("MCP", "result", Problem::Misplaced)]);
            let said = format!("MCP: `{key}` is a key of another method's result");
            assert_eq!(reading.violations()[0].to_string(), said);
            assert!(reading.has_tool_failure() && reading.retryable());
        }
        // The protocol permits any key.
        let reading = Reading::from_value(&json!({"content": [], "isError": true, key: []}));
        assert_eq!(broken(&reading), []);
    }
}

#[test]
fn what_is_left_of_a_failure_is_read() {
    let reading = Reading::from_remains(&fine());
    assert_eq!(broken(&reading), [("MCP", "result", Problem::Malformed)]);
    assert!(reading.has_tool_failure());
    assert_eq!(reading.class(), Some(ToolFailureClass::Reliability));
    assert_eq!((reading.code(), &*reading.model_text()), (Some("x"), "Reference: c-1"));
    let reading = Reading::from_remains(&json!([]));
    let broken = broken(&reading);
    assert_eq!(broken.last(), Some(&("W1", "toolFailure", Problem::Malformed)));
}
