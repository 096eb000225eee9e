//! The scanner of guidance and messages takes or refuses any bytes, without a panic and without a
//! hang, and what it takes, the renderer renders.
#![no_main]

// A crate of procedural macros exports nothing else, so the module is compiled here.
#[path = "../../src/format.rs"]
mod format;

use libfuzzer_sys::fuzz_target;
use toolfailure_core::text::{Part, render};

fuzz_target!(|bytes: &[u8]| {
    let string = String::from_utf8_lossy(bytes);
    let (pieces, problems) = format::scan(&string);
    if problems.is_empty() {
        let mut want = String::new();
        let mut fields = Vec::new();
        for piece in &pieces {
            match piece {
                format::Piece::Text(text) => want.push_str(text),
                format::Piece::Field { .. } => {
                    want.push_str("<>");
                    fields.push(Part::Plain(&"<>"));
                }
            }
        }
        assert_eq!(render(&string, &fields), want);
    }
});
