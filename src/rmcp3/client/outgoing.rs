//! The request as it is sent.

use std::mem;

use rmcp::model::{CallToolRequest, CallToolRequestParams, ClientRequest, RequestMetaObject};
use serde_json::json;
use toolfailure_core::decision::{Call, RETRY_META_KEY, Request};

use super::size::size;

/// What the decision is to know of a request. Its size is measured up to `max_bytes`.
pub(super) fn describe<'a>(
    params: &CallToolRequestParams,
    tool: &'a str,
    max_bytes: usize,
) -> Request<'a> {
    let meta = params.meta.as_ref();
    Request {
        tool,
        // It answers what the server asked, or hands back a state that may be good for one use.
        committed: params.input_responses.is_some() || params.request_state.is_some(),
        retried_downstream: meta.is_some_and(|meta| meta.0.contains_key(RETRY_META_KEY)),
        bytes: size(max_bytes, |counter| serde_json::to_writer(counter, params)),
    }
}

/// The request of an attempt: the same arguments each time, and the mark. The last attempt that can
/// be made takes `params` itself, so that nothing is kept that cannot be sent again.
pub(super) fn request(params: &mut CallToolRequestParams, call: &Call<'_>) -> ClientRequest {
    let mut params = if call.may_be_repeated() {
        params.clone()
    } else {
        mem::replace(params, CallToolRequestParams::new(params.name.clone()))
    };
    if call.marks_request() {
        let mark = json!({ "attempt": call.attempt(), "max": call.max_attempts() });
        let meta = params.meta.get_or_insert_with(RequestMetaObject::default);
        meta.0.insert(RETRY_META_KEY.to_owned(), mark);
    }
    ClientRequest::CallToolRequest(CallToolRequest::new(params))
}
