//! The JSON in the README is what its enum yields. (Its Rust runs as a test of its own.)

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::Value;
use toolfailure::{ToolFailure, wire};

#[derive(Debug, thiserror::Error, ToolFailure)]
enum CalendarError {
    #[error("the calendar API is over its limit")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    RateLimited {
        #[tool_failure(retry_after)]
        wait: Duration,
    },
}

#[test]
fn the_json_of_the_readme_is_true() {
    let readme = include_str!("../README.md");
    let (_, after) = readme.split_once("```json\n").expect("a JSON block");
    let (json, _) = after.split_once("\n```").expect("an end of the block");
    let shown: Value = serde_json::from_str(json).expect("the README shows JSON");

    let wait = Duration::from_secs(30);
    let before = SystemTime::now().duration_since(UNIX_EPOCH).expect("after 1970") + wait;
    let result = rmcp::model::CallToolResult::from(CalendarError::RateLimited { wait });
    let mut real = serde_json::to_value(result).expect("a result is JSON");
    // Not on the wire before protocol version 2026-07-28, whose field it is.
    real.as_object_mut().expect("an object").remove("resultType");

    let failure = &mut real["_meta"][wire::META_KEY];
    let time = failure["retryNotBefore"].as_u64().expect("milliseconds");
    assert!(u128::from(time) >= before.as_millis());
    let shown_failure = &shown["_meta"][wire::META_KEY];
    let ids = [&*failure, shown_failure]
        .map(|failure| failure["correlationId"].as_str().expect("an id").to_owned());
    for name in ["retryNotBefore", "correlationId"] {
        failure[name] = shown_failure[name].clone();
    }
    let text = real["content"][0]["text"].as_str().expect("a text").replace(&ids[0], &ids[1]);
    real["content"][0]["text"] = text.into();
    assert_eq!(real, shown);
}
