//! What the derive's expansion names. Not part of the public interface: anything here may change
//! with any release, and the derive of the same version is the only one that knows.

pub use core::option::Option::{self, None, Some};
pub use std::string::String;

pub use toolfailure_core::text::{Interpolate, Part, Quoted, render};
pub use toolfailure_core::vocabulary::assert_code;
pub use toolfailure_core::{
    CatalogEntry, Classification, Code, NestedEntry, OwnEntry, Retry, RetryAfter, RetryAt,
    Retryable, ToolFailure, ToolFailureClass,
};

/// The traits by names that say what is asked of a field.
pub use core::{convert::From, error::Error, result::Result};

use core::marker::PhantomData;

/// What a transparent variant says: everything that the inner error says, its message included.
pub fn transparent<E: ToolFailure>(inner: &E) -> Classification {
    let classification = inner.classify();
    if classification.message().is_some() {
        return classification;
    }
    let message =
        toolfailure_core::text::one_line(inner, toolfailure_core::text::MAX_CONTENT_BYTES);
    classification.with_message(message)
}

/// Whether a type implements `Error`, as a constant: where it does, the inherent constant is
/// found; elsewhere that of [`NoError`].
pub struct IsError<T: ?Sized>(PhantomData<T>);

impl<T: Error + ?Sized> IsError<T> {
    pub const VALUE: bool = true;
}

/// The answer for every type that is no error.
pub trait NoError {
    const VALUE: bool = false;
}

impl<T: ?Sized> NoError for IsError<T> {}

/// Fails to compile if a `Display` that goes to the model carries an error's text.
pub const fn assert_display_carries_no_error(is_error: bool) {
    assert!(
        !is_error,
        "this carries the text of an error to the model: write what the model may read as \
         `message = \"…\"`, or add `expose`"
    );
}

/// Fails to compile if a message carries an error's text.
pub const fn assert_message_carries_no_error(is_error: bool) {
    assert!(
        !is_error,
        "this carries the text of an error to the model: leave it out, or add `expose`"
    );
}

/// Fails to compile if guidance carries an error's text.
pub const fn assert_guidance_carries_no_error(is_error: bool) {
    assert!(!is_error, "guidance cannot carry the text of an error: leave it out");
}

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
        impl $($generics)* $crate::__private::IntoCallToolResult for $error
        $($where)*
        {
            fn into_call_tool_result(
                self,
            ) -> $crate::__private::Result<
                $crate::__private::CallToolResponse,
                $crate::__private::RmcpErrorData,
            > {
                $crate::__private::Result::Ok($crate::__private::From::from(
                    <$crate::__private::CallToolResult as $crate::__private::From<$error>>::from(self),
                ))
            }
        }
    };
}

/// Without rmcp there is nothing to convert into; the derive need not know.
#[cfg(not(feature = "rmcp3"))]
#[doc(hidden)]
#[macro_export]
macro_rules! __impl_rmcp {
    ($($ignored:tt)*) => {};
}
