//! All that touches rmcp, major version 3.

pub(crate) mod result;
pub mod server;
