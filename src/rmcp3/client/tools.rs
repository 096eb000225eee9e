//! What the server's current list says of a tool.

use rmcp::{
    Peer, RoleClient,
    model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult, Tool},
};
use tokio::time::Instant;
use toolfailure_core::decision::{Listing, RetryPolicy};

use super::{attempt::request, size::size};

/// Asks for a fresh `tools/list`, all of it within the limits of the policy: a tool may be listed
/// again, with other hints, on the last page.
///
/// Not `Peer::list_tools`: that may answer from a cache, even with what the server no longer says.
pub(super) async fn listing(
    peer: &Peer<RoleClient>,
    tool: &str,
    policy: &RetryPolicy,
    give_up_at: Instant,
) -> Listing {
    let (mut listing, mut cursor) = (Listing::NotListed, None);
    let mut bytes_left = policy.max_list_bytes();
    for _ in 0..policy.max_list_pages() {
        let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let list = ListToolsRequest::with_param(params);
        let list = request(peer, ClientRequest::ListToolsRequest(list), give_up_at).await;
        let Ok(ServerResult::ListToolsResult(page)) = list else {
            return Listing::Unavailable;
        };
        match bytes_left
            .checked_sub(size(bytes_left, |counter| serde_json::to_writer(counter, &page)))
        {
            Some(left) => bytes_left = left,
            None => return Listing::Unavailable,
        }
        let found = page.tools.iter().filter(|listed| listed.name == tool).map(hints);
        listing = found.fold(listing, Listing::and);
        // Nothing that follows can permit what is forbidden already.
        let forbidden = matches!(listing, Listing::Listed { idempotent: Some(false), .. });
        if forbidden || page.next_cursor.is_none() {
            return listing;
        }
        if page.next_cursor == cursor {
            // It would send the same page for ever.
            return Listing::Unavailable;
        }
        cursor = page.next_cursor;
    }
    Listing::Unavailable
}

fn hints(tool: &Tool) -> Listing {
    let hints = tool.annotations.as_ref();
    Listing::Listed {
        idempotent: hints.and_then(|hints| hints.idempotent_hint),
        read_only: hints.and_then(|hints| hints.read_only_hint),
    }
}
