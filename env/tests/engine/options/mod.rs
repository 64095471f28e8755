//! Each option of the rules, sentence by sentence.

mod cards;
mod carry_rows;
mod choose;
mod draft;
mod open;
mod sides;
mod take_to_hand;
mod two_cards;
mod zero_cards;
