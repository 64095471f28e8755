//! What lies on the table, and what may join it.

use serde::{Deserialize, Serialize};

use super::{Card, CardSet, Rank, SUITS, Suit};

/// The started column of one suit: every card from `low` to `high` lies on the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Column {
    /// Its lowest rank, at most the six.
    pub low: Rank,
    /// Its highest rank, at least the six.
    pub high: Rank,
}

/// The four columns. Since a column starts with its six and grows by neighbours, the cards alone say all.
/// Written as four columns in the order of the suits, `null` where a column is not started.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(try_from = "[Option<Column>; SUITS]", into = "[Option<Column>; SUITS]")]
pub struct Columns(CardSet);

impl Columns {
    /// Every card that lies.
    #[inline]
    pub const fn cards(self) -> CardSet {
        self.0
    }

    /// The cards that may be played next, whoever holds them: on the empty table the six of diamonds; then every
    /// six that does not lie, and the next rank up and down of each column. A card that is open stays so until it
    /// is played. At most eight are.
    #[inline]
    pub const fn open(self) -> CardSet {
        const SIXES: CardSet = CardSet::of_rank(Rank::SIX);
        if self.0.is_empty() {
            CardSet::one(Card::SIX_OF_DIAMONDS)
        } else {
            self.0.neighbours().union(SIXES).without(self.0)
        }
    }

    /// The column of a suit, if it is started.
    pub fn column(self, suit: Suit) -> Option<Column> {
        let cards = self.0.intersection(CardSet::of_suit(suit));
        Some(Column {
            low: cards.first()?.rank(),
            high: cards.last()?.rank(),
        })
    }

    /// Adds a card that is open.
    #[inline]
    pub(super) const fn push(&mut self, card: Card) {
        self.0.insert(card);
    }
}

impl From<Columns> for [Option<Column>; SUITS] {
    fn from(columns: Columns) -> Self {
        Suit::ALL.map(|suit| columns.column(suit))
    }
}

impl TryFrom<[Option<Column>; SUITS]> for Columns {
    type Error = String;

    fn try_from(columns: [Option<Column>; SUITS]) -> Result<Self, String> {
        let mut cards = CardSet::EMPTY;
        for (suit, column) in Suit::ALL.into_iter().zip(columns) {
            let Some(Column { low, high }) = column else {
                continue;
            };
            if low > Rank::SIX || high < Rank::SIX {
                return Err(format!("a column of {suit} from {low} to {high} has no six"));
            }
            for rank in Rank::ALL {
                if (low..=high).contains(&rank) {
                    cards.insert(Card::of(suit, rank));
                }
            }
        }
        Ok(Self(cards))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open(columns: [Option<(usize, usize)>; SUITS]) -> String {
        let rank = |index| Rank::new(index).unwrap();
        let column = |(low, high)| Column {
            low: rank(low),
            high: rank(high),
        };
        let columns = Columns::try_from(columns.map(|ends| ends.map(column))).unwrap();
        format!("{:?}", columns.open())
    }

    #[test]
    fn columns_open_at_their_ends_and_with_sixes() {
        assert_eq!(open([None; 4]), "{6d}");
        assert_eq!(open([Some((5, 5)), None, None, None]), "{5d, 7d, 6c, 6h, 6s}");
        assert_eq!(open([Some((0, 5)), Some((4, 9)), None, None]), "{7d, 4c, 6h, 6s}");
        assert_eq!(
            open([Some((0, 9)), Some((0, 9)), Some((1, 9)), Some((0, 8))]),
            "{Ah, Ks}"
        );
        assert_eq!(open([Some((0, 9)); 4]), "{}");
    }

    #[test]
    fn columns_are_written_by_their_ends() {
        let text = r#"[{"low":4,"high":6},null,{"low":5,"high":5},null]"#;
        let columns: Columns = serde_json::from_str(text).unwrap();
        assert_eq!(format!("{:?}", columns.cards()), "{5d, 6d, 7d, 6h}");
        assert_eq!(serde_json::to_string(&columns).unwrap(), text);
        for bad in [
            r#"[{"low":6,"high":7},null,null,null]"#,
            r#"[{"low":2,"high":4},null,null,null]"#,
            r#"[{"low":5,"high":10},null,null,null]"#,
            "[null,null,null]",
        ] {
            assert!(serde_json::from_str::<Columns>(bad).is_err(), "{bad}");
        }
    }
}
