use std::{error::Error, sync::Arc};

use crate::{CatalogEntry, Classification};

/// An error that says why a tool call failed.
///
/// Derive it on the error enum that you have. By hand, implement [`classify`] and, if somebody is
/// to read it, [`CATALOG`]; the conversions into rmcp's results then come from
/// `toolfailure::into_call_tool_result!`.
///
/// What reaches the model is the error's own message (its `Display`, or the classification's
/// message), the guidance and the correlation id. The chain of [`Error::source`]s goes to the log
/// alone. So `Display` must not repeat its source: the derive checks that for `thiserror`, but
/// nobody can check a `Display` written by hand.
///
/// [`classify`]: ToolFailure::classify
/// [`CATALOG`]: ToolFailure::CATALOG
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say why a tool call failed",
    label = "not classified as a tool failure",
    note = "if `{Self}` is yours, add `#[derive(toolfailure::ToolFailure)]` to it and a `#[tool_failure(…)]` to each variant",
    note = "if it is not, classify where it is used: `class`, `code` and `message` in place of `transparent`"
)]
pub trait ToolFailure: Error {
    /// Every failure that this type can be, for documentation and for snapshot tests. The derive
    /// fills it in.
    const CATALOG: &'static [CatalogEntry] = &[];

    /// Says why the call failed. Reads no clock and has no side effect.
    fn classify(&self) -> Classification;
}

impl<T: ToolFailure> ToolFailure for Box<T> {
    const CATALOG: &'static [CatalogEntry] = T::CATALOG;

    fn classify(&self) -> Classification {
        T::classify(self)
    }
}

impl<T: ToolFailure> ToolFailure for Arc<T> {
    const CATALOG: &'static [CatalogEntry] = T::CATALOG;

    fn classify(&self) -> Classification {
        T::classify(self)
    }
}
