//! The call of a tool that is being answered, as far as the layer round the server knows it.

#[cfg(feature = "rmcp3")]
pub(crate) use known::{Call, Hints, current};

/// What the event of a failure says of the call, beside the failure itself.
#[derive(Clone, Debug, Default)]
pub(crate) struct Facts {
    pub(crate) tool: Option<String>,
    pub(crate) request_id: Option<String>,
    pub(crate) elapsed_ms: Option<u64>,
    pub(crate) trace_id: Option<String>,
    /// Whether the tool declares that repeating is harmless; `None` where it is not known.
    pub(crate) repeatable: Option<bool>,
}

#[cfg(feature = "rmcp3")]
mod known {
    use std::{
        sync::{Arc, Mutex, OnceLock, PoisonError},
        time::Instant,
    };

    use super::Facts;
    use crate::Report;

    tokio::task_local! {
        static CURRENT: Arc<Call>;
    }

    /// One call of a tool.
    pub(crate) struct Call {
        tool: String,
        request_id: String,
        trace_id: Option<String>,
        started: Instant,
        hints: Arc<dyn Hints>,
        /// What the hints said: asked once, since a server may build all its tools to answer.
        repeatable: OnceLock<Option<bool>>,
        /// Failures that left the tool as protocol errors, to be restored by the layer.
        as_error_data: Mutex<Vec<Report>>,
    }

    /// What a server's tools declare. Asked on failure only.
    pub(crate) trait Hints: rmcp::service::MaybeSend {
        /// `idempotentHint` or `readOnlyHint`; `None` if there is no such tool.
        fn repeatable(&self, tool: &str) -> Option<bool>;
    }

    impl Call {
        pub(crate) fn new(
            tool: String,
            request_id: String,
            traceparent: Option<&str>,
            hints: Arc<dyn Hints>,
        ) -> Self {
            let trace_id = traceparent.and_then(trace_id).map(str::to_owned);
            Self {
                tool,
                request_id,
                trace_id,
                started: Instant::now(),
                hints,
                repeatable: OnceLock::new(),
                as_error_data: Mutex::default(),
            }
        }

        pub(crate) fn facts(&self) -> Facts {
            Facts {
                tool: Some(self.tool.clone()),
                request_id: Some(self.request_id.clone()),
                elapsed_ms: u64::try_from(self.started.elapsed().as_millis()).ok(),
                trace_id: self.trace_id.clone(),
                repeatable: self.repeatable(),
            }
        }

        /// Whether the server has a tool of this name.
        pub(crate) fn is_known(&self) -> bool {
            self.repeatable().is_some()
        }

        fn repeatable(&self) -> Option<bool> {
            *self.repeatable.get_or_init(|| self.hints.repeatable(&self.tool))
        }

        /// Runs a future as part of this call: what it reports carries the call's facts.
        pub(crate) async fn scope<F: Future>(self: Arc<Self>, future: F) -> F::Output {
            CURRENT.scope(self, future).await
        }

        pub(crate) fn remember(&self, report: Report) {
            self.as_error_data.lock().unwrap_or_else(PoisonError::into_inner).push(report);
        }

        /// The report of a failure that left the tool as a protocol error, by its id.
        pub(crate) fn restore(&self, correlation_id: &str) -> Option<Report> {
            let mut reports = self.as_error_data.lock().unwrap_or_else(PoisonError::into_inner);
            let is_it =
                |report: &Report| report.failure().correlation_id().as_str() == correlation_id;
            let at = reports.iter().position(is_it)?;
            Some(reports.swap_remove(at))
        }
    }

    /// The call that the running task answers.
    pub(crate) fn current() -> Option<Arc<Call>> {
        CURRENT.try_with(Arc::clone).ok()
    }

    /// The trace id of a well-formed W3C `traceparent` (SEP-414): version 00 or later, not all zero.
    fn trace_id(traceparent: &str) -> Option<&str> {
        let is_hex =
            |part: &str| part.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let mut parts = traceparent.split('-');
        let (version, trace, parent, flags) =
            (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        let well_formed = (version.len(), trace.len(), parent.len(), flags.len()) == (2, 32, 16, 2)
            && [version, trace, parent, flags].into_iter().all(is_hex)
            && version != "ff"
            && (version != "00" || parts.next().is_none())
            && [trace, parent].into_iter().all(|id| id.bytes().any(|byte| byte != b'0'));
        well_formed.then_some(trace)
    }

    #[cfg(test)]
    mod tests {
        use super::trace_id;

        #[test]
        fn only_a_well_formed_traceparent_names_a_trace() {
            let good = "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01";
            assert_eq!(trace_id(good), Some("0af7651916cd43dd8448eb211c80319c"));
            assert_eq!(
                trace_id("cc-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-x"),
                Some("0af7651916cd43dd8448eb211c80319c")
            );
            for bad in [
                "",
                "00",
                "00-0AF7651916CD43DD8448EB211C80319C-00f067aa0ba902b7-01",
                "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
                "00-0af7651916cd43dd8448eb211c80319c-0000000000000000-01",
                "ff-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01",
                "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7-01-x",
                "00-0af7651916cd43dd8448eb211c80319c-00f067aa0ba902b7",
                "00-0af7651916cd43dd\n448eb211c80319c0-00f067aa0ba902b7-01",
            ] {
                assert_eq!(trace_id(bad), None, "{bad:?}");
            }
        }
    }
}

/// The facts of the running task's call; empty where nothing is known.
pub(crate) fn facts() -> Facts {
    #[cfg(feature = "rmcp3")]
    if let Some(call) = current() {
        return call.facts();
    }
    Facts::default()
}
