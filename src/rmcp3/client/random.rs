use std::hash::{BuildHasher, RandomState};

/// A random number from the system; if it has none, from std's hasher keys, which are random, too.
pub(super) fn random() -> u64 {
    getrandom::u64().unwrap_or_else(|_| RandomState::new().hash_one(0))
}
