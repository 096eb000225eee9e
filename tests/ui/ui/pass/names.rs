//! Fields and variants that are called like what the expansion uses: rows 1, 4, 58, 59.
#![deny(warnings)]

use std::fmt::{Debug, Display};

use toolfailure::{ToolFailure, ToolFailureClass};

/// By hand where other derives do not take the names.
macro_rules! errors {
    ($([$($generics:tt)*] $error:ty)*) => {$(
        impl $($generics)* std::fmt::Display for $error {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("failed")
            }
        }

        impl $($generics)* std::error::Error for $error {}
    )*};
}
errors! { [<T: Display + Debug>] Raw<T> [] r#try }

/// Variants like what a prelude or the expansion has.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Variants {
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    Ok(u8),
    #[tool_failure(transparent)]
    Err(Inner),
    #[tool_failure(code = "auth_required")]
    None,
    #[tool_failure(code = "auth_required", message = "{0}")]
    Some(u8),
    #[tool_failure(code = "auth_required")]
    Error,
    #[tool_failure(code = "auth_required")]
    Classification {},
    #[tool_failure(code = "auth_required")]
    Text(),
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = std::time::Duration::ZERO)]
    Retry,
    #[tool_failure(code = "auth_required")]
    r#String,
    #[tool_failure(code = "auth_required")]
    CATALOG,
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("inner")]
#[tool_failure(code = "auth_required")]
struct Inner;

/// Row 4.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
#[tool_failure(
    code = "auth_required",
    guidance = "{f} {fmt} {formatter} {result} {meta} {class} {code} {error} {this} {self_} \
                {__self} {__tf0} {__tf1} {_0} {p} {value} {toolfailure} {core} {classify}"
)]
struct Fields {
    f: u8,
    fmt: u8,
    formatter: u8,
    result: u8,
    meta: u8,
    class: u8,
    code: u8,
    error: u8,
    this: u8,
    self_: u8,
    __self: u8,
    __tf0: u8,
    __tf1: u8,
    _0: u8,
    p: u8,
    value: u8,
    toolfailure: u8,
    core: u8,
    classify: u8,
}

#[derive(Debug, ToolFailure)]
enum Raw<T: Display + Debug> {
    // Row 1.
    #[tool_failure(code = "auth_required", guidance = "bad {type}", message = "{type:?} {match}")]
    Bounded { r#type: T, r#match: u8 },
    // Row 59.
    #[tool_failure(code = "auth_required", guidance = "bad {gen} {async} {try}")]
    r#Gen { r#gen: u8, r#async: u8, r#try: u8 },
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = *r#gen)]
    Wait { r#gen: std::time::Duration },
    // Row 58.
    #[tool_failure(code = "auth_required", guidance = "größe {größe} — 接続 {名前}")]
    Umlaut { größe: u8, 名前: u8 },
}

#[derive(Debug, ToolFailure)]
#[tool_failure(code = "auth_required")]
#[allow(non_camel_case_types)]
struct r#try;

fn main() {
    let error = Raw::Bounded { r#type: "x", r#match: 1 };
    let classification = error.classify();
    assert_eq!(classification.class(), ToolFailureClass::Governance);
    assert_eq!(classification.guidance(), Some("bad `x`"));
    assert_eq!(classification.message(), Some("\"x\" 1"));
    let error = Raw::<u8>::Gen { r#gen: 1, r#async: 2, r#try: 3 };
    assert_eq!(error.classify().guidance(), Some("bad 1 2 3"));
    let error = Raw::<u8>::Umlaut { größe: 1, 名前: 2 };
    assert_eq!(error.classify().guidance(), Some("größe 1 — 接続 2"));
    let [toolfailure::CatalogEntry::Own(own)] = r#try::CATALOG else { panic!("one") };
    assert_eq!(own.name, "try");
    let _ = (r#try, Raw::<u8>::Wait { r#gen: std::time::Duration::ZERO });
    let fields = Fields {
        f: 0,
        fmt: 1,
        formatter: 2,
        result: 3,
        meta: 4,
        class: 5,
        code: 6,
        error: 7,
        this: 8,
        self_: 9,
        __self: 10,
        __tf0: 11,
        __tf1: 12,
        _0: 13,
        p: 14,
        value: 15,
        toolfailure: 16,
        core: 17,
        classify: 18,
    };
    let want = "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18";
    assert_eq!(fields.classify().guidance(), Some(want));
    for error in [
        Variants::Ok(1),
        Variants::Err(Inner),
        Variants::None,
        Variants::Some(1),
        Variants::Error,
        Variants::Classification {},
        Variants::Text(),
        Variants::Retry,
        Variants::String,
        Variants::CATALOG,
    ] {
        let _ = error.classify();
    }
}
