//! How a conversation is opened, and why it is not.

use serde_json::json;

use super::{
    super::{LATEST_WITH_INITIALIZE, NAME, STATELESS},
    Answer, Outcome, Session, Wire,
};
use crate::raw::{Members, string};

pub(super) enum Refusal {
    /// By an error: something else may be tried.
    Refused(String),
    Failed(String),
}

impl Refusal {
    pub(super) fn unless_result(method: &str, outcome: Outcome) -> Result<String, Self> {
        match outcome {
            Outcome::Answer(Answer { result: Some(result), .. }) => Ok(result),
            Outcome::Answer(Answer { error, .. }) => {
                let error = error.unwrap_or_default();
                Err(Self::Refused(format!("{method} was answered by the error {error}")))
            }
            Outcome::Silence => Err(Self::Failed(format!("{method} was not answered in time"))),
            Outcome::Lost(why) if why.starts_with("HTTP 4") => {
                Err(Self::Refused(format!("{method}: {why}")))
            }
            Outcome::Lost(why) => Err(Self::Failed(format!("{method}: {why}"))),
        }
    }
}

impl Session {
    /// Why there is no conversation, with what the process or the wire says to that.
    pub(super) async fn epitaph(mut self, refusal: Refusal) -> String {
        let (Refusal::Refused(mut why) | Refusal::Failed(mut why)) = refusal;
        if let Some(remark) = self.remarks.first() {
            why = format!("{why}; {}: {}", remark.message, remark.offending);
        }
        if let Wire::Stdio(process) = &mut self.wire {
            let words = process.last_words().await;
            if !words.is_empty() {
                why = format!("{why}; on stderr: {words}");
            }
        }
        why
    }

    pub(super) async fn initialize(&mut self) -> Result<(), Refusal> {
        let params = json!({
            "protocolVersion": LATEST_WITH_INITIALIZE,
            "capabilities": {},
            "clientInfo": {"name": NAME, "version": env!("CARGO_PKG_VERSION")},
        });
        let outcome = self.request("initialize", params, None).await;
        let result = Refusal::unless_result("initialize", outcome)?;
        let members = Members::of(&result);
        let version = members.as_ref().and_then(|it| it.get("protocolVersion")).and_then(string);
        self.version = version.unwrap_or_else(|| {
            self.remark("initialize names no protocolVersion", &result);
            LATEST_WITH_INITIALIZE.into()
        });
        self.server =
            members.and_then(|it| it.object("serverInfo")).map_or_else(String::new, |info| {
                let part = |name| info.get(name).and_then(string).unwrap_or_default();
                format!("{} {}", part("name"), part("version"))
            });
        if let Wire::Http(http) = &mut self.wire {
            http.version = Some(self.version.clone());
        }
        let method = "notifications/initialized";
        let message = json!({"jsonrpc": "2.0", "method": method}).to_string();
        self.send(message, method).await;
        Ok(())
    }

    pub(super) async fn discover(&mut self) -> Result<(), Refusal> {
        self.version = STATELESS.into();
        if let Wire::Http(http) = &mut self.wire {
            http.version = Some(STATELESS.into());
        }
        let outcome = self.request("server/discover", json!({}), None).await;
        let result = Refusal::unless_result("server/discover", outcome)?;
        let info = Members::of(&result).and_then(|it| it.object("_meta"));
        if let Some(info) = info.and_then(|it| it.object("io.modelcontextprotocol/serverInfo")) {
            let part = |name| info.get(name).and_then(string).unwrap_or_default();
            self.server = format!("{} {}", part("name"), part("version"));
        }
        Ok(())
    }
}
