//! What becomes of a call's outcome.

use rmcp::{
    ErrorData,
    model::{CallToolResponse, CallToolResult, ContentBlock, ErrorCode, MetaObject},
};
use serde_json::Value;

use super::{super::result::CORRELATION_ID, Covers, guard::Ended};
use crate::{
    Classification, Code, LOG_TARGET, Report, Retry, call::Call, report::Occurrence, text, wire,
};

const INTERNAL_ERROR: Code = Code::from_static("internal_error");
const TIMEOUT: Code = Code::from_static("timeout");
const UNCLASSIFIED: Code = Code::from_static("unclassified");

/// How rmcp begins what it says of arguments that do not fit. It is a private constant there; a
/// test holds the two together.
const ARGUMENTS_DO_NOT_FIT: &str = "failed to deserialize parameters:";

/// Protocol errors that are about the request and not about the tool: parse error, invalid request,
/// unknown method, the four of the 2026-07-28 lifecycle and its predecessor.
const ABOUT_THE_REQUEST: [i32; 7] = [-32700, -32600, -32601, -32020, -32021, -32022, -32042];

type Response = Result<CallToolResponse, ErrorData>;

/// The outcome of a cancelled call: nobody waits for it, so nothing is minted.
pub(super) fn as_it_is(ended: Ended<Response>) -> Response {
    match ended {
        Ended::With(response) => response,
        Ended::Panicked(_) | Ended::TimedOut(_) => {
            Err(ErrorData::internal_error("the call was cancelled", None))
        }
    }
}

pub(super) fn classify(
    ended: Ended<Response>,
    covers: Covers,
    call: &Call,
    known: impl Fn() -> bool,
) -> Response {
    match ended {
        Ended::With(Ok(CallToolResponse::Complete(result))) => Ok(complete(result, covers).into()),
        // Not finished yet: input is required, or a task was made of it.
        Ended::With(Ok(response)) => Ok(response),
        Ended::With(Err(error)) => {
            if ABOUT_THE_REQUEST.contains(&error.code.0) {
                return Err(error);
            }
            if let Some(report) = restored(&error, call) {
                return Ok(CallToolResult::from(report).into());
            }
            if !covers.protocol_errors || !known() {
                return Err(error);
            }
            Ok(CallToolResult::from(protocol_error(&error)).into())
        }
        Ended::Panicked(said) => {
            let chain = said.map(|said| text::log_line(&said));
            let classification = Classification::reliability(INTERNAL_ERROR, Retry::No);
            Ok(answer(classification, "The tool failed unexpectedly.", "the tool panicked", chain))
        }
        Ended::TimedOut(limit) => {
            let classification = Classification::reliability(TIMEOUT, Retry::IfIdempotent)
                .with_guidance("Check whether the call took effect before making it again.");
            let diagnosis = format!("no result within the limit of {limit:?}");
            Ok(answer(classification, "The tool took too long.", &diagnosis, None))
        }
    }
}

/// A failure of which the tool itself said nothing.
fn answer(
    classification: Classification,
    message: &str,
    diagnosis: &str,
    chain: Option<String>,
) -> CallToolResponse {
    let diagnosis = diagnosis.to_owned();
    let report = Occurrence { classification, message: &message, diagnosis, chain }.report();
    CallToolResult::from(report).into()
}

fn complete(mut result: CallToolResult, covers: Covers) -> CallToolResult {
    let has_key = result.meta.as_ref().is_some_and(|meta| meta.contains_key(wire::META_KEY));
    if result.is_error != Some(true) {
        if has_key {
            tracing::warn!(
                target: LOG_TARGET,
                "a result that is no error carries a tool failure; it is left as it is (S2)"
            );
        }
        return result;
    }
    if has_key {
        return result;
    }
    let first = result.content.first().and_then(|block| block.as_text());
    if let Some(text) = first.map(|block| block.text.as_str())
        && text.starts_with(ARGUMENTS_DO_NOT_FIT)
    {
        if covers.arguments {
            arguments_do_not_fit(text).write_to(&mut result);
        }
        return result;
    }
    if covers.results {
        let diagnosis = match first {
            Some(block) => text::log_line(&block.text),
            None => "a result with isError and without text".to_owned(),
        };
        let classification = Classification::reliability(UNCLASSIFIED, Retry::No);
        let report = Occurrence { classification, message: &"", diagnosis, chain: None }.report();
        append(report, &mut result);
    }
    result
}

/// Keeps what the tool said, and says beside it under which id it is in the log.
fn append(report: Report, result: &mut CallToolResult) {
    let reference = format!("Reference: {}", report.failure().correlation_id());
    let (_, (key, failure)) = report.into_parts();
    result.content.push(ContentBlock::text(reference));
    result.meta.get_or_insert_with(MetaObject::new).insert(key, failure);
}

/// The text says which field is wrong, and may hold the value: it is the caller's own, so the model
/// may read it, but a log is no place for it.
fn arguments_do_not_fit(text: &str) -> Report {
    Occurrence {
        classification: Classification::capability(Code::INVALID_INPUT),
        message: &text,
        diagnosis: "the arguments do not fit the tool's input schema".to_owned(),
        chain: None,
    }
    .report()
}

fn protocol_error(error: &ErrorData) -> Report {
    if error.code == ErrorCode::INVALID_PARAMS && error.message.starts_with(ARGUMENTS_DO_NOT_FIT) {
        return arguments_do_not_fit(&error.message);
    }
    let classification = match error.code {
        ErrorCode::INVALID_PARAMS => Classification::capability(Code::INVALID_INPUT),
        ErrorCode::RESOURCE_NOT_FOUND => Classification::capability(Code::RESOURCE_NOT_FOUND),
        _ => Classification::reliability(UNCLASSIFIED, Retry::No),
    };
    Occurrence {
        classification,
        message: &error.message,
        diagnosis: text::log_line(&error.message),
        chain: error.data.as_ref().map(|data| text::log_line(data)),
    }
    .report()
}

/// What a derived error minted when it became an `ErrorData`.
fn restored(error: &ErrorData, call: &Call) -> Option<Report> {
    let id = error.data.as_ref()?.get(CORRELATION_ID).and_then(Value::as_str)?;
    call.restore(id)
}
