//! Whatever a file of records holds, nothing panics, and what replays is written and read back as it was.

#![no_main]

use hornox_env::record::{AnyRecord, Records};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|bytes: &[u8]| {
    for record in Records::with_limit(bytes, 1 << 20).flatten() {
        let replayed = record.replay().is_ok();
        let (_, shown) = record.playthrough();
        assert_eq!(shown.is_ok(), replayed);
        let mut line = Vec::new();
        record.write_line(&mut line).expect("a vector can be written to");
        let again = AnyRecord::from_json(&line).expect("what was read is written so that it can be read");
        assert_eq!(again.replay().is_ok(), replayed);
    }
});
