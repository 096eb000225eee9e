//! All that touches rmcp, major version 3.

#[cfg(feature = "client")]
pub(crate) mod client;
pub(crate) mod result;
pub mod server;
