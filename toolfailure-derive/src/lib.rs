//! The derive macro of `toolfailure`. Use it from there: `use toolfailure::ToolFailure;`.
//!
//! One module a stage, and data flows one way:
//!
//! ```text
//! syntax      the item: variants, fields, and the attributes on them
//!   attrs     `#[tool_failure(…)]`: keys and values, each with its span
//!   display   `#[error(…)]` of thiserror: which fields a message carries
//! format      `{field}` and `{field:?}` in guidance and messages
//! rules       everything that is refused, and what is left: the model
//! expand      tokens from the model; searches nothing, refuses nothing
//! fallback    tokens for an item that was refused, so that one typo is one error
//! ```

#![warn(clippy::print_stderr, clippy::print_stdout)]

extern crate proc_macro;

mod attrs;
mod diagnostics;
mod display;
mod expand;
mod fallback;
mod format;
mod model;
mod rules;
mod suggest;
mod syntax;
mod types;

use proc_macro2::TokenStream;
use syn::DeriveInput;

/// Says for each variant of an error enum (or for an error struct) why a tool call failed.
///
/// Implements `toolfailure::ToolFailure` and, with the facade's feature `rmcp3`,
/// `From<Self> for CallToolResult` and what makes the type the error of `#[tool]` functions. The
/// type has to implement `std::error::Error`; `thiserror` is the usual way, and either order of
/// the two derives works.
///
/// Keys of `#[tool_failure(…)]` on a variant, or on a struct:
///
/// | key | meaning |
/// |---|---|
/// | `class = "…"` | `capability`, `reliability` or `governance` (W2). May be left out for a baseline code. |
/// | `code = "…"` | snake_case, dotted for a vendor's own: `acme.quota_spent`; or the path of a `const` `&str`. Required (W3). |
/// | `guidance = "…"` | A short instruction for the model (W7), with `{field}` and `{field:?}`. |
/// | `message = "…"` | What the model reads in place of `Display`, with `{field}` and `{field:?}`. |
/// | `retryable = true`, `false`, `"if_idempotent"` | Reliability only (W4); there it must be said, unless it follows from another key or from `retryable_transient_error`. |
/// | `retry_after = expr`, `retry_at = expr` | A `Duration`, a `SystemTime`, or an `Option` of one, over this variant's fields (tuple fields are `_0`, `_1`, …) (W5). |
/// | `expose` | This variant's message may carry its source's text, knowingly. |
/// | `transparent` | Everything comes from the single field, itself a `ToolFailure`. |
/// | `with = path` | A function of all fields, by reference, that returns the `Classification`: for what only run time knows, such as an HTTP status. Beside it only `message` and `expose`. |
///
/// On a field: `retry_after`, `retry_at` (the field holds it); `secret` (interpolating it does not
/// compile); `trusted` (no quotes around it in guidance); `untrusted` (quotes in `message`, too).
///
/// On the enum or struct: `crate = ::path::to::toolfailure`, for re-exports and renames; and
/// `error_data`, which also implements `From<Self> for rmcp::ErrorData`, for `?` in functions that
/// return `Result<CallToolResult, ErrorData>`. The `ErrorData` holds the public message and the
/// correlation id; under `toolfailure::server::Classified` the call leaves as the classified result.
///
/// What does not compile: a variant without a classification, a baseline code under a wrong class,
/// a near-miss of a baseline code, a retry outside reliability, one code with two classes, guidance
/// over anything but the variant's fields, and a message that carries its source's text
/// (`#[error("…: {0}")]` over a source) without `message` or `expose`.
#[proc_macro_derive(ToolFailure, attributes(tool_failure, toolfailure))]
pub fn derive_tool_failure(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    derive(input.into()).into()
}

fn derive(input: TokenStream) -> TokenStream {
    let input = match syn::parse2::<DeriveInput>(input) {
        Ok(input) => input,
        Err(error) => return error.into_compile_error(),
    };
    let mut errors = diagnostics::Errors::default();
    let item = syntax::Item::read(&input, &mut errors);
    let model = rules::check(&item, &mut errors);
    match errors.into_compile_errors() {
        None => expand::expand(&item, &model),
        Some(mut tokens) => {
            tokens.extend(fallback::fallback(&item));
            tokens
        }
    }
}

#[cfg(test)]
mod tests;
