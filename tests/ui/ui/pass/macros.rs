//! Enums that macros put together: rows 16, 17, 18, 20, 22, 23.
#![deny(warnings)]

use std::time::Duration;

use toolfailure::{Retry, ToolFailure};

/// Row 16: the macro writes the literal, the caller gives variant and type.
macro_rules! literal_of_macro {
    ($name:ident, $variant:ident($kind:ident)) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name {
            #[tool_failure(code = "auth_required", guidance = "{0:?}", message = "{0}")]
            $variant($kind),
        }
    };
}
literal_of_macro!(Literal, Variant(u8));

/// Row 17: the whole body comes as tokens.
macro_rules! body {
    ($($body:tt)*) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        $($body)*
    };
}
body! {
    enum Body {
        #[tool_failure(code = "auth_required", guidance = "{0}")]
        A(u8),
        #[tool_failure(code = "auth_required", guidance = "{x}")]
        B { x: u8 },
        #[tool_failure(class = "reliability", code = "acme.a", retry_after = Duration::from_secs(*x))]
        C { x: u64 },
    }
}

/// Rows 18, 20, 22: the caller gives the texts, the code and the type, the macro has the field.
macro_rules! texts_of_caller {
    ($name:ident, $class:literal, $code:literal, $guidance:literal, $message:expr, $kind:ty) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        #[tool_failure(class = $class, code = $code, guidance = $guidance, message = $message)]
        struct $name {
            account: $kind,
        }
    };
}
texts_of_caller!(Texts, "governance", "acme.a", "reconnect {account}", "no {account}", u8);

/// Row 22: types in groups, also where they mention a parameter and hold a time.
macro_rules! grouped {
    ($name:ident, $parameter:ident, $kind:ty, $wait:ty) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name<$parameter: std::fmt::Debug> {
            #[tool_failure(code = "auth_required", guidance = "{0:?}, {1:?}")]
            A($kind, $parameter),
            #[tool_failure(class = "reliability", code = "acme.a")]
            B(#[tool_failure(retry_after)] $wait),
        }
    };
}
grouped!(Grouped, T, Vec<T>, Option<Duration>);

/// Row 23: each field is found from an expression, whoever wrote field and expression, and no name
/// of the expansion is found from there.
macro_rules! wait {
    ($name:ident, $field:ident, $wait:expr) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name {
            #[tool_failure(class = "reliability", code = "acme.a", retry_after = $wait)]
            OfCaller { $field: u64, own: u64 },
            #[tool_failure(
                        class = "reliability",
                        code = "acme.b",
                        retry_after = Duration::from_secs(*$field + own)
                    )]
            OfMacro { $field: u64, own: u64 },
            #[tool_failure(
                        class = "reliability",
                        code = "acme.c",
                        retry_after = {
                            let __tf0 = *$field;
                            Duration::from_secs([__tf0, own + 1].into_iter().max().unwrap_or(9))
                        }
                    )]
            WithLocals { $field: u64, own: u64 },
        }
    };
}
wait!(Wait, secs, Duration::from_secs(*secs));

/// Both of them mention the same field in one expression.
macro_rules! shared {
    ($name:ident, $first:expr) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        #[tool_failure(class = "reliability", code = "acme.a", retry_after = $first + *wait)]
        struct $name {
            wait: Duration,
        }
    };
}
shared!(Shared, *wait);

macro_rules! later {
    ($later:expr) => {
        $later
    };
}

/// What is called is a function, though a field has its name.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(class = "reliability", code = "acme.a", retry_after = wait(*secs, later!(2)))]
struct Called {
    secs: u64,
    wait: u64,
    later: u64,
}

fn wait(secs: u64, more: u64) -> Duration {
    Duration::from_secs(secs + more)
}

/// A path through `$crate`, and one of a constant.
mod parts {
    #[derive(Debug)]
    pub struct Part;
    impl std::fmt::Display for Part {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("part")
        }
    }
    pub const CODE: &str = "acme.a";
}
macro_rules! of_crate {
    ($name:ident, $code:path) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name {
            #[tool_failure(class = "governance", code = $code, guidance = "{0} is gone")]
            A($crate::parts::Part),
            #[tool_failure(class = "governance", code = $crate::parts::CODE)]
            B(Option<$crate::parts::Part>),
        }
    };
}
of_crate!(OfCrate, parts::CODE);

/// The attribute itself, its brackets, and the docs come from a macro.
macro_rules! attributes {
    ($(#[$meta:meta])* $name:ident { $($variant:tt)* } $($key:ident = $value:literal),*) => {
        $(#[$meta])*
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name {
            $(#[$meta])*
            #[tool_failure($($key = $value),*)]
            $($variant)*
        }
    };
}
attributes!(
    /// Documented.
    Attributes { A { account: u8 } }
    class = "governance", code = "acme.a", guidance = "reconnect {account}"
);

fn guidance(error: &impl ToolFailure) -> String {
    error.classify().guidance().unwrap_or_default().to_owned()
}

fn main() {
    assert_eq!(guidance(&Literal::Variant(1)), "1");
    assert_eq!(guidance(&Body::A(1)), "1");
    assert_eq!(guidance(&Body::B { x: 1 }), "1");
    assert_eq!(Body::C { x: 1 }.classify().retry(), Retry::After(Duration::from_secs(1)));
    assert_eq!(guidance(&Texts { account: 1 }), "reconnect 1");
    assert_eq!(guidance(&Grouped::A(vec!["a"], "b")), "`[\"a\"]`, `\"b\"`");
    assert_eq!(Grouped::<u8>::B(None).classify().retry(), Retry::Yes);
    let waits = [
        (Wait::OfCaller { secs: 2, own: 3 }, 2),
        (Wait::OfMacro { secs: 2, own: 3 }, 5),
        (Wait::WithLocals { secs: 2, own: 3 }, 4),
    ];
    for (error, secs) in waits {
        assert_eq!(error.classify().retry(), Retry::After(Duration::from_secs(secs)));
    }
    let shared = Shared { wait: Duration::from_secs(1) };
    assert_eq!(shared.classify().retry(), Retry::After(Duration::from_secs(2)));
    let called = Called { secs: 1, wait: 8, later: 9 };
    assert_eq!(called.classify().retry(), Retry::After(Duration::from_secs(3)));
    assert_eq!(guidance(&OfCrate::A(parts::Part)), "`part` is gone");
    assert_eq!(OfCrate::B(None).classify().code().as_str(), "acme.a");
    assert_eq!(guidance(&Attributes::A { account: 1 }), "reconnect 1");
}
