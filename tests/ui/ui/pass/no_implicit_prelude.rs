//! Without a prelude: row 11.
#![no_implicit_prelude]

#[derive(::core::fmt::Debug, ::toolfailure::ToolFailure)]
enum E {
    #[tool_failure(code = "auth_required", guidance = "Sign in, {0}.", message = "{0:?}")]
    A(::std::string::String),
    #[tool_failure(class = "reliability", code = "acme.b", retry_after = ::core::time::Duration::from_secs(*secs))]
    B { secs: u64 },
    #[tool_failure(transparent)]
    C(::std::boxed::Box<E>),
}

impl ::core::fmt::Display for E {
    fn fmt(&self, f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
        f.write_str("failed")
    }
}

impl ::core::error::Error for E {}

fn main() {
    ::toolfailure::set_stderr_fallback(false);
    let errors = [E::A(::std::string::String::new()), E::B { secs: 1 }];
    for error in errors {
        let error = E::C(::std::boxed::Box::new(error));
        let _: ::rmcp::model::CallToolResult = ::core::convert::Into::into(error);
    }
}
