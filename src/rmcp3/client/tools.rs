//! What the server's current list says of a tool.

use rmcp::{
    Peer, RoleClient,
    model::{ClientRequest, ListToolsRequest, PaginatedRequestParams, ServerResult},
};
use tokio::time::Instant;
use toolfailure_core::decision::Listing;

use super::attempt::request;

/// How many pages are read: a server can go on for ever.
const MAX_PAGES: usize = 64;

/// Asks for a fresh `tools/list`.
///
/// Not `Peer::list_tools`: that may answer from a cache, even with what the server no longer says.
pub(super) async fn listing(peer: &Peer<RoleClient>, tool: &str, give_up_at: Instant) -> Listing {
    let mut cursor = None;
    for _ in 0..MAX_PAGES {
        let params = PaginatedRequestParams::default().with_cursor(cursor.clone());
        let list = ListToolsRequest::with_param(params);
        let list = request(peer, ClientRequest::ListToolsRequest(list), give_up_at).await;
        let Ok(ServerResult::ListToolsResult(page)) = list else {
            return Listing::Unavailable;
        };
        let mut found = page.tools.iter().filter(|listed| listed.name == tool);
        match (found.next(), found.next()) {
            (Some(found), None) => {
                let hints = found.annotations.as_ref();
                return Listing::Listed {
                    idempotent: hints.and_then(|hints| hints.idempotent_hint),
                    read_only: hints.and_then(|hints| hints.read_only_hint),
                };
            }
            // Twice, and nobody knows which of the two is called. (Further pages are not read for
            // this: a server that lists a tool again there breaks the protocol in its own way.)
            (Some(_), Some(_)) => return Listing::Unavailable,
            (None, _) => {}
        }
        if page.next_cursor.is_none() {
            return Listing::NotListed;
        }
        if page.next_cursor == cursor {
            // It would send the same page for ever.
            return Listing::Unavailable;
        }
        cursor = page.next_cursor;
    }
    Listing::Unavailable
}
