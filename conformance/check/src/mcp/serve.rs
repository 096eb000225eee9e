//! A server without a mind of its own: it offers tools and answers their calls with the bytes that
//! it is given.

mod over_http;
mod over_stdio;

use std::sync::Arc;

use serde_json::{Value, json};

pub(crate) use over_http::{Serving, over_http};
pub(crate) use over_stdio::over_stdio;

use super::{
    LATEST_WITH_INITIALIZE, NAME, STATELESS, VERSION_IN_META,
    message::{Kind, Message},
};
use crate::raw::{Members, string};

/// What is served.
pub(crate) trait Toolbox: Send + Sync + 'static {
    /// The entries of `tools/list`.
    fn tools(&self) -> Vec<Value>;

    /// The call of a tool. `stateless`: of a version in which results say what they are.
    fn call(&self, tool: &str, stateless: bool) -> Called;
}

pub(crate) enum Called {
    /// The result, as it goes over the wire.
    Result(String),
    NoSuchTool,
}

/// The answer to a message; `None` for what wants none.
fn answer(toolbox: &Arc<dyn Toolbox>, text: &str) -> Option<String> {
    let (id, method, params) = match Message::read(text) {
        Ok((Kind::Request { id, method, params }, _)) => (id, method, params),
        Ok(_) => return None,
        Err(_) => return Some(error("null", -32700, "no JSON-RPC message")),
    };
    let params = params.and_then(Members::of);
    let meta = params.as_ref().and_then(|it| it.object("_meta"));
    let stateless = meta
        .and_then(|it| it.get(VERSION_IN_META))
        .and_then(string)
        .is_some_and(|it| it == STATELESS);
    let result = match method.as_str() {
        "initialize" => {
            let wanted = params.and_then(|it| it.get("protocolVersion")).and_then(string);
            initialized(wanted.as_deref()).to_string()
        }
        "server/discover" => discovered().to_string(),
        "ping" => "{}".into(),
        "tools/list" => {
            let mut list = json!({"tools": toolbox.tools()});
            if stateless {
                list["resultType"] = json!("complete");
                list["ttlMs"] = json!(0);
                list["cacheScope"] = json!("private");
            }
            list.to_string()
        }
        "tools/call" => {
            let name = params.and_then(|it| it.get("name")).and_then(string).unwrap_or_default();
            match toolbox.call(&name, stateless) {
                Called::Result(result) => result,
                Called::NoSuchTool => return Some(error(id, -32602, "Unknown tool")),
            }
        }
        _ => return Some(error(id, -32601, "Method not found")),
    };
    Some(format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{result}}}"#))
}

fn error(id: &str, code: i32, message: &str) -> String {
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}"}}}}"#)
}

fn info() -> Value {
    json!({"name": NAME, "version": env!("CARGO_PKG_VERSION")})
}

fn initialized(wanted: Option<&str>) -> Value {
    let known = ["2024-11-05", "2025-03-26", "2025-06-18", LATEST_WITH_INITIALIZE];
    let version = wanted.filter(|it| known.contains(it)).unwrap_or(LATEST_WITH_INITIALIZE);
    json!({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": info()})
}

fn discovered() -> Value {
    json!({
        "resultType": "complete",
        "supportedVersions": [STATELESS],
        "capabilities": {"tools": {}},
        "_meta": {"io.modelcontextprotocol/serverInfo": info()},
        "ttlMs": 0,
        "cacheScope": "private",
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct OneTool;

    impl Toolbox for OneTool {
        fn tools(&self) -> Vec<Value> {
            vec![json!({"name": "a", "inputSchema": {"type": "object"}})]
        }

        fn call(&self, tool: &str, stateless: bool) -> Called {
            if tool != "a" {
                return Called::NoSuchTool;
            }
            Called::Result(if stateless { r#"{"n":1e400}"# } else { r#"{"n": 1.10}"# }.into())
        }
    }

    fn ask(method: &str, params: &Value) -> String {
        let request = json!({"jsonrpc": "2.0", "id": "x", "method": method, "params": params});
        let toolbox: Arc<dyn Toolbox> = Arc::new(OneTool);
        answer(&toolbox, &request.to_string()).expect("a request has an answer")
    }

    #[test]
    fn results_go_out_as_they_are_given() {
        let result = r#"{"jsonrpc":"2.0","id":"x","result":{"n": 1.10}}"#;
        assert_eq!(ask("tools/call", &json!({"name": "a"})), result);
        let stateless = json!({"name": "a", "_meta": {VERSION_IN_META: STATELESS}});
        let result = r#"{"jsonrpc":"2.0","id":"x","result":{"n":1e400}}"#;
        assert_eq!(ask("tools/call", &stateless), result);
        assert!(ask("tools/call", &json!({"name": "b"})).contains("-32602"));
    }

    #[test]
    fn both_kinds_of_version_are_spoken() {
        for (wanted, spoken) in [("2025-06-18", "2025-06-18"), ("2099-01-01", "2025-11-25")] {
            let initialized = ask("initialize", &json!({"protocolVersion": wanted}));
            assert!(initialized.contains(&format!(r#""protocolVersion":"{spoken}""#)));
        }
        assert!(
            ask("server/discover", &json!({})).contains(r#""supportedVersions":["2026-07-28"]"#)
        );
        let stateless = json!({"_meta": {VERSION_IN_META: STATELESS}});
        assert!(ask("tools/list", &stateless).contains(r#""resultType":"complete""#));
        assert!(!ask("tools/list", &json!({})).contains("resultType"));
        let toolbox: Arc<dyn Toolbox> = Arc::new(OneTool);
        let notification = r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#;
        assert!(answer(&toolbox, notification).is_none());
        assert!(answer(&toolbox, "{").is_some_and(|it| it.contains("-32700")));
    }
}
