//! The crate by other names: row 14. Packages that know it by another name only are tried in
//! `tests/packages.rs`.
#![deny(warnings)]

extern crate toolfailure as other;

mod reexport {
    pub use toolfailure;
}

macro_rules! by_macro {
    ($name:ident) => {
        #[derive(Debug, thiserror::Error, $crate::reexport::toolfailure::ToolFailure)]
        #[error("failed")]
        #[tool_failure(crate = $crate::reexport::toolfailure)]
        enum $name {
            #[tool_failure(code = "auth_required", guidance = "{0}")]
            A(String),
        }
    };
}

#[derive(Debug, thiserror::Error, other::ToolFailure)]
#[error("failed")]
#[tool_failure(crate = ::other)]
enum OfExternCrate {
    #[tool_failure(code = "auth_required", guidance = "{0}")]
    A(String),
}

#[derive(Debug, thiserror::Error, reexport::toolfailure::ToolFailure)]
#[error("failed")]
#[tool_failure(crate = crate::reexport::toolfailure, code = "auth_required", message = "{0}")]
struct OfModule(String);

by_macro!(OfMacro);

fn main() {
    toolfailure::set_stderr_fallback(false);
    let results = [
        rmcp::model::CallToolResult::from(OfExternCrate::A("x".into())),
        rmcp::model::CallToolResult::from(OfModule("x".into())),
        rmcp::model::CallToolResult::from(OfMacro::A("x".into())),
    ];
    assert!(results.iter().all(|result| result.is_error == Some(true)));
}
