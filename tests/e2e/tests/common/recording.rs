//! What came of every call, over each transport and in each version: made once, read by all tests.

use std::sync::LazyLock;

use serde_json::Value;

use super::{
    Event, Expected, Transport, VERSIONS,
    calls::{CALLS, Call},
    client::{Client, Received},
};

/// One conversation with one server, from its start to its end.
pub(crate) struct Recording {
    pub(crate) transport: Transport,
    pub(crate) version: &'static str,
    pub(crate) replies: Vec<Reply>,
    pub(crate) stderr: String,
}

pub(crate) struct Reply {
    call: &'static Call,
    received: Received,
}

impl Recording {
    /// Every failure, with what was expected of it, and where to look when a test fails.
    pub(crate) fn failures(&self) -> impl Iterator<Item = (String, &'static Expected, &Reply)> {
        self.replies.iter().filter_map(|reply| {
            let Call { tool, arguments, expected } = reply.call;
            let at = format!("{:?} {} {tool} {arguments}", self.transport, self.version);
            Some((at, expected.as_ref()?, reply))
        })
    }

    pub(crate) fn successes(&self) -> impl Iterator<Item = &Reply> {
        self.replies.iter().filter(|reply| reply.call.expected.is_none())
    }

    /// In the log is an event for each failure, in the order of the calls, and none for a success.
    pub(crate) fn check_events(&self) {
        self.check(&Event::all(&self.stderr));
    }

    /// The same of a server under the layer, whose events also say what it knows of the call.
    pub(crate) fn check_events_of_the_layer(&self) {
        let mut events = Event::all(&self.stderr);
        for (event, (at, _, reply)) in events.iter_mut().zip(self.failures()) {
            event.check_call(&at, reply);
        }
        self.check(&events);
    }

    fn check(&self, events: &[Event]) {
        assert_eq!(events.len(), self.failures().count(), "one event for each failure");
        for (event, (at, expected, reply)) in events.iter().zip(self.failures()) {
            event.check(&at, expected, reply);
            let id = reply.correlation_id();
            assert_eq!(self.stderr.matches(&id).count(), 1, "{at}: {id} finds one line");
        }
    }
}

impl Reply {
    /// Every byte that came.
    pub(crate) fn bytes(&self) -> &str {
        &self.received.bytes
    }

    /// The JSON-RPC response as it came.
    pub(crate) fn response_bytes(&self) -> &str {
        &self.received.message
    }

    pub(crate) fn response(&self) -> Value {
        serde_json::from_str(self.response_bytes()).expect("JSON")
    }

    pub(crate) fn tool(&self) -> &'static str {
        self.call.tool
    }

    pub(crate) fn result(&self) -> Value {
        self.response()["result"].take()
    }

    /// What stands under our key in `_meta`; null where it does not stand there.
    pub(crate) fn failure(&self) -> Value {
        self.result()["_meta"][toolfailure::wire::META_KEY].take()
    }

    pub(crate) fn correlation_id(&self) -> String {
        self.failure()["correlationId"].as_str().expect("W6: a string").to_owned()
    }
}

/// Makes every call on a server of its own.
pub(crate) async fn record(
    transport: Transport,
    version: &'static str,
    flags: &[&str],
) -> Recording {
    let mut client = Client::connect(transport, version, flags).await;
    let mut replies = Vec::new();
    for call in CALLS.iter() {
        let received = client.call(call.tool, &call.arguments).await;
        replies.push(Reply { call, received });
    }
    Recording { transport, version, replies, stderr: client.close().await }
}

/// One recording for each transport and version.
pub(crate) fn recordings() -> &'static [Recording] {
    static RECORDINGS: LazyLock<Vec<Recording>> = LazyLock::new(|| {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        runtime.block_on(async {
            let mut recordings = Vec::new();
            for transport in Transport::ALL {
                for version in VERSIONS {
                    recordings.push(record(transport, version, &[]).await);
                }
            }
            recordings
        })
    });
    &RECORDINGS
}
