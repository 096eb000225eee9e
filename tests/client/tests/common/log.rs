//! What the client logs of its attempts.

use std::{
    collections::BTreeMap,
    fmt::Debug,
    sync::{Arc, Mutex},
};

use toolfailure::client::ATTEMPT_LOG_TARGET;
use tracing::{
    Event, Metadata, Subscriber,
    field::{Field, Visit},
    span,
    subscriber::DefaultGuard,
};

pub(crate) type Fields = BTreeMap<&'static str, String>;

/// Keeps the events of attempts, each with its level under `level`, as long as this thread logs.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<Fields>>>);

impl Log {
    pub(crate) fn of_this_thread() -> (Self, DefaultGuard) {
        let log = Self::default();
        let guard = tracing::subscriber::set_default(log.clone());
        (log, guard)
    }

    pub(crate) fn events(&self) -> Vec<Fields> {
        self.0.lock().expect("no panic").clone()
    }
}

impl Subscriber for Log {
    fn enabled(&self, metadata: &Metadata<'_>) -> bool {
        metadata.target() == ATTEMPT_LOG_TARGET
    }

    fn new_span(&self, _: &span::Attributes<'_>) -> span::Id {
        span::Id::from_u64(1)
    }

    fn record(&self, _: &span::Id, _: &span::Record<'_>) {}

    fn record_follows_from(&self, _: &span::Id, _: &span::Id) {}

    fn event(&self, event: &Event<'_>) {
        struct Visitor(Fields);
        impl Visit for Visitor {
            fn record_str(&mut self, field: &Field, value: &str) {
                self.0.insert(field.name(), value.to_owned());
            }

            fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
                self.0.insert(field.name(), format!("{value:?}"));
            }
        }
        let mut visitor = Visitor(Fields::new());
        event.record(&mut visitor);
        visitor.0.insert("level", event.metadata().level().to_string());
        self.0.lock().expect("no panic").push(visitor.0);
    }

    fn enter(&self, _: &span::Id) {}

    fn exit(&self, _: &span::Id) {}
}
