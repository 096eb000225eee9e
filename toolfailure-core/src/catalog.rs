use crate::ToolFailureClass;

/// One entry of [`ToolFailure::CATALOG`](crate::ToolFailure::CATALOG).
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub enum CatalogEntry {
    /// A failure of the type itself.
    Own(OwnEntry),
    /// The failures of another type, which this one passes on.
    Nested(NestedEntry),
    /// A failure that only run time classifies.
    AtRunTime(AtRunTimeEntry),
}

impl CatalogEntry {
    /// A catalogue with those of nested types in place of the entries that name them; of catalogues
    /// that say the same, one, so that types which contain each other come to an end.
    ///
    /// What it gives is good for a table in the documentation, and for a test that keeps published
    /// codes in their class. Clients dispatch on the class, so for them another class is another
    /// failure:
    ///
    /// ```
    /// use toolfailure_core::{CatalogEntry, ToolFailure};
    /// # use toolfailure_core::{Classification, Code, OwnEntry, Retryable, ToolFailureClass};
    /// # #[derive(Debug)]
    /// # struct CalendarError;
    /// # impl std::fmt::Display for CalendarError {
    /// #     fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result { Ok(()) }
    /// # }
    /// # impl std::error::Error for CalendarError {}
    /// # impl ToolFailure for CalendarError {
    /// #     const CATALOG: &'static [CatalogEntry] = &[CatalogEntry::Own(OwnEntry::new(
    /// #         "SessionExpired", ToolFailureClass::Governance, "auth_required", Retryable::No, None, "",
    /// #     ))];
    /// #     fn classify(&self) -> Classification { Classification::governance(Code::AUTH_REQUIRED) }
    /// # }
    ///
    /// /// What has been published: `code class`, a line each, sorted. Lines are added, never changed.
    /// const PUBLISHED: &[&str] = &["auth_required governance"];
    ///
    /// // In a test:
    /// let mut now: Vec<String> = CatalogEntry::flatten(CalendarError::CATALOG)
    ///     .into_iter()
    ///     .filter_map(|entry| match entry {
    ///         CatalogEntry::Own(own) => Some(format!("{} {}", own.code, own.class)),
    ///         _ => None,
    ///     })
    ///     .collect();
    /// now.sort();
    /// now.dedup();
    /// assert_eq!(now, PUBLISHED);
    /// ```
    #[must_use]
    pub fn flatten(catalog: &'static [Self]) -> Vec<Self> {
        /// Constants have no identity, so catalogues are told apart by what they say.
        fn same(a: &CatalogEntry, b: &CatalogEntry) -> bool {
            match (a, b) {
                (CatalogEntry::Own(a), CatalogEntry::Own(b)) => a == b,
                (CatalogEntry::AtRunTime(a), CatalogEntry::AtRunTime(b)) => a == b,
                (CatalogEntry::Nested(a), CatalogEntry::Nested(b)) => a.name == b.name,
                _ => false,
            }
        }

        fn visit(
            catalog: &'static [CatalogEntry],
            seen: &mut Vec<&'static [CatalogEntry]>,
            flat: &mut Vec<CatalogEntry>,
        ) {
            let is_this = |other: &&[CatalogEntry]| {
                other.len() == catalog.len() && other.iter().zip(catalog).all(|(a, b)| same(a, b))
            };
            if seen.iter().any(is_this) {
                return;
            }
            seen.push(catalog);
            for entry in catalog {
                match entry {
                    CatalogEntry::Nested(nested) => visit((nested.of)(), seen, flat),
                    CatalogEntry::Own(_) | CatalogEntry::AtRunTime(_) => flat.push(*entry),
                }
            }
        }
        let mut flat = Vec::new();
        visit(catalog, &mut Vec::new(), &mut flat);
        flat
    }
}

/// A failure that a type declares, as it stands in the source.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnEntry {
    /// The variant's name; for a struct, the type's.
    pub name: &'static str,
    /// The class (W2).
    pub class: ToolFailureClass,
    /// The code (W3).
    pub code: &'static str,
    /// What is said about a retry (W4).
    pub retryable: Retryable,
    /// The guidance as a template: interpolations stand as they were written (W7).
    pub guidance: Option<&'static str>,
    /// The doc comment, line by line, or empty.
    pub docs: &'static str,
}

impl OwnEntry {
    /// All that the derive knows of a variant. New facts get new `with_…` methods.
    #[must_use]
    pub const fn new(
        name: &'static str,
        class: ToolFailureClass,
        code: &'static str,
        retryable: Retryable,
        guidance: Option<&'static str>,
        docs: &'static str,
    ) -> Self {
        Self { name, class, code, retryable, guidance, docs }
    }
}

/// What a declared failure says about a retry (W4).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Retryable {
    /// Never.
    No,
    /// Yes, possibly not before a time.
    Yes,
    /// Only if the tool declares that repeating is harmless.
    IfIdempotent,
}

/// A variant whose failures are those of another type.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct NestedEntry {
    /// The variant's name; for a struct, the type's.
    pub name: &'static str,
    /// The other type's catalogue. A function, so that types may contain each other.
    pub of: fn() -> &'static [CatalogEntry],
}

impl NestedEntry {
    /// A variant that passes on the failures of another type.
    #[must_use]
    pub const fn new(name: &'static str, of: fn() -> &'static [CatalogEntry]) -> Self {
        Self { name, of }
    }
}

/// A variant that a function of the author's classifies when it happens.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct AtRunTimeEntry {
    /// The variant's name; for a struct, the type's.
    pub name: &'static str,
    /// The doc comment, line by line, or empty.
    pub docs: &'static str,
}

impl AtRunTimeEntry {
    /// A variant that is classified when it happens.
    #[must_use]
    pub const fn new(name: &'static str, docs: &'static str) -> Self {
        Self { name, docs }
    }
}
