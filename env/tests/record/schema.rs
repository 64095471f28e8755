//! The JSON Schema names the fields that there are. That whole records are valid by it, `tests/records/check.sh`
//! asks a validator.

use std::collections::BTreeSet;

use hornox_env::nimmt::{self, Nimmt};
use hornox_env::record::{AnyRecord, Record, Recorded};
use hornox_env::sixes::{self, Sixes};
use serde_json::{Value, json};

use crate::common::{line, random_record, rules};

fn schema() -> Value {
    serde_json::from_str(include_str!("../../schema/record.schema.json")).unwrap()
}

fn fields(object: &Value) -> BTreeSet<String> {
    object.as_object().unwrap().keys().cloned().collect()
}

/// Whether an object of a record has every field that the schema requires and no other than it knows.
fn fits(object: &Value, schema: &Value) {
    let required: BTreeSet<String> = serde_json::from_value(schema["required"].clone()).unwrap();
    let (has, known) = (fields(object), fields(&schema["properties"]));
    assert!(required.is_subset(&has), "{required:?} of {has:?}");
    assert!(has.is_subset(&known), "{has:?} of {known:?}");
    assert_eq!(schema["additionalProperties"], json!(false));
}

fn record_fits<G: Recorded>(rules: &G::Rules)
where
    AnyRecord: From<Record<G>>,
{
    let record: Value = serde_json::from_str(&line(random_record::<G>(rules, 1))).unwrap();
    let schema = schema();
    let game = record["rules"]["game"].as_str().unwrap();
    fits(&record, &schema);
    let part = |name: &str| &schema["$defs"][format!("{game}_{name}")];
    fits(&record["rules"], part("rules"));
    assert_eq!(fields(&record["rules"]), fields(&part("rules")["properties"]));
    fits(&record["rounds"][0], part("round"));
    if let Some(placed) = record["rounds"][0].get("moves") {
        fits(&placed[0], &schema["$defs"]["move"]);
    }
}

#[test]
fn the_schema_has_the_fields_of_records() {
    record_fits::<Nimmt>(&nimmt::Preset::Round.rules());
    record_fits::<Nimmt>(&rules::<Nimmt>(json!({"deal": "draft"})).unwrap());
    record_fits::<Sixes>(&sixes::Preset::SixesRound.rules());
}
