//! The one invariant of a state: snapshots from outside must meet it, and tests ask it of every state reached.

use serde::{Deserialize, Serialize};

use super::deal::hand_size;
use super::spread::Spread;
use super::state::phase_after;
use super::{Card, CardSet, Phase, Sixes, Table, View};
use crate::core::{Seat, SeatMap, deal_rng, ensure};

/// A state as it is written, before it is known to be one.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Unchecked {
    table: Table,
    hands: SeatMap<CardSet>,
}

impl From<Sixes> for Unchecked {
    fn from(game: Sixes) -> Self {
        Self {
            table: game.table,
            hands: game.hands,
        }
    }
}

impl TryFrom<Unchecked> for Sixes {
    type Error = String;

    fn try_from(raw: Unchecked) -> Result<Self, String> {
        let game = Self {
            table: raw.table,
            hands: raw.hands,
        };
        game.check_invariant()?;
        Ok(game)
    }
}

impl Sixes {
    /// Checks that play from a deal could have led here, as far as the state itself can show it.
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    pub fn check_invariant(&self) -> Result<(), String> {
        self.table.check()?;
        let table = &self.table;
        ensure(self.hands.players() == table.players(), || {
            format!("{} hands for {} players", self.hands.players(), table.players())
        })?;
        let mut all = table.columns.cards();
        for (seat, hand) in self.hands.iter() {
            let held = usize::from(table.holds[seat]);
            ensure(hand.len() == held, || {
                format!("seat {seat} holds {} cards, not {held}", hand.len())
            })?;
            ensure(all.is_disjoint(*hand), || "a card is in two places".to_owned())?;
            all = all.union(*hand);
            ensure(hand.is_disjoint(table.lacks[seat]), || {
                format!("seat {seat} holds a card that it is known to lack")
            })?;
        }
        Ok(())
    }
}

impl View {
    /// Checks that a game could show this: that some hidden hands make a [state](Sixes::check_invariant) of it.
    ///
    /// # Errors
    /// A sentence that says what does not hold.
    pub fn check_invariant(&self) -> Result<(), String> {
        let table = self.table;
        table.check()?;
        let held = self.hand.len();
        ensure(self.seat.index() < table.players(), || {
            format!("seat {} of {} players", self.seat, table.players())
        })?;
        ensure(
            held == usize::from(table.holds[self.seat]) && self.hand.is_disjoint(table.columns.cards()),
            || format!("a hand of {held} cards, some of which are elsewhere"),
        )?;
        let spread = Spread::new(self);
        ensure(spread.placings() > 0, || {
            "no other hands agree with what passes have shown".to_owned()
        })?;
        // All of them make a state, or none does: any will do.
        let hands = spread.draw(&mut deal_rng(0, 0, 0));
        Sixes { table, hands }.check_invariant()
    }
}

/// What a seat did in the round that lies on the table.
#[derive(Clone, Copy, Default)]
struct Done {
    passes: i64,
    /// Whether it won the round, and with it the pot.
    won: bool,
}

impl Table {
    /// The invariant of what all seats know.
    fn check(&self) -> Result<(), String> {
        let players = self.players();
        let counts = [
            ("chips", self.chips.players()),
            ("holds", self.holds.players()),
            ("lacks", self.lacks.players()),
        ];
        for (name, count) in counts {
            ensure(count == players, || {
                format!("{name} has {count} entries for {players} players")
            })?;
        }
        let (mut chips, mut held) = (i64::from(self.pot), self.columns.cards().len());
        for seat in Seat::all(players) {
            chips += i64::from(self.chips[seat]);
            held += usize::from(self.holds[seat]);
        }
        let dealt_chips = i64::from(self.rules.players) * i64::from(self.rules.chips);
        let no_debts = self.pot >= 0 && self.chips.values().iter().all(|&held| held >= 0);
        ensure(chips == dealt_chips && no_debts, || {
            format!(
                "{:?} chips and a pot of {}, of {dealt_chips}",
                self.chips, self.pot
            )
        })?;
        // A card is played or a chip paid once around the table at least: see `check_turn_number`.
        let most = (super::DECK_SIZE as i64 + dealt_chips) * i64::from(self.rules.players);
        ensure(i64::from(self.turn) < most, || {
            format!("turn {}, where no round has {most}", self.turn)
        })?;
        if self.phase == Phase::Deal && self.round == 0 {
            return ensure(*self == Self::new(self.rules), || {
                "play before the first deal".to_owned()
            });
        }
        ensure(held == super::DECK_SIZE, || format!("{held} cards are in play"))?;
        for seat in [self.dealer, self.leader] {
            ensure(seat.index() < players, || {
                format!("seat {seat} of {players} players")
            })?;
        }
        self.check_phase()?;
        let done = self.check_turns()?;
        self.check_chips(&done)?;
        self.check_lacks(&done)
    }

    fn check_phase(&self) -> Result<(), String> {
        match self.phase {
            Phase::Play(seat) => {
                let right = self.leader.after(self.turn as usize, self.players());
                ensure(seat == right, || format!("turn {} is seat {right}'s", self.turn))?;
                ensure(self.round < self.rules.max_rounds.into(), || {
                    format!("round {} of {}", self.round, self.rules.max_rounds)
                })?;
                self.check_turn_number()
            }
            Phase::Deal | Phase::Over { .. } => {
                let phase = phase_after(self.rules, self.round, &self.chips);
                let possible = (1..=self.rules.max_rounds.into()).contains(&self.round);
                ensure(possible && phase == self.phase && self.pot == 0, || {
                    format!("after round {} comes {phase:?}, not {:?}", self.round, self.phase)
                })
            }
        }
    }

    /// Among `players` turns in a row there is a card played or a chip paid: an open card is always in some hand,
    /// and who passes free cannot play. Free passes since then are seats without chips that lack what is open.
    fn check_turn_number(&self) -> Result<(), String> {
        let players = self.players();
        let open = self.columns.open();
        let passed_free = |seat: &Seat| self.chips[*seat] == 0 && open.is_subset(self.lacks[*seat]);
        let free = (1..players)
            .map(|back| {
                self.leader
                    .after(self.turn as usize % players + players - back, players)
            })
            .take_while(passed_free)
            .count();
        let most = match self.columns.cards().len() {
            0 => 0,
            played => (played - 1 + self.pot as usize) * players + 1 + free,
        };
        ensure(self.turn as usize <= most, || {
            format!("turn {}, where at most {most} can have been", self.turn)
        })
    }

    /// Each seat has played and passed as often as it was its turn.
    fn check_turns(&self) -> Result<SeatMap<Done>, String> {
        let players = self.players();
        let led = self.columns.cards().contains(Card::SIX_OF_DIAMONDS);
        ensure(
            led == (self.turn > 0) && led != self.columns.cards().is_empty(),
            || format!("turn {} with {:?} on the table", self.turn, self.columns.cards()),
        )?;
        let over = !matches!(self.phase, Phase::Play(_));
        let mut done = SeatMap::new(players, Done::default());
        for seat in Seat::all(players) {
            let place = seat.relative_to(self.leader, players);
            let turns = (self.turn as usize + players - 1 - place) / players;
            let dealt = hand_size(self.rules, self.dealer, seat);
            let holds = usize::from(self.holds[seat]);
            let passes = dealt
                .checked_sub(holds)
                .and_then(|played| turns.checked_sub(played))
                .filter(|passes| seat != self.leader || *passes < turns.max(1));
            let passes = passes
                .ok_or_else(|| format!("seat {seat} holds {holds} of {dealt} cards after {turns} turns"))?;
            let last = self
                .leader
                .after((self.turn as usize + players - 1) % players, players);
            let won = over && seat == last;
            ensure(won == (holds == 0), || format!("seat {seat} holds {holds} cards"))?;
            done[seat] = Done {
                passes: passes as i64,
                won,
            };
        }
        Ok(done)
    }

    /// Who has a chip paid for each pass; who has none paid for some of them.
    fn check_chips(&self, done: &SeatMap<Done>) -> Result<(), String> {
        let first_round = self.round == u32::from(!matches!(self.phase, Phase::Play(_)));
        let (mut least, mut most) = (0, 0);
        for (seat, done) in done.iter().filter(|(_, done)| !done.won) {
            let chips = i64::from(self.chips[seat]);
            if first_round {
                let right = (i64::from(self.rules.chips) - done.passes).max(0);
                ensure(chips == right, || {
                    format!("seat {seat} has {chips} chips after {} passes", done.passes)
                })?;
            }
            // Each round that goes on until a seat is broke starts with chips at every seat.
            let paid_once = !self.rules.until_broke || chips > 0 || done.passes > 0;
            ensure(paid_once, || {
                format!("seat {seat} had no chips when the round began")
            })?;
            least += match (chips, self.rules.until_broke) {
                (1.., _) => done.passes,
                (_, true) => 1,
                (_, false) => 0,
            };
            most += done.passes;
        }
        // The pot of a round that is over went into the winner's chips.
        let over = done.values().iter().any(|done| done.won);
        ensure(over || (least..=most).contains(&i64::from(self.pot)), || {
            format!("a pot of {}, where {least} to {most} chips were paid", self.pot)
        })
    }

    fn check_lacks(&self, done: &SeatMap<Done>) -> Result<(), String> {
        let open = self.columns.open();
        for (seat, lacks) in self.lacks.iter() {
            let right = if self.turn == 0 {
                *lacks == if seat == self.leader { CardSet::EMPTY } else { open }
            } else {
                let done = done[seat];
                let shown = done.passes > 0 && (done.won || self.pass_is_forced(seat));
                lacks.is_subset(open) && (lacks.is_empty() || shown)
            };
            ensure(right, || {
                format!("nothing shows that seat {seat} lacks {lacks:?}")
            })?;
        }
        Ok(())
    }
}
