use toolfailure_core::{reading::Reading, text::MAX_GUIDANCE_CHARS};

use super::Notes;
use crate::{report::Level, requirement::Requirement::W7};

pub(super) fn check(notes: &mut Notes<'_, '_>, reading: &Reading, entry: &str) {
    let Some(guidance) = reading.agent_guidance() else { return };
    let guidance = guidance.as_untrusted_str();
    let chars = guidance.chars().count();
    let mut warn = |message: String| notes.find(W7, Level::Warn, message, entry);
    if guidance.trim().is_empty() {
        warn("agentGuidance is empty: leave it out".into());
    }
    if chars > MAX_GUIDANCE_CHARS {
        warn(format!("agentGuidance has {chars} characters; short is {MAX_GUIDANCE_CHARS}"));
    }
    if guidance.contains(['\n', '\r']) {
        warn("agentGuidance has more than one line".into());
    } else if guidance.chars().any(char::is_control) {
        warn("agentGuidance has control characters".into());
    }
}
