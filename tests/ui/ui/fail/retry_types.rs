//! The type of a retry's time is decided by trait, and asked for where it stands.

use std::time::{Duration, Instant, SystemTime};

use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Fields {
    #[tool_failure(class = "reliability", code = "acme.a")]
    Seconds(#[tool_failure(retry_after)] u64),
    #[tool_failure(class = "reliability", code = "acme.a")]
    Text {
        #[tool_failure(retry_after)]
        wait: Option<String>,
    },
    #[tool_failure(class = "reliability", code = "acme.a")]
    Instant(#[tool_failure(retry_at)] Instant),
    #[tool_failure(class = "reliability", code = "acme.a")]
    Swapped(#[tool_failure(retry_at)] Duration),
}

#[derive(Debug, thiserror::Error, ToolFailure)]
#[error("failed")]
enum Expressions {
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = *secs)]
    Seconds { secs: u64 },
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = SystemTime::now())]
    Swapped,
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = Duration::from_secs(*sec))]
    Slip { secs: u64 },
    #[tool_failure(class = "reliability", code = "acme.a", retry_after = self.wait)]
    This { wait: Duration },
}

fn main() {}
