//! Correlation ids: UUIDv7, from random bytes that are fetched a kilobyte at a time.

use std::{
    cell::RefCell,
    time::{SystemTime, UNIX_EPOCH},
};

use crate::{CorrelationId, random::fill};

/// How many random bytes an id takes: 74 bits of them are used, beside 48 bits of time.
const BYTES_PER_ID: usize = 10;

thread_local! {
    static RANDOM: RefCell<Random> = const { RefCell::new(Random::EMPTY) };
}

/// A new id: a UUIDv7, so that ids sort by time in a log. Nothing but the time and random bits is
/// in it, and there is no way to put anything else there (S4).
///
/// The random bytes come from the system, a buffer at a time and one buffer a thread, so most ids
/// cost no system call. A process that forks without `exec` shares its buffer with its child: both
/// can then make the same id within the same millisecond.
pub(super) fn mint(now: SystemTime) -> CorrelationId {
    let mut bytes = [0; BYTES_PER_ID];
    // While a thread is being torn down its buffer may be gone: then straight from the system.
    if RANDOM.try_with(|random| random.borrow_mut().take(&mut bytes)).is_err() {
        fill(&mut bytes);
    }
    let since_epoch = now.duration_since(UNIX_EPOCH).unwrap_or_default();
    let millis = u64::try_from(since_epoch.as_millis()).unwrap_or(u64::MAX);
    let id = uuid::Builder::from_unix_timestamp_millis(millis, &bytes).into_uuid();
    CorrelationId::parse(id.to_string()).unwrap_or_else(|_| unreachable!("a UUID is not empty"))
}

struct Random {
    buffer: [u8; 1024],
    used: usize,
}

impl Random {
    const EMPTY: Self = Self { buffer: [0; 1024], used: 1024 };

    fn take(&mut self, bytes: &mut [u8; BYTES_PER_ID]) {
        if self.used + BYTES_PER_ID > self.buffer.len() {
            fill(&mut self.buffer);
            self.used = 0;
        }
        let next = &mut self.buffer[self.used..self.used + BYTES_PER_ID];
        bytes.copy_from_slice(next);
        next.fill(0);
        self.used += BYTES_PER_ID;
    }
}

#[cfg(test)]
mod tests {
    use std::{collections::HashSet, time::Duration};

    use super::*;

    fn parsed(now: SystemTime) -> uuid::Uuid {
        mint(now).as_str().parse().expect("a UUID")
    }

    #[test]
    fn s4_an_id_is_a_uuid_v7_of_the_time_and_random_bits() {
        let now = UNIX_EPOCH + Duration::from_millis(1_790_000_000_123);
        let id = parsed(now);
        assert_eq!((id.get_version_num(), id.get_variant()), (7, uuid::Variant::RFC4122));
        assert_eq!(id.as_u128() >> 80, 1_790_000_000_123);
        assert!(mint(now) < mint(now + Duration::from_millis(1)), "ids sort by time");
    }

    #[test]
    fn s3_ids_differ_within_one_millisecond_and_across_threads() {
        let mint_many = || (0..10_000).map(|_| mint(UNIX_EPOCH)).collect::<Vec<_>>();
        let threads: Vec<_> = (0..4).map(|_| std::thread::spawn(mint_many)).collect();
        let ids = threads.into_iter().flat_map(|thread| thread.join().expect("no panic"));
        assert_eq!(ids.collect::<HashSet<_>>().len(), 40_000);
    }

    #[test]
    fn a_broken_clock_is_no_reason_to_fail() {
        assert_eq!(parsed(UNIX_EPOCH - Duration::from_secs(1)).get_version_num(), 7);
        let far = UNIX_EPOCH + Duration::from_secs(1 << 50);
        assert_eq!(parsed(far).get_version_num(), 7);
    }

    #[test]
    fn used_random_bytes_are_wiped() {
        let mut random = Random::EMPTY;
        let mut bytes = [0; BYTES_PER_ID];
        random.take(&mut bytes);
        assert_eq!(random.buffer[..BYTES_PER_ID], [0; BYTES_PER_ID]);
        assert_ne!(random.buffer[BYTES_PER_ID..], [0; 1024 - BYTES_PER_ID]);
    }
}
