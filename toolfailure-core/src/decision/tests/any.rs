//! Anything at all: a call is made again only for what the rules permit.

use proptest::prelude::*;

use super::*;
use crate::reading::tests::any::{any_json, mutated, nearly_retryable};

/// Whether another call is made under the most permissive policy there is.
fn calls_again(reading: &Reading) -> bool {
    let policy = RetryPolicy::default()
        .tool_is_idempotent(TOOL, true)
        .with_deadline(Duration::MAX)
        .with_max_attempts(u32::MAX);
    let mut clock = Clock::start();
    let call = Call::begin(&policy, Request::of_tool(TOOL), clock.now());
    let mut step = reply(call, reading, &clock);
    loop {
        step = match step {
            Step::Call(_) => return true,
            Step::Return(_) => return false,
            Step::AskForTool(question) => panic!("the caller vouches: {question:?}"),
            Step::Wait(wait) => {
                assert!(wait.until() > clock.monotonic);
                clock.pass_until(wait.until());
                wait.woken(clock.now(), &Throttle::default())
            }
        }
    }
}

/// C3 and C4, said of the value itself.
fn permits(result: &Value) -> bool {
    let failure = &result["_meta"][META_KEY];
    result["isError"] == true
        && failure["class"] == "reliability"
        && failure["retryable"] == true
        && failure["correlationId"].as_str().is_some_and(|id| !id.is_empty())
        && failure["code"].is_string()
}

/// And of the rest, what may stand there at all.
fn is_well_formed(result: &Value) -> bool {
    let time = result["_meta"][META_KEY].get("retryNotBefore");
    result.get("resultType").is_none_or(|kind| kind == "complete")
        && time.is_none_or(|time| {
            time.as_f64().is_some_and(|time| !(time < 0.0 || time > 0.0 && time.ceil() < 1e11))
        })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn c3_c4_any_value(value in any_json()) {
        prop_assert!(!calls_again(&Reading::from_value(&value)) || permits(&value));
    }

    #[test]
    fn c3_c4_a_nearly_valid_result_is_retried_exactly_if_the_rules_permit(
        value in nearly_retryable(),
    ) {
        let may = permits(&value) && is_well_formed(&value);
        prop_assert_eq!(calls_again(&Reading::from_value(&value)), may);
    }

    #[test]
    fn c3_c4_any_mutation_of_a_valid_result(bytes in mutated()) {
        let again = calls_again(&Reading::from_json(&bytes));
        if let Ok(value) = serde_json::from_slice(&bytes) {
            prop_assert_eq!(again, permits(&value) && is_well_formed(&value));
        }
    }
}
