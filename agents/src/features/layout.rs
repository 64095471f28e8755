//! What is where in encoded views.
//!
//! Rows are ascending by last card. Where own cards are divided by 10 or 5, hands larger than ten divide by
//! their size or half of it. Shares are 0 where there is nothing to share.

use std::sync::LazyLock;

use hornox_env::observe::{Layout, SpanBuilder};

/// The version of the encoding. Any change of meaning raises it, and a network is tied to its own.
pub const ENCODER_VERSION: u32 = 1;

/// How many numbers describe the situation.
pub const GLOBALS: usize = globals::LEN;

/// How many numbers describe one legal action.
pub const FEATURES: usize = features::LEN;

/// Names places one behind the other, and lists the same names for a [`Layout`].
macro_rules! places {
    ($($name:ident $text:literal [$width:literal] $meaning:literal;)*) => {
        pub(crate) const SPANS: &[(&str, usize, &str)] = &[$(($text, $width, $meaning)),*];
        places!(@ 0; $($name $width)*);
    };
    (@ $at:expr;) => { pub(crate) const LEN: usize = $at; };
    (@ $at:expr; $name:ident $width:literal $($rest:tt)*) => {
        pub(crate) const $name: usize = $at;
        places!(@ $at + $width; $($rest)*);
    };
}

/// Where the numbers of the situation lie.
pub(crate) mod globals {
    places! {
        ROW_LAST "row_last" [4] "per row: last card / 104";
        ROW_COUNT "row_count" [4] "per row: cards / 5";
        ROW_BULLS "row_bulls" [4] "per row: bulls / 10";
        ROW_UNSEEN "row_unseen" [4] "per row: share of the unseen cards between its end and the next";
        ROW_OWN "row_own" [4] "per row: share of the own hand between its end and the next";
        LOW_UNSEEN "low_unseen" [1] "share of the unseen cards below all rows";
        LOW_OWN "low_own" [1] "share of the own hand below all rows";
        CARDS_LEFT "cards_left" [1] "own cards / 10";
        CHEAPEST "cheapest" [1] "bulls of the cheapest row / 10";
        SEATS "seats" [1] "seats / 10";
        DEALT "dealt" [1] "share of the unseen cards that other seats hold";
        SEAT_COUNT "seat_count" [9] "one-hot: 2 to 10 seats";
        CHOOSE "choose" [1] "1 where a card is chosen";
        TAKE_ROW "take_row" [1] "1 where a row is taken";
        MATCH "match" [1] "1 where a total of bulls ends the game; else this and all that follow are 0";
        OWN_TOTAL "own_total" [1] "own bulls of the game / the total that ends it, at most 2";
        HIGHEST_TOTAL "highest_total" [1] "the same of the seat with the most bulls";
        LEAD_ON_BEST "lead_on_best" [1] "(fewest bulls of another seat − own) / 66, from −1 to 1";
        LEAD_ON_MEAN "lead_on_mean" [1] "(mean bulls of the others − own) / 66, from −1 to 1";
        LEAD_ON_WORST "lead_on_worst" [1] "(most bulls of another seat − own) / 66, from −1 to 1";
    }
}

/// Where the numbers of an action lie.
pub(crate) mod features {
    places! {
        PLACE "place" [5] "one-hot: the row a card goes to, or that is taken; the fifth: a card that fits nowhere";
        COUNT "count" [5] "one-hot: that row's cards, 1 to 5; none where a card fits nowhere";
        BULLS "bulls" [1] "that row's bulls / 10; the cheapest row's where a card fits nowhere";
        NUMBER "number" [1] "the card / 104; for a row, the card that starts it anew";
        CARD_BULLS "card_bulls" [1] "that card's bulls / 7";
        CARDS_LEFT "cards_left" [1] "own cards / 10";
        UNSEEN_BELOW "unseen_below" [1] "card: share of the unseen cards below it";
        OWN_BELOW "own_below" [1] "card: own cards below it / 10";
        OWN_ABOVE "own_above" [1] "card: own cards above it / 10";
        RISK "risk" [1] "card: one-step expected cost / 10";
        SAFE "safe" [1] "card: 1 where that is 0";
        GAP_UNSEEN "gap_unseen" [1] "card: unseen cards between the row's end and it / 20";
        GAP_SHARE "gap_share" [1] "card: the same as a share of the unseen cards";
        GAP_OWN "gap_own" [1] "card: own cards between the row's end and it / 5";
        TIGHT "tight" [1] "card: 1 − gap_unseen · 20 / 3, at least 0";
        DISTANCE "distance" [1] "card: its number − the row's end, / 30";
        FULL "full" [1] "card: the binomial chance that it is exactly the sixth";
        ROOM "room" [1] "card: the binomial chance that fewer cards come before it";
        NEXT_UNSEEN "next_unseen" [1] "card: unseen cards between it and the next row's end / 20";
        NEXT_OWN "next_own" [1] "card: own cards between it and the next row's end / 5";
        LOW_UNSEEN "low_unseen" [1] "card that fits nowhere: share of the unseen cards below it";
        LOWEST "lowest" [1] "card that fits nowhere: the chance that nobody plays a lower one";
        ROW "row" [1] "1 for a row";
        EXTRA_BULLS "extra_bulls" [1] "row: bulls more than the cheapest / 10";
        ROW_LAST "row_last" [1] "row: its last card / 104";
        JOINING "joining" [1] "row: revealed cards that will join it this turn / 5";
        OTHERS_TAKE "others_take" [1] "row: bulls that others will take this turn / 20";
        OWN_LOW_AFTER "own_low_after" [1] "row: own cards that will be below all rows / 10";
        LEAST_RISK_AFTER "least_risk_after" [1] "row: least risk of the own cards next turn / 10";
        MEAN_RISK_AFTER "mean_risk_after" [1] "row: mean risk of the own cards next turn / 10";
    }
}

fn layout(name: &'static str, spans: &[(&'static str, usize, &'static str)]) -> Layout {
    let builder = SpanBuilder::new(name, ENCODER_VERSION);
    let spans = spans.iter().fold(builder, |builder, &(name, width, meaning)| {
        builder.span(name, &[width], meaning)
    });
    spans.build()
}

/// The numbers that describe the situation.
pub fn globals_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| layout("nimmt-globals", globals::SPANS));
    &LAYOUT
}

/// The numbers that describe one legal action.
pub fn features_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> = LazyLock::new(|| layout("nimmt-features", features::SPANS));
    &LAYOUT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layouts_are_as_long_as_the_encoding() {
        assert_eq!((ENCODER_VERSION, GLOBALS, FEATURES), (1, 43, 38));
        assert_eq!(globals_layout().len(), GLOBALS);
        assert_eq!(features_layout().len(), FEATURES);
        assert_eq!(
            features_layout().span("mean_risk_after").unwrap().range(),
            features::MEAN_RISK_AFTER..FEATURES
        );
        assert_eq!(
            globals_layout().span("seat_count").unwrap().range(),
            globals::SEAT_COUNT..globals::CHOOSE
        );
    }
}
