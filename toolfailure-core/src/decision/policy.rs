use std::{collections::BTreeMap, time::Duration};

/// When a call may be made again. By default never: no server's annotations are trusted until the
/// caller says so.
///
/// ```
/// use std::time::Duration;
/// use toolfailure_core::decision::RetryPolicy;
///
/// let policy = RetryPolicy::default()
///     .trust_server_annotations()
///     .tool_is_idempotent("charge_card", false) // whatever its server says
///     .with_deadline(Duration::from_secs(60));
/// ```
#[derive(Clone, Debug)]
pub struct RetryPolicy {
    max_attempts: u32,
    deadline: Duration,
    attempt_timeout: Duration,
    backoff_initial: Duration,
    backoff_max: Duration,
    skew_margin: Duration,
    max_request_bytes: usize,
    max_list_pages: usize,
    max_list_bytes: usize,
    list_timeout: Duration,
    trusted: bool,
    read_only: bool,
    by_word: BTreeMap<Box<str>, bool>,
}

/// Three attempts within 30 s; back-off from 500 ms, doubling up to 10 s; 250 ms for clocks that
/// differ; requests up to 1 MiB; eight pages of `tools/list`, 1 MiB and 5 s for each question about
/// the tool; no annotations trusted.
impl Default for RetryPolicy {
    fn default() -> Self {
        Self {
            max_attempts: 3,
            deadline: Duration::from_secs(30),
            attempt_timeout: Duration::MAX,
            backoff_initial: Duration::from_millis(500),
            backoff_max: Duration::from_secs(10),
            skew_margin: Duration::from_millis(250),
            max_request_bytes: 1 << 20,
            max_list_pages: 8,
            max_list_bytes: 1 << 20,
            list_timeout: Duration::from_secs(5),
            trusted: false,
            read_only: false,
            by_word: BTreeMap::new(),
        }
    }
}

impl RetryPolicy {
    /// The most attempts that can be asked for, the first one included.
    pub const MAX_ATTEMPTS: u32 = 10;

    /// Trusts this server's annotations: its `idempotentHint: true` then permits a retry (C4).
    ///
    /// Annotations are a server's word about itself. Trust those of servers that you run, or whose
    /// operator you would let decide whether a payment is made twice.
    #[must_use]
    pub fn trust_server_annotations(mut self) -> Self {
        self.trusted = true;
        self
    }

    /// The caller's own word on one tool, whatever its annotations say and whether or not they are
    /// trusted: `true`, calling it twice does no more than calling it once; `false`, never retry
    /// it.
    #[must_use]
    pub fn tool_is_idempotent(mut self, tool: impl Into<Box<str>>, idempotent: bool) -> Self {
        self.by_word.insert(tool.into(), idempotent);
        self
    }

    /// Also accepts `readOnlyHint: true` where `idempotentHint` is absent.
    ///
    /// The letter of the standard bars every read-only tool that leaves `idempotentHint` out (C4),
    /// although MCP gives that hint no meaning for a tool that changes nothing. Turn this on for
    /// servers whose authors know that rule. An explicit `idempotentHint: false` still wins.
    #[must_use]
    pub fn accept_read_only(mut self) -> Self {
        self.read_only = true;
        self
    }

    /// How many times a call is made at most, the first included: from 1, which is never to retry,
    /// to [`RetryPolicy::MAX_ATTEMPTS`]. What lies outside is taken for the nearest.
    ///
    /// The [`Throttle`](super::Throttle) closes at the fifth failure in a row, so more than five are
    /// made only of calls to a server whose other calls succeed.
    #[must_use]
    pub fn with_max_attempts(mut self, attempts: u32) -> Self {
        self.max_attempts = attempts.clamp(1, Self::MAX_ATTEMPTS);
        self
    }

    /// The time for all attempts and the waits between them. It binds the first attempt as well:
    /// raise it for tools that take longer.
    #[must_use]
    pub fn with_deadline(mut self, deadline: Duration) -> Self {
        self.deadline = deadline;
        self
    }

    /// The time for each attempt; never more than what the deadline leaves. By default that.
    ///
    /// An attempt that runs out of time is not repeated: the tool may have run.
    #[must_use]
    pub fn with_attempt_timeout(mut self, timeout: Duration) -> Self {
        self.attempt_timeout = timeout;
        self
    }

    /// The back-off before the second attempt, and the most that it grows to by doubling. What is
    /// waited is drawn between half of it and the whole. At least 1 ms.
    #[must_use]
    pub fn with_backoff(mut self, initial: Duration, max: Duration) -> Self {
        self.backoff_initial = initial.max(Duration::from_millis(1));
        self.backoff_max = max.max(self.backoff_initial);
        self
    }

    /// How far the server's clock may be behind ours: added to every `retryNotBefore`, so that
    /// nobody comes early by the server's clock (C5).
    #[must_use]
    pub fn with_skew_margin(mut self, margin: Duration) -> Self {
        self.skew_margin = margin;
        self
    }

    /// The largest request that is kept for a retry, in bytes of JSON. Larger ones are sent, and
    /// not retried.
    #[must_use]
    pub fn with_max_request_bytes(mut self, bytes: usize) -> Self {
        self.max_request_bytes = bytes;
        self
    }

    /// How many pages of `tools/list` are read for a question about the tool; at least one. A list
    /// that is longer counts as unavailable. There are at most two questions for each further
    /// attempt: when the reply comes, and after a wait of more than a second.
    #[must_use]
    pub fn with_max_list_pages(mut self, pages: usize) -> Self {
        self.max_list_pages = pages.max(1);
        self
    }

    /// How many bytes of JSON those pages have together, at most.
    #[must_use]
    pub fn with_max_list_bytes(mut self, bytes: usize) -> Self {
        self.max_list_bytes = bytes;
        self
    }

    /// How long a question about the tool is waited for, all pages together; never more than what
    /// the deadline leaves. A failure that is there already is not to be held back for long by a
    /// list that does not come.
    #[must_use]
    pub fn with_list_timeout(mut self, timeout: Duration) -> Self {
        self.list_timeout = timeout;
        self
    }

    /// How many times a call is made at most, the first included.
    #[must_use]
    pub fn max_attempts(&self) -> u32 {
        self.max_attempts
    }

    /// The time for all attempts and the waits between them.
    #[must_use]
    pub fn deadline(&self) -> Duration {
        self.deadline
    }

    pub(super) fn attempt_timeout(&self) -> Duration {
        self.attempt_timeout
    }

    pub(super) fn skew_margin(&self) -> Duration {
        self.skew_margin
    }

    /// The largest request that is kept for a retry, in bytes of JSON.
    #[must_use]
    pub fn max_request_bytes(&self) -> usize {
        self.max_request_bytes
    }

    /// How many pages of `tools/list` are read for a question about the tool.
    #[must_use]
    pub fn max_list_pages(&self) -> usize {
        self.max_list_pages
    }

    /// How many bytes of JSON those pages have together, at most.
    #[must_use]
    pub fn max_list_bytes(&self) -> usize {
        self.max_list_bytes
    }

    pub(super) fn list_timeout(&self) -> Duration {
        self.list_timeout
    }

    pub(super) fn trusts_annotations(&self) -> bool {
        self.trusted
    }

    pub(super) fn accepts_read_only(&self) -> bool {
        self.read_only
    }

    pub(super) fn idempotent_by_word(&self, tool: &str) -> Option<bool> {
        self.by_word.get(tool).copied()
    }

    /// The back-off after so many attempts.
    pub(super) fn backoff(&self, attempts: u32) -> Duration {
        let doublings = attempts.saturating_sub(1).min(31);
        self.backoff_initial.saturating_mul(1 << doublings).min(self.backoff_max)
    }
}
