//! Tools that hold many calls in flight at once, without a clock.

use std::sync::OnceLock;

use rmcp::{handler::server::wrapper::Parameters, tool, tool_router};
use schemars::JsonSchema;
use serde::Deserialize;
use tokio::sync::{Barrier, Semaphore};

use crate::{errors::CalendarError, tools::Server};

/// How many calls meet.
#[derive(Deserialize, JsonSchema)]
pub(crate) struct Meeting {
    of: usize,
}

static ALL_HERE: OnceLock<Barrier> = OnceLock::new();
static LET_GO: Semaphore = Semaphore::const_new(0);

async fn all_here(of: usize) {
    ALL_HERE.get_or_init(|| Barrier::new(of)).wait().await;
}

#[tool_router(router = meetings, vis = "pub(crate)")]
impl Server {
    /// Waits for all, then to be let go, then fails.
    #[tool]
    async fn meets(&self, Parameters(it): Parameters<Meeting>) -> Result<String, CalendarError> {
        all_here(it.of).await;
        let _let_go = LET_GO.acquire().await;
        Err(CalendarError::SessionExpired)
    }

    /// Waits for all, then panics.
    #[tool]
    async fn meets_and_panics(&self, Parameters(it): Parameters<Meeting>) -> String {
        all_here(it.of).await;
        panic!("the others are in flight")
    }

    #[tool]
    async fn lets_go(&self) -> String {
        LET_GO.close();
        "gone".into()
    }
}
