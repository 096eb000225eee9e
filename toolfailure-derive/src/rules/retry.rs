//! What is said about a retry (W4, W5).

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{ext::IdentExt, spanned::Spanned};
use toolfailure_core::{ToolFailureClass, vocabulary};

use super::Checker;
use crate::{
    attrs::{Entry, Key, Value},
    diagnostics::Errors,
    model::{BoundTrait, HintTrait, Retry},
    types,
};

pub(super) fn check(
    checker: &mut Checker<'_, '_>,
    class: Option<ToolFailureClass>,
    errors: &mut Errors,
) -> Option<Retry> {
    let variant = checker.variant;
    let word = variant.entries.get(Key::Retryable);
    let mut hints = Vec::new();
    for key in [Key::RetryAfter, Key::RetryAt] {
        hints.extend(variant.entries.get(key).map(|entry| (entry, None)));
    }
    for (index, field) in variant.fields.iter().enumerate() {
        for key in [Key::RetryAfter, Key::RetryAt] {
            hints.extend(field.entries.get(key).map(|entry| (entry, Some(index))));
        }
    }
    match class? {
        ToolFailureClass::Reliability => {}
        class @ (ToolFailureClass::Capability | ToolFailureClass::Governance) => {
            for entry in word.into_iter().chain(hints.iter().map(|(entry, _)| *entry)) {
                errors.on(
                    &entry.name,
                    format!(
                        "`{}` is only for class = \"reliability\"; a {class} failure is never retried",
                        entry.key.name()
                    ),
                );
            }
            return Some(Retry::No);
        }
    }
    for (second, _) in hints.iter().skip(1) {
        let first = hints[0].0.key.name();
        errors.on(
            &second.name,
            format!("the time of a retry is already given by `{first}`: remove one"),
        );
    }
    let said = word.map(|entry| match &entry.value {
        Value::Bool(value) if value.value => (Retry::Yes, "true"),
        Value::Bool(_) => (Retry::No, "false"),
        _ => (Retry::IfIdempotent, "\"if_idempotent\""),
    });
    match (said, hints.first()) {
        (Some((Retry::Yes, _)) | None, Some(&(hint, field))) => Some(as_hint(checker, hint, field)),
        (Some((_, value)), Some((hint, _))) => {
            errors.on(
                &hint.name,
                format!("`retryable = {value}` leaves nothing to wait for: remove one of the two"),
            );
            None
        }
        (Some((retry, _)), None) => Some(retry),
        (None, None) => unsaid(checker, errors),
    }
}

/// Nothing is said: fine if the code says it.
fn unsaid(checker: &Checker<'_, '_>, errors: &mut Errors) -> Option<Retry> {
    let variant = checker.variant;
    let code = variant.entries.get(Key::Code);
    let literal = code.and_then(|entry| entry.value.text());
    if literal.is_some_and(|code| code.value() == vocabulary::RETRYABLE_TRANSIENT_ERROR) {
        return Some(Retry::Yes);
    }
    let keys = [Key::Retryable, Key::RetryAfter, Key::RetryAt];
    let missing = keys.iter().all(|key| variant.entries.lacks(*key))
        && variant.fields.iter().all(|field| keys.iter().all(|key| field.entries.lacks(*key)));
    if missing {
        let class = variant.entries.get(Key::Class).and_then(|entry| entry.value.text());
        let at = class.map_or_else(|| variant.ident.to_token_stream(), ToTokens::to_token_stream);
        errors.on(
            at,
            "a reliability failure says whether the same call may be repeated: add \
             `retryable = true`, `retryable = false`, `retryable = \"if_idempotent\"` (the outcome \
             is unknown), or a `retry_after`",
        );
    }
    None
}

fn as_hint(checker: &mut Checker<'_, '_>, hint: &Entry, field: Option<usize>) -> Retry {
    let (of, bound) = match hint.key {
        Key::RetryAt => (HintTrait::At, BoundTrait::RetryAt),
        _ => (HintTrait::After, BoundTrait::RetryAfter),
    };
    if let Some(index) = field {
        let field = &checker.variant.fields[index];
        checker.bound(field, bound);
        let value = checker.bind(index, field.span).into_token_stream();
        return Retry::Hint {
            of,
            ty: Some(types::named(field.ty)),
            lets: TokenStream::new(),
            value,
            span: field.ty.span(),
        };
    }
    let Value::Expr(expr) = &hint.value else { return Retry::Yes };
    let lets = fields_in(checker, expr);
    Retry::Hint { of, ty: None, lets, value: quote!(&(#expr)), span: expr.span() }
}

/// `let` statements for the fields that an expression mentions, each under the very token that
/// mentions it, so that it is found whatever macro the expression came from.
fn fields_in(checker: &mut Checker<'_, '_>, expr: &TokenStream) -> TokenStream {
    let mut lets = TokenStream::new();
    let mut seen = Vec::new();
    for ident in idents(expr.clone()) {
        let name = ident.unraw().to_string();
        let index = checker.field_index(&name).or_else(|| {
            let index = name.strip_prefix('_')?;
            checker.field_index(index).filter(|_| index.bytes().all(|byte| byte.is_ascii_digit()))
        });
        if let Some(index) = index
            && !seen.contains(&name)
        {
            let bound = checker.bind(index, ident.span());
            lets.extend(quote!(let #ident = #bound;));
            seen.push(name);
        }
    }
    lets
}

/// The identifiers of an expression that can be variables: not members, methods or path segments.
fn idents(expr: TokenStream) -> Vec<Ident> {
    let mut found = Vec::new();
    let tokens: Vec<TokenTree> = expr.into_iter().collect();
    let punct = |index: Option<usize>| match index.and_then(|index| tokens.get(index)) {
        Some(TokenTree::Punct(punct)) => punct.as_char(),
        _ => ' ',
    };
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => found.extend(idents(group.stream())),
            TokenTree::Ident(ident) => {
                let member = punct(i.checked_sub(1)) == '.' && punct(i.checked_sub(2)) != '.';
                let in_path = punct(i.checked_sub(1)) == ':' || punct(Some(i + 1)) == ':';
                if !member && !in_path {
                    found.push(ident.clone());
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}
