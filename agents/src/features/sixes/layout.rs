//! What is where in encoded views of Sixes.
//!
//! Suits are alike once the six of diamonds is led, so that cards are described by what lies around them and not by
//! their suit. Seats are counted from the own one on. Chips are divided by those that each seat started with.

use std::sync::LazyLock;

use hornox_env::observe::Layout;

use crate::features::layout::layout;

/// The version of the encoding. Any change of meaning raises it, and a network is tied to its own.
pub const ENCODER_VERSION: u32 = 1;

/// How many numbers describe the situation.
pub const GLOBALS: usize = globals::LEN;

/// How many numbers describe one legal action.
pub const FEATURES: usize = features::LEN;

/// Where the numbers of the situation lie.
pub(crate) mod globals {
    use crate::features::layout::places;

    places! {
        SEAT_COUNT "seat_count" [9] "one-hot: 2 to 10 seats";
        HOLDS "holds" [9] "per other seat, the next one first: its cards / 10";
        CHIPS "chips" [9] "per other seat, the next one first: its chips / those at the start, at most 3";
        OWN_CARDS "own_cards" [1] "own cards / 10";
        OWN_CHIPS "own_chips" [1] "own chips / those at the start, at most 3";
        POT "pot" [1] "chips in the pot / those of a seat at the start, at most 3";
        FEWEST_HELD "fewest_held" [1] "fewest cards of another seat / 10";
        LEAD "lead" [1] "(own chips − most of another seat) / those at the start, from −2 to 2";
        PASSES_FREE "passes_free" [1] "1 without chips: a pass costs nothing";
        OTHERS_BROKE "others_broke" [1] "share of the other seats without chips";
        MUST_PLAY "must_play" [1] "1 where a seat that can play must";
        UNTIL_BROKE "until_broke" [1] "1 where the game lasts until a seat has no chips";
        ROUNDS_LEFT "rounds_left" [1] "rounds up to max_rounds / 10, at most 1";
        LYING "lying" [1] "cards on the table / 40";
        STARTED "started" [1] "columns started / 4";
        OPEN "open" [1] "cards that can be played, whoever holds them / 8";
        OWN_OPEN "own_open" [1] "own cards among them / 8";
        OWN_SIXES "own_sixes" [1] "own sixes / 4";
        OWN_ENDS "own_ends" [1] "own aces and kings / 8";
        OWN_IDLE "own_idle" [1] "own cards that can be played and open nothing for others / 8";
        OWN_OUTER "own_outer" [1] "mean distance of the own cards from their sixes / 5";
        OWN_BLOCKED "own_blocked" [1] "cards of others on the way to own cards / 20";
        OTHERS_BLOCKED "others_blocked" [1] "cards of others that wait beyond own open cards / 20";
        NEXT_LACKS "next_lacks" [1] "open cards that the next seat is known to lack / 8";
    }
}

/// Where the numbers of an action lie.
pub(crate) mod features {
    use crate::features::layout::places;

    places! {
        PASS "pass" [1] "1 for the pass";
        COSTS "costs" [1] "pass: 1 where it costs a chip";
        SIX "six" [1] "1 for a six";
        DOWN "down" [1] "1 for a card below the six";
        UP "up" [1] "1 for a card above the six";
        DISTANCE "distance" [1] "card: ranks from the six / 5";
        LAST "last" [1] "card: 1 where it empties the hand";
        END "end" [1] "card: 1 for an ace or a king, which opens nothing";
        OWN_BEYOND "own_beyond" [1] "card: own cards that wait beyond it / 5";
        OTHERS_BEYOND "others_beyond" [1] "card: cards of others that wait beyond it / 5";
        OWN_OPENED "own_opened" [1] "card: own cards that it opens / 2";
        OTHERS_OPENED "others_opened" [1] "card: cards of others that it opens / 2";
        NEXT_OPENED "next_opened" [1] "card: the chance that the next seat can play a card that it opens, by hand counts";
        RUN "run" [1] "card: own cards that follow it without a gap / 5";
        OWN_GAP "own_gap" [1] "card: cards of others between it and the nearest own card beyond / 5; 1 without one";
        OWN_FAR "own_far" [1] "card: how far beyond the farthest own card waits / 5";
        OWN_SUIT "own_suit" [1] "card: own cards of its suit / 10";
        OTHERS_SUIT "others_suit" [1] "card: cards of others of its suit / 10";
        OWN_OPEN_AFTER "own_open_after" [1] "own cards that can be played after this action / 8";
        OWN_IDLE_AFTER "own_idle_after" [1] "own cards that can be played then and open nothing for others / 8";
        OTHERS_FARTHEST "others_farthest" [1] "card: cards of others that wait beyond it and beyond which no own card waits / 5";
        CHOICES "choices" [1] "legal actions / 8";
        WAITS_SHARE "waits_share" [1] "card: share of the others' cards that wait beyond it";
        CARDS_AFTER "cards_after" [1] "own cards left after this action / 10";
    }
}

/// The numbers that describe the situation.
pub fn globals_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> =
        LazyLock::new(|| layout("sixes-globals", ENCODER_VERSION, globals::SPANS));
    &LAYOUT
}

/// The numbers that describe one legal action.
pub fn features_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> =
        LazyLock::new(|| layout("sixes-features", ENCODER_VERSION, features::SPANS));
    &LAYOUT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layouts_are_as_long_as_the_encoding() {
        assert_eq!((ENCODER_VERSION, GLOBALS, FEATURES), (1, 48, 24));
        assert_eq!(globals_layout().len(), GLOBALS);
        assert_eq!(features_layout().len(), FEATURES);
    }
}
