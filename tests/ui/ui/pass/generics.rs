//! Generics get the bounds that they use, and no others: rows 61, 62, 63, 64, 66, 67.
#![deny(warnings)]

use std::{
    borrow::Cow,
    error::Error,
    fmt::{Debug, Display},
    marker::PhantomData,
    time::Duration,
};

use toolfailure::{Retry, ToolFailure};

/// Row 61: only what is interpolated.
#[derive(Debug, thiserror::Error, ToolFailure)]
enum Interpolated<T> {
    #[error("failed")]
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    A(T),
    #[error("failed")]
    #[tool_failure(code = "auth_required", guidance = "plain")]
    B(PhantomData<T>),
}

struct Nothing;

#[derive(thiserror::Error, ToolFailure)]
#[error("failed")]
enum Unbounded<T> {
    #[tool_failure(code = "auth_required", guidance = "plain")]
    A(PhantomData<T>),
}

impl<T> Debug for Unbounded<T> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Unbounded")
    }
}

/// Row 62: associated types.
trait Backend {
    type Err;
    type Wait;
}

#[derive(Debug)]
struct Real;

impl Backend for Real {
    type Err = u8;
    type Wait = Duration;
}

#[derive(thiserror::Error, ToolFailure)]
#[error("failed")]
enum Associated<B: Backend> {
    #[tool_failure(code = "auth_required", guidance = "{0:?}")]
    Short(B::Err),
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    Long(<B as Backend>::Err),
    #[tool_failure(class = "reliability", code = "acme.a")]
    Wait(#[tool_failure(retry_after)] Option<B::Wait>),
}

impl<B: Backend> Debug for Associated<B> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Associated")
    }
}

/// Row 63: defaults, inline bounds, a `where` clause.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Defaults<T: Display + Debug = String, U = T>
where
    U: Debug,
{
    #[tool_failure(code = "auth_required", guidance = "{0} {1:?}")]
    A(T, U),
}

/// Bounds that speak of the type itself.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum OfItself<T: Debug + PartialEq<Self>>
where
    Self: Send,
    T: Send,
{
    #[tool_failure(code = "auth_required", guidance = "{0:?}")]
    A(T),
}

/// Row 64: const generics with a default.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Consts<const N: usize = 4, const FLAG: bool = { true }> {
    #[tool_failure(code = "auth_required", guidance = "{0:?}")]
    A([u8; N]),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed, {0:?}")]
enum Lifetimes<'a, 'b: 'a, T: ?Sized + Debug> {
    #[tool_failure(code = "auth_required", guidance = "{0:?} {1:?} {2:?}")]
    A(&'a T, Cow<'b, str>, fn(&'a str) -> &'static str),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed, {0}")]
#[tool_failure(code = "auth_required", guidance = "{0}")]
struct OnlyLifetime<'a>(&'a str);

/// Row 66: zero variants.
#[derive(Debug, thiserror::Error, ToolFailure)]
pub enum Zero {}

#[derive(Debug, thiserror::Error, ToolFailure)]
pub enum ZeroOfBoth<'a, T: Error + ToolFailure>
where
    T: Clone,
{
    #[error("failed")]
    #[tool_failure(transparent)]
    A(&'a T),
}

/// Row 67: types that contain themselves.
#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Recursive {
    #[tool_failure(code = "auth_required")]
    A { inner: Option<Box<Self>> },
    #[tool_failure(transparent)]
    B(Box<Recursive>),
    #[tool_failure(transparent)]
    C(Box<Self>),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum RecursiveOf<T: Debug> {
    #[tool_failure(code = "auth_required", guidance = "{leaf:?}")]
    A { inner: Option<Box<Self>>, leaf: T },
    #[tool_failure(transparent)]
    B(Box<RecursiveOf<T>>),
    #[tool_failure(transparent)]
    C(Box<Self>),
}

fn guidance(error: &impl ToolFailure) -> String {
    error.classify().guidance().unwrap_or_default().to_owned()
}

fn main() {
    assert_eq!(guidance(&Interpolated::A("x")), "`x`");
    assert_eq!(guidance(&Interpolated::<u8>::B(PhantomData)), "plain");
    assert_eq!(guidance(&Unbounded::<Nothing>::A(PhantomData)), "plain");
    assert_eq!(guidance(&Associated::<Real>::Short(1)), "`1`");
    assert_eq!(guidance(&Associated::<Real>::Long(1)), "`1`");
    let wait = Associated::<Real>::Wait(Some(Duration::ZERO)).classify().retry();
    assert_eq!(wait, Retry::After(Duration::ZERO));
    let defaults: Defaults = Defaults::A("x".to_owned(), "y".to_owned());
    assert_eq!(guidance(&defaults), "`x` `\"y\"`");
    #[derive(Debug)]
    struct Leaf;
    impl PartialEq<OfItself<Leaf>> for Leaf {
        fn eq(&self, _: &OfItself<Leaf>) -> bool {
            true
        }
    }
    assert_eq!(guidance(&OfItself::A(Leaf)), "`Leaf`");
    let consts: Consts = Consts::A([0; 4]);
    assert_eq!(guidance(&consts), "`[0, 0, 0, 0]`");
    assert_eq!(guidance(&OnlyLifetime("x")), "`x`");
    fn same(text: &str) -> &'static str {
        if text.is_empty() { "" } else { "x" }
    }
    let _ = Lifetimes::A("x", Cow::Borrowed("y"), same).classify();
    assert!(Zero::CATALOG.is_empty());
    let zero: Option<Zero> = None;
    let _ = zero.map(rmcp::model::CallToolResult::from);
    let _ = RecursiveOf::A { inner: None, leaf: 1 };
    let inner = RecursiveOf::B(Box::new(RecursiveOf::A { inner: None, leaf: "x" }));
    assert_eq!(guidance(&RecursiveOf::C(Box::new(inner))), "`\"x\"`");
    let inner = Recursive::C(Box::new(Recursive::A { inner: None }));
    assert_eq!(Recursive::B(Box::new(inner)).classify().code().as_str(), "auth_required");
}
