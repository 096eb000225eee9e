//! What an operator finds under a correlation id (S3, S4).

use std::collections::HashSet;

use crate::common::{Recording, recordings};

#[test]
fn s3_a_correlation_id_finds_exactly_one_event_with_all_fields() {
    recordings().iter().for_each(Recording::check_events);
}

#[test]
fn s3_s4_ids_are_uuids_and_all_distinct() {
    let replies = || recordings().iter().flat_map(|it| it.failures());
    let ids: HashSet<_> = replies().map(|(_, _, reply)| reply.correlation_id()).collect();
    assert_eq!(ids.len(), replies().count());
    for id in ids {
        // Nothing but hexadecimal digits, in the shape of a UUID of version 7.
        let lengths: Vec<_> = id.split('-').map(str::len).collect();
        assert_eq!(lengths, [8, 4, 4, 4, 12], "{id}");
        assert!(id.chars().all(|c| c == '-' || c.is_ascii_hexdigit()), "{id}");
        assert_eq!(id.as_bytes()[14], b'7', "{id}");
    }
}
