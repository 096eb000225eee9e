//! One request, which is cancelled if nobody waits for its reply any more.

use std::{
    future::Future,
    pin::pin,
    task::{Context, Waker},
};

use rmcp::{
    Peer, RoleClient, ServiceError,
    model::{CancelledNotificationParam, ClientRequest, RequestId, ServerResult},
    service::PeerRequestOptions,
};
use tokio::{
    task::unconstrained,
    time::{Instant, timeout_at},
};

/// Sends a request and waits for its reply until `give_up_at`.
///
/// Not `Peer::call_tool`: that drops a result which its types cannot hold. Dropping the future
/// sends `notifications/cancelled`, and so does giving up.
pub(super) async fn request(
    peer: &Peer<RoleClient>,
    request: ClientRequest,
    give_up_at: Instant,
) -> Result<ServerResult, ServiceError> {
    let began = Instant::now();
    let reply = async {
        let options = PeerRequestOptions::no_options();
        let handle = peer.send_cancellable_request(request, options).await?;
        let mut guard = CancelOnDrop { peer, id: Some(handle.id.clone()) };
        let reply = handle.await_response().await;
        guard.id = None;
        reply
    };
    timeout_at(give_up_at, reply)
        .await
        .unwrap_or_else(|_| Err(ServiceError::Timeout { timeout: give_up_at - began }))
}

struct CancelOnDrop<'a> {
    peer: &'a Peer<RoleClient>,
    id: Option<RequestId>,
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(id) = self.id.take() {
            let reason = "the client no longer waits for the reply".to_owned();
            let params = CancelledNotificationParam::new(Some(id), Some(reason));
            // The first poll puts it into the queue of the transport if that has room: all that
            // can be done here, since nothing can be awaited in a drop. Whatever the task has left
            // of tokio's budget: with none, that poll would do nothing.
            let notification = pin!(unconstrained(self.peer.notify_cancelled(params)));
            let _ = notification.poll(&mut Context::from_waker(Waker::noop()));
        }
    }
}
