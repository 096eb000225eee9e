//! Format strings that are fine: rows 46, 52, and one rule for all variants.
#![deny(warnings)]

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum E {
    // Row 46.
    #[tool_failure(code = "auth_required", guidance = "{{id}} {{0}}")]
    Unit,
    // Row 52.
    #[tool_failure(code = "auth_required", guidance = "{{0}} {0:?} {0} {{{0}}} {0 }")]
    Tuple(u8),
    #[tool_failure(code = "auth_required", guidance = "{x} {x} {x:?} {{x}}", message = "{x:?} {x}")]
    Struct { x: String },
    #[tool_failure(
        code = "auth_required",
        guidance = r#"say "yes"\n"#,
        message = "a\
        b\u{e9}\t"
    )]
    Literals,
    #[tool_failure(code = "auth_required", guidance = "", message = "")]
    Empty,
}

fn main() {
    let wants = [
        (E::Unit, "{id} {0}"),
        (E::Tuple(7), "{0} 7 7 {7} 7"),
        (E::Struct { x: "y".into() }, "`y` `y` `\"y\"` {x}"),
        (E::Literals, "say \"yes\"\\n"),
        (E::Empty, ""),
    ];
    for (error, want) in wants {
        assert_eq!(error.classify().guidance(), Some(want));
    }
    assert_eq!(E::Literals.classify().message(), Some("abé\t"));
}
