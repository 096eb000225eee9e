//! Everything that the expansion could have meant has another meaning here: rows 6, 7.
#![allow(dead_code, non_camel_case_types, unused_macros)]

mod core {}
mod std {}
mod alloc {}
mod toolfailure {}
mod thiserror {}

struct Option;
struct Some;
struct None;
struct Ok;
struct Err;
struct String;
struct Vec;
struct Box;
struct Duration;
struct Classification;
struct Code;
struct Retry;
struct u8;
struct bool;
struct str;
type Result<T> = T;
trait From {}
trait Into {}
trait Debug {}
trait Display {}
trait Error {}
trait ToolFailure {}
trait Sized {}
trait Copy {}

macro_rules! shadow_macros {
    ($d:tt $($name:ident)*) => {$(
        macro_rules! $name {
            ($d($d ignored:tt)*) => {
                ::core::compile_error!("the expansion has called a macro of the user's")
            };
        }
    )*};
}
shadow_macros! { $ format concat stringify assert panic unreachable matches vec write }

const CODE: &'static ::core::primitive::str = "acme.a";

/// One.
#[doc = ::core::concat!("t", "wo")]
#[derive(Debug_, ::thiserror::Error, ::toolfailure::ToolFailure)]
#[error("failed")]
enum E {
    #[tool_failure(class = "governance", code = CODE, guidance = "{0} {1:?}", message = "{0}")]
    A(::std::string::String, ::core::primitive::u8),
    #[tool_failure(class = "reliability", code = "acme.b", retry_after = ::core::time::Duration::ZERO)]
    B,
    #[tool_failure(class = "reliability", code = "acme.c")]
    C(#[tool_failure(retry_at)] ::std::option::Option<::std::time::SystemTime>),
    #[tool_failure(transparent)]
    D(Inner),
}

use ::core::fmt::Debug as Debug_;

#[derive(Debug_, ::thiserror::Error, ::toolfailure::ToolFailure)]
#[error("failed")]
#[tool_failure(code = "auth_required")]
struct Inner;

fn main() {}
