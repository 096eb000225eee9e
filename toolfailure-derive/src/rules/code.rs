//! The class and the code (W2, W3, S5).

use proc_macro2::Ident;
use syn::LitStr;
use toolfailure_core::{ToolFailureClass, vocabulary};

use crate::{
    attrs::{Entry, Key, Value},
    diagnostics::Errors,
    model::Code,
    suggest,
    syntax::{Item, Variant},
};

/// What people type for a class.
const CLASS_SYNONYMS: &[(&str, &[&str])] = &[
    (
        "governance",
        &[
            "govern",
            "policy",
            "auth",
            "authorization",
            "authentication",
            "permission",
            "permissions",
            "approval",
            "security",
            "forbidden",
        ],
    ),
    (
        "reliability",
        &[
            "reliable",
            "transient",
            "retry",
            "retryable",
            "timeout",
            "availability",
            "temporary",
            "internal",
            "unavailable",
        ],
    ),
    (
        "capability",
        &[
            "capable",
            "unsupported",
            "not_found",
            "notfound",
            "invalid",
            "input",
            "validation",
            "client",
        ],
    ),
];

/// The codes seen so far in the item, with their classes.
#[derive(Default)]
pub(super) struct Codes(Vec<(String, ToolFailureClass, Ident)>);

pub(super) fn check(
    item: &Item<'_>,
    variant: &Variant<'_>,
    codes: &mut Codes,
    errors: &mut Errors,
) -> (Option<ToolFailureClass>, Option<Code>) {
    let class_entry = variant.entries.get(Key::Class);
    let class = class_entry.and_then(|entry| class(entry, errors));
    let code = match variant.entries.get(Key::Code).map(|entry| &entry.value) {
        Some(Value::Text(literal)) => {
            let (class, code) = literal_code(item, variant, class, literal, errors);
            if let (Some(class), Some(_)) = (class, &code) {
                one_class(codes, variant, class, literal, errors);
            }
            return (class, code);
        }
        Some(Value::Path(path)) => {
            if variant.entries.lacks(Key::Class) {
                errors.on(
                    path,
                    "say the class too: it is not known from a path: add `class = \"…\"`",
                );
            }
            Some(Code::Path(path.clone()))
        }
        _ => {
            let lacks = |key| variant.entries.lacks(key);
            if variant.entries.present
                && [Key::Code, Key::With, Key::Transparent].into_iter().all(lacks)
            {
                let ident = variant.ident;
                let lacks_class = variant.entries.lacks(Key::Class) && !item.class_misplaced;
                let also = if lacks_class { "class = \"…\", " } else { "" };
                let baseline = vocabulary::BASELINE.iter();
                let baseline = baseline.filter(|(_, of)| class.is_none_or(|class| class == *of));
                let baseline = suggest::list(baseline.map(|(code, _)| *code));
                errors.on(
                    ident,
                    format!(
                        "`{ident}` has no code: add `{also}code = \"…\"` (baseline: {baseline}; or \
                         one of your own)"
                    ),
                );
            }
            None
        }
    };
    (class, code)
}

fn class(entry: &Entry, errors: &mut Errors) -> Option<ToolFailureClass> {
    let literal = entry.value.text()?;
    let word = literal.value();
    let class = ToolFailureClass::from_wire(&word);
    if class.is_none() {
        let words = || ToolFailureClass::ALL.iter().map(|class| class.as_str());
        let meant = suggest::suggest(&word, words(), CLASS_SYNONYMS);
        let meant = meant.map_or(String::new(), |meant| format!(": did you mean `{meant}`?"));
        let all = suggest::list(words());
        errors.on(literal, format!("{word:?} is no class{meant} (the classes are {all})"));
    }
    class
}

fn literal_code(
    item: &Item<'_>,
    variant: &Variant<'_>,
    class: Option<ToolFailureClass>,
    literal: &LitStr,
    errors: &mut Errors,
) -> (Option<ToolFailureClass>, Option<Code>) {
    let code = literal.value();
    if let Some(problem) = vocabulary::shape_problem(&code) {
        errors.on(literal, problem);
        return (class, None);
    }
    let own_class = vocabulary::class_of(&code);
    if own_class.is_none() {
        let baseline = vocabulary::BASELINE.iter().map(|(baseline, _)| *baseline);
        if let Some(meant) = suggest::nearest(&code, baseline) {
            errors.on(
                literal,
                format!(
                    "did you mean the baseline code `{meant}`? If `{code}` is meant, say so by \
                     putting it into a constant: `code = A_CONST`"
                ),
            );
            return (class, None);
        }
        if variant.entries.lacks(Key::Class) && !item.class_misplaced {
            errors.on(
                literal,
                format!(
                    "`{code}` is no baseline code, so its class must be said: add `class = \"…\"`"
                ),
            );
        }
    }
    if let Some(class) = class
        && let Some(problem) = vocabulary::class_problem(class, &code)
    {
        let at = variant.entries.get(Key::Class).and_then(|entry| entry.value.text());
        errors.on(at, format!("`{code}`: {problem}"));
        return (None, None);
    }
    (own_class.or(class), Some(Code::Literal(literal.clone())))
}

/// A client dispatches on the class, and a code that has two tells an operator nothing.
fn one_class(
    codes: &mut Codes,
    variant: &Variant<'_>,
    class: ToolFailureClass,
    literal: &LitStr,
    errors: &mut Errors,
) {
    let code = literal.value();
    match codes.0.iter().find(|(earlier, ..)| *earlier == code) {
        Some((_, earlier, ident)) if *earlier != class => errors.on(
            literal,
            format!(
                "`{code}` is of class \"{class}\" here and of class \"{earlier}\" on `{ident}`: one \
                 code has one class"
            ),
        ),
        Some(_) => {}
        None => codes.0.push((code, class, variant.ident.clone())),
    }
}
