//! The behaviour checksum. It changes with the rules that are played, with what is legal, and with seeding: the same
//! changes that playthroughs show as text. A change that is for speed alone leaves it as it is.

#[test]
fn the_checksum_is_pinned() {
    let checksum = hornox_env::checksum();
    assert_eq!(checksum, 0xc1e2_cfa5_2636_aed4, "{checksum:#018x}");
}
