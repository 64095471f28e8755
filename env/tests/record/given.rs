//! Records made elsewhere.

use hornox_env::record::{AnyRecord, RecordError, Records};

const RECORDS: &str = include_str!("../data/records.jsonl");
const REFUSED: &str = include_str!("../data/refused.jsonl");
const PUBLIC_ENGINES: &str = include_str!("../data/public-engines.jsonl");

fn replay(record: Result<AnyRecord, RecordError>, line: usize) -> Result<(), RecordError> {
    record?.replay().map_err(|error| error.on_line(line as u64))
}

/// What is wrong with the records, by line from 1.
fn faults(text: &str) -> Vec<Option<String>> {
    let records = (1..).zip(Records::new(text.as_bytes()));
    records
        .map(|(line, record)| replay(record, line).err().map(|error| error.to_string()))
        .collect()
}

fn all_replay(text: &str, count: usize) {
    let faults = faults(text);
    assert_eq!(faults.len(), count);
    let wrong: Vec<_> = faults.into_iter().flatten().collect();
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn three_public_engines_agree() {
    all_replay(PUBLIC_ENGINES, 180);
}

#[test]
fn a_plain_reading_of_the_rules_agrees() {
    all_replay(RECORDS, 240);
}

#[test]
fn wrong_records_are_refused() {
    let faults = faults(REFUSED);
    assert_eq!(faults.len(), 204);
    for (line, fault) in (1..).zip(&faults) {
        let fault = fault
            .as_ref()
            .unwrap_or_else(|| panic!("line {line} is taken for true"));
        assert!(fault.starts_with(&format!("line {line}: ")), "{fault}");
        println!("{fault}");
    }
}
