/// What stands where text was cut off.
const ELLIPSIS: char = '…';

/// How much text may stay.
#[derive(Clone, Copy, Debug)]
pub(super) enum Limit {
    Bytes(usize),
    Chars(usize),
}

/// Cuts to the limit, the ellipsis included, between two characters.
pub(super) fn cut(text: &mut String, limit: Limit) {
    let end = match limit {
        Limit::Bytes(max) if text.len() <= max => return,
        Limit::Bytes(max) => text.floor_boundary(max.saturating_sub(ELLIPSIS.len_utf8())),
        Limit::Chars(max) => {
            let mut starts = text.char_indices().map(|(start, _)| start);
            let Some(last) = starts.clone().nth(max.saturating_sub(1)) else { return };
            if starts.nth(max).is_none() {
                return;
            }
            last
        }
    };
    text.truncate(end);
    text.truncate(text.trim_end().len());
    text.push(ELLIPSIS);
}

trait FloorBoundary {
    fn floor_boundary(&self, index: usize) -> usize;
}

impl FloorBoundary for str {
    fn floor_boundary(&self, index: usize) -> usize {
        (0..=index.min(self.len())).rev().find(|&at| self.is_char_boundary(at)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn after_cut(text: &str, limit: Limit) -> String {
        let mut text = text.to_owned();
        cut(&mut text, limit);
        text
    }

    #[test]
    fn cuts_between_characters_and_never_over_the_limit() {
        for text in ["", "abc", "äöü", "接続接続", "a😀b😀c", "     x"] {
            for max in 4..20 {
                let cut = after_cut(text, Limit::Bytes(max));
                assert!(cut.len() <= max, "{text:?} {max} {cut:?}");
                assert_eq!(cut == text, text.len() <= max, "{text:?} {max} {cut:?}");
                let cut = after_cut(text, Limit::Chars(max));
                assert!(cut.chars().count() <= max, "{text:?} {max} {cut:?}");
                assert_eq!(cut == text, text.chars().count() <= max, "{text:?} {max} {cut:?}");
            }
        }
        assert_eq!(after_cut("äöüäöü", Limit::Bytes(8)), "äö…");
        assert_eq!(after_cut("ab cd", Limit::Chars(4)), "ab…");
    }
}
