//! How large a value is as JSON, without writing it.

use std::io;

/// The size as JSON, in bytes, of what `write` writes; one more than `max` if it is larger.
pub(super) fn size(
    max: usize,
    write: impl FnOnce(&mut Counter) -> serde_json::Result<()>,
) -> usize {
    let mut counter = Counter { bytes: 0, max };
    match write(&mut counter) {
        Ok(()) => counter.bytes,
        Err(_) => max.saturating_add(1),
    }
}

/// Counts what is written, up to a limit.
pub(super) struct Counter {
    bytes: usize,
    max: usize,
}

impl io::Write for Counter {
    fn write(&mut self, part: &[u8]) -> io::Result<usize> {
        self.bytes = self.bytes.saturating_add(part.len());
        if self.bytes > self.max {
            return Err(io::Error::other("larger than what is taken"));
        }
        Ok(part.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
