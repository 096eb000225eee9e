//! The language-neutral cases, against the engine itself.

use std::collections::BTreeSet;

use super::*;

fn rows() -> Vec<Value> {
    let path =
        concat!(env!("CARGO_MANIFEST_DIR"), "/../conformance/vectors/decisions/decisions.jsonl");
    let text = std::fs::read_to_string(path).expect(path);
    text.lines().map(|line| serde_json::from_str(line).expect(line)).collect()
}

fn readings(row: &Value) -> Vec<Reading> {
    match row.get("result") {
        Some(value) => vec![Reading::from_value(value), Reading::from_json(value.to_string())],
        None => vec![Reading::from_json(row["result_text"].as_str().expect("a reply"))],
    }
}

fn listing(row: &Value, field: &str) -> Option<Listing> {
    Some(match row.get(field)? {
        Value::String(word) if word == "missing" => Listing::NotListed,
        hints => Listing::Listed {
            idempotent: hints.get("idempotentHint").and_then(Value::as_bool),
            read_only: hints.get("readOnlyHint").and_then(Value::as_bool),
        },
    })
}

/// What the engine decides, in the words of `expect` up to the first bracket or comma.
fn decide(row: &Value, reading: &Reading) -> String {
    let number = |field: &str, default: u64| {
        row.get(field).map_or(default, |value| value.as_u64().expect(field))
    };
    let flag = |field: &str, default: bool| {
        row.get(field).map_or(default, |value| value.as_bool().expect(field))
    };
    let small = |field, default| u32::try_from(number(field, default)).expect("fits");

    let mut policy = RetryPolicy::default()
        .with_max_attempts(small("max_attempts", 3))
        .with_deadline(ms(number("deadline_ms", 30_000)));
    if flag("trusted", true) {
        policy = policy.trust_server_annotations();
    }
    if flag("read_only_is_idempotent", false) {
        policy = policy.accept_read_only();
    }
    if row.get("override").is_some() {
        policy = policy.tool_is_idempotent(TOOL, flag("override", false));
    }
    let request = Request {
        committed: flag("committed", false),
        retried_downstream: flag("request_stamp", false),
        bytes: usize::try_from(number("request_bytes", 0)).expect("fits"),
        ..Request::of_tool(TOOL)
    };
    let first = listing(row, "annotations").unwrap_or(Listing::Unavailable);
    let later = listing(row, "annotations_later").unwrap_or(first);

    let mut clock = Clock::start();
    let plain = retryable(None);
    let call = attempt(small("attempt", 1), &policy, request, &mut clock, &plain);
    clock.pass(ms(number("took_ms", 0)));
    clock.wall = epoch(NOW_MS);
    let replied = clock.monotonic;
    let mut throttle = Throttle::with_tokens(small("tokens", 10));
    let mut step = call.reply(reading, clock.now(), &mut throttle, &mut || 0);

    let mut words = None;
    let mut set_by = row.get("wall_step_ms").map_or(0, |step| step.as_i64().expect("a number"));
    loop {
        step = match step {
            Step::Return(StopReason::Success) => return "success".to_owned(),
            Step::Return(reason) => return format!("stop: {reason}"),
            Step::Call(_) => {
                if let Some(time) = reading.retry_not_before() {
                    assert!(clock.wall >= epoch(time.epoch_millis()), "C5: {row}");
                }
                return words.expect("no call without a wait");
            }
            Step::AskForTool(question) => {
                let answer = if words.is_none() { first } else { later };
                question.answer(answer, clock.now(), &throttle)
            }
            Step::Wait(wait) => {
                let cancelled = replied + ms(number("cancel_at_ms", u64::MAX));
                if cancelled < wait.until() {
                    return "stop: cancelled".to_owned();
                }
                let took = wait.until() - clock.monotonic;
                if words.is_none() {
                    let asked = wait.asked_for().unwrap_or_default();
                    assert!(took > asked, "jitter comes on top: {row}");
                }
                words.get_or_insert_with(|| match wait.asked_for() {
                    Some(asked) => format!("retry: wait >= {} ms + jitter", asked.as_millis()),
                    None if reading.retry_not_before().is_some() => {
                        "retry: backoff, never 0".to_owned()
                    }
                    None => "retry: backoff".to_owned(),
                });
                clock.pass(took);
                let by = ms(set_by.unsigned_abs());
                clock.wall = if set_by < 0 { clock.wall - by } else { clock.wall + by };
                set_by = 0;
                if row.get("tokens_later").is_some() {
                    throttle = Throttle::with_tokens(small("tokens_later", 10));
                }
                wait.woken(clock.now(), &throttle)
            }
        }
    }
}

#[test]
fn rr1_to_rr18_every_vector_is_decided_as_expected() {
    let rows = rows();
    assert!(rows.len() > 150, "{}", rows.len());
    for row in &rows {
        // A call without a result ends with its driver, who has these two words for it.
        if row.get("no_reply").is_some() || row.get("error").is_some() {
            continue;
        }
        let expect = row["expect"].as_str().expect("`expect` is a string");
        for reading in readings(row) {
            let warning = match (expect.contains("warn"), reading.is_error()) {
                (false, _) => "",
                (true, true) => " (field not used for the decision), warn",
                (true, false) => ", warn",
            };
            assert_eq!(decide(row, &reading) + warning, expect, "{}", row["name"]);
            if !expect.starts_with("stop") {
                let warns = !reading.violations().is_empty();
                assert_eq!(warns, !warning.is_empty(), "{}", row["name"]);
            }
        }
    }
}

#[test]
fn the_vectors_know_every_reason() {
    use crate::reading::Field;

    let fields = [
        Field::Result,
        Field::ResultType,
        Field::IsError,
        Field::Meta,
        Field::ToolFailure,
        Field::Class,
        Field::Code,
        Field::Retryable,
        Field::RetryNotBefore,
        Field::CorrelationId,
    ];
    let reasons = [
        StopReason::NotAnError,
        StopReason::InputRequired,
        StopReason::NoExtension,
        StopReason::ClassForbids,
        StopReason::UnknownClass,
        StopReason::NotRetryable,
        StopReason::ToolNotIdempotent,
        StopReason::ToolUnknown,
        StopReason::AnnotationsUntrusted,
        StopReason::HintSuspect,
        StopReason::AttemptsExhausted,
        StopReason::Deadline,
        StopReason::Throttled,
        StopReason::Cancelled,
        StopReason::Committed,
        StopReason::AlreadyRetriedDownstream,
        StopReason::OutcomeUnknown,
        StopReason::ProtocolError,
    ];
    let all = reasons.into_iter().chain(fields.map(StopReason::Malformed));
    let mut all: BTreeSet<_> = all.map(|reason| format!("stop: {reason}")).collect();
    all.insert(StopReason::Success.to_string());

    let rows = rows();
    let of = |row: &Value, field: &str| row[field].as_str().map(ToOwned::to_owned);
    let said: BTreeSet<_> = rows
        .iter()
        .map(|row| of(row, "expect").expect("a string"))
        .filter(|expect| !expect.starts_with("retry") && !expect.contains(','))
        .collect();
    assert_eq!(said, all);
    let names: BTreeSet<_> = rows.iter().map(|row| of(row, "name").expect("a string")).collect();
    assert_eq!(names.len(), rows.len(), "every name is there once");
}
