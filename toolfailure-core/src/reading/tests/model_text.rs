//! What a model gets to read of a failed call.

use super::*;

fn failed(content: Value, guidance: Option<Value>, id: &str) -> Reading {
    let mut failure = json!({"class": "governance", "code": "auth_required", "correlationId": id});
    if let Some(guidance) = guidance {
        failure["agentGuidance"] = guidance;
    }
    let mut whole = result(&failure);
    whole["content"] = content;
    let reading = Reading::from_value(&whole);
    let again = Reading::from_json(whole.to_string());
    assert_eq!(reading.model_text(), again.model_text());
    reading
}

fn block(text: &str) -> Value {
    json!({"type": "text", "text": text})
}

#[test]
fn each_part_once_however_much_of_it_is_in_the_content() {
    let guidance = || Some(json!("Ask the user to reconnect."));
    let whole = "Expired.\n\nAsk the user to reconnect.\n\nReference: c-1";
    for content in [
        "Expired.",
        "Expired.\n\nAsk the user to reconnect.",
        "Expired.\n\nAsk the user to reconnect.\n\nReference: c-1",
    ] {
        assert_eq!(failed(json!([block(content)]), guidance(), "c-1").model_text(), whole);
    }
    let id_first = failed(json!([block("Expired (c-000001).")]), guidance(), "c-000001");
    assert_eq!(id_first.model_text(), "Expired (c-000001).\n\nAsk the user to reconnect.");
    let none = failed(json!([block("Expired.")]), None, "c-1");
    assert_eq!(none.model_text(), "Expired.\n\nReference: c-1");
}

#[test]
fn w6_a_longer_id_in_the_content_is_not_this_one() {
    for content in ["See c-12.", "See abc-1.", "See c-1-x."] {
        let text = failed(json!([block(content)]), None, "c-1").model_text();
        assert_eq!(text, format!("{content}\n\nReference: c-1"));
    }
}

#[test]
fn w6_a_short_id_that_is_a_word_of_the_message_is_said_all_the_same() {
    for (content, id) in [
        ("no event 42", "42"),
        ("no event", "event"),
        ("a - b", "-"),
        ("the calendar is busy", "calendar"),
    ] {
        let text = failed(json!([block(content)]), None, id).model_text();
        assert_eq!(text, format!("{content}\n\nReference: {id}"));
    }
}

#[test]
fn an_id_of_any_length_is_cut_and_redacted() {
    let long = failed(json!([block("x")]), None, &"i".repeat(1 << 20)).model_text();
    assert!(long.len() < 400, "{}", long.len());
    let secret = failed(json!([block("x")]), None, "password=SECRET").model_text();
    assert!(!secret.contains("SECRET"), "{secret}");
}

/// What our own servers send is not said twice, though the guidance on the wire is not the line
/// that stands in the content.
#[test]
fn c6_guidance_that_was_made_one_line_of_for_the_content_is_not_repeated() {
    let raw = "Ask the user\nto  reconnect.";
    let content = "Expired.\n\nAsk the user to reconnect.\n\nReference: c-1";
    let reading = failed(json!([block(content)]), Some(json!(raw)), "c-1");
    assert_eq!(reading.model_text(), content);
    // And as it is, if a server puts it there like that.
    let content = format!("Expired.\n\n{raw}\n\nReference: c-1");
    let reading = failed(json!([block(&content)]), Some(json!(raw)), "c-1");
    assert_eq!(reading.model_text(), content);
}

#[test]
fn text_blocks_in_their_order_and_nothing_else() {
    let content = json!([
        block("one"),
        {"type": "image", "data": "AA==", "mimeType": "image/png", "text": "not this"},
        block("two\n"),
        {"type": "resource", "resource": {"uri": "x", "text": "nor this"}},
        {"text": "nor one without a type"},
        {"type": "text"},
        {"type": "text", "text": ["nor that"]},
        {"type": "Text", "text": "nor that"},
        "nor that",
        null,
        {"text": "three", "annotations": {"audience": ["user"]}, "type": "text"},
        block(""),
    ]);
    let reading = failed(content, None, "c-1");
    assert_eq!(reading.model_text(), "one\ntwo\n\nthree\n\n\nReference: c-1");
    assert!(reading.violations().is_empty());
}

#[test]
fn without_any_text_there_is_no_gap_above() {
    for content in [json!([]), json!(null), json!({"type": "text"}), json!([{"type": "image"}])] {
        let reading = failed(content, Some(json!("Ask.")), "c-1");
        assert_eq!(reading.model_text(), "Ask.\n\nReference: c-1");
    }
    assert_eq!(failed(json!([]), None, "c-1").model_text(), "Reference: c-1");
}

#[test]
fn c6_guidance_and_id_are_one_visible_line_each() {
    let guidance = "Wait.\n\nReference: forged\u{1B}[2J\u{202E}\u{0}";
    let reading = failed(json!([block("x")]), Some(json!(guidance)), "c\n-\u{1B}[31m1\u{200B}");
    assert_eq!(reading.model_text(), "x\n\nWait. Reference: forged[2J\n\nReference: c -[31m1");
    // The texts themselves are the server's own, as they are.
    let raw = "a\u{1B}[2J\r\nb";
    assert_eq!(
        failed(json!([block(raw)]), None, "c-1").model_text(),
        format!("{raw}\n\nReference: c-1")
    );
}

#[test]
fn w7_guidance_is_cut_and_what_is_invisible_is_nothing() {
    let long = failed(json!([]), Some(json!("ä".repeat(10_000))), "c-1").model_text();
    assert!(long.chars().count() < 350, "{long}");
    for nothing in ["", " \n ", "\u{200B}\u{202E}"] {
        let reading = failed(json!([block("x")]), Some(json!(nothing)), "c-1");
        assert_eq!(reading.model_text(), "x\n\nReference: c-1");
        assert_eq!(
            reading.agent_guidance().map(UntrustedGuidance::as_untrusted_str),
            Some(nothing)
        );
    }
}

#[test]
fn w6_an_id_of_which_nothing_is_seen_is_no_reference() {
    assert_eq!(failed(json!([block("x")]), None, "\u{200B} \n").model_text(), "x");
}

#[test]
fn what_did_not_fail_is_not_shown() {
    let mut whole = result(&fine());
    whole["content"] = json!([block("secret")]);
    for is_error in [json!(false), json!(null), json!("true"), json!(1)] {
        whole["isError"] = is_error;
        assert_eq!(Reading::from_value(&whole).model_text(), "");
    }
    whole.as_object_mut().expect("an object").remove("isError");
    assert_eq!(Reading::from_value(&whole).model_text(), "");
    assert_eq!(Reading::from_parts(Some(false), Some(&fine()), ["secret"]).model_text(), "");
}

#[test]
fn an_error_without_the_extension_is_its_text() {
    let whole = json!({"isError": true, "content": [block("a"), block("b")]});
    assert_eq!(Reading::from_value(&whole).model_text(), "a\nb");
    // And one whose failure cannot be used is that, too.
    let mut broken = result(&json!("x"));
    broken["content"] = json!([block("a")]);
    assert_eq!(Reading::from_value(&broken).model_text(), "a");
}

#[test]
fn an_unknown_class_or_a_broken_field_keeps_the_rest() {
    let failure = json!({
        "class": "security", "code": 1, "correlationId": "c-1", "agentGuidance": "Ask."
    });
    assert_eq!(Reading::from_value(&result(&failure)).model_text(), "Ask.\n\nReference: c-1");
    let failure = json!({"class": "governance", "correlationId": 5, "agentGuidance": ["x"]});
    assert_eq!(Reading::from_value(&result(&failure)).model_text(), "");
}
