//! `#[error(…)]` of thiserror: which fields a message carries, in any of the forms it accepts.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{Attribute, Lit, Meta, ext::IdentExt, spanned::Spanned};

/// What a variant's `Display` is made of, as far as its attribute tells.
#[derive(Clone)]
pub(crate) struct Display {
    pub(crate) kind: Kind,
    /// The token to underline.
    pub(crate) span: Span,
}

#[derive(Clone)]
pub(crate) enum Kind {
    /// `#[error("…", …)]`, and the fields that it mentions: names without `r#`, or indices; or
    /// [`WHOLE`], if it mentions the whole error.
    Text { mentions: BTreeSet<String> },
    /// `#[error(transparent)]`
    Transparent,
    /// `#[error(fmt = path)]`
    Function,
}

/// Stands among the mentions for `self`, with which a message can carry every field.
const WHOLE: &str = "self";

impl Kind {
    /// Whether a text carries the field of this name.
    pub(crate) fn mentions(&self, field: &str) -> bool {
        match self {
            Self::Text { mentions } => mentions.contains(field) || mentions.contains(WHOLE),
            Self::Transparent | Self::Function => false,
        }
    }
}

impl Display {
    /// Reads the attribute; `None` if there is none, or if it is one that thiserror refuses.
    pub(crate) fn read(attrs: &[Attribute]) -> Option<Self> {
        let attr = attrs.iter().find(|attr| attr.path().is_ident("error"))?;
        let Meta::List(list) = &attr.meta else { return None };
        let tokens: Vec<TokenTree> = flatten(list.tokens.clone());
        let first = tokens.first()?;
        let span = first.span();
        let kind = match first {
            TokenTree::Ident(word) if word == "transparent" => Kind::Transparent,
            TokenTree::Ident(word) if word == "fmt" => Kind::Function,
            TokenTree::Literal(literal) => {
                let Lit::Str(format) = Lit::new(literal.clone()) else { return None };
                let arguments = &tokens[1..];
                let mut mentions = in_format(&format.value());
                for name in argument_names(arguments) {
                    // `{name}` then means the argument, whose own tokens are looked at below.
                    mentions.remove(&name);
                }
                in_arguments(arguments, &mut mentions);
                Kind::Text { mentions }
            }
            _ => return None,
        };
        // Of a text the literal is underlined, of the others all that stands in the brackets.
        let span = if matches!(kind, Kind::Text { .. }) { span } else { list.tokens.span() };
        Some(Self { kind, span })
    }
}

/// Tokens without the invisible groups that macro_rules fragments come in.
fn flatten(tokens: TokenStream) -> Vec<TokenTree> {
    let mut flat = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) if group.delimiter() == proc_macro2::Delimiter::None => {
                flat.extend(flatten(group.stream()));
            }
            token => flat.push(token),
        }
    }
    flat
}

/// The fields that a format string names: `{0}`, `{_0}`, `{name:?}`, and `{x:width$.precision$}`.
fn in_format(format: &str) -> BTreeSet<String> {
    let mut mentions = BTreeSet::new();
    let mut rest = format;
    while let Some(at) = rest.find('{') {
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix('{') {
            rest = after;
            continue;
        }
        let Some(end) = rest.find('}') else { break };
        let (name, spec) = rest[..end].split_once(':').unwrap_or((&rest[..end], ""));
        mention(name.trim(), &mut mentions);
        for part in spec.split_inclusive('$').filter_map(|part| part.strip_suffix('$')) {
            let start =
                part.rfind(|c: char| !c.is_alphanumeric() && c != '_').map_or(0, |at| at + 1);
            // A fill character or a flag may stand right before the name: `{x:0width$}`.
            mention(part[start..].trim_start_matches('0'), &mut mentions);
            mention(&part[start..], &mut mentions);
        }
        rest = &rest[end + 1..];
    }
    mentions
}

fn mention(name: &str, mentions: &mut BTreeSet<String>) {
    let name = name.strip_prefix("r#").unwrap_or(name);
    // thiserror binds the fields of a tuple as `_0`, `_1`, …
    let index = name.strip_prefix('_').filter(|rest| rest.bytes().all(|b| b.is_ascii_digit()));
    let name = index.filter(|index| !index.is_empty()).unwrap_or(name);
    if !name.is_empty() {
        mentions.insert(name.to_owned());
    }
}

/// The names of named arguments: `name = …` behind a comma.
fn argument_names(arguments: &[TokenTree]) -> Vec<String> {
    let mut names = Vec::new();
    for window in arguments.windows(4) {
        if let [TokenTree::Punct(comma), TokenTree::Ident(name), TokenTree::Punct(eq), next] =
            window
            && comma.as_char() == ','
            && is_assignment(eq, next)
        {
            names.push(name.unraw().to_string());
        }
    }
    names
}

fn is_assignment(eq: &proc_macro2::Punct, next: &TokenTree) -> bool {
    eq.as_char() == '=' && !matches!(next, TokenTree::Punct(p) if p.as_char() == '=')
}

/// Every field that the arguments mention: `.0`, `.name`, bare `name` and `_0`, also inside calls
/// and blocks, but not members of other expressions (`.x.name`).
fn in_arguments(tokens: &[TokenTree], mentions: &mut BTreeSet<String>) {
    for (i, token) in tokens.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &tokens[i]);
        let is_member = is_dot(before);
        let of_expression = i.checked_sub(2).is_some_and(|i| ends_expression(&tokens[i]));
        if is_member && of_expression {
            continue;
        }
        match token {
            TokenTree::Group(group) => {
                in_arguments(&flatten(group.stream()), mentions);
            }
            TokenTree::Ident(name) => {
                let label = matches!(before, Some(TokenTree::Punct(comma)) if comma.as_char() == ',')
                    && matches!(
                        (tokens.get(i + 1), tokens.get(i + 2)),
                        (Some(TokenTree::Punct(eq)), Some(next)) if is_assignment(eq, next)
                    );
                // `self.0` is a field; `self` otherwise, methods included, the whole error.
                let member_of_self = name == WHOLE
                    && is_dot(tokens.get(i + 1))
                    && !matches!(tokens.get(i + 3), Some(TokenTree::Group(_)));
                match tokens.get(i + 2) {
                    Some(member) if member_of_self => member_named(member, mentions),
                    _ if !label => mention(&name.unraw().to_string(), mentions),
                    _ => {}
                }
            }
            TokenTree::Literal(_) if is_member => member_named(token, mentions),
            // A nested format string captures fields as well: `format!("{source}")`.
            TokenTree::Literal(literal) => {
                if let Lit::Str(format) = Lit::new(literal.clone()) {
                    mentions.extend(in_format(&format.value()));
                }
            }
            TokenTree::Punct(_) => {}
        }
    }
}

fn is_dot(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(dot)) if dot.as_char() == '.')
}

/// A field by the token behind a dot: a name, or an index. `.0.1` is a dot and the number `0.1`:
/// the field is what stands before its dot.
fn member_named(token: &TokenTree, mentions: &mut BTreeSet<String>) {
    match token {
        TokenTree::Ident(name) => mention(&name.unraw().to_string(), mentions),
        TokenTree::Literal(literal) => {
            let literal = literal.to_string();
            mention(literal.split('.').next().unwrap_or(&literal), mentions);
        }
        TokenTree::Group(_) | TokenTree::Punct(_) => {}
    }
}

fn ends_expression(token: &TokenTree) -> bool {
    match token {
        // Behind a keyword an expression begins: `match .source { … }`.
        TokenTree::Ident(word) => {
            word == "self" || word == "Self" || syn::parse_str::<Ident>(&word.to_string()).is_ok()
        }
        TokenTree::Literal(_) | TokenTree::Group(_) => true,
        TokenTree::Punct(punct) => punct.as_char() == '?',
    }
}

#[cfg(test)]
mod tests {
    use syn::parse_quote;

    use super::*;

    fn mentions(attr: Attribute) -> Vec<String> {
        match Display::read(&[attr]).expect("an #[error]").kind {
            Kind::Text { mentions } => mentions.into_iter().collect(),
            _ => panic!("no text"),
        }
    }

    #[test]
    fn every_form_that_thiserror_accepts() {
        let with_source: Vec<Attribute> = vec![
            parse_quote!(#[error("{source}")]),
            parse_quote!(#[error("x {source:?} y")]),
            parse_quote!(#[error("{r#source}")]),
            parse_quote!(#[error("{{{source}}}")]),
            parse_quote!(#[error("{}", source)]),
            parse_quote!(#[error("{}", .source)]),
            parse_quote!(#[error("{}", source.code())]),
            parse_quote!(#[error("{}", .source.code())]),
            parse_quote!(#[error("{x}", x = .source)]),
            parse_quote!(#[error("{source}", source = .source.code())]),
            parse_quote!(#[error("{}", show(.source))]),
            parse_quote!(#[error("{}", { let s = .source; s })]),
            parse_quote!(#[error("{}", format!("{}", source))]),
            parse_quote!(#[error("{:>1$}", x, source)]),
            parse_quote!(#[error("{x:source$}")]),
            parse_quote!(#[error("{x:>0source$.2}")]),
            parse_quote!(#[error("{x:.source$}")]),
            parse_quote!(#[error("{}", r#source)]),
            parse_quote!(#[error("{}", self.source)]),
            parse_quote!(#[error("{}", format!("{source}"))]),
            parse_quote!(#[error("{}", format_args!("x {source:?}"))]),
            parse_quote!(#[error("{}", match .source { e => e.to_string() })]),
            parse_quote!(#[error("{}", (|| { return .source.to_string() })())]),
        ];
        for attr in with_source {
            let shown = quote::quote!(#attr).to_string();
            assert!(mentions(attr).contains(&"source".to_owned()), "{shown}");
        }
        let with_first: Vec<Attribute> = vec![
            parse_quote!(#[error("{0}")]),
            parse_quote!(#[error("{_0}")]),
            parse_quote!(#[error("{0:?}")]),
            parse_quote!(#[error("{}", .0)]),
            parse_quote!(#[error("{}", _0)]),
            parse_quote!(#[error("{}", .0.1)]),
            parse_quote!(#[error("{}", .0.status())]),
            parse_quote!(#[error("{}", show(&.0))]),
        ];
        for attr in with_first {
            let shown = quote::quote!(#attr).to_string();
            assert_eq!(mentions(attr).first().map(String::as_str), Some("0"), "{shown}");
        }
    }

    #[test]
    fn what_does_not_mention_the_source() {
        let clean: Vec<Attribute> = vec![
            parse_quote!(#[error("source")]),
            parse_quote!(#[error("{{source}}")]),
            parse_quote!(#[error("{x}")]),
            parse_quote!(#[error("{}", .x.source)]),
            parse_quote!(#[error("{}", x.source())]),
            parse_quote!(#[error("{}", f(x)?.source)]),
            parse_quote!(#[error("{source}", source = 1)]),
            parse_quote!(#[error("{}", "source")]),
        ];
        for attr in clean {
            let shown = quote::quote!(#attr).to_string();
            assert!(!mentions(attr).contains(&"source".to_owned()), "{shown}");
        }
    }

    #[test]
    fn the_whole_error_carries_every_field() {
        let whole: Vec<Attribute> = vec![
            parse_quote!(#[error("{self}")]),
            parse_quote!(#[error("{self:?}")]),
            parse_quote!(#[error("{:?}", self)]),
            parse_quote!(#[error("{}", self.show())]),
            parse_quote!(#[error("{}", show(&self))]),
        ];
        for attr in whole {
            let kind = Display::read(&[attr]).expect("an #[error]").kind;
            assert!(kind.mentions("source") && kind.mentions("0"));
        }
        let kind = Display::read(&[parse_quote!(#[error("{}", self.0)])]).expect("one").kind;
        assert!(kind.mentions("0") && !kind.mentions("1"));
    }

    #[test]
    fn the_other_kinds() {
        let kind = |attr: Attribute| Display::read(&[attr]).map(|display| display.kind);
        assert!(matches!(kind(parse_quote!(#[error(transparent)])), Some(Kind::Transparent)));
        assert!(matches!(kind(parse_quote!(#[error(fmt = path)])), Some(Kind::Function)));
        assert!(kind(parse_quote!(#[error])).is_none());
        assert!(kind(parse_quote!(#[error()])).is_none());
        assert!(kind(parse_quote!(#[doc("x")])).is_none());
    }
}
