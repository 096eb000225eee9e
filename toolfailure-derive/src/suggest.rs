//! "Did you mean": edit distance, and the synonyms that people type.

/// The best suggestion for a word: a known synonym first, else the nearest candidate.
pub(crate) fn suggest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
    synonyms: &[(&'a str, &[&str])],
) -> Option<&'a str> {
    let lower = word.to_lowercase();
    let by_synonym = synonyms.iter().find(|(_, words)| words.contains(&lower.as_str()));
    by_synonym.map(|(meant, _)| *meant).or_else(|| nearest(&lower, candidates))
}

/// The candidate at the smallest distance, if that is small enough to be a slip of the fingers.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let limit = if word.chars().count() < 5 { 1 } else { 2 };
    let length = word.chars().count();
    let near =
        candidates.into_iter().filter(|other| other.chars().count().abs_diff(length) <= limit);
    let distances = near.map(|candidate| (distance(word, candidate), candidate));
    let best = distances.filter(|(distance, _)| *distance <= limit).min_by_key(|pair| pair.0);
    best.map(|(_, candidate)| candidate)
}

/// Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment).
fn distance(a: &str, b: &str) -> usize {
    let (a, b): (Vec<char>, Vec<char>) = (a.chars().collect(), b.chars().collect());
    let mut rows = vec![(0..=b.len()).collect::<Vec<_>>()];
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let substitution = rows[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = substitution.min(rows[i - 1][j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(rows[i - 2][j - 2] + 1);
            }
            row.push(best);
        }
        rows.push(row);
    }
    rows[a.len()][b.len()]
}

/// `a`, `b` and `c`, each in backticks.
pub(crate) fn list<'a>(words: impl IntoIterator<Item = &'a str>) -> String {
    let mut words: Vec<String> = words.into_iter().map(|word| format!("`{word}`")).collect();
    match words.pop() {
        None => String::new(),
        Some(last) if words.is_empty() => last,
        Some(last) => format!("{} and {last}", words.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn distances() {
        for (a, b, want) in [
            ("", "", 0),
            ("code", "cod", 1),
            ("governence", "governance", 1),
            ("auth_requierd", "auth_required", 1),
            ("klass", "class", 1),
            ("class", "code", 4),
            ("größe", "grosse", 3),
        ] {
            assert_eq!(distance(a, b), want, "{a} {b}");
            assert_eq!(distance(b, a), want, "{b} {a}");
        }
    }

    #[test]
    fn short_words_need_a_closer_match() {
        assert_eq!(nearest("cod", ["class", "code"]), Some("code"));
        assert_eq!(nearest("cls", ["class", "code"]), None);
        assert_eq!(
            suggest("Auth", ["capability"], &[("governance", &["auth"])]),
            Some("governance")
        );
    }

    #[test]
    fn lists() {
        assert_eq!(list([]), "");
        assert_eq!(list(["a"]), "`a`");
        assert_eq!(list(["a", "b", "c"]), "`a`, `b` and `c`");
    }
}
