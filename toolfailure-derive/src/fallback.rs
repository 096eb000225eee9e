//! Tokens for an item that was refused: the same impls, so that uses of the type do not fail as
//! well. One typo is one error.

use proc_macro2::TokenStream;
use quote::quote;

use crate::{expand, syntax::Item};

pub(crate) fn fallback(item: &Item<'_>) -> TokenStream {
    let root = &item.root;
    expand::impls(item, Vec::new(), &quote!(&[]), &quote!(#root::__private::not_compiled()))
}
