//! What the tests share: the server's process, a client that knows nothing of rmcp, the calls, and
//! what came of them.

pub(crate) mod calls;
mod client;
mod event;
mod recording;
mod server;

pub(crate) use calls::Expected;
pub(crate) use client::{Client, Received, STATELESS, Transport, VERSIONS};
pub(crate) use event::Event;
pub(crate) use recording::{Recording, Reply, record, recordings};
pub(crate) use server::{Process, guarded, line};
