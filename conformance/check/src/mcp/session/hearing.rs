//! What a message from the server means for whoever waits for an answer.

use super::{
    super::message::{Kind, Message},
    Answer, Session,
};

/// What a message means for whoever waits for an answer.
pub(super) enum Heard {
    Answer(Answer),
    /// Something that is to be sent in return.
    Return(String),
    Nothing,
}

impl Session {
    /// `refusal`: an error in the body of a refused POST belongs to that POST, whatever its id.
    pub(super) fn hear(&mut self, message: &[u8], ours: u64, refusal: bool) -> Heard {
        let Ok(text) = std::str::from_utf8(message) else {
            self.remark("a message is no UTF-8", &String::from_utf8_lossy(message));
            return Heard::Nothing;
        };
        let (kind, wrong) = match Message::read(text) {
            Ok(read) => read,
            Err(why) => {
                self.remark(why, text);
                return Heard::Nothing;
            }
        };
        if let Some(wrong) = wrong {
            self.remark(wrong, text);
        }
        match kind {
            Kind::Notification => Heard::Nothing,
            Kind::Request { id, method, .. } => Heard::Return(reply(id, &method)),
            Kind::Response { id, result, error } => {
                let number = id.and_then(|id| id.trim_matches('"').parse::<u64>().ok());
                match number {
                    Some(number) if number == ours => {
                        if id.is_some_and(|id| id.starts_with('"')) {
                            self.remark("the id is a string, and the request's was a number", text);
                        }
                    }
                    // The answer to a call that was given up.
                    Some(number) if number < ours => return Heard::Nothing,
                    _ if refusal && error.is_some() => {}
                    _ => {
                        self.remark("a response to no request of ours", text);
                        return Heard::Nothing;
                    }
                }
                Heard::Answer(Answer {
                    result: result.map(Into::into),
                    error: error.map(Into::into),
                })
            }
        }
    }
}

/// What a client that can do nothing says to a server's request.
fn reply(id: &str, method: &str) -> String {
    match method {
        "ping" => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#),
        "roots/list" => format!(r#"{{"jsonrpc":"2.0","id":{id},"result":{{"roots":[]}}}}"#),
        _ => format!(
            r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#
        ),
    }
}
