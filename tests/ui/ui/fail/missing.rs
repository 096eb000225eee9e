//! No word about a variant: each is an error of its own, on its name.

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Variants {
    /// Documented, but not classified.
    Unit,
    #[deprecated]
    Tuple(u8),
    Struct {
        field: u8,
    },
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
struct Whole;

fn main() {}
