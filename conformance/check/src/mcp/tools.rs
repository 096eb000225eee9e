//! What a server says of its tools.

use serde_json::Value;

use crate::raw::{Members, elements, string};

#[derive(Clone, Debug)]
pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) read_only: bool,
    pub(crate) needs_arguments: bool,
}

impl Tool {
    /// Of an entry of `tools/list`; `None` if it has no name.
    fn of(entry: &str) -> Option<Self> {
        let entry = Members::of(entry)?;
        let name = entry.get("name").and_then(string)?;
        let annotations = entry.object("annotations");
        let read_only = annotations.and_then(|it| it.get("readOnlyHint")) == Some("true");
        let required = entry.object("inputSchema").and_then(|it| it.get("required"));
        let needs_arguments = match required.map(serde_json::from_str::<Value>) {
            None => false,
            Some(Ok(Value::Array(names))) => !names.is_empty(),
            // Whatever it means, it is not "none".
            Some(_) => true,
        };
        Some(Self { name, read_only, needs_arguments })
    }
}

/// One page of `tools/list`.
pub(super) struct Page {
    pub(super) tools: Vec<Tool>,
    pub(super) next: Option<String>,
    /// How many entries cannot be read.
    pub(super) unreadable: usize,
}

impl Page {
    pub(super) fn of(result: &str) -> Option<Self> {
        let result = Members::of(result)?;
        let entries = elements(result.get("tools")?)?;
        let tools: Vec<Tool> = entries.iter().filter_map(|entry| Tool::of(entry)).collect();
        let unreadable = entries.len() - tools.len();
        let next = result.get("nextCursor").and_then(string);
        Some(Self { tools, next, unreadable })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_said_to_be_read_only_is() {
        let page = Page::of(
            r#"{"tools":[{"name":"a","annotations":{"readOnlyHint":true},"inputSchema":{}},
                {"name":"b","annotations":{"readOnlyHint":"true"},"inputSchema":{"required":[]}},
                {"name":"c","inputSchema":{"required":["x"]}},{"title":"no name"}],
                "nextCursor":"2"}"#,
        )
        .expect("a page");
        let seen: Vec<_> =
            page.tools.iter().map(|it| (&*it.name, it.read_only, it.needs_arguments)).collect();
        assert_eq!(seen, [("a", true, false), ("b", false, false), ("c", false, true)]);
        assert_eq!((page.next.as_deref(), page.unreadable), (Some("2"), 1));
    }
}
