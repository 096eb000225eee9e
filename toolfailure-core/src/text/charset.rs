use unicode_general_category::{GeneralCategory as Category, get_general_category};

/// Whether a character says nothing to a reader, or changes how others read: controls, formats
/// (bidi, zero width, tags), private, unassigned and lone-surrogate code points, line and
/// paragraph separators, variation selectors, and the letters and marks that print as blanks.
///
/// `char::is_control` misses nearly all of these.
pub(super) fn is_invisible(c: char) -> bool {
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    let by_category = matches!(
        get_general_category(c),
        Category::Control
            | Category::Format
            | Category::Surrogate
            | Category::PrivateUse
            | Category::Unassigned
            | Category::LineSeparator
            | Category::ParagraphSeparator
    );
    let variation_selector = matches!(
        c,
        '\u{180B}'..='\u{180F}' | '\u{FE00}'..='\u{FE0F}' | '\u{E0100}'..='\u{E01EF}'
    );
    let blank = matches!(
        c,
        '\u{034F}'
            | '\u{115F}'
            | '\u{1160}'
            | '\u{17B4}'
            | '\u{17B5}'
            | '\u{2800}'
            | '\u{3164}'
            | '\u{FFA0}'
            | '\u{FFFC}'
            | '\u{16FE4}'
            | '\u{1D159}'
    );
    by_category || variation_selector || blank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_sees_is_invisible() {
        let invisible = [
            '\0',
            '\u{7}',
            '\u{1B}',
            '\u{7F}',
            '\u{85}',
            '\u{AD}',
            '\u{200B}',
            '\u{200E}',
            '\u{202E}',
            '\u{2028}',
            '\u{2029}',
            '\u{2066}',
            '\u{FEFF}',
            '\u{FE0F}',
            '\u{E0001}',
            '\u{E0041}',
            '\u{E0100}',
            '\u{E000}',
            '\u{3164}',
            '\u{2800}',
            '\u{115F}',
            '\u{FFA0}',
            '\u{0378}',
        ];
        for c in invisible {
            assert!(is_invisible(c), "U+{:04X}", c as u32);
        }
        for c in ['a', ' ', '`', 'ß', '接', '😀', '\u{301}', '\u{FFFD}', '…'] {
            assert!(!is_invisible(c), "U+{:04X}", c as u32);
        }
    }
}
