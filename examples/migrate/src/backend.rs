//! What the tools call. It always fails, each operation in its own way.

use std::{io, time::Duration};

#[derive(Debug, thiserror::Error)]
pub(crate) enum BackendError {
    #[error("429 Too Many Requests, Retry-After: {}", .0.as_secs())]
    TooManyRequests(Duration),
    #[error("404 Not Found")]
    NotFound,
    #[error("401 Unauthorized: token expired")]
    Unauthorized,
    /// The text of an HTTP client's error: it carries the whole URL, and with it the key.
    #[error("error sending request for url (https://calendar.example/v1?key=s3cr3t)")]
    Connection(#[source] io::Error),
}

pub(crate) fn request(operation: &str) -> Result<String, BackendError> {
    Err(match operation.split('_').next() {
        Some("create") => BackendError::TooManyRequests(Duration::from_secs(30)),
        Some("show" | "find") => BackendError::NotFound,
        Some("export" | "delete") => BackendError::Unauthorized,
        _ => BackendError::Connection(io::ErrorKind::ConnectionReset.into()),
    })
}
