//! JSON: written exactly as the standard has it, read strictly.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeStruct};

use super::{
    Kind, Retryable, ToolFailure,
    check::Checked,
    fields::Entry,
    violation::{Field, Problem, Violation},
};
use crate::ToolFailureClass;

impl Serialize for ToolFailure {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let retryable = match self.kind {
            Kind::Reliability(retryable) => Some(!matches!(retryable, Retryable::No)),
            // W4 allows `false` here too; absent is what the standard's own example has.
            Kind::Capability | Kind::Governance => None,
        };
        let not_before = self.retry_not_before();
        let len = 3
            + usize::from(retryable.is_some())
            + usize::from(not_before.is_some())
            + usize::from(self.agent_guidance.is_some());
        let mut object = serializer.serialize_struct("ToolFailure", len)?;
        object.serialize_field("class", self.class().as_str())?;
        object.serialize_field("code", &self.code)?;
        if let Some(retryable) = retryable {
            object.serialize_field("retryable", &retryable)?;
        }
        if let Some(time) = not_before {
            object.serialize_field("retryNotBefore", &time.epoch_millis())?;
        }
        object.serialize_field("correlationId", self.correlation_id.as_str())?;
        if let Some(guidance) = &self.agent_guidance {
            object.serialize_field("agentGuidance", guidance)?;
        }
        object.end()
    }
}

impl<'de> Deserialize<'de> for ToolFailure {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::strict(Checked::new(Entry::deserialize(deserializer)?)).map_err(de::Error::custom)
    }
}

impl ToolFailure {
    /// The object, if it breaks no rule.
    fn strict(checked: Checked) -> Result<Self, Violation> {
        // A time in the seventies is odd, but it is a time.
        let broken = checked.violations.into_iter().find(|it| it.problem() != Problem::Suspect);
        if let Some(violation) = broken {
            return Err(violation);
        }
        let (Some(class), Some(code), Some(correlation_id)) =
            (checked.class, checked.code, checked.correlation_id)
        else {
            // What is missing is listed, so this is never reached; and a reader does not panic.
            let detail = "a field is missing";
            return Err(Violation::new("W1", Field::ToolFailure, Problem::Malformed, detail));
        };
        let kind = match (class, checked.retryable, checked.not_before) {
            (ToolFailureClass::Capability, ..) => Kind::Capability,
            (ToolFailureClass::Governance, ..) => Kind::Governance,
            (ToolFailureClass::Reliability, false, _) => Kind::Reliability(Retryable::No),
            (ToolFailureClass::Reliability, true, None) => Kind::Reliability(Retryable::Yes),
            (ToolFailureClass::Reliability, true, Some(time)) => {
                Kind::Reliability(Retryable::NotBefore(time))
            }
        };
        Ok(Self { kind, code: code.into(), correlation_id, agent_guidance: checked.agent_guidance })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;
    use crate::{Code, CorrelationId, RetryNotBefore};

    /// The language-neutral cases, read from where everybody reads them.
    fn vectors(file: &str) -> Vec<Value> {
        let path = format!("{}/../conformance/vectors/wire/{file}", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(&path).expect(&path);
        let cases: Value = serde_json::from_str(&text).expect(&path);
        let cases = cases["cases"].as_array().expect("`cases` is an array").clone();
        assert!(cases.len() > 10, "{path}");
        cases
    }

    #[test]
    fn w2_to_w7_valid_objects_are_read_and_written() {
        for case in vectors("valid.json") {
            let name = &case["name"];
            let failure = ToolFailure::deserialize(&case["toolFailure"])
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            let written = serde_json::to_value(&failure).expect("writes");
            assert_eq!(written, case["written"], "{name}");
            let again = ToolFailure::deserialize(&written).expect("reads its own");
            assert_eq!(again, failure, "{name}");
        }
    }

    #[test]
    fn w2_to_w7_invalid_objects_are_errors_that_name_the_requirement() {
        for case in vectors("invalid.json") {
            let name = &case["name"];
            let error = ToolFailure::deserialize(&case["toolFailure"])
                .expect_err(&name.to_string())
                .to_string();
            let requirement = case["requirement"].as_str().expect("a requirement number");
            assert!(error.contains(requirement), "{name}: {error}");
        }
    }

    #[test]
    fn the_last_duplicate_stands_and_text_is_written_in_the_standards_order() {
        let text = r#"{"class":5,"class":"reliability","code":"c","retryable":true,
                       "correlationId":"one","correlationId":"two"}"#;
        let failure: ToolFailure = serde_json::from_str(text).expect("the last ones are fine");
        assert_eq!(
            serde_json::to_string(&failure).expect("writes"),
            r#"{"class":"reliability","code":"c","retryable":true,"correlationId":"two"}"#
        );
    }

    #[test]
    fn what_the_constructors_build_is_what_the_standard_writes() {
        let id = || CorrelationId::parse("c-1").expect("not empty");
        let time = RetryNotBefore::from_epoch_millis(1_790_000_000_000).expect("in range");
        let built = ToolFailure::reliability(
            Code::RETRYABLE_TRANSIENT_ERROR,
            Retryable::NotBefore(time),
            id(),
        )
        .with_agent_guidance("Wait, then repeat the call.");
        assert_eq!(
            serde_json::to_value(built).expect("writes"),
            json!({
                "class": "reliability",
                "code": "retryable_transient_error",
                "retryable": true,
                "retryNotBefore": 1_790_000_000_000_u64,
                "correlationId": "c-1",
                "agentGuidance": "Wait, then repeat the call.",
            })
        );
        assert_eq!(
            serde_json::to_value(ToolFailure::governance(Code::POLICY_BLOCKED, id()))
                .expect("writes"),
            json!({"class": "governance", "code": "policy_blocked", "correlationId": "c-1"})
        );
    }
}
