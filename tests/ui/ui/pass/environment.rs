//! Attributes and surroundings: rows 42, 43, 45, 69, 71, 74, 76, 78, 79.
#![forbid(deprecated, unused, non_local_definitions, private_interfaces, private_bounds)]
#![deny(warnings)]

use std::time::{Duration, SystemTime};

use toolfailure::{CatalogEntry, Retry, ToolFailure};

/// By hand: other derives write `#[allow]`, which does not compile under `#![forbid]`.
macro_rules! errors {
    ($($error:ty)*) => {$(
        impl std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("failed")
            }
        }

        impl std::error::Error for $error {}
    )*};
}
errors! { Deprecated Whole Unread Attributes Configured Spelling Crate public::Public }

/// Row 69: variant and field; the type itself is in `deprecated.rs`.
#[derive(Debug, ToolFailure)]
pub enum Deprecated {
    #[deprecated]
    #[tool_failure(code = "auth_required", guidance = "{field}")]
    A {
        #[deprecated]
        field: u8,
    },
    #[deprecated]
    #[tool_failure(transparent)]
    B(#[deprecated] Box<std::sync::Arc<Whole>>),
}

#[derive(Debug, ToolFailure)]
#[tool_failure(code = "auth_required")]
pub struct Whole;

/// Row 71: fields that no text mentions.
#[derive(Debug, ToolFailure)]
pub enum Unread {
    #[tool_failure(code = "auth_required", guidance = "static")]
    A { span: u8, range: u8 },
}

/// Rows 42, 43, 45: other attributes, docs that a macro writes, and ours behind `cfg_attr`.
#[derive(Debug, ToolFailure)]
#[cfg_attr(all(), tool_failure(crate = ::toolfailure))]
pub enum Attributes {
    #[doc(hidden)]
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    A(
        #[doc = "a number"]
        #[cfg_attr(all(), tool_failure(trusted))]
        u8,
    ),
    /// By hand,
    #[doc = concat!("by", " macro")]
    #[doc = include_str!("environment.txt")]
    #[cfg_attr(all(), tool_failure(class = "governance"))]
    #[cfg_attr(all(), tool_failure(code = "auth_required"))]
    B {
        #[doc = "n"]
        #[allow(clippy::all)]
        n: u8,
    },
}

/// Row 79: what is configured out is not there.
#[derive(Debug, ToolFailure)]
pub enum Configured {
    #[cfg(any())]
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    A(NoSuchType),
    #[tool_failure(code = "auth_required", guidance = "{x} {1}")]
    #[cfg(any())]
    B,
    #[tool_failure(code = "auth_required", guidance = "{x}")]
    C {
        x: u8,
        #[cfg(any())]
        y: NoSuchType,
    },
    #[tool_failure(code = "auth_required", guidance = "{0} {1}")]
    D(u8, #[cfg(any())] NoSuchType, u16),
}

/// Row 76: decided by trait and not by spelling.
type Maybe<T> = Option<T>;
type Wait = Duration;

#[derive(Debug, ToolFailure)]
pub enum Spelling {
    #[tool_failure(class = "reliability", code = "acme.a")]
    A(#[tool_failure(retry_at)] Maybe<SystemTime>),
    #[tool_failure(class = "reliability", code = "acme.a")]
    B(#[tool_failure(retry_after)] core::option::Option<Wait>),
    #[tool_failure(class = "reliability", code = "acme.a")]
    C(#[tool_failure(retry_after)] own::Option),
}

mod own {
    #[derive(Debug)]
    pub struct Option;

    impl toolfailure::RetryAfter for Option {
        fn retry_after(&self) -> toolfailure::Retry {
            toolfailure::Retry::Yes
        }
    }
}

/// Row 78: private types, also where the text mentions them.
#[derive(Debug)]
pub(crate) struct Hidden;

impl std::fmt::Display for Hidden {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("hidden")
    }
}

#[derive(Debug, ToolFailure)]
#[tool_failure(code = "auth_required", guidance = "{0}", message = "{0}")]
pub(crate) struct Crate(Hidden);

pub mod public {
    #[derive(Debug)]
    struct Private(u8);

    #[derive(Debug, toolfailure::ToolFailure)]
    #[tool_failure(code = "auth_required", guidance = "{hidden:?} {own:?}")]
    pub struct Public {
        hidden: Private,
        own: Option<super::own::Option>,
    }

    impl Public {
        pub fn new() -> Self {
            let hidden = Private(1);
            let _ = hidden.0;
            Self { hidden, own: None }
        }
    }
}

fn main() {
    /// Row 74: inside a function, with a type that only it knows.
    #[derive(Debug)]
    struct Inner;

    const CODE: &str = "acme.inside";

    #[derive(Debug, ToolFailure)]
    #[tool_failure(class = "governance", code = CODE, guidance = "{0:?}")]
    struct Inside(Inner);

    errors! { Inside }

    assert_eq!(Inside(Inner).classify().guidance(), Some("`Inner`"));
    assert_eq!(Crate(Hidden).classify().guidance(), Some("`hidden`"));
    assert_eq!(public::Public::new().classify().guidance(), Some("`Private(1)` `None`"));
    assert_eq!(Configured::C { x: 1 }.classify().guidance(), Some("1"));
    assert_eq!(Configured::D(1, 2).classify().guidance(), Some("1 2"));
    for error in [Spelling::A(None), Spelling::B(None), Spelling::C(own::Option)] {
        assert_eq!(error.classify().retry(), Retry::Yes);
    }
    assert_eq!(Attributes::A(1).classify().guidance(), Some("1"));
    let CatalogEntry::Own(own) = &Attributes::CATALOG[1] else { panic!("own") };
    assert_eq!(own.docs, "By hand,\nby macro\nfrom a file");
    let _ = (Unread::A { span: 1, range: 2 }, Attributes::B { n: 1 });
}
