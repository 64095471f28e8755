//! Every field of the rules, and what combinations are legal.

mod legal;

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::{Card, CardSet, ROWS, Row};
use crate::core::RulesError;
use crate::core::rules::{field_map, set_field, write_fields};

/// Which cards are in the deck.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deck {
    /// Cards 1 to 104.
    #[default]
    Full,
    /// Cards 1 to `hand_size · players + 4`: nothing is set aside.
    Tactic,
}

/// How cards come into hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum CardDeal {
    /// Dealt at random.
    #[default]
    Random,
    /// Picked in turn from cards that lie open.
    Draft,
    /// Each seat keeps a part of a dealt share.
    Choose,
}

/// Where cards may join a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Sides {
    /// On its right only.
    #[default]
    Right,
    /// On its left too ("profi").
    Both,
}

/// Which row a card takes that is lower than every row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LowCard {
    /// Any, by its player's choice.
    #[default]
    Free,
    /// One with the fewest bulls, by its player's choice.
    Cheapest,
    /// The first with the fewest bulls; no decision.
    Auto,
}

/// When `end_score` ends the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum EndWhen {
    /// A total reaches it.
    AtLeast,
    /// A total passes it.
    Exceed,
}

/// Whether seats choose at the same time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Selection {
    /// All at the same time, hidden.
    #[default]
    Simultaneous,
    /// In turn, each seeing the choices before.
    Open,
}

/// The rules as data: every field, with the published game's values as defaults. [`Rules::check`] makes a
/// valid value of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RuleFields {
    /// Seats, 2 to 10.
    pub players: u8,
    /// Which cards are in the deck.
    pub deck: Deck,
    /// How cards come into hands.
    pub deal: CardDeal,
    /// Where cards may join a row.
    pub sides: Sides,
    /// Which row a card takes that fits nowhere.
    pub low_card: LowCard,
    /// Bulls of multiples of 5 that are not multiples of 10 or 11: 2 or 1.
    pub fives: u8,
    /// The total of bulls that ends the game, 1 to 10000; none: one round, or `max_rounds`.
    #[serde(deserialize_with = "optional")]
    pub end_score: Option<u16>,
    /// Whether `end_score` must be reached or passed; none exactly where there is no `end_score`.
    #[serde(deserialize_with = "optional")]
    pub end_when: Option<EndWhen>,
    /// Without `end_score` the game's length, with it a cap; 1 to 10000.
    #[serde(deserialize_with = "optional")]
    pub max_rounds: Option<u16>,
    /// Whether rows stay on the table between rounds.
    pub carry_rows: bool,
    /// Whether each seat holds a zero card.
    pub zero_cards: bool,
    /// Cards that each seat plays in a turn: 1 or 2.
    pub cards_per_turn: u8,
    /// Whether taken rows go into the hand.
    pub take_to_hand: bool,
    /// Whether seats choose at the same time.
    pub selection: Selection,
    /// Cards dealt to each seat, 1 to 50.
    pub hand_size: u8,
    /// The cap on turns with `take_to_hand`, 1 to 10000.
    pub max_turns: u16,
}

impl Default for RuleFields {
    fn default() -> Self {
        Self {
            players: 4,
            deck: Deck::default(),
            deal: CardDeal::default(),
            sides: Sides::default(),
            low_card: LowCard::default(),
            fives: 2,
            end_score: None,
            end_when: None,
            max_rounds: None,
            carry_rows: false,
            zero_cards: false,
            cards_per_turn: 1,
            take_to_hand: false,
            selection: Selection::default(),
            hand_size: 10,
            max_turns: 100,
        }
    }
}

/// Reads a value that may be none: `null` in JSON, and the word `"none"`, since TOML has no null.
fn optional<'de, D: Deserializer<'de>, T: Deserialize<'de>>(deserializer: D) -> Result<Option<T>, D::Error> {
    // Through JSON's value, which every self-describing format can fill.
    let value = Value::deserialize(deserializer)?;
    if value.is_null() || value == "none" {
        return Ok(None);
    }
    T::deserialize(value)
        .map(Some)
        .map_err(|error| serde::de::Error::custom(format!("{error} (or \"none\")")))
}

impl RuleFields {
    /// Sets one field by its name, as configs and command lines do.
    ///
    /// # Errors
    /// Where no such field exists, or the value is not one of its values. Whether it goes with the others is
    /// [`Rules::check`]'s to say.
    pub fn set(&mut self, field: &str, value: &Value) -> Result<(), RulesError> {
        set_field(self, field, value, right_values)
    }

    /// Every field with its value; none is `null`.
    pub fn to_map(&self) -> serde_json::Map<String, Value> {
        field_map(self)
    }
}

/// What a field of this name can be.
fn right_values(field: &str) -> &'static str {
    match field {
        "players" => "must be from 2 to 10",
        "deck" => "must be `full` or `tactic`",
        "deal" => "must be one of `random`, `draft`, `choose`",
        "sides" => "must be `right` or `both`",
        "low_card" => "must be one of `free`, `cheapest`, `auto`",
        "fives" | "cards_per_turn" => "must be 1 or 2",
        "end_score" | "max_rounds" => "must be from 1 to 10000, or \"none\"",
        "end_when" => "must be `at_least`, `exceed`, or \"none\"",
        "selection" => "must be `simultaneous` or `open`",
        "hand_size" => "must be from 1 to 50",
        "max_turns" => "must be from 1 to 10000",
        // The others are flags.
        _ => "must be true or false",
    }
}

/// Valid rules. Fields are read through a reference to [`RuleFields`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "RuleFields", into = "RuleFields")]
pub struct Rules(RuleFields);

impl Rules {
    /// The published game's single round, which is legal as it stands.
    pub(super) const fn trusted(fields: RuleFields) -> Self {
        Self(fields)
    }

    /// Checks the fields one by one and together.
    ///
    /// # Errors
    /// The first field, or fields, that cannot be, with the reason.
    pub fn check(mut fields: RuleFields) -> Result<Self, RulesError> {
        fields.check_ranges()?;
        fields.check_cards()?;
        fields.check_options()?;
        if fields.end_score.is_some() {
            fields.end_when.get_or_insert(EndWhen::AtLeast);
        }
        Ok(Self(fields))
    }

    /// The fields.
    pub const fn fields(&self) -> &RuleFields {
        &self.0
    }

    /// What a card costs.
    #[inline]
    pub const fn card_bulls(&self, card: Card) -> u32 {
        let dear = card.bulls() as u32;
        if self.0.fives == 1 && card.is_five() {
            dear - 1
        } else {
            dear
        }
    }

    /// What cards cost together.
    #[inline]
    pub fn bulls(&self, cards: CardSet) -> u32 {
        self.scaled(cards.bulls(), cards.fives())
    }

    /// What the cards of a row cost together.
    #[inline]
    pub const fn row_bulls(&self, row: &Row) -> u32 {
        self.scaled(row.dear_bulls(), row.fives())
    }

    /// Bulls where fives cost two, as these rules count them.
    #[inline]
    pub(super) const fn scaled(&self, dear: u32, fives: u32) -> u32 {
        if self.0.fives == 1 { dear - fives } else { dear }
    }

    /// The cards of the deck.
    #[inline]
    pub fn deck(&self) -> CardSet {
        match self.0.deck {
            Deck::Full => CardSet::DECK,
            Deck::Tactic => CardSet::up_to(self.0.hand_size * self.0.players + ROWS as u8),
        }
    }

    /// Whether cards of hands become known to all: where they are drafted, or taken into the hand.
    #[inline]
    pub(super) fn shows_hands(&self) -> bool {
        self.0.deal == CardDeal::Draft || self.0.take_to_hand
    }

    /// Whether a first seat is drawn and recorded: where seats draft or select in turn.
    #[inline]
    pub fn has_first(&self) -> bool {
        self.0.deal == CardDeal::Draft || self.0.selection == Selection::Open
    }
}

impl Deref for Rules {
    type Target = RuleFields;

    fn deref(&self) -> &RuleFields {
        &self.0
    }
}

impl TryFrom<RuleFields> for Rules {
    type Error = RulesError;

    fn try_from(fields: RuleFields) -> Result<Self, RulesError> {
        Self::check(fields)
    }
}

impl From<Rules> for RuleFields {
    fn from(rules: Rules) -> Self {
        rules.0
    }
}

impl fmt::Display for Rules {
    /// `players` and the fields that differ from the defaults, as `field = value`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_fields(f, &self.0, &RuleFields::default())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_field_says_what_it_can_be() {
        for (field, value) in RuleFields::default().to_map() {
            let Err(RulesError::BadValue { right, .. }) = RuleFields::default().set(&field, &json!({}))
            else {
                panic!("{field} took an object");
            };
            assert_eq!(
                right == "must be true or false",
                value.is_boolean(),
                "{field}: {right}"
            );
            assert!(RuleFields::default().set(&field, &value).is_ok(), "{field}");
        }
    }
}
