//! The layer that covers a whole server in one line.
//!
//! [`Classified`] wraps any `ServerHandler` and is one. Every failure of a tool then leaves the
//! server with a class that is safe and an id that is in the log, whatever form the tool gave it;
//! the derive replaces guesses by facts, tool by tool.
//!
//! | what the tool does | what leaves the server |
//! |---|---|
//! | fails with a type that derives `ToolFailure` | what that type says; the event also has `tool`, `request_id`, `elapsed_ms` and `trace_id` |
//! | gets arguments that do not fit | `capability` / `invalid_input`; the text for the model stays, the caller's values stay out of the log |
//! | returns `Err(ErrorData)` | a result (S1): -32602 is `invalid_input`, -32002 `resource_not_found`, all else `reliability` / `unclassified`; `data` goes to the log alone |
//! | returns an `isError` result of its own | `reliability` / `unclassified`, not retryable; its blocks stay, one with the reference is appended |
//! | panics | `reliability` / `internal_error`, and the server lives; without the layer the caller waits for ever |
//! | takes longer than [`Classified::with_time_limit`] | `reliability` / `timeout`, retryable if the tool is idempotent |
//! | is not known, or the request itself is wrong | the protocol error that it was |
//! | returns a result that is classified already | the same bytes, and no second event |
//! | was cancelled | whatever it returned; no id is minted |
//!
//! Which tools there are is asked of `ServerHandler::get_tool`. `#[tool_handler]` writes it; a handler
//! written wholly by hand that leaves it out knows no tool, so its `Err(ErrorData)` stay protocol
//! errors, and "if idempotent" is never retryable.
//!
//! A panic can be caught only where panics unwind (not with `panic = "abort"`), and a time limit
//! ends only what waits: blocking code runs on. What tasks in the background fail with is out of
//! the layer's reach, unless they run in [`in_current_call`].

mod forward;
mod guard;
mod outcome;

use std::{fmt, sync::Arc, time::Duration};

use rmcp::{
    ErrorData, RoleServer, ServerHandler,
    model::{CallToolRequestParams, CallToolResponse},
    service::RequestContext,
};

use crate::call::{Call, Hints, current};

/// A server of which every failing call is classified and logged.
///
/// ```no_run
/// use rmcp::{ServerHandler, ServiceExt, transport::stdio};
/// use toolfailure::server::Classified;
///
/// # struct MyServer;
/// # impl ServerHandler for MyServer {}
/// # async fn serve() -> Result<(), Box<dyn std::error::Error>> {
/// Classified::new(MyServer).serve(stdio()).await?.waiting().await?;
/// # Ok(())
/// # }
/// ```
///
/// Over streamable HTTP, wrap the handler in the closure that makes it:
/// `StreamableHttpService::new(|| Ok(Classified::new(MyServer)), …)`.
pub struct Classified<H> {
    inner: Arc<H>,
    covers: Covers,
}

/// What the layer does.
#[derive(Clone, Copy, Debug)]
struct Covers {
    arguments: bool,
    protocol_errors: bool,
    results: bool,
    panics: bool,
    time_limit: Option<Duration>,
}

impl<H> Classified<H> {
    /// Covers a server. All of it is on, but for the time limit.
    pub fn new(handler: H) -> Self {
        let covers = Covers {
            arguments: true,
            protocol_errors: true,
            results: true,
            panics: true,
            time_limit: None,
        };
        Self { inner: Arc::new(handler), covers }
    }

    /// Ends a call that takes longer, as `reliability` / `timeout`: retryable if the tool declares
    /// that repeating is harmless, since what was done by then is not known.
    #[must_use]
    pub fn with_time_limit(mut self, limit: Duration) -> Self {
        self.covers.time_limit = Some(limit);
        self
    }

    /// Leaves results about arguments that do not fit as rmcp makes them.
    #[must_use]
    pub fn leave_argument_errors(mut self) -> Self {
        self.covers.arguments = false;
        self
    }

    /// Leaves `Err(ErrorData)` the protocol error that it is. Models then do not see it (S1).
    #[must_use]
    pub fn leave_protocol_errors(mut self) -> Self {
        self.covers.protocol_errors = false;
        self
    }

    /// Leaves `isError` results without a classification.
    #[must_use]
    pub fn leave_unclassified_results(mut self) -> Self {
        self.covers.results = false;
        self
    }

    /// Lets panics through to rmcp, where the caller then waits for ever.
    #[must_use]
    pub fn leave_panics(mut self) -> Self {
        self.covers.panics = false;
        self
    }
}

impl<H> Clone for Classified<H> {
    fn clone(&self) -> Self {
        Self { inner: Arc::clone(&self.inner), covers: self.covers }
    }
}

impl<H: fmt::Debug> fmt::Debug for Classified<H> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Classified").field("inner", &self.inner).finish_non_exhaustive()
    }
}

impl<H: ServerHandler> Classified<H> {
    async fn classified_call(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let cancelled = context.ct.clone();
        let call = Arc::new(Call::new(
            request.name.to_string(),
            context.id.to_string(),
            context.meta.get_traceparent(),
            Arc::clone(&self.inner) as Arc<dyn Hints>,
        ));
        // Also the making of the future is inside, since a handler may panic there.
        let inner = async move { self.inner.call_tool(request, context).await };
        let ended = guard::run(inner, self.covers.panics, self.covers.time_limit);
        let ended = Arc::clone(&call).scope(ended).await;
        if cancelled.is_cancelled() {
            return outcome::as_it_is(ended);
        }
        let known = || call.is_known();
        Arc::clone(&call).scope(async { outcome::classify(ended, self.covers, &call, known) }).await
    }
}

impl<H: ServerHandler> Hints for H {
    fn repeatable(&self, tool: &str) -> Option<bool> {
        let hints = self.get_tool(tool)?.annotations;
        Some(hints.is_some_and(|hints| {
            hints.idempotent_hint == Some(true) || hints.read_only_hint == Some(true)
        }))
    }
}

/// Carries the current call into a task of its own, so that what fails there is logged with the
/// call's tool, request and trace.
///
/// ```
/// # async fn work() {}
/// # async fn tool() {
/// tokio::spawn(toolfailure::server::in_current_call(work()));
/// # }
/// ```
///
/// Outside a call under [`Classified`], the future runs as it is.
pub fn in_current_call<F: Future>(future: F) -> impl Future<Output = F::Output> {
    let call = current();
    async move {
        match call {
            Some(call) => call.scope(future).await,
            None => future.await,
        }
    }
}
