//! A. Many clients fail within one second and are told the same time.

use std::time::Duration;

use toolfailure::client::{
    Reading, RetryPolicy, StopReason,
    decision::{Call, Listing, Now, Request, Step, Throttle},
};

use crate::{
    arguments::Arguments,
    world::{self, Counts, Offset, Random, TOOL},
};

pub(crate) const BUCKET: Duration = Duration::from_millis(100);
/// From the begin of the simulation: all calls fail in its first second.
pub(crate) const NOT_BEFORE: Duration = Duration::from_secs(30);
/// Times to be told instead, in seconds.
pub(crate) const WAITS: [u64; 6] = [2, 5, 10, 30, 120, 600];
pub(crate) const MOST_OFF: Duration = Duration::from_millis(200);
pub(crate) const FAST: Duration = Duration::from_secs(5);

/// When a client comes again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// At the time that it was told.
    AtTheTime,
    /// At that time, or after a back-off with jitter of its own, whichever is later.
    TimeOrBackoff,
    /// As the decision says; the tool is idempotent by the caller's word.
    Decision,
    /// The same; the server's list says so, and is asked for before the wait and after it.
    DecisionAndList,
}

impl Manner {
    pub(crate) const ALL: [Self; 4] =
        [Self::AtTheTime, Self::TimeOrBackoff, Self::Decision, Self::DecisionAndList];
}

/// How the clients' clocks differ from that of the server.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Clocks {
    Exact,
    /// Each by up to [`MOST_OFF`], behind or ahead.
    Differ,
    /// Ahead by [`FAST`], until they are all put right in the middle of the wait.
    PutRight,
}

impl Clocks {
    pub(crate) const ALL: [Self; 3] = [Self::Exact, Self::Differ, Self::PutRight];
}

/// What the server sees of the second attempts.
#[derive(Clone, Debug)]
pub(crate) struct Arrivals {
    /// Requests: the calls, and what else the clients ask for after the wait.
    pub(crate) requests: Counts,
    /// By the server's clock.
    pub(crate) early: u32,
    /// After the time that was told.
    pub(crate) last: Duration,
}

/// All that is shown of this part.
pub(crate) struct Figures {
    pub(crate) clients: u32,
    /// By manner, by clocks.
    pub(crate) arrivals: [[Arrivals; Clocks::ALL.len()]; Manner::ALL.len()],
    /// For each of [`WAITS`], with exact clocks: they spread nobody.
    pub(crate) by_wait: [Arrivals; WAITS.len()],
}

impl Figures {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let &Arguments { clients, seed, .. } = arguments;
        let crowd = |not_before, clocks| Crowd { clients, seed, not_before, clocks };
        Self {
            clients,
            arrivals: Manner::ALL
                .map(|manner| Clocks::ALL.map(|clocks| crowd(NOT_BEFORE, clocks).come(manner))),
            by_wait: WAITS
                .map(|secs| crowd(Duration::from_secs(secs), Clocks::Exact).come(Manner::Decision)),
        }
    }

    pub(crate) fn of(&self, manner: Manner, clocks: Clocks) -> &Arrivals {
        &self.arrivals[manner as usize][clocks as usize]
    }
}

#[derive(Clone, Copy, Debug)]
struct Crowd {
    clients: u32,
    seed: u64,
    not_before: Duration,
    clocks: Clocks,
}

impl Crowd {
    /// Nothing that one client does changes what another sees, so one comes after the other.
    fn come(self, manner: Manner) -> Arrivals {
        let policy = RetryPolicy::default().with_deadline(Duration::from_secs(3600));
        let policy = match manner {
            Manner::DecisionAndList => policy.trust_server_annotations(),
            _ => policy.tool_is_idempotent(TOOL, true),
        };
        let mut server = Server {
            not_before: self.not_before,
            arrivals: Arrivals { requests: Counts::new(BUCKET), early: 0, last: Duration::ZERO },
            failure: world::failure(Some(self.not_before)),
            success: world::success(),
        };
        let mut random = Random::new(self.seed);
        for _ in 0..self.clients {
            let mut client = Client::new(self, random.fork());
            match manner {
                Manner::AtTheTime | Manner::TimeOrBackoff => client.naive(manner, &mut server),
                Manner::Decision | Manner::DecisionAndList => client.decide(&policy, &mut server),
            }
        }
        server.arrivals
    }
}

/// It fails until the time that it tells, and can then take whatever comes.
struct Server {
    not_before: Duration,
    arrivals: Arrivals,
    failure: Reading,
    success: Reading,
}

impl Server {
    /// A call, or a request for the list, after a wait.
    fn came_again(&mut self, at: Duration) {
        self.arrivals.requests.add(at);
        self.arrivals.early += u32::from(at < self.not_before);
        self.arrivals.last = self.arrivals.last.max(at.saturating_sub(self.not_before));
    }

    fn reply(&self, at: Duration) -> &Reading {
        if at < self.not_before { &self.failure } else { &self.success }
    }
}

struct Client {
    crowd: Crowd,
    random: Random,
    offset: Offset,
    now: Duration,
}

impl Client {
    fn new(crowd: Crowd, mut random: Random) -> Self {
        let now = random.up_to(Duration::from_secs(1));
        let off = random.up_to(MOST_OFF * 2);
        let offset = match crowd.clocks {
            Clocks::Exact => Offset::Ahead(Duration::ZERO),
            Clocks::Differ if off < MOST_OFF => Offset::Behind(MOST_OFF - off),
            Clocks::Differ => Offset::Ahead(off - MOST_OFF),
            Clocks::PutRight => Offset::Ahead(FAST),
        };
        Self { crowd, random, offset, now }
    }

    fn clocks(&self) -> Now {
        match self.crowd.clocks {
            Clocks::PutRight if self.now > self.crowd.not_before / 2 => {
                Offset::Ahead(Duration::ZERO).now(self.now)
            }
            _ => self.offset.now(self.now),
        }
    }

    /// Sends a request; it arrives at the moment that is returned, and the answer is there now.
    fn send(&mut self) -> Duration {
        let arrives = self.now + self.random.travel();
        self.now = arrives + self.random.travel();
        arrives
    }

    /// Drives the decision, as every driver does.
    fn decide(&mut self, policy: &RetryPolicy, server: &mut Server) {
        let mut throttle = Throttle::default();
        let mut waited = false;
        let call = Call::begin(policy, Request::of_tool(TOOL), self.clocks());
        let mut step = Step::Call(call);
        loop {
            step = match step {
                Step::Call(call) => {
                    let arrives = self.send();
                    if waited {
                        server.came_again(arrives);
                    }
                    let reading = server.reply(arrives);
                    let now = self.clocks();
                    call.reply(reading, now, &mut throttle, &mut || self.random.next())
                }
                Step::AskForTool(question) => {
                    let arrives = self.send();
                    if waited {
                        server.came_again(arrives);
                    }
                    let listing = Listing::Listed { idempotent: Some(true), read_only: None };
                    question.answer(listing, self.clocks(), &throttle)
                }
                Step::Wait(wait) => {
                    waited = true;
                    self.now = self.now.max(wait.until());
                    wait.woken(self.clocks(), &throttle)
                }
                Step::Return(reason) => {
                    debug_assert_eq!(reason, StopReason::Success);
                    return;
                }
            };
        }
    }

    /// What is often done instead. The second attempt is the last, even if it came early.
    fn naive(&mut self, manner: Manner, server: &mut Server) {
        self.send();
        let told = world::time_of_day(self.crowd.not_before);
        let mut wait = told.duration_since(self.clocks().wall).unwrap_or_default();
        if manner == Manner::TimeOrBackoff {
            wait = wait.max(self.random.up_to(Duration::from_millis(500)));
        }
        self.now += wait;
        let arrives = self.send();
        server.came_again(arrives);
    }
}
