//! What is made up: randomness, clocks, the network, and the order in which things happen.

use std::{
    cmp::Reverse,
    collections::BinaryHeap,
    time::{Duration, SystemTime, UNIX_EPOCH},
};

use toolfailure::client::{Reading, decision::Now};

pub(crate) const TOOL: &str = "search";

/// The time of day at which a simulation begins, in Unix epoch milliseconds. All its moments are
/// durations since then, by the server's clock.
const BEGIN: u64 = 1_790_000_000_000;

/// SplitMix64: small, and every seed is a good one.
#[derive(Clone, Debug)]
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    /// A generator of its own for one client, so that what one does leaves the others' luck alone.
    pub(crate) fn fork(&mut self) -> Self {
        Self(self.next())
    }

    /// Evenly distributed, from 0 to less than `end`; in microseconds.
    pub(crate) fn up_to(&mut self, end: Duration) -> Duration {
        let micros = (end.as_micros() * u128::from(self.next())) >> 64;
        Duration::from_micros(u64::try_from(micros).unwrap_or(u64::MAX))
    }

    /// One way between a client and the server.
    pub(crate) fn travel(&mut self) -> Duration {
        Duration::from_millis(5) + self.up_to(Duration::from_millis(10))
    }
}

/// What a client's clock shows beyond that of the server.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Offset {
    Ahead(Duration),
    Behind(Duration),
}

impl Offset {
    pub(crate) fn now(self, at: Duration) -> Now {
        let server = time_of_day(at);
        let wall = match self {
            Self::Ahead(by) => server + by,
            Self::Behind(by) => server - by,
        };
        Now { wall, monotonic: at }
    }
}

pub(crate) fn time_of_day(at: Duration) -> SystemTime {
    UNIX_EPOCH + Duration::from_millis(BEGIN) + at
}

/// A failure that may pass, as a client reads it.
pub(crate) fn failure(not_before: Option<Duration>) -> Reading {
    let not_before = not_before.map_or_else(String::new, |at| {
        format!(r#","retryNotBefore":{}"#, u128::from(BEGIN) + at.as_millis())
    });
    Reading::from_json(format!(
        r#"{{"isError":true,"content":[{{"type":"text","text":"Try again later."}}],
        "_meta":{{"io.modelcontextprotocol/toolFailure":{{"class":"reliability",
        "code":"retryable_transient_error","retryable":true,"correlationId":"c-1"{not_before}}}}}}}"#
    ))
}

pub(crate) fn success() -> Reading {
    Reading::from_json(r#"{"content":[{"type":"text","text":"Found."}]}"#)
}

/// What is going to happen, the next first; at the same moment, in the order in which it was said.
#[derive(Debug)]
pub(crate) struct Queue<E> {
    events: BinaryHeap<Reverse<(Duration, u64, E)>>,
    said: u64,
}

impl<E: Ord> Queue<E> {
    pub(crate) fn new() -> Self {
        Self { events: BinaryHeap::new(), said: 0 }
    }

    pub(crate) fn at(&mut self, at: Duration, event: E) {
        self.events.push(Reverse((at, self.said, event)));
        self.said += 1;
    }

    pub(crate) fn next(&mut self) -> Option<(Duration, E)> {
        self.events.pop().map(|Reverse((at, _, event))| (at, event))
    }
}

/// Counts things by when they happen.
#[derive(Clone, Debug)]
pub(crate) struct Counts {
    every: Duration,
    counts: Vec<u32>,
}

impl Counts {
    pub(crate) fn new(every: Duration) -> Self {
        Self { every, counts: Vec::new() }
    }

    pub(crate) fn add(&mut self, at: Duration) {
        let index = self.index(at);
        if self.counts.len() <= index {
            self.counts.resize(index + 1, 0);
        }
        self.counts[index] += 1;
    }

    pub(crate) fn between(&self, from: Duration, to: Duration) -> impl Iterator<Item = u32> {
        (self.index(from)..self.index(to)).map(|i| self.counts.get(i).copied().unwrap_or_default())
    }

    /// Each with the moment at which its counting begins.
    pub(crate) fn all(&self) -> impl Iterator<Item = (Duration, u32)> {
        (0..).zip(&self.counts).map(|(i, count)| (self.every * i, *count))
    }

    pub(crate) fn most(&self) -> u32 {
        self.counts.iter().copied().max().unwrap_or_default()
    }

    fn index(&self, at: Duration) -> usize {
        usize::try_from(at.as_nanos() / self.every.as_nanos()).unwrap_or(usize::MAX)
    }
}
