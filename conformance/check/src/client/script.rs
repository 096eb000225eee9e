//! The server: what it answers, and what it remembers.

use std::{
    sync::{Mutex, PoisonError},
    time::{Duration, Instant, SystemTime, UNIX_EPOCH},
};

use serde_json::{Value, json};
use toolfailure_core::wire::META_KEY;

use super::scenario::{ALL, Failure, Scenario, retryable};
use crate::mcp::{Called, Toolbox};

pub(super) struct Script {
    began: Instant,
    /// As many as there are scenarios.
    calls: Mutex<Vec<Vec<Arrival>>>,
}

/// A call of one tool.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arrival {
    /// By the wall clock, in Unix epoch milliseconds.
    pub(super) wall_ms: u64,
    /// Since the server began.
    pub(super) after: Duration,
}

impl Script {
    pub(super) fn new() -> Self {
        let calls = ALL.iter().map(|_| Vec::new()).collect();
        Self { began: Instant::now(), calls: Mutex::new(calls) }
    }

    /// The scenarios, each with the calls of its tool.
    pub(super) fn seen(&self) -> Vec<(&'static Scenario, Vec<Arrival>)> {
        let calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
        ALL.iter().zip(calls.iter().cloned()).collect()
    }
}

/// The time that a scenario of a first call names.
pub(super) fn not_before(first: Arrival, wait: Duration) -> u64 {
    first.wall_ms + u64::try_from(wait.as_millis()).unwrap_or(u64::MAX / 2)
}

impl Toolbox for Script {
    fn tools(&self) -> Vec<Value> {
        ALL.iter().map(Scenario::entry).collect()
    }

    fn call(&self, tool: &str, stateless: bool) -> Called {
        let Some(at) = ALL.iter().position(|it| it.tool == tool) else {
            return Called::NoSuchTool;
        };
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        let arrival = Arrival {
            wall_ms: u64::try_from(now.as_millis()).unwrap_or(u64::MAX),
            after: self.began.elapsed(),
        };
        let (first, nth) = {
            let mut calls = self.calls.lock().unwrap_or_else(PoisonError::into_inner);
            calls[at].push(arrival);
            (calls[at][0], calls[at].len())
        };
        let mut result = answer(&ALL[at], first, arrival, nth);
        if stateless {
            result["resultType"] = json!("complete");
        }
        Called::Result(result.to_string())
    }
}

fn answer(scenario: &Scenario, first: Arrival, now: Arrival, nth: usize) -> Value {
    let id = format!("check-{}-{nth}", scenario.tool);
    match scenario.failure {
        Failure::Plain => json!({"content": text("It did not work."), "isError": true}),
        Failure::Classified(fields) => failed(fields(), &id),
        Failure::OnSuccess(fields) => {
            let mut result = failed(fields(), &id);
            result["isError"] = json!(false);
            result
        }
        Failure::NotBefore(wait) => {
            let time = not_before(first, wait);
            if nth > 1 && now.wall_ms >= time {
                return json!({"content": text("It worked.")});
            }
            let mut fields = retryable();
            fields["retryNotBefore"] = json!(time);
            failed(fields, &id)
        }
        Failure::Then(fields) => failed(if nth == 1 { retryable() } else { fields() }, &id),
    }
}

fn failed(mut fields: Value, id: &str) -> Value {
    fields["correlationId"] = json!(id);
    let content = text(&format!("It did not work.\n\nReference: {id}"));
    json!({"content": content, "isError": true, "_meta": {META_KEY: fields}})
}

fn text(text: &str) -> Value {
    json!([{"type": "text", "text": text}])
}
