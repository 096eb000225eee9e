//! Guidance, message and `Display`: what may be interpolated in what (W7, and the leak check).

use proc_macro2::Span;
use syn::LitStr;

use super::Checker;
use crate::{
    attrs::Key,
    diagnostics::Errors,
    display,
    format::{self, Piece},
    model::{BoundTrait, Carrier, NoError, Quoting, Template, TemplateField},
    suggest,
    syntax::{Field, Shape},
    types,
};

/// The longest guidance, in characters; the same number as at run time.
const MAX_GUIDANCE_CHARS: usize = 300;

#[derive(Default)]
pub(super) struct Texts {
    pub(super) guidance: Option<Template>,
    pub(super) message: Option<Template>,
    pub(super) no_errors: Vec<NoError>,
}

pub(super) fn check(checker: &mut Checker<'_, '_>, errors: &mut Errors) -> Texts {
    let mut texts = Texts::default();
    let entries = &checker.variant.entries;
    let text = |key| entries.get(key).and_then(|entry| entry.value.text());
    let (guidance, message) = (text(Key::Guidance), text(Key::Message));
    if let Some(literal) = guidance {
        let template = template(checker, literal, Carrier::Guidance, &mut texts.no_errors, errors);
        texts.guidance = Some(template);
    }
    if let Some(literal) = message {
        let template = template(checker, literal, Carrier::Message, &mut texts.no_errors, errors);
        texts.message = Some(template);
    }
    display(checker, &mut texts.no_errors, errors);
    texts
}

fn template(
    checker: &mut Checker<'_, '_>,
    literal: &LitStr,
    carrier: Carrier,
    no_errors: &mut Vec<NoError>,
    errors: &mut Errors,
) -> Template {
    let (found, problems) = format::scan(&literal.value());
    for problem in problems {
        errors.on(literal, problem);
    }
    if carrier == Carrier::Guidance {
        too_long(literal, &found, errors);
    }
    let mut fields = Vec::new();
    for piece in found {
        let Piece::Field { field: name, debug } = piece else { continue };
        let Some(index) = checker.field_index(&name) else {
            errors.on(literal, no_such_field(checker, &name));
            continue;
        };
        let field = &checker.variant.fields[index];
        may_carry(checker, field, carrier, literal.span(), no_errors, errors);
        checker.bound(field, if debug { BoundTrait::Debug } else { BoundTrait::Display });
        let binding = checker.bind(index, literal.span());
        fields.push(TemplateField { binding, debug, quoting: quoting(field, carrier) });
    }
    Template { literal: literal.clone(), fields }
}

fn quoting(field: &Field<'_>, carrier: Carrier) -> Quoting {
    let is_string = || types::well_known(field.ty).is_some_and(|name| name == "String");
    match carrier {
        Carrier::Guidance if field.entries.has(Key::Trusted) => Quoting::Never,
        // Quoting is never wrong, and spares the compiler the question.
        Carrier::Guidance if is_string() => Quoting::Always,
        Carrier::Guidance => Quoting::ByType,
        _ if field.entries.has(Key::Untrusted) => Quoting::Always,
        _ => Quoting::Never,
    }
}

fn no_such_field(checker: &Checker<'_, '_>, name: &str) -> String {
    let variant = checker.variant;
    let fields = || variant.fields.iter().map(|field| field.name.as_str());
    let about = format!("`{{{name}}}` is no field of this {}", variant.shape);
    match (variant.shape, suggest::nearest(name, fields())) {
        (Shape::Unit, _) => format!("{about}, which has none; write `{{{{` for a brace"),
        (Shape::Struct, Some(meant)) => format!("{about}: did you mean `{{{meant}}}`?"),
        _ if variant.fields.is_empty() => format!("{about}, which has none"),
        _ => format!("{about}; its fields are {}", suggest::list(fields())),
    }
}

fn too_long(literal: &LitStr, pieces: &[Piece], errors: &mut Errors) {
    let chars = pieces.iter().map(|piece| match piece {
        Piece::Text(text) => text.chars().count(),
        // However little the field holds, it takes some room.
        Piece::Field { .. } => 1,
    });
    let chars: usize = chars.sum();
    if chars > MAX_GUIDANCE_CHARS {
        errors.on(
            literal,
            format!("guidance has at most {MAX_GUIDANCE_CHARS} characters; these are {chars}"),
        );
    }
}

/// The leak check over what thiserror makes of `#[error(…)]`.
fn display(checker: &mut Checker<'_, '_>, no_errors: &mut Vec<NoError>, errors: &mut Errors) {
    let variant = checker.variant;
    let Some(display) = &variant.display else { return };
    // With a message of its own, or one that may carry its source, `Display` needs no look, except
    // for secrets: it goes to the log.
    let free = !variant.entries.lacks(Key::Message) || !variant.entries.lacks(Key::Expose);
    match &display.kind {
        display::Kind::Text { .. } => {
            for field in variant.fields.iter().filter(|field| display.kind.mentions(&field.name)) {
                if free {
                    secret(field, Carrier::Display, display.span, errors);
                } else {
                    may_carry(checker, field, Carrier::Display, display.span, no_errors, errors);
                }
            }
        }
        _ if free => {}
        display::Kind::Transparent => errors.at(
            display.span,
            "`#[error(transparent)]` sends the source's own text to the model: write what it may \
             read as `message = \"…\"`, classify by the source with `transparent`, or add `expose`",
        ),
        display::Kind::Function => errors.at(
            display.span,
            "what `fmt = …` writes cannot be seen here: write what the model may read as \
             `message = \"…\"`, or add `expose`",
        ),
    }
}

/// Refuses a field in a text that leaves the server, if it is a secret or a source. A field that is
/// a source only by its type is left to the compiler.
fn may_carry(
    checker: &mut Checker<'_, '_>,
    field: &Field<'_>,
    carrier: Carrier,
    span: Span,
    no_errors: &mut Vec<NoError>,
    errors: &mut Errors,
) {
    if secret(field, carrier, span, errors) {
        return;
    }
    // Guidance is read with more trust than a message is: there `expose` does not help.
    if carrier == Carrier::Message && checker.variant.entries.has(Key::Expose) {
        return;
    }
    let name = &field.name;
    if field.is_source
        || types::with_arguments(field.ty).into_iter().any(types::is_spelled_as_error)
    {
        errors.at(
            span,
            match carrier {
                Carrier::Display => format!(
                    "this carries the text of `{name}`, an error's source, to the model: write what \
                     the model may read as `message = \"…\"`, or add `expose`"
                ),
                Carrier::Message => format!(
                    "this carries the text of `{name}`, an error's source, to the model: leave it \
                     out, or add `expose`"
                ),
                Carrier::Guidance => format!(
                    "guidance cannot carry the text of `{name}`, an error's source: leave it out"
                ),
            },
        );
        return;
    }
    for ty in types::with_arguments(field.ty) {
        let name = types::well_known(ty);
        let well_known = name.is_some();
        if let Some(name) = name {
            // Such a type is an error only where its name means another: to ask once is enough, and
            // in a large enum saves the compiler most of its work.
            let probe = (name, carrier);
            if checker.probed.contains(&probe) {
                continue;
            }
            checker.probed.push(probe);
        }
        no_errors.push(NoError { ty: types::named(ty), well_known, span, carrier });
    }
}

fn secret(field: &Field<'_>, carrier: Carrier, span: Span, errors: &mut Errors) -> bool {
    let secret = field.entries.has(Key::Secret);
    if secret {
        let text = match carrier {
            Carrier::Display => "`Display`",
            Carrier::Message => "the message",
            Carrier::Guidance => "the guidance",
        };
        errors.at(span, format!("`{}` is secret: it cannot stand in {text}", field.name));
    }
    secret
}
