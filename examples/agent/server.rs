//! The airline: tools that fail in the ways that matter, and a count of what they did.

use std::{
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU32, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use rmcp::{ServerHandler, tool, tool_handler, tool_router};
use toolfailure::ToolFailure;

#[derive(Debug, thiserror::Error, ToolFailure)]
pub(crate) enum AirlineError {
    #[error("too many searches")]
    #[tool_failure(class = "reliability", code = "rate_limited")]
    TooManySearches {
        #[tool_failure(retry_after)]
        wait: Duration,
    },

    #[error("row 13 does not exist")]
    #[tool_failure(
        class = "capability",
        code = "resource_not_found",
        guidance = "Choose a seat of row 14."
    )]
    NoSuchRow,

    // The money may be gone, or not: the one thing that is certain is that nobody knows.
    #[error("the bank timed out")]
    #[tool_failure(
        class = "reliability",
        code = "timeout",
        retryable = "if_idempotent",
        guidance = "Look up the payment before charging again."
    )]
    BankTimedOut,

    #[error("the mail account is not connected")]
    #[tool_failure(
        class = "governance",
        code = "auth_required",
        guidance = "Ask the user to connect their mail account."
    )]
    MailNotConnected,
}

/// What happened, whatever the results said.
#[derive(Default)]
pub(crate) struct Counters {
    searches: AtomicU32,
    too_early: AtomicU32,
    charges: AtomicU32,
    mails: AtomicU32,
}

impl Counters {
    pub(crate) fn rows(&self) -> [(&'static str, u32); 4] {
        [
            ("searches", &self.searches),
            ("searches before the time asked for", &self.too_early),
            ("card charged", &self.charges),
            ("itineraries mailed", &self.mails),
        ]
        .map(|(what, count)| (what, count.load(Relaxed)))
    }
}

#[derive(Default)]
pub(crate) struct Airline {
    counters: Arc<Counters>,
    /// Until when searches are refused.
    busy_until: Mutex<Option<Instant>>,
    mail_connected: AtomicBool,
}

impl Airline {
    pub(crate) fn counters(&self) -> Arc<Counters> {
        Arc::clone(&self.counters)
    }
}

#[tool_router]
impl Airline {
    /// Searches flights.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    fn search_flights(&self) -> Result<String, AirlineError> {
        let mut busy_until = self.busy_until.lock().unwrap_or_else(PoisonError::into_inner);
        self.counters.searches.fetch_add(1, Relaxed);
        let now = Instant::now();
        let until = *busy_until.get_or_insert(now + Duration::from_millis(300));
        if now < until {
            if self.counters.searches.load(Relaxed) > 1 {
                self.counters.too_early.fetch_add(1, Relaxed);
            }
            return Err(AirlineError::TooManySearches { wait: until - now });
        }
        Ok("TF 101 at 9:40".into())
    }

    /// Takes a seat of row 13.
    #[tool(annotations(idempotent_hint = true))]
    fn take_seat_in_row_13(&self) -> Result<String, AirlineError> {
        Err(AirlineError::NoSuchRow)
    }

    /// Takes a seat of row 14.
    #[tool(annotations(idempotent_hint = true))]
    fn take_seat_in_row_14(&self) -> String {
        "14C".into()
    }

    /// Charges the card. Each call charges it.
    #[tool(annotations(idempotent_hint = false))]
    fn charge_card(&self) -> Result<String, AirlineError> {
        // The bank has the money; it is the answer that is late, the first time.
        match self.counters.charges.fetch_add(1, Relaxed) {
            0 => Err(AirlineError::BankTimedOut),
            _ => Ok("charged".into()),
        }
    }

    /// Looks up the payment.
    #[tool(annotations(read_only_hint = true, idempotent_hint = true))]
    fn look_up_payment(&self) -> String {
        match self.counters.charges.load(Relaxed) {
            0 => "not paid".into(),
            times => format!("paid, charges: {times}"),
        }
    }

    /// Mails the itinerary.
    #[tool(annotations(idempotent_hint = true))]
    fn mail_itinerary(&self) -> Result<String, AirlineError> {
        if !self.mail_connected.load(Relaxed) {
            return Err(AirlineError::MailNotConnected);
        }
        self.counters.mails.fetch_add(1, Relaxed);
        Ok("sent".into())
    }

    /// What the user does in a browser when they connect their account.
    #[tool(annotations(idempotent_hint = true))]
    fn connect_mail(&self) -> String {
        self.mail_connected.store(true, Relaxed);
        "connected".into()
    }
}

#[tool_handler]
impl ServerHandler for Airline {}
