//! Each row of the contract over each transport and in each version, with the layer and without it:
//! what is on the wire, and which one event is in the log (W1–W7, S1–S3).

use serde_json::{Map, Value, json};
use toolfailure::wire::META_KEY;

use super::rows::{Answer, Expected, ID, IN_A_URL, Row, SECRET, rows};
use crate::common::{Client, Event, Received, STATELESS, Transport, VERSIONS};

/// What the layer says of a success that carries the key.
const NOTE: &str = "(S2)";

/// What came of a row: the id of its request, and all that came for it.
struct Outcome {
    row: Row,
    request_id: u64,
    answer: Option<Received>,
}

impl Outcome {
    fn response(&self) -> Value {
        let message = self.answer.as_ref().map(|it| &it.message);
        message.map_or(Value::Null, |it| serde_json::from_str(it).expect("JSON"))
    }

    /// From the failure, or from the protocol error that it left as.
    fn correlation_id(&self) -> Option<String> {
        let response = self.response();
        let in_meta = &response["result"]["_meta"][META_KEY]["correlationId"];
        let in_data = &response["error"]["data"]["correlationId"];
        in_meta.as_str().or_else(|| in_data.as_str()).map(str::to_owned)
    }

    fn check_answer(&self, at: &str, version: &str, expected: &Expected) {
        // An answer where none is to come would have been read as that of the next call.
        let Answer::Is(expected) = &expected.answer else { return };
        let mut response = self.response().to_string();
        if let Some(id) = self.correlation_id() {
            response = response.replace(&id, ID);
        }
        let mut response: Map<_, _> = serde_json::from_str(&response).expect("JSON");
        assert_eq!(response.remove("id"), Some(json!(self.request_id)), "{at}");
        if let Some(Value::Object(result)) = response.get_mut("result") {
            let kind = result.remove("resultType");
            assert_eq!(kind, (version == STATELESS).then(|| json!("complete")), "{at}");
        }
        assert_eq!(&Value::Object(response), expected, "{at}");
    }

    fn check_no_leak(&self, at: &str, layered: bool) {
        let bytes = self.answer.as_ref().map_or("", |it| &it.bytes);
        // Without the layer, the `data` of a protocol error leaves as rmcp has it.
        let bytes = if layered { bytes } else { &self.response()["result"].to_string() };
        for secret in [SECRET, IN_A_URL] {
            assert!(!bytes.contains(secret), "W7: {at}: {bytes}");
        }
    }
}

/// Makes the row's call; gives what came, or nothing where nothing is to come.
async fn call(client: &mut Client, row: Row, layered: bool) -> Outcome {
    let expected = if layered { &row.layered } else { &row.bare };
    match expected.answer {
        Answer::Is(_) => {
            let received = client.call(row.tool, &row.arguments).await;
            let response: Value = serde_json::from_str(&received.message).expect("JSON");
            let request_id = response["id"].as_u64().expect("the id of the request");
            Outcome { row, request_id, answer: Some(received) }
        }
        // What is called next is answered all the same.
        Answer::Never => {
            let request_id = client.start(row.tool, &row.arguments).await.id;
            Outcome { row, request_id, answer: None }
        }
        Answer::Cancelled => {
            let call = client.start(row.tool, &row.arguments).await;
            let request_id = call.id;
            client.call("waits_for_the_one_to_cancel", &json!({})).await;
            client.cancel(call).await;
            let ended = client.call("waits_for_the_cancelled", &json!({})).await;
            assert!(ended.message.contains("it was cancelled"), "{}", ended.message);
            Outcome { row, request_id, answer: None }
        }
    }
}

/// The event of a row, without what is of this one call, which is checked here.
fn only_event(at: &str, outcome: &Outcome, layered: bool, events: &[Event]) -> Map<String, Value> {
    let id = outcome.correlation_id().map(Value::from);
    let found: Vec<_> =
        events.iter().filter(|event| event.field("correlation_id") == id.as_ref()).collect();
    let [event] = found[..] else { panic!("S3: {at}: one event, not {found:?}") };
    let mut fields = event.fields().clone();
    let elapsed = fields.remove("elapsed_ms");
    assert_eq!(elapsed.as_ref().is_some_and(Value::is_u64), layered, "{at}: {elapsed:?}");
    let of_the_call = [fields.remove("tool"), fields.remove("request_id")];
    let request_id = json!(outcome.request_id.to_string());
    let expected = [json!(outcome.row.tool), request_id].map(|it| layered.then_some(it));
    assert_eq!(of_the_call, expected, "{at}");
    fields.insert("correlation_id".into(), json!(ID));
    fields
}

async fn check(transport: Transport, layered: bool) {
    for version in VERSIONS {
        check_in(version, transport, layered).await;
    }
}

async fn check_in(version: &'static str, transport: Transport, layered: bool) {
    let flags: &[&str] = if layered { &["--layer"] } else { &[] };
    let mut client = Client::connect(transport, version, flags).await;
    let mut outcomes = Vec::new();
    for row in rows() {
        outcomes.push(call(&mut client, row, layered).await);
    }
    let (notes, events): (Vec<_>, Vec<_>) = Event::all(&client.close().await)
        .into_iter()
        .partition(|event| event.field("correlation_id").is_none());

    let mut expected_events = 0;
    for outcome in &outcomes {
        let at = format!(
            "{transport:?} {version}, layer: {layered}, {} {}",
            outcome.row.tool, outcome.row.arguments
        );
        let expected = if layered { &outcome.row.layered } else { &outcome.row.bare };
        outcome.check_answer(&at, version, expected);
        outcome.check_no_leak(&at, layered);
        if let Some(expected) = &expected.event {
            expected_events += 1;
            assert_eq!(&only_event(&at, outcome, layered, &events), expected, "{at}");
        }
        // Whatever came, or did not come.
        let request_id = json!(outcome.request_id.to_string());
        let of_request =
            events.iter().filter(|event| event.field("request_id") == Some(&request_id));
        let counted = usize::from(layered && expected.event.is_some());
        assert_eq!(of_request.count(), counted, "S3: {at}");
    }
    assert_eq!(events.len(), expected_events, "S3: no event but those");
    assert!(events.iter().all(|event| !format!("{event:?}").contains(IN_A_URL)), "{events:?}");
    let noted: Vec<_> = notes.iter().filter_map(|note| note.field("message")).collect();
    assert_eq!(noted.len(), usize::from(layered), "{noted:?}");
    assert!(noted.iter().all(|note| note.to_string().contains(NOTE)), "{noted:?}");
}

#[tokio::test]
async fn s1_s3_over_stdio_the_layer_classifies_each_row_once() {
    check(Transport::Stdio, true).await;
}

#[tokio::test]
async fn s1_s3_over_http_the_layer_classifies_each_row_once() {
    check(Transport::Http, true).await;
}

#[tokio::test]
async fn s1_s3_over_http_with_json_the_layer_classifies_each_row_once() {
    check(Transport::HttpJson, true).await;
}

#[tokio::test]
async fn over_stdio_each_row_without_the_layer_is_as_rmcp_has_it() {
    check(Transport::Stdio, false).await;
}

#[tokio::test]
async fn over_http_each_row_without_the_layer_is_as_rmcp_has_it() {
    check(Transport::Http, false).await;
}

#[tokio::test]
async fn over_http_with_json_each_row_without_the_layer_is_as_rmcp_has_it() {
    check(Transport::HttpJson, false).await;
}
