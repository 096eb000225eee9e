//! What is said about a retry (W4, W5).

use proc_macro2::{Delimiter, Ident, Spacing, TokenStream, TokenTree};
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
        let ty = types::named(field.ty);
        return Retry::Field { of, field: checker.bind(index, field.span), ty };
    }
    let Value::Expr(expr) = &hint.value else { return Retry::Yes };
    let lets = fields_in(checker, expr);
    Retry::Expr { of, lets, value: expr.clone(), span: expr.span() }
}

/// `let` statements for the fields that an expression mentions, each under the very token that
/// mentions it, so that it is found whatever macro the expression came from.
fn fields_in(checker: &mut Checker<'_, '_>, expr: &TokenStream) -> TokenStream {
    let mut lets = TokenStream::new();
    let mut seen = Vec::new();
    for (ident, in_fragment) in idents(expr.clone(), false) {
        let name = ident.unraw().to_string();
        let index = checker.field_index(&name).or_else(|| {
            let index = name.strip_prefix('_')?;
            checker.field_index(index).filter(|_| index.bytes().all(|byte| byte.is_ascii_digit()))
        });
        let mention = (name, in_fragment);
        if let Some(index) = index
            && !seen.contains(&mention)
        {
            let bound = checker.bind(index, ident.span());
            lets.extend(quote!(let #ident = #bound;));
            seen.push(mention);
        }
    }
    lets
}

/// The identifiers of an expression that can be fields: no members, methods or path segments, and
/// nothing that is called. With each, whether it stands in a fragment that was handed to a macro:
/// there the same name is another one than outside.
fn idents(expr: TokenStream, in_fragment: bool) -> Vec<(Ident, bool)> {
    let mut found = Vec::new();
    let tokens: Vec<TokenTree> = expr.into_iter().collect();
    let punct = |index: Option<usize>| match index.and_then(|index| tokens.get(index)) {
        Some(TokenTree::Punct(punct)) => punct.as_char(),
        _ => ' ',
    };
    for (i, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let in_fragment = in_fragment || group.delimiter() == Delimiter::None;
                found.extend(idents(group.stream(), in_fragment));
            }
            TokenTree::Ident(ident) => {
                let member = punct(i.checked_sub(1)) == '.' && punct(i.checked_sub(2)) != '.';
                let in_path = punct(i.checked_sub(1)) == ':' || punct(Some(i + 1)) == ':';
                if !member && !in_path && !is_called(tokens.get(i + 1)) {
                    found.push((ident.clone(), in_fragment));
                }
            }
            TokenTree::Punct(_) | TokenTree::Literal(_) => {}
        }
    }
    found
}

/// Whether what comes behind an identifier makes it a function or a macro.
fn is_called(next: Option<&TokenTree>) -> bool {
    match next {
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(TokenTree::Punct(bang)) => bang.as_char() == '!' && bang.spacing() == Spacing::Alone,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_can_be_a_field_in_an_expression() {
        let cases = [
            (quote!(*secs + _0.len()), vec!["secs", "_0"]),
            (quote!(wait(wait)), vec!["wait"]),
            (quote!(max!(secs, 1) != secs), vec!["secs", "secs"]),
            (quote!(a::b::<C>(x.y.z())..end), vec!["C", "x", "end"]),
            (quote!(Wait { secs, more: 1 }), vec!["Wait", "secs"]),
        ];
        for (expr, want) in cases {
            let shown = expr.to_string();
            let found: Vec<_> =
                idents(expr, false).into_iter().map(|(ident, _)| ident.to_string()).collect();
            assert_eq!(found, want, "{shown}");
        }
    }
}
