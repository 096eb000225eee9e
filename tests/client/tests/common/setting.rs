//! A retrying client in front of the scripted server, with clocks and chance in the test's hands.

use std::{
    sync::{Arc, Mutex},
    time::Duration,
};

use rmcp::{RoleClient, ServiceExt, model::CallToolRequestParams, service::RunningService};
use tokio::time::sleep;
use toolfailure::client::{Outcome, RetryPolicy, RetryingClient};

use super::{Clock, Script, Seen, guarded, params};

pub(crate) fn trusting() -> RetryPolicy {
    RetryPolicy::default().trust_server_annotations()
}

/// Lets everything happen that is still to happen.
pub(crate) async fn settle() {
    sleep(Duration::from_secs(120)).await;
}

pub(crate) struct Setting {
    pub(crate) client: RetryingClient,
    pub(crate) clock: Clock,
    pub(crate) running: RunningService<RoleClient, ()>,
    seen: Arc<Mutex<Vec<Seen>>>,
}

impl Setting {
    /// Of the waits, the random number makes the shortest.
    pub(crate) async fn new(policy: RetryPolicy, script: Script) -> Self {
        Self::with_random(policy, script, 0).await
    }

    pub(crate) async fn with_random(policy: RetryPolicy, script: Script, random: u64) -> Self {
        let clock = Clock::start();
        let (ours, theirs) = tokio::io::duplex(1 << 16);
        let seen = script.serve(theirs);
        let running = guarded(().serve(ours)).await.expect("the server initializes");
        let wall = clock.clone();
        let client = RetryingClient::new(&running, policy)
            .with_wall_clock(move || wall.wall())
            .with_random(move || random);
        Self { client, clock, running, seen }
    }

    pub(crate) async fn call(&self) -> Outcome {
        self.call_with(params()).await
    }

    pub(crate) async fn call_with(&self, params: CallToolRequestParams) -> Outcome {
        guarded(self.client.call_tool(params)).await
    }

    /// What came since the handshake.
    pub(crate) fn seen(&self) -> Vec<Seen> {
        let seen = self.seen.lock().expect("no panic").clone();
        seen.into_iter().filter(|it| !it.method().contains("initialize")).collect()
    }

    pub(crate) fn seen_of(&self, method: &str) -> Vec<Seen> {
        self.seen().into_iter().filter(|it| it.method() == method).collect()
    }

    pub(crate) fn calls(&self) -> Vec<Seen> {
        self.seen_of("tools/call")
    }

    /// What came since the handshake: the time in milliseconds, and the method.
    pub(crate) fn sequence(&self) -> Vec<String> {
        let shown = |it: Seen| {
            let millis = it.at.as_millis();
            assert_eq!(it.at, Duration::from_millis(millis as u64), "the timer's own unit");
            format!("{millis} {}", it.method())
        };
        self.seen().into_iter().map(shown).collect()
    }
}
