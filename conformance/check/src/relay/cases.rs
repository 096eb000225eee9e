//! The results that a relay is given. They live in `conformance/vectors/relay`, with a copy in this
//! crate, which is published by itself.

use serde_json::Value;
use toolfailure_core::wire::META_KEY;

use crate::raw::Members;

const RELAY: &str = include_str!("../../vectors/relay.tsv");

/// Cases that are no result of `tools/call` by MCP's schema, and one with a key twice, which strict
/// parsers refuse. A relay that refuses them breaks nothing; one that hands them on is better.
const NOT_BY_SCHEMA: [&str; 17] = [
    "dup_key_isError",
    "task_result",
    "tool_use_block",
    "unknown_block_type",
    "annotation_unknown_audience",
    "isError_null",
    "isError_string",
    "content_null",
    "content_missing",
    "structured_null",
    "structured_array",
    "meta_null",
    "meta_string",
    "action_collision",
    "resource_link_no_name",
    "resource_no_text_no_blob",
    "text_null",
];

/// Put into a result that has none, so that losing the result is losing a tool failure.
const FAILURE: &str = r#"{"class":"governance","code":"policy_blocked","correlationId":"relay-7f3b9","agentGuidance":"Ask the user: »größer«?","x-unknown":{"n":null,"list":[1,true]}}"#;

pub(super) struct Case {
    pub(super) name: String,
    /// Of the upstream's tool that answers with it.
    pub(super) tool: String,
    /// The bytes.
    pub(super) result: String,
    /// Whether parsers in general take it: no number past what a double holds.
    pub(super) is_common_json: bool,
    /// Whether it is a result by MCP's schema.
    pub(super) is_by_schema: bool,
}

impl Case {
    fn new(at: usize, name: String, result: String, is_by_schema: bool) -> Self {
        // What gateways and models take for the name of a tool. The number makes it the only one
        // of its ending.
        let plain: String =
            name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let is_common_json = serde_json::from_str::<Value>(&result).is_ok();
        Self { tool: format!("r{at:02}_{plain}"), name, result, is_common_json, is_by_schema }
    }

    /// The tool failure as it stands, of duplicates the last.
    pub(super) fn failure(&self) -> Option<&str> {
        failure_of(&self.result)
    }
}

/// What stands under the key of a result.
pub(super) fn failure_of(result: &str) -> Option<&str> {
    Members::of(result)?.object("_meta")?.get(META_KEY)
}

/// The cases of the file, and each that carries no tool failure a second time with one.
pub(super) fn all() -> Vec<Case> {
    let mut cases = Vec::new();
    for line in RELAY.lines() {
        // A test holds the file to this form.
        let Some((name, result)) = line.split_once('\t') else { continue };
        let result = expanded(result);
        let is_by_schema = !NOT_BY_SCHEMA.contains(&name);
        let with_failure = with_failure(&result);
        cases.push(Case::new(cases.len(), name.into(), result, is_by_schema));
        if let Some(result) = with_failure {
            cases.push(Case::new(cases.len(), format!("{name}+failure"), result, is_by_schema));
        }
    }
    cases
}

/// `<N nested [ ]>` stands for N opening brackets and N closing ones.
fn expanded(result: &str) -> String {
    const REST: &str = " nested [ ]>";
    let Some((before, rest)) = result.split_once('<') else { return result.into() };
    let Some((count, after)) = rest.split_once(REST) else { return result.into() };
    let Ok(count) = count.parse() else { return result.into() };
    format!("{before}{}{}{after}", "[".repeat(count), "]".repeat(count))
}

/// The result with a tool failure as the first entry of its `_meta`, and nothing else changed.
fn with_failure(result: &str) -> Option<String> {
    if failure_of(result).is_some() {
        return None;
    }
    let entry = format!("{META_KEY:?}:{FAILURE}");
    let Some(meta) = Members::of(result)?.get("_meta") else {
        let rest = result.strip_prefix('{')?;
        return Some(format!("{{\"_meta\":{{{entry}}},{rest}"));
    };
    let rest = meta.strip_prefix('{')?;
    let at = meta.as_ptr() as usize - result.as_ptr() as usize;
    let comma = if rest.trim_start().starts_with('}') { "" } else { "," };
    Some(format!("{}{{{entry}{comma}{rest}{}", &result[..at], &result[at + meta.len()..]))
}

#[cfg(test)]
mod tests {
    use std::{collections::BTreeSet, fs, path::Path};

    use super::*;

    #[test]
    fn the_copy_is_the_file_of_the_vectors() {
        let vectors = Path::new(env!("CARGO_MANIFEST_DIR")).join("../vectors/relay/relay.tsv");
        // Not there in what is published.
        if let Ok(file) = fs::read_to_string(vectors) {
            assert_eq!(file, RELAY, "conformance/check/vectors is a copy of it");
        }
    }

    #[test]
    fn every_line_is_a_case_with_a_name_of_its_own() {
        let cases = all();
        let originals = cases.iter().filter(|it| !it.name.ends_with("+failure")).count();
        assert_eq!(originals, RELAY.lines().count());
        let tools: BTreeSet<&str> = cases.iter().map(|it| it.tool.as_str()).collect();
        assert_eq!(tools.len(), cases.len());
        for case in &cases {
            assert!(Members::of(&case.result).is_some() && !case.result.contains('\n'));
            let others = tools.iter().filter(|it| it.ends_with(&case.tool)).count();
            assert!(others == 1 && case.tool.len() <= 64, "{}", case.tool);
        }
        for name in NOT_BY_SCHEMA {
            assert!(cases.iter().any(|it| it.name == name), "{name}");
        }
        let uncommon: Vec<_> =
            cases.iter().filter(|it| !it.is_common_json).map(|it| it.name.as_str()).collect();
        assert_eq!(uncommon, ["num_1e400", "num_1e400+failure"]);
    }

    #[test]
    fn a_failure_is_put_in_and_all_else_stays() {
        let put = |result| with_failure(result).expect("has room for one");
        let entry = format!("{META_KEY:?}:{FAILURE}");
        assert_eq!(put(r#"{"a":1}"#), format!(r#"{{"_meta":{{{entry}}},"a":1}}"#));
        assert_eq!(
            put(r#"{"_meta":{"n":1e3},"a":1}"#),
            format!(r#"{{"_meta":{{{entry},"n":1e3}},"a":1}}"#)
        );
        assert_eq!(put(r#"{"_meta":{}}"#), format!(r#"{{"_meta":{{{entry}}}}}"#));
        assert!(with_failure(r#"{"_meta":null}"#).is_none());
        let cases = all();
        let bare: Vec<&str> = cases
            .iter()
            .filter(|it| it.failure().is_none())
            .map(|it| it.name.as_str())
            .filter(|name| !cases.iter().any(|it| it.name == format!("{name}+failure")))
            .collect();
        assert_eq!(bare, ["meta_null", "meta_string"], "there is no object to put one into");
        assert!(cases.iter().all(|it| it.failure().is_some() || !it.name.ends_with("+failure")));
    }

    #[test]
    fn placeholders_become_what_they_stand_for() {
        assert_eq!(expanded(r#"{"d":<3 nested [ ]>}"#), r#"{"d":[[[]]]}"#);
        assert_eq!(expanded(r#"{"d":"<b>"}"#), r#"{"d":"<b>"}"#);
    }
}
