//! The value of a key, by the key's type.

use proc_macro2::{Ident, Punct, TokenStream, TokenTree};
use syn::{Lit, LitBool, LitStr, Path, parse2};

use super::{Key, Place, stream, ungroup};
use crate::diagnostics::Errors;

pub(crate) enum Value {
    /// The key alone.
    Flag,
    Text(LitStr),
    Bool(LitBool),
    Path(Path),
    Expr(TokenStream),
}

impl Value {
    pub(crate) fn text(&self) -> Option<&LitStr> {
        match self {
            Self::Text(text) => Some(text),
            _ => None,
        }
    }
}

/// Reads what was written behind a key; `None` if it was refused.
pub(super) fn read(
    key: Key,
    place: Place,
    name: &Ident,
    written: Option<(&Punct, &[TokenTree])>,
    errors: &mut Errors,
) -> Option<Value> {
    let is_flag = match key {
        Key::Expose
        | Key::Transparent
        | Key::Secret
        | Key::Trusted
        | Key::Untrusted
        | Key::ErrorData => true,
        Key::RetryAfter | Key::RetryAt => place == Place::Field,
        _ => false,
    };
    let (eq, tokens) = match (written, is_flag) {
        (None, true) => return Some(Value::Flag),
        (Some((eq, _)), true) => {
            let word = key.name();
            errors.on(eq, format!("`{word}` takes no value here: write just `{word}`"));
            return None;
        }
        (None, false) => {
            errors.on(name, missing(key, place));
            return None;
        }
        (Some((eq, tokens)), false) => (eq, ungroup(tokens)),
    };
    let Some(first) = tokens.first() else {
        errors.on(eq, format!("a value is missing: write `{}`", key.example()));
        return None;
    };
    let whole = stream(&tokens);
    match key {
        Key::RetryAfter | Key::RetryAt => return Some(Value::Expr(whole)),
        Key::Crate => return absolute_path(whole, errors),
        _ => {}
    }
    let literal = match &tokens[..] {
        [TokenTree::Ident(word)] if word == "true" || word == "false" => {
            parse2::<Lit>(whole.clone()).ok()
        }
        [TokenTree::Literal(_)] => parse2::<Lit>(whole.clone()).ok(),
        _ => None,
    };
    match (key, literal) {
        (_, Some(literal)) if !literal.suffix().is_empty() => {
            errors.on(literal, "a literal with a suffix: remove the suffix");
            None
        }
        (Key::Retryable, Some(Lit::Bool(value))) => Some(Value::Bool(value)),
        (Key::Retryable, Some(Lit::Str(text))) => if_idempotent(text, errors),
        (Key::Class | Key::Code | Key::Guidance | Key::Message, Some(Lit::Str(text))) => {
            Some(Value::Text(text))
        }
        (Key::Code | Key::With, None) if parse2::<Path>(whole.clone()).is_ok() => {
            parse2(whole).ok().map(Value::Path)
        }
        (_, literal) => {
            let one_token = literal.is_some() || tokens.len() == 1;
            let about = wrong_type(key, &tokens);
            if one_token {
                errors.on(first, about)
            } else {
                errors.on(&whole, about)
            }
            None
        }
    }
}

fn if_idempotent(text: LitStr, errors: &mut Errors) -> Option<Value> {
    let about = match text.value().as_str() {
        "if_idempotent" => return Some(Value::Text(text)),
        value @ ("true" | "false") => format!("write `retryable = {value}`, without quotes"),
        _ => "write `true`, `false` or `\"if_idempotent\"`".to_owned(),
    };
    errors.on(text, about);
    None
}

fn absolute_path(tokens: TokenStream, errors: &mut Errors) -> Option<Value> {
    let about = match parse2::<Path>(tokens.clone()) {
        Ok(path) => {
            let first = path.segments.first().map(|segment| segment.ident.to_string());
            let absolute = path.leading_colon.is_some()
                || first.is_some_and(|first| first == "crate" || first == "$crate");
            if absolute {
                return Some(Value::Path(path));
            }
            "an absolute path is needed: write `crate = ::name`, or `crate = crate::name` for one \
             of this crate"
        }
        Err(_) => "a path is expected here: write `crate = ::path::to::toolfailure`",
    };
    errors.on(tokens, about);
    None
}

fn missing(key: Key, place: Place) -> String {
    match key {
        Key::RetryAfter | Key::RetryAt if place != Place::Field => format!(
            "`{}` on a {place} needs a value: write `{}`, or put `#[tool_failure({0})]` on the field \
             that holds it",
            key.name(),
            key.example()
        ),
        Key::Retryable => "write `retryable = true` or `retryable = false`".to_owned(),
        _ => format!("a value is missing: write `{}`", key.example()),
    }
}

fn wrong_type(key: Key, tokens: &[TokenTree]) -> String {
    let is_macro = matches!(
        tokens,
        [TokenTree::Ident(_), TokenTree::Punct(bang), ..] if bang.as_char() == '!'
    );
    match (key, tokens) {
        (Key::Class, [TokenTree::Ident(word)]) => {
            format!("write it in quotes: `class = \"{word}\"`")
        }
        (Key::Retryable, _) => "write `true`, `false` or `\"if_idempotent\"`".to_owned(),
        (Key::With, _) => format!("a function is expected here: write `{}`", key.example()),
        _ if is_macro => {
            "a plain string literal is needed: macros are not expanded here".to_owned()
        }
        (Key::Code, _) => {
            "a string or the path of a `const` is expected here: write `code = \"…\"`".to_owned()
        }
        _ => format!("a string is expected here: write `{}`", key.example()),
    }
}
