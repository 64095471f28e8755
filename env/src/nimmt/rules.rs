//! Every field of the rules, and what combinations are legal.

use std::fmt;
use std::ops::Deref;

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use thiserror::Error;

use super::DECK_SIZE;

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
        let mut fields = self.to_map();
        let Some(place) = fields.get_mut(field) else {
            return Err(RulesError::UnknownField {
                field: field.to_owned(),
                known: fields.keys().cloned().collect::<Vec<_>>().join(", "),
            });
        };
        *place = value.clone();
        *self = Self::deserialize(Value::Object(fields)).map_err(|error| RulesError::BadValue {
            field: field.to_owned(),
            value: value.to_string(),
            right: error.to_string(),
        })?;
        Ok(())
    }

    /// Every field with its value; none is `null`.
    pub fn to_map(&self) -> serde_json::Map<String, Value> {
        match serde_json::to_value(self) {
            Ok(Value::Object(fields)) => fields,
            // A struct of numbers, words and flags is always an object.
            Ok(_) | Err(_) => serde_json::Map::new(),
        }
    }
}

/// Why rules were refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RulesError {
    /// No such field.
    #[error("unknown rule `{field}`; there are: {known}")]
    UnknownField {
        /// The name given.
        field: String,
        /// The names there are.
        known: String,
    },
    /// Not one of the field's values.
    #[error("rule `{field}` = {value}: {right}")]
    BadValue {
        /// The field.
        field: String,
        /// The value given.
        value: String,
        /// What would be right.
        right: String,
    },
    /// Fields that do not go together.
    #[error("rules {fields}: {reason}")]
    Collision {
        /// The fields with their values.
        fields: String,
        /// Why they do not go together.
        reason: String,
    },
    /// A rule that exists but that this version does not play.
    #[error("rule `{field}` = {value} is not played by this version of Hornox")]
    NotPlayed {
        /// The field.
        field: String,
        /// The value given.
        value: String,
    },
    /// No such preset.
    #[error("unknown preset `{name}`; there are: {known}")]
    UnknownPreset {
        /// The name given.
        name: String,
        /// The names there are.
        known: String,
    },
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
        fields.check_played()?;
        if fields.end_score.is_none() && fields.end_when.is_some() {
            return Err(collision(
                "`end_when` without `end_score`",
                "there is no score to reach or pass",
            ));
        }
        if fields.end_score.is_some() {
            fields.end_when.get_or_insert(EndWhen::AtLeast);
        }
        let cards = usize::from(fields.hand_size) * usize::from(fields.players) + 4;
        if cards > DECK_SIZE {
            return Err(collision(
                format!(
                    "`hand_size` = {} and `players` = {}",
                    fields.hand_size, fields.players
                ),
                format!("hands and rows would take {cards} cards of {DECK_SIZE}"),
            ));
        }
        Ok(Self(fields))
    }
}

impl RuleFields {
    fn check_ranges(&self) -> Result<(), RulesError> {
        range("players", self.players.into(), 2, 10)?;
        range("fives", self.fives.into(), 1, 2)?;
        range("cards_per_turn", self.cards_per_turn.into(), 1, 2)?;
        range("hand_size", self.hand_size.into(), 1, 50)?;
        range("max_turns", self.max_turns, 1, 10_000)?;
        range("end_score", self.end_score.unwrap_or(1), 1, 10_000)?;
        range("max_rounds", self.max_rounds.unwrap_or(1), 1, 10_000)
    }

    /// Refuses what the engine does not play yet.
    fn check_played(&self) -> Result<(), RulesError> {
        let base = Self::default();
        let only = [
            ("deck", self.deck == base.deck),
            ("deal", self.deal == base.deal),
            ("sides", self.sides == base.sides),
            ("fives", self.fives == base.fives),
            ("carry_rows", self.carry_rows == base.carry_rows),
            ("zero_cards", self.zero_cards == base.zero_cards),
            ("cards_per_turn", self.cards_per_turn == base.cards_per_turn),
            ("take_to_hand", self.take_to_hand == base.take_to_hand),
            ("selection", self.selection == base.selection),
        ];
        match only.iter().find(|(_, played)| !played) {
            None => Ok(()),
            Some(&(field, _)) => Err(RulesError::NotPlayed {
                field: field.to_owned(),
                value: self.to_map().get(field).map(Value::to_string).unwrap_or_default(),
            }),
        }
    }
}

fn range(field: &str, value: u16, low: u16, high: u16) -> Result<(), RulesError> {
    if (low..=high).contains(&value) {
        Ok(())
    } else {
        Err(RulesError::BadValue {
            field: field.to_owned(),
            value: value.to_string(),
            right: format!("must be from {low} to {high}"),
        })
    }
}

fn collision(fields: impl Into<String>, reason: impl Into<String>) -> RulesError {
    RulesError::Collision {
        fields: fields.into(),
        reason: reason.into(),
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
        let base = RuleFields::default().to_map();
        let mut first = true;
        for (field, value) in self.to_map() {
            if field == "players" || base.get(&field) != Some(&value) {
                write!(f, "{}{field} = {value}", if first { "" } else { ", " })?;
                first = false;
            }
        }
        Ok(())
    }
}
