//! The value under the key, taken apart and not yet judged.

use serde::{Deserialize, Deserializer, de::MapAccess};

use super::{
    found::Found,
    shape::{AnyFound, Object, Shape, read},
};

/// What stands under the key: the fields of an object, or something else.
#[derive(Clone, Debug)]
pub(crate) enum Entry {
    Object(Fields),
    Other(Found),
}

/// The fields of the standard as they were found, whatever their types. Unknown fields are skipped,
/// and of duplicates the last one stands, as everywhere in serde_json.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fields {
    pub(super) class: Option<Found>,
    pub(super) code: Option<Found>,
    pub(super) retryable: Option<Found>,
    pub(super) retry_not_before: Option<Found>,
    pub(super) correlation_id: Option<Found>,
    pub(super) agent_guidance: Option<Found>,
}

impl<'de> Deserialize<'de> for Entry {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        read(AnyEntry, deserializer)
    }
}

pub(crate) struct AnyEntry;

impl<'de> Shape<'de> for AnyEntry {
    type Value = Entry;

    fn other(self, found: Found) -> Entry {
        Entry::Other(found)
    }

    fn object<A: MapAccess<'de>>(self, mut object: Object<'de, A>) -> Result<Entry, A::Error> {
        let mut fields = Fields::default();
        while let Some(key) = object.next_key()? {
            let field = match &*key {
                "class" => &mut fields.class,
                "code" => &mut fields.code,
                "retryable" => &mut fields.retryable,
                "retryNotBefore" => &mut fields.retry_not_before,
                "correlationId" => &mut fields.correlation_id,
                "agentGuidance" => &mut fields.agent_guidance,
                _ => {
                    object.skip()?;
                    continue;
                }
            };
            *field = Some(object.value(AnyFound)?);
        }
        Ok(Entry::Object(fields))
    }
}
