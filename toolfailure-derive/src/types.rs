//! Questions about types, answered from their tokens.

use proc_macro2::{Group, Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    GenericArgument, GenericParam, Generics, PathArguments, Type, TypeParamBound, ext::IdentExt,
};

/// Whether a type mentions one of the item's type or const parameters, and so means something only
/// where those are in scope.
pub(crate) fn mentions_parameter(ty: &Type, generics: &Generics) -> bool {
    let parameters: Vec<&Ident> = generics
        .params
        .iter()
        .filter_map(|parameter| match parameter {
            GenericParam::Type(parameter) => Some(&parameter.ident),
            GenericParam::Const(parameter) => Some(&parameter.ident),
            GenericParam::Lifetime(_) => None,
        })
        .collect();
    mentions(ty, |ident| parameters.contains(&ident))
}

/// Whether a type mentions the item itself.
pub(crate) fn mentions_item(ty: &Type, item: &Ident) -> bool {
    mentions(ty, |ident| ident == item || ident == "Self")
}

fn mentions(ty: &Type, is_meant: impl Fn(&Ident) -> bool) -> bool {
    fn search(tokens: TokenStream, is_meant: &dyn Fn(&Ident) -> bool) -> bool {
        tokens.into_iter().any(|token| match token {
            TokenTree::Ident(ident) => is_meant(&ident),
            TokenTree::Group(group) => search(group.stream(), is_meant),
            TokenTree::Punct(_) | TokenTree::Literal(_) => false,
        })
    }
    search(ty.to_token_stream(), &is_meant)
}

/// The type's tokens, to be named in the expansion: as if they had been written by the derive, so
/// that the user's lints (`deprecated`) do not fire a second time, yet underlined where they stand.
/// `$crate` keeps what it means.
pub(crate) fn named(tokens: impl ToTokens) -> TokenStream {
    let respan = |span: Span| span.resolved_at(Span::call_site());
    let tokens = tokens.to_token_stream().into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let mut named_group = Group::new(group.delimiter(), named(group.stream()));
            named_group.set_span(respan(group.span()));
            TokenTree::Group(named_group)
        }
        TokenTree::Ident(ident) if ident == "$crate" => TokenTree::Ident(ident),
        mut token => {
            token.set_span(respan(token.span()));
            token
        }
    });
    tokens.collect()
}

/// The tokens with `Self` spelled out, for impls of which the item is not the subject.
pub(crate) fn without_self(tokens: TokenStream, item: &TokenStream) -> TokenStream {
    let tokens = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(ident) if ident == "Self" => item.clone(),
        TokenTree::Group(group) => {
            let mut inner = Group::new(group.delimiter(), without_self(group.stream(), item));
            inner.set_span(group.span());
            TokenTree::Group(inner).into()
        }
        token => token.into(),
    });
    tokens.collect()
}

/// Whether a type is an error by its spelling: a trait object of an error, also behind pointers.
/// Every other type is asked by its traits.
pub(crate) fn is_spelled_as_error(ty: &Type) -> bool {
    match ty {
        Type::Group(group) => is_spelled_as_error(&group.elem),
        Type::Paren(paren) => is_spelled_as_error(&paren.elem),
        Type::Reference(reference) => is_spelled_as_error(&reference.elem),
        Type::Path(_) => arguments(ty).into_iter().any(is_trait_object_of_error),
        _ => is_trait_object_of_error(ty),
    }
}

fn is_trait_object_of_error(ty: &Type) -> bool {
    let Type::TraitObject(object) = ty else { return false };
    object.bounds.iter().any(|bound| match bound {
        TypeParamBound::Trait(bound) => bound.path.segments.last().is_some_and(|segment| {
            let name = segment.ident.unraw().to_string();
            name.ends_with("Error")
        }),
        _ => false,
    })
}

/// The name of a type that everybody knows and that is no error, if it is spelled by that name.
pub(crate) fn well_known(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    let name = path.path.get_ident()?.to_string();
    let known = matches!(
        name.as_str(),
        "String"
            | "str"
            | "bool"
            | "char"
            | "u8"
            | "u16"
            | "u32"
            | "u64"
            | "u128"
            | "usize"
            | "i8"
            | "i16"
            | "i32"
            | "i64"
            | "i128"
            | "isize"
            | "f32"
            | "f64"
            | "PathBuf"
            | "Duration"
            | "SystemTime"
    );
    known.then_some(name)
}

/// The type itself and the types in its angle brackets, at any depth: a `Vec` of errors prints
/// errors.
pub(crate) fn with_arguments(ty: &Type) -> Vec<&Type> {
    let mut found = vec![ty];
    let mut next = 0;
    while next < found.len() {
        found.extend(arguments(found[next]));
        next += 1;
    }
    found
}

fn arguments(ty: &Type) -> Vec<&Type> {
    match ty {
        Type::Group(group) => vec![&*group.elem],
        Type::Paren(paren) => vec![&*paren.elem],
        Type::Reference(reference) => vec![&*reference.elem],
        Type::Array(array) => vec![&*array.elem],
        Type::Slice(slice) => vec![&*slice.elem],
        Type::Tuple(tuple) => tuple.elems.iter().collect(),
        Type::Path(path) => {
            let mut types = Vec::new();
            for segment in &path.path.segments {
                if let PathArguments::AngleBracketed(list) = &segment.arguments {
                    for argument in &list.args {
                        if let GenericArgument::Type(ty) = argument {
                            types.push(ty);
                        }
                    }
                }
            }
            types
        }
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use quote::quote;
    use syn::parse_quote;

    use super::*;

    #[test]
    fn errors_by_spelling() {
        let errors: Vec<Type> = vec![
            parse_quote!(Box<dyn Error>),
            parse_quote!(Box<dyn std::error::Error + Send + Sync + 'static>),
            parse_quote!(std::sync::Arc<dyn StdError + Send>),
            parse_quote!(&'static (dyn Error + 'static)),
        ];
        for ty in errors {
            assert!(is_spelled_as_error(&ty), "{}", ty.to_token_stream());
        }
        let others: Vec<Type> =
            vec![parse_quote!(String), parse_quote!(Vec<u8>), parse_quote!(Box<dyn Display>)];
        for ty in others {
            assert!(!is_spelled_as_error(&ty), "{}", ty.to_token_stream());
        }
    }

    #[test]
    fn arguments_at_any_depth() {
        let ty: Type = parse_quote!(HashMap<String, Vec<Option<&'static io::Error>>>);
        let found: Vec<_> =
            with_arguments(&ty).iter().map(|ty| ty.to_token_stream().to_string()).collect();
        assert!(found.contains(&"io :: Error".to_owned()), "{found:?}");
    }

    #[test]
    fn self_is_spelled_out() {
        let clause = quote!(where Self: Send, [Self; 2]: Into<<Self as A>::B>);
        let shown = without_self(clause, &quote!(E<T>)).to_string().replace(' ', "");
        assert_eq!(shown, "whereE<T>:Send,[E<T>;2]:Into<<E<T>asA>::B>");
    }

    #[test]
    fn parameters_are_seen() {
        let generics: Generics = parse_quote!(<'a, T, const N: usize>);
        assert!(mentions_parameter(&parse_quote!(Cow<'a, (&'b str, &'a T)>), &generics));
        assert!(mentions_parameter(&parse_quote!([u8; N]), &generics));
        assert!(!mentions_parameter(&parse_quote!(&'a str), &generics));
    }
}
