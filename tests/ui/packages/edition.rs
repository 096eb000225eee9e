//! One source for every edition. `Error` by hand: other derives do not take it in 2015 or 2024.
#![deny(warnings)]

extern crate toolfailure;

use std::time::Duration;
use toolfailure::ToolFailure;

mod codes {
    pub const OWN: &str = "acme.own";
}

/// A bit of everything.
#[derive(Debug, ToolFailure)]
pub enum E<'a, T>
where
    T: std::fmt::Debug,
{
    /// Texts.
    #[tool_failure(code = "auth_required", guidance = "{0} {0:?} {1:?}", message = "{0}")]
    Texts(&'a str, T),
    /// Names that are words of some editions.
    #[tool_failure(class = "governance", code = codes::OWN, guidance = "{async} {dyn} {gen} {try}")]
    Words { r#async: u8, r#dyn: u8, r#gen: u8, r#try: u8 },
    /// A time.
    #[tool_failure(class = "reliability", code = "acme.busy", retry_after = Duration::from_secs(*secs))]
    Wait { secs: u64 },
    /// Another type.
    #[tool_failure(transparent)]
    Inner(Inner),
}

/// Another type.
#[derive(Debug, ToolFailure)]
#[tool_failure(code = "auth_required")]
pub struct Inner;

macro_rules! errors {
    ($([$($generics:tt)*] $error:ty)*) => {$(
        impl $($generics)* std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
                f.write_str("failed")
            }
        }

        impl $($generics)* std::error::Error for $error {}
    )*};
}
errors! { [<'a, T: std::fmt::Debug>] E<'a, T> [] Inner }
