//! One request, which is cancelled if nobody waits for its reply any more.

use std::{
    future::Future,
    task::{Context, Waker},
};

use rmcp::{
    Peer, RoleClient, ServiceError,
    model::{CancelledNotificationParam, ClientRequest, RequestId, ServerResult},
    service::PeerRequestOptions,
};
use tokio::{
    runtime::Handle,
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
            let peer = self.peer.clone();
            // Nothing can be awaited in a drop, but the first poll puts it into rmcp's queue if that
            // has room. Whatever the task has left of tokio's budget: with none, that poll would do
            // nothing.
            let notify = async move { peer.notify_cancelled(params).await };
            let mut notify = Box::pin(unconstrained(notify));
            let queued = notify.as_mut().poll(&mut Context::from_waker(Waker::noop()));
            // The queue is full, as after a burst of drops. Without a runtime, as while it shuts down,
            // nobody empties it any more, either.
            if queued.is_pending()
                && let Ok(runtime) = Handle::try_current()
            {
                runtime.spawn(notify);
            }
        }
    }
}
