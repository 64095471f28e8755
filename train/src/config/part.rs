//! What stands under a name at the top of a config.

use std::collections::BTreeMap;
use std::fmt;

use serde::de::value::MapAccessDeserializer;
use serde::de::{MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use toml::{Spanned, Value};

/// Fields and where they stand.
pub(super) type Fields = BTreeMap<Spanned<String>, Value>;

/// A section, or a list of them. Derived code would forget where the fields stand.
pub(super) enum Part {
    Section(Fields),
    List(Vec<Fields>),
}

impl<'de> Deserialize<'de> for Part {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(Reader)
    }
}

struct Reader;

impl<'de> Visitor<'de> for Reader {
    type Value = Part;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a section or a list of sections")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Part, A::Error> {
        Fields::deserialize(MapAccessDeserializer::new(map)).map(Part::Section)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Part, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = list.next_element()? {
            entries.push(entry);
        }
        Ok(Part::List(entries))
    }
}
