//! Everything that is refused, and what is left: the model. All rules are here and below, and
//! nowhere else.

mod code;
mod retry;
mod texts;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, format_ident};
use syn::Member;

use crate::{
    attrs::{Entries, Entry, Key, Value},
    diagnostics::Errors,
    model::{Binding, Bound, BoundTrait, Carrier, Kind, Model, NoError, Own, VariantModel},
    suggest,
    syntax::{Field, Item, Variant},
    types,
};

/// Checks an item against every rule.
///
/// What comes back is complete only if there were no errors; with errors it is not used.
pub(crate) fn check<'a>(item: &'a Item<'a>, errors: &mut Errors) -> Model<'a> {
    let (mut bounds, mut probed) = (Vec::new(), Vec::new());
    let mut codes = code::Codes::default();
    let variants = item
        .variants
        .iter()
        .filter_map(|variant| {
            Checker {
                item,
                variant,
                bindings: Vec::new(),
                bounds: &mut bounds,
                probed: &mut probed,
            }
            .variant(&mut codes, errors)
        })
        .collect();
    Model { variants, bounds }
}

/// One variant on its way through the rules.
struct Checker<'a, 'b> {
    item: &'a Item<'a>,
    variant: &'a Variant<'a>,
    bindings: Vec<Binding>,
    bounds: &'b mut Vec<Bound>,
    /// Well-known types that are already asserted to be no errors.
    probed: &'b mut Vec<(String, Carrier)>,
}

impl<'a> Checker<'a, '_> {
    fn variant(mut self, codes: &mut code::Codes, errors: &mut Errors) -> Option<VariantModel<'a>> {
        let Variant { ident, entries, place, .. } = self.variant;
        if !entries.present {
            errors.on(
                ident,
                format!(
                    "`{ident}` does not say why the call failed: add \
                     `#[tool_failure(class = \"…\", code = \"…\")]` to this {place}"
                ),
            );
        }
        let (kind, no_errors) = if let Some(transparent) = entries.get(Key::Transparent) {
            (self.transparent(&transparent.name, errors)?, Vec::new())
        } else if let Some(with) = entries.get(Key::With) {
            self.with(with, errors)?
        } else {
            for field in &self.variant.fields {
                contradictions(field, errors);
            }
            let (class, code) = code::check(self.item, self.variant, codes, errors);
            let retry = retry::check(&mut self, class, errors);
            let texts = texts::check(&mut self, errors);
            let own = Own {
                class: class?,
                code: code?,
                retry: retry?,
                guidance: texts.guidance,
                message: texts.message,
            };
            (Kind::Own(Box::new(own)), texts.no_errors)
        };
        let docs = &self.variant.docs;
        Some(VariantModel { ident, docs, bindings: self.bindings, kind, no_errors })
    }

    fn transparent(&mut self, key: &Ident, errors: &mut Errors) -> Option<Kind> {
        let variant = self.variant;
        let about = "`transparent` takes everything from the field";
        self.alone(&[Key::Transparent], about, errors);
        for field in &variant.fields {
            for entry in field.entries.iter() {
                errors.on(&entry.name, format!("{about}: remove `{}`", entry.key.name()));
            }
        }
        let [field] = &variant.fields[..] else {
            let count = variant.fields.len();
            errors.on(key, format!("`transparent` needs exactly one field; there are {count}"));
            return None;
        };
        self.bound(field, BoundTrait::ToolFailure);
        let ty = types::named(field.ty);
        Some(Kind::Transparent { field: self.bind(0, field.span), ty })
    }

    /// A function says everything but, if the variant says that itself, the message.
    fn with(&mut self, with: &Entry, errors: &mut Errors) -> Option<(Kind, Vec<NoError>)> {
        let variant = self.variant;
        let about = "`with` leaves the classification to the function";
        self.alone(&[Key::With, Key::Message, Key::Expose], about, errors);
        for field in &variant.fields {
            contradictions(field, errors);
            for key in [Key::RetryAfter, Key::RetryAt] {
                if let Some(entry) = field.entries.get(key) {
                    errors.on(&entry.name, format!("{about}: remove `{}`", key.name()));
                }
            }
        }
        let texts = texts::check(self, errors);
        let Value::Path(function) = &with.value else { return None };
        let fields = (0..variant.fields.len()).map(|index| self.bind(index, with.name.span()));
        let fields = fields.collect();
        let kind = Kind::With { function: function.clone(), fields, message: texts.message };
        Some((kind, texts.no_errors))
    }

    /// Refuses every key of the variant but these. (Those of a struct's container say nothing of
    /// the failure.)
    fn alone(&self, keys: &[Key], about: &str, errors: &mut Errors) {
        for other in self.variant.entries.iter() {
            let container = matches!(other.key, Key::Crate | Key::ErrorData);
            if !container && !keys.contains(&other.key) {
                errors.on(&other.name, format!("{about}: remove `{}`", other.key.name()));
            }
        }
    }

    /// Binds a field in the match arm, under a name that nothing of the user's can collide with.
    fn bind(&mut self, index: usize, at: Span) -> Ident {
        let name = format_ident!("__tf{index}", span = Span::mixed_site().located_at(at));
        if !self.bindings.iter().any(|binding| binding.name == name) {
            let member = member(&self.variant.fields[index].member);
            self.bindings.push(Binding { member, name: name.clone() });
        }
        name
    }

    /// A bound for the impl, where the field's type leaves it open. Not for the type itself: that
    /// would have the compiler prove the impl by the impl.
    fn bound(&mut self, field: &Field<'_>, of: BoundTrait) {
        let open = types::mentions_parameter(field.ty, self.item.generics)
            && !types::mentions_item(field.ty, self.item.ident);
        if open {
            self.bounds.push(Bound { ty: types::named(field.ty), of });
        }
    }

    /// The field that a format string or an expression names.
    fn field_index(&self, name: &str) -> Option<usize> {
        self.variant.fields.iter().position(|field| field.name == name)
    }
}

/// A member as it is named in a pattern: where it was declared, but without its deprecation.
fn member(member: &Member) -> TokenStream {
    match member {
        Member::Named(ident) => types::named(ident),
        Member::Unnamed(index) => index.to_token_stream(),
    }
}

fn contradictions(field: &Field<'_>, errors: &mut Errors) {
    let entries: &Entries = &field.entries;
    let pairs = [
        (Key::Trusted, Key::Untrusted),
        (Key::Secret, Key::Trusted),
        (Key::Secret, Key::Untrusted),
    ];
    for (a, b) in pairs {
        if let (Some(a), Some(b)) = (entries.get(a), entries.get(b)) {
            let words = suggest::list([a.key.name(), b.key.name()]);
            errors.on(&b.name, format!("{words} contradict each other: remove one"));
        }
    }
}
