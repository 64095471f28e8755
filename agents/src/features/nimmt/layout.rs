//! What is where in encoded views.
//!
//! Rows are ascending by last card. Where own cards are divided by 10 or 5, hands larger than ten divide by
//! their size or half of it. Shares are 0 where there is nothing to share.
//!
//! Some words mean a little more in some rules. A row's *bulls* are what taking it costs: where taken rows go
//! to the hand, the number of its cards. *Possible* cards are those that another seat may hold: the unseen ones
//! and those of others that all know. A *share* of the possible cards is the chance that a seat which is still
//! to choose plays one of them. A card's *gap* are the cards that come into its row before it.

use std::sync::LazyLock;

use hornox_env::observe::Layout;

use crate::features::layout::layout;

/// The version of the encoding. Any change of meaning raises it, and a network is tied to its own.
pub const ENCODER_VERSION: u32 = 2;

/// How many numbers describe the situation.
pub const GLOBALS: usize = globals::LEN;

/// How many numbers describe one legal action.
pub const FEATURES: usize = features::LEN;

/// Where the numbers of the situation lie.
pub(crate) mod globals {
    use crate::features::layout::places;

    places! {
        ROW_LAST "row_last" [4] "per row: last card / 104";
        ROW_COUNT "row_count" [4] "per row: cards / 5";
        ROW_BULLS "row_bulls" [4] "per row: bulls / 10";
        ROW_UNSEEN "row_unseen" [4] "per row: share of the possible cards that go right of it";
        ROW_OWN "row_own" [4] "per row: share of the own hand that goes right of it";
        ROW_FIRST "row_first" [4] "per row, where both sides are played: first card / 104";
        LEFT_UNSEEN "left_unseen" [4] "per row, where both sides are played: share of the possible cards that go left of it";
        LEFT_OWN "left_own" [4] "per row, where both sides are played: share of the own hand that goes left of it";
        LOW_UNSEEN "low_unseen" [1] "share of the possible cards that fit nowhere";
        LOW_OWN "low_own" [1] "share of the own hand that fits nowhere";
        CARDS_LEFT "cards_left" [1] "own cards / 10";
        CHEAPEST "cheapest" [1] "bulls of the cheapest row / 10";
        SEATS "seats" [1] "seats / 10";
        DEALT "dealt" [1] "share of the unseen cards that other seats hold";
        SEAT_COUNT "seat_count" [9] "one-hot: 2 to 10 seats";
        CHOOSE "choose" [1] "1 where a card is chosen, the first of the turn";
        SECOND "second" [1] "1 where the second card of the turn is chosen";
        TAKE_ROW "take_row" [1] "1 where a row is taken";
        PICK "pick" [1] "1 where a card is picked in a draft";
        KEEP "keep" [1] "1 where a card of the own share is kept";
        PENDING "pending" [1] "where the second card of the turn is chosen: the first / 104";
        BOTH_SIDES "both_sides" [1] "1 where both sides are played";
        TO_HAND "to_hand" [1] "1 where taken rows go to the hand";
        TWO_CARDS "two_cards" [1] "1 where two cards are played in a turn";
        OPEN "open" [1] "1 where seats select in turn";
        OWN_ZERO "own_zero" [1] "1 with a zero card";
        OTHER_ZEROS "other_zeros" [1] "share of the other seats with a zero card";
        TO_COME "to_come" [1] "cards that others are still to choose this turn / 10";
        REVEALED "revealed" [1] "cards of this turn that lie revealed / 10";
        KNOWN "known" [1] "share of the other seats' cards that all know";
        FEWEST_HELD "fewest_held" [1] "fewest cards of another seat / 10";
        MEAN_HELD "mean_held" [1] "mean cards of the other seats / 10";
        ON_OFFER "on_offer" [1] "cards to pick or keep from / 50";
        TURNS_LEFT "turns_left" [1] "where taken rows go to the hand: turns left / 100, at most 1";
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
    use crate::features::layout::places;

    places! {
        PLACE "place" [5] "one-hot: the row a card goes to, or that is taken; the fifth: a card that fits nowhere";
        COUNT "count" [5] "one-hot: that row's cards, 1 to 5; none where a card fits nowhere";
        BULLS "bulls" [1] "that row's bulls / 10; the cheapest row's where a card fits nowhere";
        NUMBER "number" [1] "the card / 104; for a row, the card that starts it anew";
        CARD_BULLS "card_bulls" [1] "that card's bulls / 7";
        CARDS_LEFT "cards_left" [1] "own cards / 10";
        UNSEEN_BELOW "unseen_below" [1] "card: share of the possible cards below it";
        OWN_BELOW "own_below" [1] "card: own cards below it / 10";
        OWN_ABOVE "own_above" [1] "card: own cards above it / 10";
        RISK "risk" [1] "card: one-step expected cost / 10";
        SAFE "safe" [1] "card: 1 where that is 0";
        GAP_UNSEEN "gap_unseen" [1] "card: possible cards in its gap / 20";
        GAP_SHARE "gap_share" [1] "card: the same as a share";
        GAP_OWN "gap_own" [1] "card: own cards in its gap / 5";
        TIGHT "tight" [1] "card: 1 − gap_unseen · 20 / 3, at least 0";
        DISTANCE "distance" [1] "card: how far it is from the row's end / 30";
        FULL "full" [1] "card: the binomial chance that it takes the row";
        ROOM "room" [1] "card: the binomial chance that it joins the row and takes nothing";
        NEXT_UNSEEN "next_unseen" [1] "card: possible cards that come to the same place after it / 20";
        NEXT_OWN "next_own" [1] "card: own cards that come to the same place after it / 5";
        LOW_UNSEEN "low_unseen" [1] "card that fits nowhere: share of the possible cards that do not either and are lower";
        LOWEST "lowest" [1] "card that fits nowhere: the chance that nobody plays such a card";
        ROW "row" [1] "1 for a row";
        EXTRA_BULLS "extra_bulls" [1] "row: bulls more than the cheapest / 10";
        ROW_LAST "row_last" [1] "row: its last card / 104";
        JOINING "joining" [1] "row: revealed cards that will join it this turn / 5";
        OTHERS_TAKE "others_take" [1] "row: bulls that others will take this turn / 20";
        OWN_LOW_AFTER "own_low_after" [1] "row: own cards (a row taken to the hand among them) that will fit nowhere / 10";
        LEAST_RISK_AFTER "least_risk_after" [1] "row: least risk of those cards next turn / 10";
        MEAN_RISK_AFTER "mean_risk_after" [1] "row: mean risk of those cards next turn / 10";
        LEFT "left" [1] "card: 1 where it goes left of its row";
        AHEAD "ahead" [1] "card: cards of its gap that are sure to come (revealed, or the own other card of the turn) / 5";
        KNOWN "known" [1] "card: known cards of others in its gap / 20";
        ZERO "zero" [1] "1 for the zero card";
        PICK "pick" [1] "1 for a card picked in a draft";
        KEEP "keep" [1] "1 for a card kept of the own share";
        OFFER_BELOW "offer_below" [1] "card picked or kept: cards on offer below it / 50";
        OFFER_ABOVE "offer_above" [1] "card picked or kept: cards on offer above it / 50";
        NEAR_BELOW "near_below" [1] "card picked, kept, or second: distance to the nearest own card below it / 30, at most 1";
        NEAR_ABOVE "near_above" [1] "card picked, kept, or second: distance to the nearest own card above it / 30, at most 1";
    }
}

/// The numbers that describe the situation.
pub fn globals_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> =
        LazyLock::new(|| layout("nimmt-globals", ENCODER_VERSION, globals::SPANS));
    &LAYOUT
}

/// The numbers that describe one legal action.
pub fn features_layout() -> &'static Layout {
    static LAYOUT: LazyLock<Layout> =
        LazyLock::new(|| layout("nimmt-features", ENCODER_VERSION, features::SPANS));
    &LAYOUT
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_layouts_are_as_long_as_the_encoding() {
        assert_eq!((ENCODER_VERSION, GLOBALS, FEATURES), (2, 72, 48));
        assert_eq!(globals_layout().len(), GLOBALS);
        assert_eq!(features_layout().len(), FEATURES);
        assert_eq!(
            features_layout().span("near_above").unwrap().range(),
            features::NEAR_ABOVE..FEATURES
        );
        assert_eq!(
            globals_layout().span("seat_count").unwrap().range(),
            globals::SEAT_COUNT..globals::CHOOSE
        );
    }
}
