//! Runs a call so that it ends: by itself, by a panic, or by the time limit.

use std::{
    any::Any,
    future::poll_fn,
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
    time::Duration,
};

/// How a call ended.
pub(super) enum Ended<T> {
    With(T),
    /// With what the panic said, if it said anything.
    Panicked(Option<String>),
    TimedOut(Duration),
}

pub(super) async fn run<F: Future>(
    future: F,
    catch_panics: bool,
    limit: Option<Duration>,
) -> Ended<F::Output> {
    let guarded =
        async { if catch_panics { catching(future).await } else { Ended::With(future.await) } };
    match limit {
        Some(limit) => match tokio::time::timeout(limit, guarded).await {
            Ok(ended) => ended,
            Err(_) => Ended::TimedOut(limit),
        },
        None => guarded.await,
    }
}

/// A future that panicked is not polled again, and what it borrowed is not looked at again: the
/// handler behind it is shared by all calls, which see at most a poisoned lock.
async fn catching<F: Future>(future: F) -> Ended<F::Output> {
    let mut future = pin!(future);
    poll_fn(|context| match catch_unwind(AssertUnwindSafe(|| future.as_mut().poll(context))) {
        Ok(Poll::Pending) => Poll::Pending,
        Ok(Poll::Ready(output)) => Poll::Ready(Ended::With(output)),
        Err(payload) => Poll::Ready(Ended::Panicked(said(&*payload))),
    })
    .await
}

fn said(payload: &(dyn Any + Send)) -> Option<String> {
    let text = payload.downcast_ref::<&str>().map(|text| (*text).to_owned());
    text.or_else(|| payload.downcast_ref::<String>().cloned())
}
