//! A union is refused at its keyword, and at nothing else.

use toolfailure::ToolFailure;

#[derive(Clone, Copy, ToolFailure)]
union U {
    a: u8,
    b: i8,
}

impl std::fmt::Debug for U {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("U")
    }
}

impl std::fmt::Display for U {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("U")
    }
}

impl std::error::Error for U {}

fn main() {
    let _ = U { a: 0 }.classify();
}
