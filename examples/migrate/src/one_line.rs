//! The first step: one line, and no tool is touched.

use rmcp::ServerHandler;
use toolfailure::server::Classified;

use crate::before;

/// The same handler, covered.
pub fn server() -> impl ServerHandler {
    Classified::new(before::server())
}
