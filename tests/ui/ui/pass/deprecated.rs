//! Everything about a type is deprecated, the type included: row 69.
#![deny(warnings)]

use std::time::Duration;

#[deprecated]
#[derive(Debug, toolfailure::ToolFailure)]
pub enum Old<T> {
    #[deprecated]
    #[tool_failure(class = "governance", code = CODE, guidance = "{field} {bounded}")]
    A {
        #[deprecated]
        field: u8,
        bounded: T,
    },
    #[deprecated]
    #[tool_failure(transparent)]
    #[allow(deprecated)]
    B(#[deprecated] Box<Inner>),
    #[allow(deprecated)]
    #[tool_failure(class = "reliability", code = "acme.a")]
    C(#[tool_failure(retry_after)] Wait),
}

#[deprecated]
#[derive(Debug, toolfailure::ToolFailure)]
#[tool_failure(code = "auth_required", message = "gone")]
pub struct Inner;

#[deprecated]
pub type Wait = Duration;

#[deprecated]
pub const CODE: &str = "acme.old";

macro_rules! errors {
    ($([$($generics:tt)*] $error:ty)*) => {$(
        #[allow(deprecated)]
        impl $($generics)* std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("failed")
            }
        }

        #[allow(deprecated)]
        impl $($generics)* std::error::Error for $error {}
    )*};
}
errors! { [<T: std::fmt::Debug>] Old<T> [] Inner }

fn main() {}
