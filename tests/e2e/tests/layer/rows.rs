//! The layer's contract, one row for each way in which a call can end.

use serde_json::{Map, Value, json};
use toolfailure::wire::META_KEY;

/// Leaves no server that is under the layer, except into its log.
pub(crate) const SECRET: &str = "secret4c1d7";

/// Stands in the query of a URL, and not even the log has it.
pub(crate) const IN_A_URL: &str = "secret9e2a5";

/// In the place of the correlation id, which is new each time.
pub(crate) const ID: &str = "{id}";

pub(crate) struct Row {
    pub(crate) tool: &'static str,
    pub(crate) arguments: Value,
    pub(crate) layered: Expected,
    pub(crate) bare: Expected,
}

#[derive(Clone)]
pub(crate) struct Expected {
    pub(crate) answer: Answer,
    /// The fields of the one event, but for those of the call; `None` where there is no event.
    pub(crate) event: Option<Map<String, Value>>,
}

#[derive(Clone)]
pub(crate) enum Answer {
    /// The JSON-RPC response without its id, and with [`ID`] for each correlation id.
    Is(Value),
    /// None ever comes.
    Never,
    /// None comes, because the call was cancelled.
    Cancelled,
}

impl Expected {
    fn answer(answer: Answer) -> Self {
        Self { answer, event: None }
    }

    fn result(result: &Value) -> Self {
        Self::answer(Answer::Is(json!({"jsonrpc": "2.0", "result": result})))
    }

    fn error(code: i32, message: &str, data: &Value) -> Self {
        let mut error = json!({"code": code, "message": message});
        if !data.is_null() {
            error["data"] = data.clone();
        }
        Self::answer(Answer::Is(json!({"jsonrpc": "2.0", "error": error})))
    }

    /// A classified result, not retryable, with one text block.
    fn failure(class: &str, code: &str, message: &str) -> Self {
        let mut failure = json!({"class": class, "code": code, "correlationId": ID});
        if class == "reliability" {
            failure["retryable"] = json!(false);
        }
        Self::result(&json!({
            "content": [{"type": "text", "text": format!("{message}\n\nReference: {ID}")}],
            "isError": true,
            "_meta": {META_KEY: failure},
        }))
        .event(class, code, message)
    }

    fn event(mut self, class: &str, code: &str, message: &str) -> Self {
        let event = json!({
            "message": "tool call failed",
            "correlation_id": ID,
            "class": class,
            "code": code,
            "retryable": false,
            "error.type": "tool_error",
            "error.message": message,
        });
        self.event = event.as_object().cloned();
        self
    }

    fn in_event(mut self, name: &str, value: impl Into<Value>) -> Self {
        self.event.as_mut().expect("has an event").insert(name.to_owned(), value.into());
        self
    }

    fn logged(self, message: &str) -> Self {
        self.in_event("error.message", message)
    }

    fn chain(self, chain: &str) -> Self {
        self.in_event("error.chain", chain)
    }

    fn in_result(mut self, change: impl FnOnce(&mut Value)) -> Self {
        let Answer::Is(response) = &mut self.answer else { panic!("has no answer") };
        change(&mut response["result"]);
        self
    }

    fn guided(self, message: &str, guidance: &str) -> Self {
        self.in_result(|result| {
            let text = format!("{message}\n\n{guidance}\n\nReference: {ID}");
            result["content"][0]["text"] = json!(text);
            result["_meta"][META_KEY]["agentGuidance"] = json!(guidance);
        })
    }

    fn retryable(self) -> Self {
        self.in_result(|result| result["_meta"][META_KEY]["retryable"] = json!(true))
            .in_event("retryable", true)
    }
}

/// The same with and without the layer.
fn same(tool: &'static str, arguments: Value, expected: Expected) -> Row {
    Row { tool, arguments, bare: expected.clone(), layered: expected }
}

/// An `Err(ErrorData)` that the layer makes a result.
fn protocol_error(code: i32, class: &str, name: &str) -> Row {
    let message = "the ledger is closed";
    let layered = Expected::failure(class, name, message);
    let data = json!({"detail": SECRET});
    Row {
        tool: "protocol_error",
        arguments: json!({"code": code, "message": message, "detail": SECRET}),
        layered: layered.chain(&data.to_string()),
        bare: Expected::error(code, message, &data),
    }
}

/// An `Err(ErrorData)` that is about the request, and so stays what it is.
fn about_the_request() -> Row {
    let message = "there is no such method";
    same(
        "protocol_error",
        json!({"code": -32601, "message": message, "detail": "none"}),
        Expected::error(-32601, message, &json!({"detail": "none"})),
    )
}

fn with_a_url() -> Row {
    let message = format!("GET https://ledger.example/v1?key={IN_A_URL} failed");
    let said = "GET https://ledger.example/v1?[redacted] failed";
    let data = json!({"detail": format!("postgres://app:{IN_A_URL}@db/ledger")});
    Row {
        tool: "protocol_error",
        arguments: json!({"code": -32603, "message": message, "detail": data["detail"]}),
        layered: Expected::failure("reliability", "unclassified", said)
            .chain(&json!({"detail": "postgres://[redacted]@db/ledger"}).to_string()),
        bare: Expected::error(-32603, &message, &data),
    }
}

fn arguments_do_not_fit() -> Row {
    let text = r#"failed to deserialize parameters: invalid type: string "x", expected u8"#;
    Row {
        tool: "number",
        arguments: json!({"number": "x"}),
        layered: Expected::failure("capability", "invalid_input", text)
            .logged("the arguments do not fit the tool's input schema"),
        bare: Expected::result(&json!({
            "content": [{"type": "text", "text": text}],
            "isError": true,
        })),
    }
}

/// A failure without a class, before and after.
fn unclassified(tool: &'static str, bare: &Value, diagnosis: &str) -> Row {
    let layered = Expected::result(bare).event("reliability", "unclassified", diagnosis);
    let layered = layered.in_result(|result| {
        let reference = json!({"type": "text", "text": format!("Reference: {ID}")});
        result["content"].as_array_mut().expect("blocks").push(reference);
        result["_meta"][META_KEY] = json!({
            "class": "reliability",
            "code": "unclassified",
            "retryable": false,
            "correlationId": ID,
        });
    });
    Row { tool, arguments: json!({}), layered, bare: Expected::result(bare) }
}

fn derived_in_an_old_signature() -> [Row; 2] {
    let (message, guidance) = ("the mailbox is locked", "Ask the user to unlock it.");
    let data = json!({"correlationId": ID});
    let locked = Expected::failure("governance", "permission_denied", message)
        .guided(message, guidance)
        .chain(&format!("{SECRET} lies on a bad sector"));
    let no_such = "there is no such mail";
    let no_such_mail = Expected::failure("capability", "resource_not_found", no_such);
    let bare = |code, message, layered: &Expected| Expected {
        event: layered.event.clone(),
        ..Expected::error(code, message, &data)
    };
    [
        Row {
            tool: "locked",
            arguments: json!({"text": SECRET}),
            bare: bare(-32603, message, &locked),
            layered: locked,
        },
        Row {
            tool: "no_such_mail",
            arguments: json!({}),
            bare: bare(-32002, no_such, &no_such_mail),
            layered: no_such_mail,
        },
    ]
}

fn panics(tool: &'static str) -> Row {
    let layered =
        Expected::failure("reliability", "internal_error", "The tool failed unexpectedly.");
    Row {
        tool,
        arguments: json!({"text": SECRET}),
        layered: layered.logged("the tool panicked").chain(SECRET),
        bare: Expected::answer(Answer::Never),
    }
}

fn with_an_event_of_its_own() -> [Row; 3] {
    let backend = "the calendar's backend failed";
    let of_backend = || {
        Expected::failure("reliability", "retryable_transient_error", backend)
            .retryable()
            .chain(&format!("{SECRET} is refused by the database: {SECRET} lies on a bad sector"))
    };
    let said = Expected::failure("governance", "policy_blocked", "the upload is not allowed");
    [
        same("sources", json!({"text": SECRET}), of_backend()),
        same("failure", json!({"text": SECRET}), of_backend()),
        same("said", json!({"text": SECRET}), said.chain(SECRET)),
    ]
}

fn successes() -> [Row; 2] {
    let tea = json!({"title": "tea"});
    [
        same(
            "succeeds",
            json!({}),
            Expected::result(&json!({
                "content": [{"type": "text", "text": tea.to_string()}],
                "structuredContent": tea,
                "isError": false,
            })),
        ),
        same(
            "succeeds_with_the_key",
            json!({}),
            Expected::result(&json!({
                "content": [{"type": "text", "text": "fine"}],
                "isError": false,
                "_meta": {META_KEY: {"class": "nonsense"}},
            })),
        ),
    ]
}

/// Every row, in the order of the calls.
pub(crate) fn rows() -> Vec<Row> {
    let not_found = || Expected::error(-32602, "tool not found", &Value::Null);
    let mut rows = vec![
        arguments_do_not_fit(),
        protocol_error(-32602, "capability", "invalid_input"),
        protocol_error(-32002, "capability", "resource_not_found"),
        protocol_error(-32603, "reliability", "unclassified"),
        protocol_error(7, "reliability", "unclassified"),
        with_a_url(),
        about_the_request(),
        unclassified(
            "unclassified",
            &json!({
                "content": [
                    {"type": "text", "text": "the disk is full"},
                    {"type": "text", "text": "sorry"},
                ],
                "structuredContent": {"why": "full"},
                "isError": true,
                "_meta": {"acme.example/shard": 7},
            }),
            "the disk is full",
        ),
        unclassified(
            "silent",
            &json!({"content": [], "isError": true}),
            "a result with isError and without text",
        ),
        panics("panics"),
        panics("panics_sync"),
        same("no_such_tool", json!({}), not_found()),
        same("disabled", json!({}), not_found()),
        same("waits_for_its_cancellation", json!({}), Expected::answer(Answer::Cancelled)),
    ];
    rows.extend(derived_in_an_old_signature());
    rows.extend(with_an_event_of_its_own());
    // At the end, after all that.
    rows.extend(successes());
    rows
}
