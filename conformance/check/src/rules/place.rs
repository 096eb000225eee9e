use toolfailure_core::wire::META_KEY;

use super::Notes;
use crate::{raw::Members, report::Level, requirement::Requirement::W1};

/// Classifications where no client looks, and one that stands there twice. Gives whether there is
/// one in another place.
pub(super) fn check(
    notes: &mut Notes<'_, '_>,
    text: &str,
    result: Option<&Members<'_>>,
    meta: Option<&Members<'_>>,
    in_place: bool,
) -> bool {
    if let Some(meta) = meta
        && meta.count(META_KEY) > 1
    {
        let message = "the key stands twice in _meta: readers differ in which one they take";
        notes.find(W1, Level::Warn, message, text);
    }
    if in_place {
        return false;
    }
    let is_ours = |name: &&str| name.eq_ignore_ascii_case(META_KEY) || *name == "toolFailure";
    let beside = result.and_then(|it| it.names().find(is_ours).map(str::to_owned));
    let within = meta.and_then(|it| it.names().find(is_ours).map(str::to_owned));
    let misplaced = beside.is_some() || within.is_some();
    for (name, place) in [(beside, "beside _meta"), (within, "in _meta")] {
        if let Some(name) = name {
            notes.examined(W1);
            let message = format!("{name:?} stands {place}: no client looks there for {META_KEY}");
            notes.find(W1, Level::Fail, message, text);
        }
    }
    misplaced
}
