//! The server behind a relay: it answers with the bytes of its cases.

use std::sync::Arc;

use serde_json::{Value, json};

use super::cases::{self, Case};
use crate::{
    Trouble,
    mcp::{Called, Toolbox},
};

pub(super) struct Upstream(Vec<Case>);

impl Upstream {
    pub(super) fn new() -> Self {
        Self(cases::all())
    }
}

impl Toolbox for Upstream {
    fn tools(&self) -> Vec<Value> {
        let entry = |case: &Case| {
            json!({
                "name": case.tool,
                "description": format!("Answers with the bytes of the case {}.", case.name),
                "inputSchema": {"type": "object", "properties": {}},
            })
        };
        self.0.iter().map(entry).collect()
    }

    fn call(&self, tool: &str, _: bool) -> Called {
        let case = self.0.iter().find(|it| it.tool == tool || it.name == tool);
        case.map_or(Called::NoSuchTool, |case| Called::Result(case.result.clone()))
    }
}

pub(crate) async fn over_stdio() -> Result<(), Trouble> {
    let served = crate::mcp::over_stdio(Arc::new(Upstream::new())).await;
    served.map_err(|error| Trouble::NoStart(format!("the pipe broke: {error}")))
}
