//! The documents that are written from the code: `env/OBSERVATIONS.md`.

use hornox_env::nimmt::Nimmt;
use hornox_env::observe::{Layout, Observe, markdown};
use hornox_env::sixes::Sixes;

use crate::golden::compare;

const HEAD: &str = "\
# Observations

Written from the layouts in the code: `HORNOX_REGENERATE=1 cargo test -p hornox-env documents` writes this file \
anew, and the test `documents` fails where it is stale.

A layout has a name and a version; the version changes with any change of meaning. An observation is one run of \
numbers, the spans one behind the other; a span of several dimensions lies row by row. Each form has one length for \
all rules and numbers of seats, and both are egocentric: k counts seats from the observer, who is 0.

- The raw form is of bytes (`u8`) and complete: with the rules it gives the view back, but for numbers that \
saturate.
- The planes are of `f32`, mostly 0 and 1, and leave out what networks seldom want: who took which card, whose \
waiting card it is, the turn and the round, the rules.

";

const NIMMT: &str = "\
## 6 nimmt!

Action ids, the places of a mask: 0 the zero card, 1 to 104 that card, 105 to 108 rows 0 to 3.
";

const SIXES: &str = "\
## Sixes

Action ids, the places of a mask: 0 to 39 that card (10 · suit + rank; suits: diamonds, clubs, hearts, spades; ranks: \
A 2 3 4 5 6 7 J Q K), 40 the pass.
";

#[test]
fn observations_are_documented_as_they_are() {
    let of = |head: &str, layouts: [&Layout; 2]| format!("{head}\n{}", layouts.map(markdown).join("\n"));
    let nimmt = of(NIMMT, [Nimmt::raw_layout(), Nimmt::planes_layout()]);
    let sixes = of(SIXES, [Sixes::raw_layout(), Sixes::planes_layout()]);
    compare("OBSERVATIONS.md", &format!("{HEAD}{nimmt}\n{sixes}"));
}
