//! B. A tool fails for a minute, without saying for how long, while calls go on being made.

use std::{collections::VecDeque, time::Duration};

use toolfailure::client::{
    Reading, RetryPolicy, StopReason,
    decision::{Call, Listing, Now, Request, Step, Throttle, Wait},
};

use crate::{
    arguments::Arguments,
    world::{self, Counts, Offset, Queue, Random, TOOL},
};

pub(crate) const FROM: Duration = Duration::from_secs(30);
pub(crate) const TO: Duration = Duration::from_secs(90);
pub(crate) const END: Duration = Duration::from_secs(150);
/// Between the calls that one client begins, whatever became of those before.
const PERIOD: Duration = Duration::from_secs(1);
/// A loop's attempts, the first one included.
const LOOP_ATTEMPTS: u32 = 11;

/// How a client goes on after a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Manner {
    /// As the decision says, with one throttle for all calls of a client.
    Throttled,
    /// As the decision says, with a new throttle for every reply; that is, without one.
    Unthrottled,
    /// At once, up to ten times.
    Loop,
}

impl Manner {
    pub(crate) const ALL: [Self; 3] = [Self::Throttled, Self::Unthrottled, Self::Loop];
}

/// What the server can take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Room {
    /// Whatever comes.
    Ample,
    /// Twice the usual load. While more than that came within the last second, every call fails.
    Tight,
}

impl Room {
    pub(crate) const ALL: [Self; 2] = [Self::Ample, Self::Tight];
}

/// What became of it. Counts are by the second.
#[derive(Clone, Debug)]
pub(crate) struct Course {
    /// All calls that reach the server.
    pub(crate) calls: Counts,
    /// Those among them that are no retries.
    pub(crate) first: Counts,
    pub(crate) failed: Counts,
    /// Calls that failed for good, retries and all.
    pub(crate) lost: u32,
    /// When the last of the throttles let retries through again, after the outage.
    pub(crate) open_again: Option<Duration>,
    usual: u32,
}

impl Course {
    /// Calls a second during the outage: on average, and at most.
    pub(crate) fn load(&self) -> (f64, u32) {
        let all: u32 = self.calls.between(FROM, TO).sum();
        let most = self.calls.between(FROM, TO).max().unwrap_or_default();
        (f64::from(all) / (TO - FROM).as_secs_f64(), most)
    }

    /// How many calls the outage made of one.
    pub(crate) fn amplification(&self) -> f64 {
        let sum = |counts: &Counts| -> u32 { counts.between(FROM, TO).sum() };
        f64::from(sum(&self.calls)) / f64::from(sum(&self.first).max(1))
    }

    /// The whole seconds after the outage from which on nothing fails and the load is the usual
    /// one, give or take a tenth; `None` if that does not come.
    pub(crate) fn normal_after(&self) -> Option<u32> {
        let seconds = self.calls.between(TO, END).zip(self.failed.between(TO, END));
        let mut normal = None;
        for (second, (calls, failed)) in (0..).zip(seconds) {
            if failed > 0 || calls * 10 > self.usual * 11 {
                normal = None;
            } else {
                normal = normal.or(Some(second));
            }
        }
        normal
    }
}

/// All that is shown of this part.
pub(crate) struct Figures {
    pub(crate) clients: u32,
    pub(crate) limit: u32,
    /// By room, by manner.
    pub(crate) courses: [[Course; Manner::ALL.len()]; Room::ALL.len()],
}

impl Figures {
    pub(crate) fn new(arguments: &Arguments) -> Self {
        let clients = (arguments.clients / 500).max(20);
        let limit = clients * 2;
        let policy = RetryPolicy::default().tool_is_idempotent(TOOL, true);
        let run = |manner, room| {
            let mut random = Random::new(arguments.seed);
            let clients = (0..clients).map(|_| Client::new(random.fork())).collect();
            let limit = (room == Room::Tight).then_some(limit);
            Simulation::new(manner, &policy, clients, limit).run()
        };
        let courses = Room::ALL.map(|room| Manner::ALL.map(|manner| run(manner, room)));
        Self { clients, limit, courses }
    }

    pub(crate) fn of(&self, manner: Manner, room: Room) -> &Course {
        &self.courses[room as usize][manner as usize]
    }
}

struct Client {
    random: Random,
    throttle: Throttle,
}

impl Client {
    fn new(random: Random) -> Self {
        Self { random, throttle: Throttle::default() }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    /// A client makes a new call.
    Begin { client: usize },
    /// A call reaches the server.
    Arrival { call: usize },
    /// Its reply reaches the client.
    Reply { call: usize, success: bool },
    /// The wait for the next attempt is over.
    Wake { call: usize },
}

/// A call under way.
struct UnderWay<'p> {
    client: usize,
    /// The attempts that were sent.
    attempts: u32,
    state: State<'p>,
}

enum State<'p> {
    Sent(Call<'p>),
    Waiting(Wait<'p>),
    /// Without a decision, or over.
    Bare,
}

struct Simulation<'p> {
    manner: Manner,
    policy: &'p RetryPolicy,
    limit: Option<u32>,
    clients: Vec<Client>,
    calls: Vec<UnderWay<'p>>,
    queue: Queue<Event>,
    /// When calls arrived, as far as the last second goes.
    lately: VecDeque<Duration>,
    failure: Reading,
    success: Reading,
    course: Course,
}

impl<'p> Simulation<'p> {
    fn new(
        manner: Manner,
        policy: &'p RetryPolicy,
        clients: Vec<Client>,
        limit: Option<u32>,
    ) -> Self {
        let counts = Counts::new(Duration::from_secs(1));
        let usual = u32::try_from(clients.len()).unwrap_or(u32::MAX);
        Self {
            manner,
            policy,
            limit,
            clients,
            calls: Vec::new(),
            queue: Queue::new(),
            lately: VecDeque::new(),
            failure: world::failure(None),
            success: world::success(),
            course: Course {
                calls: counts.clone(),
                first: counts.clone(),
                failed: counts,
                lost: 0,
                open_again: None,
                usual,
            },
        }
    }

    fn run(mut self) -> Course {
        for client in 0..self.clients.len() {
            let at = self.clients[client].random.up_to(PERIOD);
            self.queue.at(at, Event::Begin { client });
        }
        while let Some((now, event)) = self.queue.next() {
            match event {
                Event::Begin { client } => self.begin(client, now),
                Event::Arrival { call } => self.arrival(call, now),
                Event::Reply { call, success } => self.reply(call, success, now),
                Event::Wake { call } => {
                    if let State::Waiting(wait) = self.take(call) {
                        let step = wait.woken(exactly(now), &self.throttle(call));
                        self.follow(call, step, now);
                    }
                }
            }
        }
        self.course
    }

    fn begin(&mut self, client: usize, now: Duration) {
        let call = self.calls.len();
        let state = match self.manner {
            Manner::Loop => State::Bare,
            Manner::Throttled | Manner::Unthrottled => {
                State::Sent(Call::begin(self.policy, Request::of_tool(TOOL), exactly(now)))
            }
        };
        self.calls.push(UnderWay { client, attempts: 0, state });
        self.send(call, now);
        if now + PERIOD < END {
            self.queue.at(now + PERIOD, Event::Begin { client });
        }
    }

    fn send(&mut self, call: usize, now: Duration) {
        self.calls[call].attempts += 1;
        let travel = self.travel(call);
        self.queue.at(now + travel, Event::Arrival { call });
    }

    fn arrival(&mut self, call: usize, now: Duration) {
        self.lately.push_back(now);
        while self.lately.front().is_some_and(|then| *then + Duration::from_secs(1) <= now) {
            self.lately.pop_front();
        }
        let too_many = self.limit.is_some_and(|limit| self.lately.len() > limit as usize);
        let success = !(too_many || (FROM..TO).contains(&now));
        self.course.calls.add(now);
        if self.calls[call].attempts == 1 {
            self.course.first.add(now);
        }
        if !success {
            self.course.failed.add(now);
        }
        let travel = self.travel(call);
        self.queue.at(now + travel, Event::Reply { call, success });
    }

    fn reply(&mut self, call: usize, success: bool, now: Duration) {
        match self.take(call) {
            State::Sent(sent) => {
                let reading = if success { &self.success } else { &self.failure };
                let Client { random, throttle } = &mut self.clients[self.calls[call].client];
                let was_open = throttle.is_open();
                let step = match self.manner {
                    Manner::Unthrottled => {
                        let throttle = &mut Throttle::default();
                        sent.reply(reading, exactly(now), throttle, &mut || random.next())
                    }
                    _ => sent.reply(reading, exactly(now), throttle, &mut || random.next()),
                };
                if throttle.is_open() && !was_open && now >= TO {
                    self.course.open_again = Some(now - TO);
                }
                self.follow(call, step, now);
            }
            State::Bare if success => {}
            State::Bare if self.calls[call].attempts < LOOP_ATTEMPTS => self.send(call, now),
            State::Bare | State::Waiting(_) => self.course.lost += 1,
        }
    }

    /// Does what the decision says.
    fn follow(&mut self, call: usize, step: Step<'p>, now: Duration) {
        match step {
            Step::Call(next) => {
                self.calls[call].state = State::Sent(next);
                self.send(call, now);
            }
            Step::AskForTool(question) => {
                let listing = Listing::Listed { idempotent: Some(true), read_only: None };
                let step = question.answer(listing, exactly(now), &self.throttle(call));
                self.follow(call, step, now);
            }
            Step::Wait(wait) => {
                self.queue.at(wait.until(), Event::Wake { call });
                self.calls[call].state = State::Waiting(wait);
            }
            Step::Return(reason) => self.course.lost += u32::from(reason != StopReason::Success),
        }
    }

    /// The throttle as the decision is to see it.
    fn throttle(&self, call: usize) -> Throttle {
        match self.manner {
            Manner::Unthrottled => Throttle::default(),
            _ => self.clients[self.calls[call].client].throttle.clone(),
        }
    }

    fn take(&mut self, call: usize) -> State<'p> {
        std::mem::replace(&mut self.calls[call].state, State::Bare)
    }

    fn travel(&mut self, call: usize) -> Duration {
        self.clients[self.calls[call].client].random.travel()
    }
}

/// No hint, no question of clocks.
fn exactly(now: Duration) -> Now {
    Offset::Ahead(Duration::ZERO).now(now)
}
