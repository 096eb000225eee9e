//! A JSON-RPC message, its parts as they stand.

use serde::{Deserialize, Deserializer};
use serde_json::value::RawValue;

use crate::raw::{Members, string};

#[derive(Deserialize)]
pub(super) struct Message<'a> {
    #[serde(borrow, default, deserialize_with = "raw")]
    jsonrpc: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    id: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    method: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    params: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    result: Option<&'a RawValue>,
    #[serde(borrow, default, deserialize_with = "raw")]
    error: Option<&'a RawValue>,
}

/// `null` is a value here, and not the same as absence.
fn raw<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<&'de RawValue>, D::Error> {
    <&RawValue>::deserialize(deserializer).map(Some)
}

/// What a message is, if it is one.
pub(super) enum Kind<'a> {
    Request { id: &'a str, method: String, params: Option<&'a str> },
    Notification,
    Response { id: Option<&'a str>, result: Option<&'a str>, error: Option<&'a str> },
}

impl<'a> Message<'a> {
    /// What the message is, and what is wrong with it as JSON-RPC.
    ///
    /// # Errors
    ///
    /// If it is no message at all.
    pub(super) fn read(text: &'a str) -> Result<(Kind<'a>, Option<&'static str>), String> {
        let message: Self = serde_json::from_str(text).map_err(|error| {
            // Of data, serde_json says where; of syntax as well.
            format!("no JSON-RPC message: {error}")
        })?;
        let version = message.jsonrpc.map(RawValue::get);
        let mut wrong = (version != Some("\"2.0\"")).then_some("jsonrpc is not \"2.0\"");
        let id = message.id.map(RawValue::get);
        if let Some(method) = message.method {
            let method = string(method.get()).ok_or("method is no string")?;
            let kind = match id {
                Some(id) => Kind::Request { id, method, params: message.params.map(RawValue::get) },
                None => Kind::Notification,
            };
            return Ok((kind, wrong));
        }
        let (result, error) = (message.result.map(RawValue::get), message.error.map(RawValue::get));
        match (result, error) {
            (None, None) => return Err("it has neither a method, a result nor an error".into()),
            (Some(_), Some(_)) => wrong = Some("it has a result and an error"),
            (None, Some(error)) if !is_error_object(error) => {
                wrong = Some("error is to be an object with an integer code and a message");
            }
            _ => {}
        }
        Ok((Kind::Response { id, result, error }, wrong))
    }
}

fn is_error_object(error: &str) -> bool {
    Members::of(error).is_some_and(|error| {
        error.get("code").is_some_and(|code| code.parse::<i64>().is_ok())
            && error.get("message").and_then(string).is_some()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_bytes_whatever_numbers_are_in_them() {
        let (kind, wrong) =
            Message::read(r#"{"jsonrpc":"2.0","id":1,"result":{"n":1e400,"s":"\ud800"}}"#)
                .expect("a message");
        assert!(wrong.is_none());
        let Kind::Response { id: Some("1"), result: Some(result), error: None } = kind else {
            panic!("a response")
        };
        assert_eq!(result, r#"{"n":1e400,"s":"\ud800"}"#);
    }

    #[test]
    fn what_is_no_message_is_told_from_what_is_a_bad_one() {
        for text in ["", "hello", "[]", r#"{"jsonrpc":"2.0","id":1}"#, r#"{"method":1}"#] {
            assert!(Message::read(text).is_err(), "{text}");
        }
        for text in [
            r#"{"id":1,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":""}}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":"no"}"#,
            r#"{"jsonrpc":"2.0","id":1,"error":{"code":1.5,"message":""}}"#,
        ] {
            assert!(Message::read(text).expect("a message").1.is_some(), "{text}");
        }
        let null = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
        let (kind, wrong) = Message::read(null).expect("a message");
        assert!(matches!(kind, Kind::Response { result: Some("null"), .. }) && wrong.is_none());
    }
}
