//! The server over stdio.

use std::error::Error;

use rmcp::{ServiceExt, transport::stdio};
use toolfailure::server::Classified;
use toolfailure_client_tests::Server;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    toolfailure::set_stderr_fallback(false);
    Classified::new(Server::default()).serve(stdio()).await?.waiting().await?;
    Ok(())
}
