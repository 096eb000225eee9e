//! Tokens from the model. Searches nothing, refuses nothing, and needs no `#[allow]`: paths are
//! absolute, locals cannot collide, and nothing is bound that is not used.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Generics, LitStr, WhereClause, parse_quote};
use toolfailure_core::ToolFailureClass;

use crate::{
    model::{
        Binding, BoundTrait, Carrier, Code, HintTrait, Kind, Model, NoError, Own, Quoting, Retry,
        Template, TemplateField, VariantModel,
    },
    syntax::{Item, Variant},
    types,
};

pub(crate) fn expand(item: &Item<'_>, model: &Model<'_>) -> TokenStream {
    let root = &item.root;
    let p = quote!(#root::__private);
    let entries = model.variants.iter().map(|variant| catalog_entry(&p, variant));
    let local = catalog_local();
    let variants = item.variants.iter().zip(&model.variants).enumerate();
    let arms = variants.map(|(index, (written, variant))| {
        let pattern = pattern(written, &variant.bindings);
        let classification = classification(&p, index, variant);
        quote!(#pattern => #classification,)
    });
    let body = if model.variants.is_empty() {
        quote!(match *self {})
    } else {
        // The two traits answer for every type for which nothing better does.
        quote! {
            use #p::{NoError as _, Quoted as _};
            let #local = <Self as #p::Catalog>::ENTRIES;
            match self { #(#arms)* }
        }
    };
    let catalog = quote!(&#p::catalog([#(#entries),*]));
    let checks = code_checks(&p, model);
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
        #checks
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
    let ty_generics = types::named(ty_generics);
    let spelled_out =
        |tokens| types::without_self(types::named(tokens), &quote!(#ident #ty_generics));
    let generics = spelled_out(generics.into_token_stream());
    let where_clause = spelled_out(where_clause(item, predicates).into_token_stream());
    let error_data = item.error_data.then(
        || quote!(#root::__impl_error_data! { [#generics] [#ident #ty_generics] [#where_clause] }),
    );
    quote! {
        #[automatically_derived]
        impl #generics #root::__private::Catalog for #ident #ty_generics #where_clause {
            const ENTRIES: &'static [#root::__private::CatalogEntry] = #catalog;
        }

        #[automatically_derived]
        impl #generics #root::ToolFailure for #ident #ty_generics #where_clause {
            const CATALOG: &'static [#root::__private::CatalogEntry] =
                <Self as #root::__private::Catalog>::ENTRIES;

            fn classify(&self) -> #root::__private::Classification {
                #body
            }
        }

        #root::__impl_rmcp! { [#generics] [#ident #ty_generics] [#where_clause] }
        #error_data
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

fn classification(p: &TokenStream, index: usize, variant: &VariantModel<'_>) -> TokenStream {
    let own = match &variant.kind {
        Kind::Transparent { field, ty } => {
            let classification = quote!(<#ty as #p::ToolFailure>::classify(#field));
            return quote!(#p::transparent(#field, #classification));
        }
        Kind::With { function, fields, message } => {
            let function = types::named(function);
            let built = quote!(#p::with(#function(#(#fields),*)));
            return with_checks(p, variant, with_message(p, built, message.as_ref()));
        }
        Kind::Own(own) => own,
    };
    let catalog = catalog_local();
    let fields = own.guidance.iter().map(|guidance| fields(p, guidance));
    let fields = quote!(&[#(#fields)*]);
    let mut built = if let Retry::No = own.retry {
        quote!(#p::classify(#catalog, #index, #fields))
    } else {
        let retry = retry(p, own);
        quote!(#p::classify_retry(#catalog, #index, #retry, #fields))
    };
    built = with_message(p, built, own.message.as_ref());
    with_checks(p, variant, built)
}

fn with_message(p: &TokenStream, built: TokenStream, message: Option<&Template>) -> TokenStream {
    let Some(message) = message else { return built };
    let (literal, fields) = (&message.literal, fields(p, message));
    quote!(#p::with_message(#built, #literal, &[#fields]))
}

fn with_checks(p: &TokenStream, variant: &VariantModel<'_>, built: TokenStream) -> TokenStream {
    let checks = variant.no_errors.iter().map(|check| no_error(p, check));
    if variant.no_errors.is_empty() { built } else { quote!({ #(#checks)* #built }) }
}

/// The local that holds the catalogue. (The constant itself would be looked at again for each
/// variant.)
fn catalog_local() -> Ident {
    Ident::new("__catalog", Span::mixed_site())
}

/// A code, as an expression. A constant of another type than `&str` is refused wherever the code
/// is needed, but in the same words, so that it is reported once.
fn code(p: &TokenStream, code: &Code) -> TokenStream {
    match code {
        Code::Literal(literal) => literal.to_token_stream(),
        Code::Path(path) => {
            let path = types::named(path);
            quote!(#p::code(#path))
        }
    }
}

fn retry(p: &TokenStream, own: &Own) -> TokenStream {
    match &own.retry {
        Retry::No => quote!(#p::Retry::No),
        Retry::Yes => quote!(#p::Retry::Yes),
        Retry::IfIdempotent => quote!(#p::Retry::IfIdempotent),
        Retry::Field { of: HintTrait::After, field, ty } => {
            quote!(<#ty as #p::RetryAfter>::retry_after(#field))
        }
        Retry::Field { of: HintTrait::At, field, ty } => {
            quote!(<#ty as #p::RetryAt>::retry_at(#field))
        }
        Retry::Expr { of, lets, value, span } => {
            let span = Span::mixed_site().located_at(*span);
            let hint = match of {
                HintTrait::After => quote_spanned!(span=> #p::retry_after(#value)),
                HintTrait::At => quote_spanned!(span=> #p::retry_at(#value)),
            };
            if lets.is_empty() { hint } else { quote!({ #lets #hint }) }
        }
    }
}

/// The fields of a template, in the order in which they stand in it.
fn fields(p: &TokenStream, Template { literal, fields }: &Template) -> TokenStream {
    let fields = fields.iter().map(|TemplateField { binding, debug, quoting }| {
        field(p, binding, *debug, *quoting, literal)
    });
    quote!(#(#fields),*)
}

fn field(
    p: &TokenStream,
    binding: &Ident,
    debug: bool,
    quoting: Quoting,
    literal: &LitStr,
) -> TokenStream {
    // Located at the literal, so that a missing `Display` is reported there, and hygienic, so that
    // no name in it can mean anything of the user's.
    let span = Span::mixed_site().located_at(literal.span());
    match (quoting, debug) {
        (Quoting::Never, false) => quote_spanned!(span=> #p::Part::Plain(#binding)),
        (Quoting::Never, true) => quote_spanned!(span=> #p::Part::PlainDebug(#binding)),
        (Quoting::Always, false) => quote_spanned!(span=> #p::Part::Quoted(#binding)),
        (Quoting::Always, true) => quote_spanned!(span=> #p::Part::QuotedDebug(#binding)),
        (Quoting::ByType, false) => {
            quote_spanned!(span=> #p::Interpolate(#binding).toolfailure_display())
        }
        (Quoting::ByType, true) => {
            quote_spanned!(span=> #p::Interpolate(#binding).toolfailure_debug())
        }
    }
}

/// Codes that only the compiler knows are checked in constants, each underlined by its name: its
/// shape and class, and that no other variant gives it another class.
fn code_checks(p: &TokenStream, model: &Model<'_>) -> TokenStream {
    let own = model.variants.iter().filter_map(|variant| match &variant.kind {
        Kind::Own(own) => Some(own),
        _ => None,
    });
    let own: Vec<_> = own.collect();
    let checks: Vec<_> = own
        .iter()
        .filter_map(|own| {
            let Code::Path(path) = &own.code else { return None };
            let (class, code) = (class(p, own.class), code(p, &own.code));
            let at = path.segments.last().map_or_else(Span::mixed_site, |name| name.ident.span());
            let span = Span::mixed_site().located_at(at);
            // Imported, so that all of the call is at the name.
            let check = quote_spanned!(span=> assert_code(#class, #code, CODES));
            Some(quote!(const _: () = { use #p::assert_code; #check };))
        })
        .collect();
    if checks.is_empty() {
        return TokenStream::new();
    }
    let codes = own.iter().map(|own| {
        let (class, code) = (class(p, own.class), code(p, &own.code));
        quote!((#class, #code))
    });
    quote! {
        const _: () = {
            const CODES: &#p::Codes = &[#(#codes),*];
            #(#checks)*
        };
    }
}

/// A field that must be no error, as a statement that only then compiles.
fn no_error(p: &TokenStream, check: &NoError) -> TokenStream {
    let ty = &check.ty;
    let span = Span::mixed_site().located_at(check.span);
    let may = match check.carrier {
        Carrier::Display => quote_spanned!(span=> may_stand_in_display),
        Carrier::Message => quote_spanned!(span=> may_stand_in_message),
        Carrier::Guidance => quote_spanned!(span=> may_stand_in_guidance),
    };
    let probe = quote_spanned!(span=> #p::#may(<#p::Probe<#ty>>::TOOLFAILURE_PROBE););
    if check.well_known {
        return probe;
    }
    quote_spanned!(span=> #probe #p::#may(<#p::DerefProbe<#ty>>::TOOLFAILURE_PROBE);)
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
            return quote!(#p::Declared::Nested(#name, #of));
        }
        Kind::With { .. } => {
            let docs = variant.docs;
            return quote!(#p::Declared::AtRunTime(#name, #docs));
        }
        Kind::Own(own) => own,
    };
    let class = class(p, own.class);
    let code = code(p, &own.code);
    let retryable = match own.retry {
        Retry::No => quote!(#p::Retryable::No),
        Retry::Yes | Retry::Field { .. } | Retry::Expr { .. } => quote!(#p::Retryable::Yes),
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
    quote!(#p::Declared::Own(#name, #class, #code, #retryable, #guidance, #docs))
}
