//! The calendar's backend: a store in memory, behind a connection that fails by script.

use std::{
    collections::{BTreeMap, HashMap, VecDeque},
    sync::Mutex,
    time::Duration,
};

/// What the script makes of one request.
#[derive(Debug, thiserror::Error)]
pub(crate) enum BackendError {
    /// The text of an HTTP client's error: it carries the whole URL, and with it the key.
    #[error("error sending request for url (https://calendar.example/v1/events?key=s3cr3t)")]
    Connection(#[source] ConnectionReset),
    #[error("429 Too Many Requests, Retry-After: {}", .0.as_secs())]
    TooManyRequests(Duration),
    #[error("no answer within 10 s; the request had been sent")]
    NoAnswer,
    #[error("401 Unauthorized: token expired")]
    Unauthorized,
}

#[derive(Debug, thiserror::Error)]
#[error("connection reset by peer (os error 104)")]
pub(crate) struct ConnectionReset;

pub(crate) struct Backend {
    events: Mutex<BTreeMap<u32, String>>,
    /// What goes wrong next, for each operation; with nothing left it works.
    script: Mutex<HashMap<&'static str, VecDeque<BackendError>>>,
}

impl Backend {
    pub(crate) fn scripted() -> Self {
        use BackendError::{Connection, NoAnswer, TooManyRequests, Unauthorized};
        let script = [
            ("list", Connection(ConnectionReset)),
            ("create", TooManyRequests(Duration::from_secs(30))),
            ("invite", Connection(ConnectionReset)),
            ("move", NoAnswer),
            ("share", Unauthorized),
        ];
        let events = [(1, "Dentist".to_owned()), (2, "Launch".to_owned())];
        Self {
            events: Mutex::new(events.into()),
            script: Mutex::new(script.map(|(name, error)| (name, [error].into())).into()),
        }
    }

    /// One request: fails as the script says, else does its work on the store.
    pub(crate) fn request<T>(
        &self,
        operation: &str,
        work: impl FnOnce(&mut BTreeMap<u32, String>) -> T,
    ) -> Result<T, BackendError> {
        // A poisoned lock still holds a whole map: no operation leaves one half changed.
        let mut script = self.script.lock().unwrap_or_else(|poisoned| poisoned.into_inner());
        if let Some(error) = script.get_mut(operation).and_then(VecDeque::pop_front) {
            return Err(error);
        }
        Ok(work(&mut self.events.lock().unwrap_or_else(|poisoned| poisoned.into_inner())))
    }
}
