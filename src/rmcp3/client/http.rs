use std::sync::Arc;

use rmcp::transport::streamable_http_client::{
    StreamableHttpClient, StreamableHttpClientTransport, StreamableHttpClientTransportConfig,
};

/// A streamable HTTP transport that sends each request once.
///
/// rmcp's own default sends a request **again** when the server answers that the session has
/// expired, although the tool may have run: a `tools/call` is then executed twice while the caller
/// sees one success. That repeats calls of tools that are not idempotent beneath whatever decides
/// about retries (C4). With this transport such a call ends with
/// [`StopReason::OutcomeUnknown`](crate::client::StopReason::OutcomeUnknown), and connecting again
/// is for the caller.
///
/// The HTTP client itself must not repeat POSTs either: put no retry middleware round it.
///
/// ```
/// use rmcp::{ServiceExt, transport::streamable_http_client::StreamableHttpClient};
/// use toolfailure::client::{RetryPolicy, RetryingClient, http_transport};
///
/// // With rmcp's feature `transport-streamable-http-client-reqwest`: `reqwest::Client::new()`.
/// async fn connect(http: impl StreamableHttpClient + 'static) -> Result<(), Box<dyn std::error::Error>> {
///     let server = ().serve(http_transport(http, "https://example.com/mcp")).await?;
///     let policy = RetryPolicy::default().trust_server_annotations();
///     let client = RetryingClient::new(&server, policy);
///     Ok(())
/// }
/// ```
pub fn http_transport<C>(client: C, uri: impl Into<Arc<str>>) -> StreamableHttpClientTransport<C>
where
    C: StreamableHttpClient + Send + 'static,
{
    StreamableHttpClientTransport::with_client(client, http_transport_config(uri))
}

/// The configuration of [`http_transport`], for those who set more: rmcp's default, except that a
/// request is not sent again in a new session.
#[must_use]
pub fn http_transport_config(uri: impl Into<Arc<str>>) -> StreamableHttpClientTransportConfig {
    StreamableHttpClientTransportConfig::with_uri(uri).reinit_on_expired_session(false)
}
