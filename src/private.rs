//! What the derive's expansion names. Not part of the public interface: anything here may change
//! with any release, and the derive of the same version is the only one that knows.

pub use core::option::Option::{None, Some};

pub use toolfailure_core::text::{Interpolate, Part, Quoted};
pub use toolfailure_core::{
    CatalogEntry, Classification, Retry, RetryAfter, RetryAt, Retryable, ToolFailure,
    ToolFailureClass,
};

/// The traits by names that say what is asked of a field.
pub use core::{convert::From, error::Error, result::Result};

use core::{marker::PhantomData, ops::Deref};

use toolfailure_core::{AtRunTimeEntry, Code, NestedEntry, OwnEntry, text::render, vocabulary};

/// What a transparent variant says: everything that the inner error says, its message included.
pub fn transparent<E: Error>(inner: &E, classification: Classification) -> Classification {
    if classification.message().is_some() {
        return classification;
    }
    classification.with_message(toolfailure_core::text::one_line(inner))
}

/// What an expression for `retry_after` says.
pub fn retry_after<T: RetryAfter>(delay: T) -> Retry {
    delay.retry_after()
}

/// What an expression for `retry_at` says.
pub fn retry_at<T: RetryAt>(time: T) -> Retry {
    time.retry_at()
}

/// The classes and codes of all variants.
pub type Codes = [(ToolFailureClass, &'static str)];

/// Fails to compile if a constant cannot be the code of this class, or if it has another class
/// among all codes of the type.
#[track_caller]
pub const fn assert_code(class: ToolFailureClass, code: &str, all: &Codes) {
    if let Some(problem) = vocabulary::shape_problem(code) {
        panic!("{}", problem);
    }
    if let Some(problem) = vocabulary::class_problem(class, code) {
        panic!("{}", problem);
    }
    let mut i = 0;
    while i < all.len() {
        let (other_class, other) = all[i];
        if vocabulary::same(code, other) && class as u8 != other_class as u8 {
            panic!("another variant gives this code another class: one code has one class");
        }
        i += 1;
    }
}

/// A constant that is used as a code.
pub const fn code(code: &'static str) -> &'static str {
    code
}

/// The classification of a variant that is never retried: all but its fields is in the catalogue,
/// so that a variant takes one call, and the compiler has as little as possible to check.
pub fn classify(catalog: &[CatalogEntry], index: usize, fields: &[Part<'_>]) -> Classification {
    classify_retry(catalog, index, Retry::No, fields)
}

/// The classification of a variant.
pub fn classify_retry(
    catalog: &[CatalogEntry],
    index: usize,
    retry: Retry,
    fields: &[Part<'_>],
) -> Classification {
    let CatalogEntry::Own(own) = &catalog[index] else { not_compiled() };
    // Only what did not compile has a code of a bad shape.
    let Ok(code) = Code::new(own.code) else { not_compiled() };
    let classification = match own.class {
        ToolFailureClass::Capability => Classification::capability(code),
        ToolFailureClass::Reliability => Classification::reliability(code, retry),
        ToolFailureClass::Governance => Classification::governance(code),
    };
    match own.guidance {
        Some(template) => classification.with_guidance(render(template, fields)),
        None => classification,
    }
}

/// What a function for `with` says.
pub fn with(classification: Classification) -> Classification {
    classification
}

/// A classification with a message of its own.
pub fn with_message(
    classification: Classification,
    template: &str,
    fields: &[Part<'_>],
) -> Classification {
    classification.with_message(render(template, fields))
}

/// The catalogue of a derived type, where nothing is asked of the type: what is wrong with it is
/// reported once, by [`ToolFailure`].
pub trait Catalog {
    const ENTRIES: &'static [CatalogEntry];
}

/// An entry of a catalogue, as plain data.
#[derive(Clone, Copy)]
pub enum Declared {
    /// Name, class, code, what is said about a retry, guidance, docs.
    Own(
        &'static str,
        ToolFailureClass,
        &'static str,
        Retryable,
        Option<&'static str>,
        &'static str,
    ),
    /// Name, and the catalogue of the type that is passed on.
    Nested(&'static str, fn() -> &'static [CatalogEntry]),
    /// Name, docs.
    AtRunTime(&'static str, &'static str),
}

/// The catalogue of a derived type.
pub const fn catalog<const N: usize>(entries: [Declared; N]) -> [CatalogEntry; N] {
    let mut catalog = [CatalogEntry::AtRunTime(AtRunTimeEntry::new("", "")); N];
    let mut i = 0;
    while i < N {
        catalog[i] = match entries[i] {
            Declared::Own(name, class, code, retryable, guidance, docs) => {
                CatalogEntry::Own(OwnEntry::new(name, class, code, retryable, guidance, docs))
            }
            Declared::Nested(name, of) => CatalogEntry::Nested(NestedEntry::new(name, of)),
            Declared::AtRunTime(name, docs) => {
                CatalogEntry::AtRunTime(AtRunTimeEntry::new(name, docs))
            }
        };
        i += 1;
    }
    catalog
}

/// Whether a type implements `Error`, as the type of a constant: where it does, the inherent
/// constant is found; elsewhere that of [`NoError`]. Types and not values, so that it is decided
/// for type parameters, too, and where they are declared.
pub struct Probe<T: ?Sized>(PhantomData<T>);

impl<T: Error + ?Sized> Probe<T> {
    pub const TOOLFAILURE_PROBE: AnError = AnError;
}

/// The same for what a type points to: `Box<dyn Error>`, `anyhow::Error` and the like are no errors
/// themselves, under whatever name.
pub struct DerefProbe<T: ?Sized>(PhantomData<T>);

impl<T: Deref + ?Sized> DerefProbe<T>
where
    T::Target: Error,
{
    pub const TOOLFAILURE_PROBE: AnError = AnError;
}

impl<T: ?Sized> NoError for DerefProbe<T> {}

/// The answer for every type that is no error.
pub trait NoError {
    const TOOLFAILURE_PROBE: NotAnError = NotAnError;
}

impl<T: ?Sized> NoError for Probe<T> {}

/// What [`Probe`] finds for an error.
#[derive(Clone, Copy)]
pub struct AnError;

/// What [`Probe`] finds for everything else.
#[derive(Clone, Copy)]
pub struct NotAnError;

#[diagnostic::on_unimplemented(
    message = "this carries the text of an error to the model",
    label = "interpolates an error",
    note = "write what the model may read as `message = \"…\"`, or add `expose`"
)]
pub trait MayStandInDisplay: Copy {}
impl MayStandInDisplay for NotAnError {}

#[diagnostic::on_unimplemented(
    message = "this carries the text of an error to the model",
    label = "interpolates an error",
    note = "leave it out, or add `expose`"
)]
pub trait MayStandInMessage: Copy {}
impl MayStandInMessage for NotAnError {}

#[diagnostic::on_unimplemented(
    message = "guidance cannot carry the text of an error",
    label = "interpolates an error",
    note = "leave it out"
)]
pub trait MayStandInGuidance: Copy {}
impl MayStandInGuidance for NotAnError {}

/// Compiles if a `Display` that goes to the model carries no error's text.
pub const fn may_stand_in_display<T: MayStandInDisplay>(_: T) {}

/// Compiles if a message carries no error's text.
pub const fn may_stand_in_message<T: MayStandInMessage>(_: T) {}

/// Compiles if guidance carries no error's text.
pub const fn may_stand_in_guidance<T: MayStandInGuidance>(_: T) {}

/// What stands in for a classification that did not compile.
#[cold]
pub fn not_compiled() -> ! {
    unreachable!("the derive reported an error, so this never runs")
}

#[cfg(feature = "rmcp3")]
pub use rmcp::{
    ErrorData as RmcpErrorData,
    handler::server::tool::IntoCallToolResult,
    model::{CallToolResponse, CallToolResult},
};

/// The conversions of one error type into rmcp's results.
#[cfg(feature = "rmcp3")]
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_rmcp {
    ([$($generics:tt)*] [$error:ty] [$($where:tt)*]) => {
        #[automatically_derived]
        impl $($generics)* $crate::__private::From<$error> for $crate::__private::CallToolResult
        $($where)*
        {
            fn from(error: $error) -> Self {
                $crate::__private::From::from($crate::report(&error))
            }
        }

        #[automatically_derived]
        impl $($generics)* $crate::__private::From<$error> for $crate::__private::CallToolResponse
        $($where)*
        {
            fn from(error: $error) -> Self {
                $crate::__private::From::from(
                    <$crate::__private::CallToolResult as $crate::__private::From<$error>>::from(error),
                )
            }
        }

        #[automatically_derived]
        impl $($generics)* $crate::__private::IntoCallToolResult for $error
        $($where)*
        {
            fn into_call_tool_result(
                self,
            ) -> $crate::__private::Result<
                $crate::__private::CallToolResponse,
                $crate::__private::RmcpErrorData,
            > {
                $crate::__private::Result::Ok($crate::__private::From::from(self))
            }
        }
    };
}

/// The conversion of one error type into a protocol error.
#[cfg(feature = "rmcp3")]
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_error_data {
    ([$($generics:tt)*] [$error:ty] [$($where:tt)*]) => {
        #[automatically_derived]
        impl $($generics)* $crate::__private::From<$error> for $crate::__private::RmcpErrorData
        $($where)*
        {
            fn from(error: $error) -> Self {
                $crate::__private::From::from($crate::report(&error))
            }
        }
    };
}

/// Without rmcp there is nothing to convert into.
#[cfg(not(feature = "rmcp3"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_error_data {
    ($($ignored:tt)*) => {};
}

/// Without rmcp there is nothing to convert into; the derive need not know.
#[cfg(not(feature = "rmcp3"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_rmcp {
    ($($ignored:tt)*) => {};
}
