//! Mistakes in what a macro puts together are reported where the token at fault was written.

use toolfailure::ToolFailure;

macro_rules! error {
    ($name:ident, $code:literal, $guidance:expr, $kind:ty) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error("failed")]
        enum $name {
            #[tool_failure(class = "governance", code = $code, guidance = $guidance)]
            A { account: $kind },
            #[tool_failure(code = "auth_required", guidnce = "Sign in.")]
            B,
        }
    };
}

macro_rules! leak {
    ($name:ident, $kind:ty, $($display:tt)*) => {
        #[derive(Debug, thiserror::Error, ToolFailure)]
        #[error($($display)*)]
        #[tool_failure(code = "auth_required")]
        struct $name($kind);
    };
}

error!(E, "auth_requierd", "Sign in, {acount}.", u8);
error!(F, "acme.a", concat!("Sign in, ", "{account}."), u8);
leak!(G, Box<dyn std::error::Error>, "failed: {0}");
leak!(H, std::io::Error, "failed: {}", .0.kind());

fn main() {}
