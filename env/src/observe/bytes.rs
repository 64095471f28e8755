//! Numbers in the bytes of an observation.

/// Writes a number in two bytes, the high one first, saturating at 0 and 65535.
pub(crate) fn put(out: &mut [u8], at: usize, value: i32) {
    let value = u16::try_from(value.max(0)).unwrap_or(u16::MAX);
    out[at..at + 2].copy_from_slice(&value.to_be_bytes());
}

/// The number in two bytes.
pub(crate) fn get(bytes: &[u8], at: usize) -> u16 {
    u16::from_be_bytes([bytes[at], bytes[at + 1]])
}

/// Bytes that say the same thing twice must agree: that shows when what was read is written `again`.
pub(crate) fn same_bytes(again: &[u8], given: &[u8]) -> Result<(), String> {
    match again.iter().zip(given).position(|(right, given)| right != given) {
        None => Ok(()),
        Some(at) => Err(format!(
            "byte {at} is {}, where its other bytes give {}",
            given[at], again[at]
        )),
    }
}
