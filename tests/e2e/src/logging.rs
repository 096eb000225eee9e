//! Where the server's log goes: as a user would set it up, or would forget to.

use std::{io::stderr, panic};

use tracing_subscriber::{
    Layer,
    filter::{LevelFilter, Targets},
    fmt,
    layer::SubscriberExt,
    registry,
    util::SubscriberInitExt,
};

/// What is done with the events of failed tool calls.
pub(crate) enum Log {
    /// JSON to stderr, at INFO.
    Json,
    /// Nobody has set a subscriber.
    NoSubscriber,
    /// The subscriber's filter drops the events.
    Filtered,
    /// The same by a filter of its only layer, which `tracing` asks in another way.
    FilteredByLayer,
}

pub(crate) fn start(log: Log) {
    let json = fmt().json().with_writer(stderr);
    let others =
        Targets::new().with_default(LevelFilter::INFO).with_target("mcp", LevelFilter::OFF);
    match log {
        Log::Json => {
            json.init();
            // As servers do that want nothing but JSON in their log.
            panic::set_hook(Box::new(|panic| tracing::error!("{panic}")));
        }
        Log::NoSubscriber => {}
        Log::Filtered => json.finish().with(others).init(),
        Log::FilteredByLayer => {
            registry().with(fmt::layer().json().with_writer(stderr).with_filter(others)).init();
        }
    }
}
