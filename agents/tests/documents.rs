//! The documents that are written from the code: `agents/FEATURES.md`.

#[path = "../../env/tests/engine/golden.rs"]
mod golden;

use hornox_agents::features::layout::{features_layout, globals_layout};
use hornox_env::observe::markdown;

const HEAD: &str = "\
# Features

What networks are fed with. Written from the layouts in the code: `HORNOX_REGENERATE=1 cargo test -p hornox-agents \
--test documents` writes this file anew, and that test fails where it is stale.

A decision is described by the globals, once, and by one row of features for each legal action, ascending by action \
id. The version is the encoder's; a checkpoint is tied to its own. Rows are ascending by last card, not as they \
lie on the table. Where own cards are divided by 10 or 5, hands of more than ten cards divide by their size or half \
of it. Shares are 0 where there is nothing to share. A feature named for cards is 0 for a row, and the other way \
round.

## 6 nimmt!
";

#[test]
fn features_are_documented_as_they_are() {
    let layouts = [globals_layout(), features_layout()].map(markdown);
    golden::compare("FEATURES.md", &format!("{HEAD}\n{}", layouts.join("\n")));
}
