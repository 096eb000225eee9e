use std::{
    fmt,
    future::{Future, pending, poll_fn},
    pin::{Pin, pin},
    sync::{Arc, Mutex, PoisonError},
    task::Poll,
    time::{Duration, SystemTime},
};

use rmcp::{Peer, RoleClient, model::CallToolRequestParams};
use tokio::time::{Instant, sleep_until};
use toolfailure_core::{
    decision::{Call, Now, RetryPolicy, Step, StopReason, Throttle},
    reading::Reading,
};

use super::{
    Outcome, attempt, outgoing,
    record::{Record, was_cancelled},
    reply::Received,
    tools::listing,
};

/// Without the caller's explicit word nothing is ever retried: the policy has to
/// [trust](RetryPolicy::trust_server_annotations) the server's annotations, or to say of a tool
/// that it [is idempotent](RetryPolicy::tool_is_idempotent).
///
/// A client round rmcp's `Peer` that calls a tool again when, and only when, that is safe (C3–C5):
/// a received, well-formed failure of class reliability says `retryable: true`; the tool declares
/// `idempotentHint: true` in a list that is fetched for the purpose; attempts, deadline and throttle
/// leave room; and never before `retryNotBefore`. Anything else ends with a
/// [reason](Outcome::stopped_because) and the last reply, unchanged. After an error, a time-out
/// among them, a call is never repeated, since the tool may have run.
///
/// Clones share the throttle: make one for each server, and clone it.
///
/// A reply is decided as [`Reading::from_json`] decides its JSON, as far as rmcp's types keep what came:
/// they hand on neither the JSON nor a place to look at it. Two things they do not keep. A result that
/// has a key of another method's (`tools`, `contents`, …) is lost but for its `_meta`: it is never
/// retried. And a result, a tool or its annotations that come as an array are read part by part, in the
/// order of the fields in rmcp's source, as if they were objects: then each part has to say in its place
/// what it would have to say under its name.
///
/// However many calls are dropped or cancelled at once, the server is told of each, and no other call
/// waits for that longer than its own time: what rmcp's queue (1,024 messages) has no room for is kept
/// in tasks of their own, and lost only with the runtime.
///
/// ```
/// # async fn call(server: rmcp::service::RunningService<rmcp::RoleClient, ()>)
/// # -> Result<(), rmcp::ServiceError> {
/// use rmcp::model::CallToolRequestParams;
/// use toolfailure::client::{RetryPolicy, RetryingClient};
///
/// let client = RetryingClient::new(&server, RetryPolicy::default().trust_server_annotations());
///
/// let outcome = client.call_tool(CallToolRequestParams::new("search")).await;
/// println!("{} after {} attempts", outcome.stopped_because, outcome.attempts.len());
/// let result = outcome.into_result()?; // where call_tool(..)? stood before
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct RetryingClient {
    peer: Peer<RoleClient>,
    policy: RetryPolicy,
    throttle: Arc<Mutex<Throttle>>,
    wall_clock: Arc<dyn Fn() -> SystemTime + Send + Sync>,
    random: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl fmt::Debug for RetryingClient {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("RetryingClient")
            .field("policy", &self.policy)
            .field("throttle", &self.throttle)
            .finish_non_exhaustive()
    }
}

impl RetryingClient {
    /// A client for the server behind `peer`, with a throttle of its own. A `RunningService` is
    /// taken, too: it derefs to its peer.
    #[must_use]
    pub fn new(peer: &Peer<RoleClient>, policy: RetryPolicy) -> Self {
        Self {
            peer: peer.clone(),
            policy,
            throttle: Arc::default(),
            wall_clock: Arc::new(SystemTime::now),
            random: Arc::new(crate::random::number),
        }
    }

    /// Shares a throttle: with another client of the same server, such as the one before a
    /// reconnect, whose failures should count.
    #[must_use]
    pub fn with_throttle(mut self, throttle: Arc<Mutex<Throttle>>) -> Self {
        self.throttle = throttle;
        self
    }

    /// The throttle of this client and of its clones.
    #[must_use]
    pub fn throttle(&self) -> Arc<Mutex<Throttle>> {
        Arc::clone(&self.throttle)
    }

    /// Takes the time of day from elsewhere: for tests, since pausing tokio's clock does not stop
    /// the wall clock. (A server with this crate leaves out a time that has passed by its own
    /// clock: to test against one, take a time of day in the future.)
    #[must_use]
    pub fn with_wall_clock(mut self, now: impl Fn() -> SystemTime + Send + Sync + 'static) -> Self {
        self.wall_clock = Arc::new(now);
        self
    }

    /// Takes the random numbers for the jitter from elsewhere: for tests. Evenly distributed over
    /// all of `u64`.
    #[must_use]
    pub fn with_random(mut self, random: impl Fn() -> u64 + Send + Sync + 'static) -> Self {
        self.random = Arc::new(random);
        self
    }

    /// Calls a tool, and calls it again where that is safe.
    ///
    /// Dropping the future cancels: the wait ends, and the server is told to stop what is running
    /// (which it need not do, and which a server that has not seen the call yet ignores). Calling
    /// again after that, as a `select!` in a loop does, is a new call, and in the caller's hand.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime with its timer.
    pub async fn call_tool(&self, params: CallToolRequestParams) -> Outcome {
        self.call_tool_until(params, pending()).await
    }

    /// The same, until `cancelled` resolves, such as `token.cancelled()`: the server is told to stop
    /// what is running, and the outcome, with the reason [`StopReason::Cancelled`], has the last
    /// reply that came; [`ServiceError::Cancelled`](rmcp::ServiceError::Cancelled) if a call was
    /// running, or none had begun. A reply that arrives together with the cancel is not thrown away.
    ///
    /// # Panics
    ///
    /// Outside of a tokio runtime with its timer.
    pub async fn call_tool_until(
        &self,
        params: CallToolRequestParams,
        cancelled: impl Future<Output = ()>,
    ) -> Outcome {
        let origin = Instant::now();
        let now = || Now { wall: (self.wall_clock)(), monotonic: origin.elapsed() };
        let instant = |offset| {
            let far_away = origin + Duration::from_secs(u32::MAX.into());
            origin.checked_add(offset).unwrap_or(far_away)
        };
        let mut cancelled = pin!(cancelled);

        let tool = params.name.clone();
        let mut params = params;
        let request = outgoing::describe(&params, &tool, self.policy.max_request_bytes());
        let mut record = Record::new(&tool, self.policy.max_attempts());
        let mut step = Step::Call(Call::begin(&self.policy, request, now()));
        loop {
            // Nothing is sent any more for who has cancelled.
            if !matches!(step, Step::Return(_)) && is_ready(cancelled.as_mut()).await {
                step = Step::Return(StopReason::Cancelled);
            }
            step = match step {
                Step::Call(call) => {
                    let (number, began) = (call.attempt(), now());
                    let request = outgoing::request(&mut params, &call);
                    let reply = attempt::request(&self.peer, request, instant(call.give_up_at()));
                    let reply = or_cancelled(reply, cancelled.as_mut()).await;
                    let ended = now();
                    let received = Received::new(reply.unwrap_or_else(|| Err(was_cancelled())));
                    let next = match &received.reading {
                        Ok(reading) => self.decide(call, reading, ended),
                        Err(reason) => Step::Return(*reason),
                    };
                    record.attempt(number, began, ended, received);
                    next
                }
                Step::AskForTool(question) => {
                    let give_up_at = instant(question.give_up_at());
                    let listing = listing(&self.peer, &tool, &self.policy, give_up_at);
                    match or_cancelled(listing, cancelled.as_mut()).await {
                        Some(listing) => question.answer(listing, now(), &self.throttle_now()),
                        None => Step::Return(StopReason::Cancelled),
                    }
                }
                Step::Wait(wait) => {
                    record.wait(wait.until().saturating_sub(now().monotonic));
                    let sleep = sleep_until(instant(wait.until()));
                    match or_cancelled(sleep, cancelled.as_mut()).await {
                        Some(()) => wait.woken(now(), &self.throttle_now()),
                        None => Step::Return(StopReason::Cancelled),
                    }
                }
                Step::Return(reason) => return record.over(reason),
            };
        }
    }

    fn decide<'p>(&self, call: Call<'p>, reading: &Reading, now: Now) -> Step<'p> {
        // Drawn before the lock is taken: a function of the caller's may want it, or take its time.
        let mut draws = match reading.retryable() {
            true => [(self.random)(), (self.random)()],
            false => [0; 2],
        }
        .into_iter();
        let mut throttle = self.throttle.lock().unwrap_or_else(PoisonError::into_inner);
        call.reply(reading, now, &mut throttle, &mut || draws.next().unwrap_or_default())
    }

    /// The throttle as it is now.
    fn throttle_now(&self) -> Throttle {
        self.throttle.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

async fn is_ready(mut future: Pin<&mut impl Future<Output = ()>>) -> bool {
    poll_fn(|context| Poll::Ready(future.as_mut().poll(context).is_ready())).await
}

/// What `running` gives, or `None` if `cancelled` came first. In the same moment, `running`: a reply
/// that is here is not thrown away.
async fn or_cancelled<T>(
    running: impl Future<Output = T>,
    mut cancelled: Pin<&mut impl Future<Output = ()>>,
) -> Option<T> {
    let mut running = pin!(running);
    poll_fn(|context| match running.as_mut().poll(context) {
        Poll::Ready(value) => Poll::Ready(Some(value)),
        Poll::Pending => cancelled.as_mut().poll(context).map(|()| None),
    })
    .await
}

#[cfg(test)]
mod tests {
    use std::future::ready;

    use super::*;

    #[tokio::test]
    async fn rr13_a_reply_that_comes_with_the_cancel_is_kept() {
        assert_eq!(or_cancelled(ready(1), pin!(ready(()))).await, Some(1));
        assert_eq!(or_cancelled(pending::<i32>(), pin!(ready(()))).await, None);
    }
}
