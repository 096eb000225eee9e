//! Traits for everything and inherent methods whose names the expansion could stumble over: rows
//! 9, 10.
#![allow(dead_code)]

use std::{io, time::Duration};

use toolfailure::{ToolFailure, ToolFailureClass};

/// Row 9.
mod everything {
    pub trait Mine {
        const VALUE: bool = true;
        const CATALOG: u8 = 0;
        const ANSWER: u8 = 0;
        fn to_string(&self) {}
        fn to_owned(&self) {}
        fn clone(&self) {}
        fn into(&self) {}
        fn from(&self) {}
        fn fmt(&self) {}
        fn display(&self) {}
        fn debug(&self) {}
        fn quoted(&self) {}
        fn render(&self) {}
        fn class(&self) {}
        fn code(&self) {}
        fn guidance(&self) {}
        fn message(&self) {}
        fn retry_after(&self) {}
        fn retry_at(&self) {}
        fn with_guidance(self, _: u8)
        where
            Self: Sized,
        {
        }
        fn with_message(self, _: u8)
        where
            Self: Sized,
        {
        }
        fn reliability() {}
        fn capability() {}
        fn governance() {}
        fn from_static() {}
        fn new() {}
    }
    impl<T: ?Sized> Mine for T {}
}
#[allow(unused_imports)]
use everything::Mine as _;

#[derive(Debug, thiserror::Error, ToolFailure)]
enum E {
    #[error("failed, {text}")]
    #[tool_failure(
        code = "auth_required",
        guidance = "{text} {text:?} {number} {number:?} {plain}",
        message = "{text} {number:?} {quoted}"
    )]
    Texts {
        text: String,
        number: u8,
        #[tool_failure(trusted)]
        plain: String,
        #[tool_failure(untrusted)]
        quoted: String,
    },
    #[error("failed, {0}")]
    #[tool_failure(class = "reliability", code = "acme.a")]
    Wait(#[tool_failure(retry_after)] MyDuration),
    #[error("failed, {0:?}")]
    #[tool_failure(class = "reliability", code = "acme.b", retry_after = Duration::from_secs(_0.len() as u64))]
    Slow(Vec<u8>),
    #[error("failed")]
    #[tool_failure(transparent)]
    Nested(Box<E>),
    #[error("failed")]
    #[tool_failure(class = "reliability", code = "acme.c", retryable = false)]
    Source(#[from] io::Error),
}

/// A type of the user's own, decided by trait.
#[derive(Debug)]
struct MyDuration;

impl toolfailure::RetryAfter for MyDuration {
    fn retry_after(&self) -> toolfailure::Retry {
        toolfailure::Retry::Yes
    }
}

impl std::fmt::Display for MyDuration {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("mine")
    }
}

/// Row 10.
impl E {
    const CATALOG: u8 = 0;
    fn class(&self) -> u8 {
        0
    }
    fn code(&self) -> u8 {
        0
    }
    fn guidance(&self) -> u8 {
        0
    }
    fn classify(&self) -> u8 {
        0
    }
    fn from(_: u8) -> u8 {
        0
    }
    fn into(self) -> u8 {
        0
    }
}

fn main() {
    toolfailure::set_stderr_fallback(false);
    let error = E::Texts {
        text: "a".into_string(),
        number: 1,
        plain: "b".into_string(),
        quoted: "c".into_string(),
    };
    let classification = ToolFailure::classify(&E::Nested(Box::new(error)));
    assert_eq!(ToolFailureClass::Governance, classification.class());
    assert_eq!(classification.guidance(), Some("`a` `\"a\"` 1 1 b"));
    assert_eq!(classification.message(), Some("a 1 `c`"));
    let _ = (E::Wait(MyDuration), E::Slow(Vec::new()));
    let _ = <rmcp::model::CallToolResult as From<E>>::from(E::Wait(MyDuration));
}

trait IntoString {
    fn into_string(&self) -> String;
}

impl IntoString for str {
    fn into_string(&self) -> String {
        <String as From<&str>>::from(self)
    }
}
