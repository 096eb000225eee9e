//! What the rules leave: everything decided, nothing to search for.

use proc_macro2::{Ident, Span, TokenStream};
use syn::{LitStr, Path};
use toolfailure_core::ToolFailureClass;

/// One classification for each variant of the item, in its order.
pub(crate) struct Model<'a> {
    pub(crate) variants: Vec<VariantModel<'a>>,
    /// Types that the impl needs bounds for.
    pub(crate) bounds: Vec<Bound>,
}

pub(crate) struct VariantModel<'a> {
    pub(crate) ident: &'a Ident,
    pub(crate) docs: &'a TokenStream,
    /// The fields that are used, by their index, with the name that they are bound to.
    pub(crate) bindings: Vec<Binding>,
    pub(crate) kind: Kind,
    /// Types that must not implement `Error`.
    pub(crate) no_errors: Vec<NoError>,
}

pub(crate) enum Kind {
    /// Everything comes from the bound field, of this type.
    Transparent {
        field: Ident,
        ty: TokenStream,
    },
    /// What a function of the author's says, given all fields.
    With {
        function: Path,
        fields: Vec<Ident>,
        message: Option<Template>,
    },
    Own(Box<Own>),
}

pub(crate) struct Own {
    pub(crate) class: ToolFailureClass,
    pub(crate) code: Code,
    pub(crate) retry: Retry,
    pub(crate) guidance: Option<Template>,
    pub(crate) message: Option<Template>,
}

pub(crate) enum Code {
    Literal(LitStr),
    Path(Path),
}

pub(crate) enum Retry {
    No,
    Yes,
    IfIdempotent,
    /// What a field of this type holds.
    Field {
        of: HintTrait,
        field: Ident,
        ty: TokenStream,
    },
    /// The value of an expression, after some `let`s.
    Expr {
        of: HintTrait,
        lets: TokenStream,
        value: TokenStream,
        span: Span,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum HintTrait {
    After,
    At,
}

/// A format string, checked: as it was written, and its fields in order.
pub(crate) struct Template {
    pub(crate) literal: LitStr,
    pub(crate) fields: Vec<TemplateField>,
}

pub(crate) struct TemplateField {
    pub(crate) binding: Ident,
    pub(crate) debug: bool,
    pub(crate) quoting: Quoting,
}

/// How an interpolated field is rendered.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quoting {
    /// As it is, made one line of visible text.
    Never,
    /// In backticks and cut.
    Always,
    /// In backticks, unless the type is one whose text nobody else can choose.
    ByType,
}

/// A field bound in a match arm.
pub(crate) struct Binding {
    pub(crate) member: TokenStream,
    pub(crate) name: Ident,
}

/// A predicate that the impl needs: this type implements this trait.
pub(crate) struct Bound {
    pub(crate) ty: TokenStream,
    pub(crate) of: BoundTrait,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum BoundTrait {
    Display,
    Debug,
    RetryAfter,
    RetryAt,
    ToolFailure,
}

/// An assertion that a type is no error.
pub(crate) struct NoError {
    pub(crate) ty: TokenStream,
    /// Whether it is spelled as a type of std's that points to no error, either.
    pub(crate) well_known: bool,
    pub(crate) span: Span,
    /// Which of the texts carries it.
    pub(crate) carrier: Carrier,
}

/// The text that a field is interpolated in.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Carrier {
    Display,
    Message,
    Guidance,
}
