//! Randomness that never fails.

use std::hash::{BuildHasher, RandomState};

/// Random bytes from the system; if it has none, from std's hasher keys, which are random, too: a
/// failure is to be reported and a wait to be spread all the same.
pub(crate) fn fill(bytes: &mut [u8]) {
    if getrandom::fill(bytes).is_err() {
        for (chunk, n) in bytes.chunks_mut(8).zip(0_u64..) {
            let random = RandomState::new().hash_one(n).to_ne_bytes();
            chunk.copy_from_slice(&random[..chunk.len()]);
        }
    }
}

/// A random number, evenly distributed.
#[cfg(all(feature = "client", feature = "rmcp3"))]
pub(crate) fn number() -> u64 {
    let mut bytes = [0; 8];
    fill(&mut bytes);
    u64::from_ne_bytes(bytes)
}
