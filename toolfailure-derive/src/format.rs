//! The format strings of `guidance` and `message`.
//!
//! Less than `format!` takes, on purpose: `{field}` and `{field:?}`, `{{` and `}}`. What else Rust
//! allows there is refused with a message that says what to write.

/// A piece of a format string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    /// Literal text, with `{{` and `}}` already one brace each.
    Text(String),
    /// A reference to a field, as it was written.
    Field {
        /// A name or an index.
        field: String,
        /// `{field:?}`.
        debug: bool,
    },
}

/// Reads a format string. All that is wrong with it comes back, in order.
pub(crate) fn scan(format: &str) -> (Vec<Piece>, Vec<String>) {
    let (mut pieces, mut problems) = (Vec::new(), Vec::new());
    let mut text = String::new();
    let mut rest = format;
    while let Some(at) = rest.find(['{', '}']) {
        let (before, from) = rest.split_at(at);
        text.push_str(before);
        if let Some(after) = from.strip_prefix("{{") {
            text.push('{');
            rest = after;
        } else if let Some(after) = from.strip_prefix("}}") {
            text.push('}');
            rest = after;
        } else if let Some(after) = from.strip_prefix('}') {
            problems.push("a `}` without `{`: write `}}` for a brace".to_owned());
            rest = after;
        } else {
            let inside = &from[1..];
            let Some(end) = inside.find(['{', '}']).filter(|&end| inside[end..].starts_with('}'))
            else {
                problems.push("a `{` without `}`: write `{{` for a brace".to_owned());
                rest = inside;
                continue;
            };
            match placeholder(&inside[..end]) {
                Ok(piece) => {
                    if !text.is_empty() {
                        pieces.push(Piece::Text(std::mem::take(&mut text)));
                    }
                    pieces.push(piece);
                }
                Err(problem) => problems.push(problem),
            }
            rest = &inside[end + 1..];
        }
    }
    text.push_str(rest);
    if !text.is_empty() {
        pieces.push(Piece::Text(text));
    }
    (pieces, problems)
}

fn placeholder(inside: &str) -> Result<Piece, String> {
    let (field, spec) = match inside.split_once(':') {
        Some((field, spec)) => (field.trim(), spec.trim()),
        None => (inside.trim(), ""),
    };
    if let Some(raw) = field.strip_prefix("r#") {
        return Err(format!("`{{{inside}}}`: write `{{{raw}}}`, without `r#`"));
    }
    if field.is_empty() {
        return Err("`{}` names no field: write `{0}` or `{name}`".to_owned());
    }
    if field == "self" {
        return Err("`{self}` is the whole error: write the field that is meant".to_owned());
    }
    let mut chars = field.chars();
    let starts_well = chars.next().is_some_and(|c| c.is_alphanumeric() || c == '_');
    if !starts_well || !chars.all(|c| c.is_alphanumeric() || c == '_') {
        let name: String = field.chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        let instead = if name.is_empty() { "{name}".to_owned() } else { format!("{{{name}}}") };
        return Err(format!(
            "`{{{inside}}}`: write `{instead}`; only fields can be interpolated, without methods, \
             members or expressions"
        ));
    }
    match spec {
        "" => Ok(Piece::Field { field: field.to_owned(), debug: false }),
        "?" => Ok(Piece::Field { field: field.to_owned(), debug: true }),
        _ => Err(format!(
            "`{{{inside}}}`: write `{{{field}}}` or `{{{field}:?}}`; width, precision and other \
             formats are not for text that a model reads"
        )),
    }
}

#[cfg(test)]
mod tests {
    use toolfailure_core::text::{Part, render};

    use super::*;

    fn text(text: &str) -> Piece {
        Piece::Text(text.to_owned())
    }

    fn field(field: &str, debug: bool) -> Piece {
        Piece::Field { field: field.to_owned(), debug }
    }

    #[test]
    fn what_is_taken() {
        let cases = [
            ("", vec![]),
            ("plain", vec![text("plain")]),
            ("{0}", vec![field("0", false)]),
            (
                "a {x} b {x:?} c",
                vec![text("a "), field("x", false), text(" b "), field("x", true), text(" c")],
            ),
            ("{{{x}}} {{0}}", vec![text("{"), field("x", false), text("} {0}")]),
            ("{0 }{x : ? }", vec![field("0", false), field("x", true)]),
            (
                "größe {größe} — {名前}",
                vec![text("größe "), field("größe", false), text(" — "), field("名前", false)],
            ),
            (
                "{type}{match}{gen}",
                vec![field("type", false), field("match", false), field("gen", false)],
            ),
        ];
        for (format, want) in cases {
            assert_eq!(scan(format), (want, vec![]), "{format}");
        }
    }

    #[test]
    fn what_is_refused_says_what_to_write() {
        let cases = [
            ("{", "`{{`"),
            ("a { b", "`{{`"),
            ("{x {y}", "`{{`"),
            ("}", "`}}`"),
            ("{x}}", "`}}`"),
            ("{}", "`{0}`"),
            ("{:?}", "`{0}`"),
            ("{self}", "the field that is meant"),
            ("{r#type}", "`{type}`"),
            ("{name.len()}", "`{name}`"),
            ("{0.x}", "`{0}`"),
            ("{.0}", "`{name}`"),
            ("{x:>8}", "`{x}`"),
            ("{x:.2}", "`{x:?}`"),
            ("{x:#?}", "`{x:?}`"),
            ("{x:p}", "`{x}`"),
            ("{x:1$}", "`{x}`"),
            ("{x y}", "`{x}`"),
        ];
        for (format, want) in cases {
            let (_, problems) = scan(format);
            assert_eq!(problems.len(), 1, "{format}: {problems:?}");
            assert!(problems[0].contains(want), "{format}: {}", problems[0]);
        }
    }

    #[test]
    fn every_problem_of_a_string_is_found() {
        assert_eq!(scan("{} {self} {x:>3} {ok} }").1.len(), 4);
    }

    /// Every short string over the characters that matter: no panic, no hang, and no text lost.
    #[test]
    fn no_string_breaks_the_scanner() {
        let alphabet = ['{', '}', ':', '?', 'x', '0', ' ', '.', 'ß', '$'];
        for n in 0..alphabet.len().pow(5) {
            let (mut n, mut format) = (n, String::new());
            while n > 0 {
                format.push(alphabet[n % alphabet.len()]);
                n /= alphabet.len();
            }
            let (pieces, problems) = scan(&format);
            if problems.is_empty() && !format.contains(['{', '}']) {
                let all: Vec<_> = pieces
                    .iter()
                    .map(|piece| match piece {
                        Piece::Text(text) => text.as_str(),
                        Piece::Field { .. } => panic!("{format}"),
                    })
                    .collect();
                assert_eq!(all.concat(), format);
            }
        }
    }

    proptest::proptest! {
        /// What is accepted when a crate is compiled is rendered at run time as it was understood:
        /// the same texts, and the fields in the same order.
        #[test]
        fn the_renderer_agrees(format in "([a-zß {}:?0.`\\n]|\\{\\{|\\}\\}|\\{[a-z0]{1,3}(:\\?)?\\}){0,24}") {
            let (pieces, problems) = scan(&format);
            if problems.is_empty() {
                let names: Vec<String> = pieces.iter().filter_map(|piece| match piece {
                    Piece::Text(_) => None,
                    Piece::Field { field, debug } => Some(format!("<{field}{debug}>")),
                }).collect();
                let fields: Vec<_> = names.iter().map(|name| Part::Plain(name)).collect();
                let mut names = names.iter();
                let want: String = pieces.iter().map(|piece| match piece {
                    Piece::Text(text) => text.as_str(),
                    Piece::Field { .. } => names.next().expect("as many as there are fields"),
                }).collect();
                proptest::prop_assert_eq!(render(&format, &fields), want);
            }
        }

        #[test]
        fn any_string_is_taken_or_refused(format in "\\PC*") {
            let (pieces, problems) = scan(&format);
            if !format.contains(['{', '}']) {
                proptest::prop_assert!(problems.is_empty() && pieces.len() <= 1);
            }
        }
    }
}
