//! The item as it was written: variants, fields, and their attributes.

use std::fmt;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{
    Attribute, Data, DeriveInput, Expr, ExprLit, Fields, Generics, Index, Lit, Member, Meta, Type,
    ext::IdentExt, spanned::Spanned,
};

use crate::{
    attrs::{Entries, Key, Place, Value},
    diagnostics::Errors,
    display::Display,
};

pub(crate) struct Item<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// Where the crate `toolfailure` is found.
    pub(crate) root: TokenStream,
    /// Whether the type becomes a protocol error, too.
    pub(crate) error_data: bool,
    /// Whether a class stands on the whole enum, where it is refused: then it is missing on no
    /// variant.
    pub(crate) class_misplaced: bool,
    pub(crate) variants: Vec<Variant<'a>>,
}

/// A variant, or a whole struct.
pub(crate) struct Variant<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) place: Place,
    pub(crate) entries: Entries,
    /// `#[error(…)]`, of the variant or, where it has none, of the enum.
    pub(crate) display: Option<Display>,
    pub(crate) shape: Shape,
    pub(crate) fields: Vec<Field<'a>>,
    pub(crate) docs: TokenStream,
}

/// What kind of a variant it is, for messages.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Struct,
    Tuple,
    Unit,
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Struct => "struct variant",
            Self::Tuple => "tuple variant",
            Self::Unit => "unit variant",
        })
    }
}

pub(crate) struct Field<'a> {
    pub(crate) member: Member,
    /// How messages and format strings call it: the name without `r#`, or the index.
    pub(crate) name: String,
    pub(crate) ty: &'a Type,
    pub(crate) entries: Entries,
    /// `#[source]`, `#[from]`, or thiserror's rule for the name `source`.
    pub(crate) is_source: bool,
    /// The token to underline when the field itself is at fault.
    pub(crate) span: Span,
}

impl<'a> Item<'a> {
    pub(crate) fn read(input: &'a DeriveInput, errors: &mut Errors) -> Self {
        let (place, data) = match &input.data {
            Data::Enum(data) => (Place::Enum, Some(data)),
            Data::Struct(_) => (Place::Struct, None),
            Data::Union(data) => {
                errors.on(data.union_token, "only enums and structs can be tool failures");
                (Place::Enum, None)
            }
        };
        let entries = Entries::read(&input.attrs, place, errors);
        let root = match entries.get(Key::Crate).map(|entry| &entry.value) {
            Some(Value::Path(path)) => path.to_token_stream(),
            _ => quote!(::toolfailure),
        };
        let error_data = entries.has(Key::ErrorData);
        let class_misplaced = place == Place::Enum && !entries.lacks(Key::Class);
        let display = Display::read(&input.attrs);
        let variants = match (&input.data, data) {
            (Data::Struct(data), _) => {
                vec![Variant {
                    ident: &input.ident,
                    place: Place::Struct,
                    entries,
                    shape: shape(&data.fields),
                    fields: fields(&data.fields, display.is_some(), errors),
                    display,
                    docs: docs(&input.attrs),
                }]
            }
            (_, Some(data)) => data
                .variants
                .iter()
                .map(|variant| {
                    let entries = Entries::read(&variant.attrs, Place::Variant, errors);
                    let display = Display::read(&variant.attrs).or_else(|| display.clone());
                    Variant {
                        ident: &variant.ident,
                        place: Place::Variant,
                        entries,
                        shape: shape(&variant.fields),
                        fields: fields(&variant.fields, display.is_some(), errors),
                        display,
                        docs: docs(&variant.attrs),
                    }
                })
                .collect(),
            _ => Vec::new(),
        };
        Self {
            ident: &input.ident,
            generics: &input.generics,
            root,
            error_data,
            class_misplaced,
            variants,
        }
    }
}

fn shape(fields: &Fields) -> Shape {
    match fields {
        Fields::Named(_) => Shape::Struct,
        Fields::Unnamed(_) => Shape::Tuple,
        Fields::Unit => Shape::Unit,
    }
}

fn fields<'a>(fields: &'a Fields, thiserror: bool, errors: &mut Errors) -> Vec<Field<'a>> {
    let mut read = Vec::new();
    for (index, field) in fields.iter().enumerate() {
        let (member, name, span) = match &field.ident {
            Some(ident) => (Member::Named(ident.clone()), ident.unraw().to_string(), ident.span()),
            None => (Member::Unnamed(Index::from(index)), index.to_string(), field.ty.span()),
        };
        let marked =
            |attr: &Attribute| attr.path().is_ident("source") || attr.path().is_ident("from");
        read.push(Field {
            member,
            ty: &field.ty,
            entries: Entries::read(&field.attrs, Place::Field, errors),
            is_source: field.attrs.iter().any(marked) || (thiserror && name == "source"),
            name,
            span,
        });
    }
    read
}

/// The doc comment as an expression of type `&'static str`, without the blank that `///` leaves in
/// front of each line. Documentation that a macro writes (`#[doc = include_str!(…)]`) stays a macro
/// for the compiler to expand.
fn docs(attrs: &[Attribute]) -> TokenStream {
    let (mut parts, mut text) = (Vec::new(), String::new());
    let mut lines = 0;
    for attr in attrs {
        let Meta::NameValue(pair) = &attr.meta else { continue };
        if !pair.path.is_ident("doc") {
            continue;
        }
        if lines > 0 {
            text.push('\n');
        }
        lines += 1;
        match &pair.value {
            Expr::Lit(ExprLit { lit: Lit::Str(line), .. }) => {
                let line = line.value();
                text.push_str(line.strip_prefix(' ').unwrap_or(&line));
            }
            expanded => {
                let before = std::mem::take(&mut text);
                parts.push(quote!(#before, #expanded,));
            }
        }
    }
    if parts.is_empty() { quote!(#text) } else { quote!(::core::concat!(#(#parts)* #text)) }
}
