//! Tokens from the model. Searches nothing, refuses nothing, and needs no `#[allow]`: paths are
//! absolute, locals cannot collide, and nothing is bound that is not used.

use proc_macro2::{Literal, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Generics, LitStr, WhereClause, parse_quote};
use toolfailure_core::ToolFailureClass;

use crate::{
    model::{
        Binding, BoundTrait, Carrier, Code, HintTrait, Kind, Model, NoError, Own, Quoting, Retry,
        Template, TemplatePiece, VariantModel,
    },
    syntax::{Item, Variant},
    types,
};

pub(crate) fn expand(item: &Item<'_>, model: &Model<'_>) -> TokenStream {
    let root = &item.root;
    let p = quote!(#root::__private);
    let entries = model.variants.iter().map(|variant| catalog_entry(&p, variant));
    let arms = item.variants.iter().zip(&model.variants).map(|(written, variant)| {
        let pattern = pattern(written, &variant.bindings);
        let classification = classification(&p, variant);
        quote!(#pattern => #classification,)
    });
    let body = if model.variants.is_empty() {
        quote!(match *self {})
    } else {
        quote!(match self { #(#arms)* })
    };
    let catalog = quote!(&[#(#entries),*]);
    let checks = model.variants.iter().map(|variant| checks(&p, variant));
    let predicates = model.bounds.iter().map(|bound| {
        let ty = &bound.ty;
        let of = match bound.of {
            BoundTrait::Display => quote!(::core::fmt::Display),
            BoundTrait::Debug => quote!(::core::fmt::Debug),
            BoundTrait::RetryAfter => quote!(#p::RetryAfter),
            BoundTrait::RetryAt => quote!(#p::RetryAt),
            BoundTrait::ToolFailure => quote!(#p::ToolFailure),
        };
        quote!(#ty: #of)
    });
    let impls = impls(item, predicates.collect(), &catalog, &body);
    quote! {
        #(#checks)*
        #impls
    }
}

/// The impls, around a catalogue and the body of `classify`.
pub(crate) fn impls(
    item: &Item<'_>,
    predicates: Vec<TokenStream>,
    catalog: &TokenStream,
    body: &TokenStream,
) -> TokenStream {
    let root = &item.root;
    let ident = types::named(item.ident);
    let (generics, ty_generics, _) = item.generics.split_for_impl();
    let where_clause = where_clause(item, predicates);
    quote! {
        #[automatically_derived]
        impl #generics #root::ToolFailure for #ident #ty_generics #where_clause {
            const CATALOG: &'static [#root::__private::CatalogEntry] = #catalog;

            fn classify(&self) -> #root::__private::Classification {
                #body
            }
        }

        #root::__impl_rmcp! { [#generics] [#ident #ty_generics] [#where_clause] }
    }
}

/// The item's own clause, what its interpolated fields need, and, where parameters leave it open,
/// that the item is an error at all.
fn where_clause(item: &Item<'_>, predicates: Vec<TokenStream>) -> Option<WhereClause> {
    let mut generics: Generics = item.generics.clone();
    let has_parameters = !generics.params.is_empty();
    let (root, ident) = (&item.root, types::named(item.ident));
    let (_, ty_generics, _) = item.generics.split_for_impl();
    if predicates.is_empty() && !has_parameters {
        return generics.where_clause;
    }
    let clause = generics.make_where_clause();
    for predicate in predicates {
        clause.predicates.push(parse_quote!(#predicate));
    }
    if item.generics.type_params().next().is_some() {
        clause.predicates.push(parse_quote!(#ident #ty_generics: #root::__private::Error));
    }
    if clause.predicates.is_empty() { None } else { generics.where_clause }
}

fn pattern(written: &Variant<'_>, bindings: &[Binding]) -> TokenStream {
    let fields = bindings.iter().map(|Binding { member, name }| quote!(#member: #name,));
    let path = match written.place {
        crate::attrs::Place::Struct => quote!(Self),
        _ => {
            let ident = types::named(written.ident);
            quote!(Self::#ident)
        }
    };
    quote!(#path { #(#fields)* .. })
}

fn classification(p: &TokenStream, variant: &VariantModel<'_>) -> TokenStream {
    let inner_checks = variant.no_errors.iter().filter(|check| check.generic);
    let inner_checks: Vec<_> = inner_checks.map(|check| no_error(p, check)).collect();
    let own = match &variant.kind {
        Kind::Transparent { field, ty } => {
            return quote_spanned!(field.span()=> #p::transparent::<#ty>(#field));
        }
        Kind::Own(own) => own,
    };
    let code = code(&own.code);
    let code = quote!(const { #p::Code::from_static(#code) });
    let mut built = match own.class {
        ToolFailureClass::Capability => quote!(#p::Classification::capability(#code)),
        ToolFailureClass::Governance => quote!(#p::Classification::governance(#code)),
        ToolFailureClass::Reliability => {
            let retry = retry(p, own);
            quote!(#p::Classification::reliability(#code, #retry))
        }
    };
    if let Some(guidance) = &own.guidance {
        let text = text(p, guidance);
        built = quote!(#p::Classification::with_guidance(#built, #text));
    }
    if let Some(message) = &own.message {
        let text = text(p, message);
        built = quote!(#p::Classification::with_message(#built, #text));
    }
    if inner_checks.is_empty() { built } else { quote!({ #(const { #inner_checks };)* #built }) }
}

fn code(code: &Code) -> TokenStream {
    match code {
        Code::Literal(literal) => literal.to_token_stream(),
        Code::Path(path) => types::named(path),
    }
}

fn retry(p: &TokenStream, own: &Own) -> TokenStream {
    match &own.retry {
        Retry::No => quote!(#p::Retry::No),
        Retry::Yes => quote!(#p::Retry::Yes),
        Retry::IfIdempotent => quote!(#p::Retry::IfIdempotent),
        Retry::Hint { of, ty, lets, value, span } => {
            let (of, method) = match of {
                HintTrait::After => (quote!(#p::RetryAfter), quote!(retry_after)),
                HintTrait::At => (quote!(#p::RetryAt), quote!(retry_at)),
            };
            let hint = match ty {
                Some(ty) => quote_spanned!(*span=> <#ty as #of>::#method(#value)),
                None => quote_spanned!(*span=> #of::#method(#value)),
            };
            if lets.is_empty() { hint } else { quote!({ #lets #hint }) }
        }
    }
}

fn text(p: &TokenStream, template: &Template) -> TokenStream {
    match &template.pieces[..] {
        [] => spanned("", &template.literal),
        [TemplatePiece::Text(text)] => spanned(text, &template.literal),
        pieces => {
            let parts = pieces.iter().map(|piece| part(p, piece, &template.literal));
            quote!(#p::render(&[#(#parts),*]))
        }
    }
}

fn spanned(text: &str, literal: &LitStr) -> TokenStream {
    let mut unescaped = Literal::string(text);
    unescaped.set_span(literal.span());
    unescaped.to_token_stream()
}

fn part(p: &TokenStream, piece: &TemplatePiece, literal: &LitStr) -> TokenStream {
    // Located at the literal, so that a missing `Display` is reported there, and hygienic, so that
    // no name in it can mean anything of the user's.
    let span = Span::mixed_site().located_at(literal.span());
    match piece {
        TemplatePiece::Text(text) => {
            let text = spanned(text, literal);
            quote!(#p::Part::Text(#text))
        }
        TemplatePiece::Field { binding, debug, quoting } => match (quoting, debug) {
            (Quoting::Never, false) => quote_spanned!(span=> #p::Part::Plain(#binding)),
            (Quoting::Never, true) => quote_spanned!(span=> #p::Part::PlainDebug(#binding)),
            (Quoting::Always, false) => quote_spanned!(span=> #p::Part::Quoted(#binding)),
            (Quoting::Always, true) => quote_spanned!(span=> #p::Part::QuotedDebug(#binding)),
            (Quoting::ByType, false) => {
                by_type(p, binding, &quote_spanned!(span=> toolfailure_display), span)
            }
            (Quoting::ByType, true) => {
                by_type(p, binding, &quote_spanned!(span=> toolfailure_debug), span)
            }
        },
    }
}

fn by_type(
    p: &TokenStream,
    binding: &proc_macro2::Ident,
    method: &TokenStream,
    span: Span,
) -> TokenStream {
    quote_spanned!(span=> {
        use #p::Quoted as _;
        #p::Interpolate(#binding).#method()
    })
}

/// What the compiler checks in constants: paths, and types that are errors.
fn checks(p: &TokenStream, variant: &VariantModel<'_>) -> TokenStream {
    let mut checks = TokenStream::new();
    if let Kind::Own(own) = &variant.kind
        && let Code::Path(path) = &own.code
    {
        let class = class(p, own.class);
        let path = types::named(path);
        checks.extend(quote!(const _: () = #p::assert_code(#class, #path);));
    }
    for check in variant.no_errors.iter().filter(|check| !check.generic) {
        let assertion = no_error(p, check);
        checks.extend(quote!(const _: () = #assertion;));
    }
    checks
}

fn no_error(p: &TokenStream, check: &NoError) -> TokenStream {
    let ty = &check.ty;
    let assertion = match check.carrier {
        Carrier::Display => quote!(assert_display_carries_no_error),
        Carrier::Message => quote!(assert_message_carries_no_error),
        Carrier::Guidance => quote!(assert_guidance_carries_no_error),
    };
    let span = Span::mixed_site().located_at(check.span);
    quote_spanned!(span=> {
        use #p::NoError as _;
        #p::#assertion(<#p::IsError<#ty>>::VALUE)
    })
}

fn class(p: &TokenStream, class: ToolFailureClass) -> TokenStream {
    match class {
        ToolFailureClass::Capability => quote!(#p::ToolFailureClass::Capability),
        ToolFailureClass::Reliability => quote!(#p::ToolFailureClass::Reliability),
        ToolFailureClass::Governance => quote!(#p::ToolFailureClass::Governance),
    }
}

fn catalog_entry(p: &TokenStream, variant: &VariantModel<'_>) -> TokenStream {
    use syn::ext::IdentExt;
    let name = variant.ident.unraw().to_string();
    let own = match &variant.kind {
        Kind::Transparent { ty, .. } => {
            let of = quote!(|| <#ty as #p::ToolFailure>::CATALOG);
            return quote!(#p::CatalogEntry::Nested(#p::NestedEntry::new(#name, #of)));
        }
        Kind::Own(own) => own,
    };
    let class = class(p, own.class);
    let code = code(&own.code);
    let retryable = match own.retry {
        Retry::No => quote!(#p::Retryable::No),
        Retry::Yes | Retry::Hint { .. } => quote!(#p::Retryable::Yes),
        Retry::IfIdempotent => quote!(#p::Retryable::IfIdempotent),
    };
    let guidance = match &own.guidance {
        Some(template) => {
            let literal = &template.literal;
            quote!(#p::Some(#literal))
        }
        None => quote!(#p::None),
    };
    let docs = variant.docs;
    quote! {
        #p::CatalogEntry::Own(
            #p::OwnEntry::new(#name, #class, #code, #retryable, #guidance, #docs)
        )
    }
}
