//! What may reach a model, and what may reach a log.
//!
//! Text for a model is **dropped** into shape: one line, no invisible and no direction-changing
//! characters, cut to a limit. Text for a log is **escaped** into shape, because an operator must
//! see what was there. Both are redacted: a URL loses its user info, its query and its fragment.
//!
//! Nothing here fails. Reporting a failure must not fail.

mod charset;
mod content;
mod cut;
mod interpolate;
mod line;
mod log;
mod read;
mod redact;

pub use content::{MAX_CONTENT_BYTES, MAX_GUIDANCE_CHARS, content, guidance};
#[doc(hidden)]
pub use interpolate::{Interpolate, PlainText, Quoted};
pub use interpolate::{MAX_QUOTED_CHARS, Part, render};
pub use line::one_line;
pub use log::{MAX_CHAIN_DEPTH, MAX_LOG_BYTES, chain, log_line};
pub use redact::redact;
