//! The file of calls.

use std::{fs, path::Path};

use serde::Deserialize;
use serde_json::{Map, Value, json};
use toolfailure_core::ToolFailureClass;

use crate::Trouble;

/// A call that is to be made.
#[derive(Debug)]
pub(super) struct Planned {
    pub(super) tool: String,
    pub(super) arguments: Value,
    pub(super) expect: Expected,
    pub(super) class: Option<ToolFailureClass>,
    pub(super) code: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(super) enum Expected {
    Failure,
    Success,
    #[default]
    Any,
}

impl Planned {
    /// A call without arguments, of which nothing is expected.
    pub(super) fn plain(tool: &str) -> Self {
        let (expect, arguments) = (Expected::Any, json!({}));
        Self { tool: tool.into(), arguments, expect, class: None, code: None }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    call: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Entry {
    tool: String,
    #[serde(default)]
    arguments: toml::Table,
    expect: Option<Expected>,
    #[serde(default)]
    class: Option<Class>,
    #[serde(default)]
    code: Option<String>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Class {
    Capability,
    Reliability,
    Governance,
}

impl From<Class> for ToolFailureClass {
    fn from(class: Class) -> Self {
        match class {
            Class::Capability => Self::Capability,
            Class::Reliability => Self::Reliability,
            Class::Governance => Self::Governance,
        }
    }
}

pub(super) fn read(file: &Path) -> Result<Vec<Planned>, Trouble> {
    let name = file.display();
    let text = fs::read_to_string(file).map_err(|it| Trouble::Usage(format!("{name}: {it}")))?;
    parse(&text).map_err(|why| Trouble::Usage(format!("{name}: {why}")))
}

fn parse(text: &str) -> Result<Vec<Planned>, String> {
    let file: File = toml::from_str(text).map_err(|error| {
        let line = error.span().map(|span| text[..span.start].matches('\n').count() + 1);
        let line = line.map(|line| format!("line {line}: ")).unwrap_or_default();
        format!("{line}{}", error.message())
    })?;
    if file.call.is_empty() {
        return Err("it lists no calls: [[call]]".into());
    }
    file.call.into_iter().map(Entry::planned).collect()
}

impl Entry {
    fn planned(self) -> Result<Planned, String> {
        let says_what_failure = self.class.is_some() || self.code.is_some();
        let expect = match self.expect {
            Some(Expected::Success) if says_what_failure => {
                return Err(format!("{}: a success has neither class nor code", self.tool));
            }
            Some(Expected::Failure) | None if says_what_failure => Expected::Failure,
            expect => expect.unwrap_or_default(),
        };
        let arguments = object(self.arguments).map_err(|why| format!("{}: {why}", self.tool))?;
        let class = self.class.map(Into::into);
        Ok(Planned { tool: self.tool, arguments, expect, class, code: self.code })
    }
}

fn object(table: toml::Table) -> Result<Value, String> {
    let members = table.into_iter().map(|(name, value)| Ok((name, json(value)?)));
    members.collect::<Result<Map<_, _>, String>>().map(Value::Object)
}

fn json(value: toml::Value) -> Result<Value, String> {
    Ok(match value {
        toml::Value::String(text) => text.into(),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) if number.is_finite() => number.into(),
        toml::Value::Float(number) => return Err(format!("JSON has no number {number}")),
        toml::Value::Boolean(truth) => truth.into(),
        // JSON has no times; tools take them as text.
        toml::Value::Datetime(time) => time.to_string().into(),
        toml::Value::Array(values) => {
            values.into_iter().map(json).collect::<Result<Vec<_>, _>>()?.into()
        }
        toml::Value::Table(table) => object(table)?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_call_has_defaults_and_its_arguments_become_json() {
        let calls = parse(
            "[[call]]\ntool = \"a\"\n[[call]]\ntool = \"b\"\ncode = \"c\"\n\
             arguments = { n = 1, f = 0.5, t = 2026-12-01T00:00:00Z, l = [true, { x = \"y\" }] }",
        )
        .expect("a file");
        assert_eq!((calls[0].expect, &calls[0].arguments), (Expected::Any, &json!({})));
        assert_eq!(calls[1].expect, Expected::Failure);
        let arguments =
            json!({"n": 1, "f": 0.5, "t": "2026-12-01T00:00:00Z", "l": [true, {"x": "y"}]});
        assert_eq!(calls[1].arguments, arguments);
    }

    #[test]
    fn a_mistake_is_told_with_its_line() {
        for (text, part) in [
            ("", "no calls"),
            ("[[call]]\ntool = \"a\"\ntimeout = 3", "line 3: unknown field `timeout`"),
            ("[[call]]\ntool = \"a\"\n[[calls]]\ntool = \"a\"", "line 3: unknown field `calls`"),
            ("[[call]]\nexpect = \"any\"", "missing field `tool`"),
            ("[[call]]\ntool = \"a\"\nexpect = \"fail\"", "line 3: unknown variant `fail`"),
            ("[[call]]\ntool = \"a\"\nclass = \"security\"", "line 3: unknown variant `security`"),
            ("[[call]]\ntool = \"a\"\nclass = \"governance\"\nexpect = \"success\"", "neither"),
            ("[[call]]\ntool = \"a\"\narguments = { x = nan }", "a: JSON has no number"),
            ("[[call]\ntool", "line 1"),
        ] {
            let error = parse(text).expect_err(text);
            assert!(error.contains(part), "{error}");
        }
    }
}
