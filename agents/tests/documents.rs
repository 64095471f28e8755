//! The documents that are written from the code: `agents/FEATURES.md`.

#[path = "../../env/tests/engine/golden.rs"]
mod golden;

use hornox_agents::features::Describe;
use hornox_env::nimmt::Nimmt;
use hornox_env::observe::markdown;
use hornox_env::sixes::Sixes;

const HEAD: &str = "\
# Features

What networks are fed with. Written from the layouts in the code: `HORNOX_REGENERATE=1 cargo test -p hornox-agents \
--test documents` writes this file anew, and that test fails where it is stale.

A decision is described by the globals, once, and by one row of features for each legal action, ascending by action \
id. The version is the encoder's; a checkpoint is tied to its own. Shares are 0 where there is nothing to share.
";

const NIMMT: &str = "\
## 6 nimmt!

Rows are ascending by last card, not as they lie on the table. Where own cards are divided by 10 or 5, hands of more \
than ten cards divide by their size or half of it. A feature named for cards is 0 for a row, and the other way round.

A row's bulls are what taking it costs: where taken rows go to the hand, the number of its cards. Possible cards are \
those that another seat may hold: the unseen ones and those of others that all know. A share of the possible cards is \
the chance that a seat which is still to choose plays one of them. A card's gap are the cards that come to its row \
before it.
";

const SIXES: &str = "\
## Sixes

Cards are described by what lies around them and not by their suit. Seats are counted from the own one on. Chips are \
divided by those that each seat started with. A feature named for cards is 0 for the pass, and the other way round.
";

fn layouts<G: Describe>() -> String {
    [G::globals_layout(), G::features_layout()]
        .map(markdown)
        .join("\n")
}

#[test]
fn features_are_documented_as_they_are() {
    let parts = [HEAD, NIMMT, &layouts::<Nimmt>(), SIXES, &layouts::<Sixes>()];
    golden::compare("FEATURES.md", &parts.join("\n"));
}
