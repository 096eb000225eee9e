//! The errors of one expansion, all of them.

use std::fmt::Display;

use proc_macro2::{Span, TokenStream};
use quote::ToTokens;

/// Collects errors, so that ten mistakes are ten errors, and gives them back in source order.
#[derive(Default)]
pub(crate) struct Errors(Vec<syn::Error>);

impl Errors {
    /// An error on exactly these tokens. Pass the one token that is wrong, never a whole item.
    pub(crate) fn on(&mut self, tokens: impl ToTokens, message: impl Display) {
        self.0.push(syn::Error::new_spanned(tokens, message));
    }

    /// An error on a span.
    pub(crate) fn at(&mut self, span: Span, message: impl Display) {
        self.0.push(syn::Error::new(span, message));
    }

    /// `None` if nothing was wrong.
    pub(crate) fn into_compile_errors(mut self) -> Option<TokenStream> {
        sort_by_position(&mut self.0);
        let errors = self.0.into_iter().reduce(|mut all, error| {
            all.combine(error);
            all
        });
        errors.map(syn::Error::into_compile_error)
    }

    #[cfg(test)]
    pub(crate) fn messages(self) -> Vec<String> {
        self.0.iter().map(ToString::to_string).collect()
    }
}

/// Positions are known only inside the compiler. What comes from a macro's own body has positions
/// of another place, so an item of several files stays as it is.
fn sort_by_position(errors: &mut [syn::Error]) {
    if !proc_macro::is_available() {
        return;
    }
    let place = |error: &syn::Error| {
        let span = error.span().unwrap();
        (span.file(), span.line(), span.column())
    };
    let mut files = errors.iter().map(|error| place(error).0);
    let first = files.next();
    if files.all(|file| Some(&file) == first.as_ref()) {
        errors.sort_by_cached_key(place);
    }
}
