//! The value of a position, by backward induction that looks at as few positions as it can.
//!
//! Every position is a matrix game of its two hands, whose entries are what the turn costs at once and the value of
//! what follows. Whoever asks for a value asks about a window, and beyond it is content with a bound, as in the
//! alpha-beta search of games of alternate moves.

use super::bounds::Bounds;
use super::entries::Entries;
use super::matrix::{self, MAX, Mixed};
use super::node::{Choice, End, Node, Setting};
use super::table::{Known, Solved};

/// What a search has done.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// How often a position of three or more cards a hand was looked at.
    pub nodes: u64,
    /// How often an exact value was found that is a pure saddle point.
    pub saddles: u64,
    /// How often one was found that is not.
    pub mixed: u64,
}

/// A solver of all that can follow from one position.
#[derive(Clone, Debug)]
pub(super) struct Search {
    setting: Setting,
    pub solved: Solved,
    pub work: Work,
    /// The last good cards of both seats where this many were left: a guess for the next position.
    recent: [[u8; 2]; MAX + 1],
}

/// The value of one position: exact with a mix of either seat, or bounds outside of the window.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub bounds: Bounds,
    pub mixed: Mixed,
    pub saddle: bool,
}

impl Found {
    pub fn exact(mixed: Mixed, saddle: bool) -> Self {
        Self {
            bounds: Bounds::exactly(mixed.value),
            mixed,
            saddle,
        }
    }

    pub fn bounds(bounds: Bounds) -> Self {
        Self {
            bounds,
            mixed: Mixed::default(),
            saddle: false,
        }
    }
}

impl Search {
    pub fn new(setting: Setting) -> Self {
        Self {
            setting,
            solved: Solved::new(),
            work: Work::default(),
            recent: [[0; 2]; MAX + 1],
        }
    }

    /// The exact value of a position, and equilibrium mixes.
    pub fn solve(&mut self, node: &Node) -> Found {
        self.search(node, node.cards(), Bounds::ANY, 0, None)
    }

    /// What seat 0 gains from here on, as exactly as the window asks. `asks` is the seat that hopes for more than
    /// the window in vain, if all goes as its opponent expects.
    fn value(&mut self, node: &Node, size: usize, window: Bounds, asks: usize) -> Bounds {
        match size {
            0 => return Bounds::exactly(0.0),
            1 => return Bounds::exactly(self.last(node).into()),
            2 => return Bounds::exactly(self.pair(node)),
            _ => {}
        }
        let known = self.solved.get(node);
        match known {
            Some(known) if known.bounds.settle(window) => known.bounds,
            Some(_) | None => self.search(node, size, window, asks, known).bounds,
        }
    }

    fn search(
        &mut self,
        node: &Node,
        size: usize,
        window: Bounds,
        asks: usize,
        known: Option<Known>,
    ) -> Found {
        self.work.nodes += 1;
        let mut entries = Entries::new(node, size);
        let hint = known.map_or(self.recent[size], |known| known.hint);
        let mut best = [entries.find(0, hint[0]), entries.find(1, hint[1])];
        let mut found = match self.saddle(&mut entries, window, asks, &mut best) {
            Ok(found) => found,
            Err(circle) => self.mixed(&mut entries, window, circle),
        };
        if found.bounds.is_exact() {
            let count = if found.saddle {
                &mut self.work.saddles
            } else {
                &mut self.work.mixed
            };
            *count += 1;
        }
        if let Some(known) = known {
            found.bounds = found.bounds.and(known.bounds);
        }
        let hint = [entries.cards[0][best[0]], entries.cards[1][best[1]]];
        self.recent[size] = hint;
        let bounds = found.bounds;
        self.solved.set(node, size, Known { bounds, hint });
        found
    }

    /// Makes more known of what `seat` gains by `own` against `other`, until that settles its window.
    pub fn ask(&mut self, entries: &mut Entries, seat: usize, own: usize, other: usize, window: Bounds) {
        if entries.get(seat, own, other).settle(window) {
            return;
        }
        let window = window.seen_by(seat);
        let [row, column] = if seat == 0 { [own, other] } else { [other, own] };
        let cards = [entries.cards[0][row], entries.cards[1][column]].map(u32::from);
        let size = entries.size - 1;
        let bounds = match entries.node.turn(cards[0], cards[1], &self.setting) {
            End::One(gain, next) => self.value(&next, size, window.plus(-gain), seat).plus(gain),
            End::Choice(choice) => self.choice(&choice, size, window, seat),
        };
        entries.narrow(row, column, bounds);
    }

    /// The same of a choice among rows.
    fn choice(&mut self, choice: &Choice, size: usize, window: Bounds, asks: usize) -> Bounds {
        let chooser = choice.chooser;
        let mut window = window.seen_by(chooser);
        let mut best = Bounds::LEAST;
        for &(gain, next) in choice.ends() {
            let asked = window.seen_by(chooser).plus(-gain);
            let value = self.value(&next, size, asked, asks).plus(gain);
            best = best.max(value.seen_by(chooser));
            if best.is_above(window) {
                // The rows not looked at may be better still.
                best = Bounds::at_least(best.lower);
                break;
            }
            window.lower = window.lower.max(best.lower);
        }
        best.seen_by(chooser)
    }

    /// One card each: no choice but of a row.
    #[inline]
    fn last(&self, node: &Node) -> i32 {
        let [own, other] = node.hands.map(u32::trailing_zeros);
        match node.turn(own, other, &self.setting) {
            End::One(gain, _) => gain,
            End::Choice(choice) => choice.best(|gain, _| gain),
        }
    }

    /// Two cards each.
    fn pair(&self, node: &Node) -> f64 {
        let cards = node
            .hands
            .map(|hand| [hand.trailing_zeros(), 31 - hand.leading_zeros()]);
        let payoffs = cards[0].map(|own| {
            cards[1].map(|other| match node.turn(own, other, &self.setting) {
                End::One(gain, next) => gain + self.last(&next),
                End::Choice(choice) => choice.best(|gain, next| gain + self.last(next)),
            })
        });
        matrix::pair(payoffs)
    }
}
