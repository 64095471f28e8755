//! Many tables in one call.

mod each;
mod slot;
mod snapshot;
mod write;

use super::element::check_len;
use super::{EnvError, EnvOptions};
use crate::core::{Action, ActionSet, Seat};
use crate::observe::Observe;
use each::each_mut;
use slot::Slot;

pub use slot::Ended;
pub use snapshot::VecSnapshot;
pub use write::{Full, Packed};

/// A seat that must act at one of the tables.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Row<A: Action> {
    /// Its table.
    pub table: usize,
    /// The seat.
    pub seat: Seat,
    /// What it may do, never empty.
    pub legal: ActionSet<A>,
    /// What was paid to it since its last decision in this game.
    pub reward: f32,
}

/// Many tables in one call, with an automatic reset in the step in which a game ends.
///
/// [`rows`](Self::rows) names the seats that must act, by table and then by seat; a [`step`](Self::step) takes
/// an action id for each, in that order. A game that ended is reported by [`ended`](Self::ended), with what was
/// paid to each seat since its last decision, and the rows of its table are already those of the next game. So
/// each reward is in exactly one row or end. [`step_full`](Self::step_full) and [`write_full`](Self::write_full)
/// are the same with a place for every seat of every table, and what the last step alone paid.
///
/// Of T tables, table t plays the games t, t + T, t + 2·T, … of the seed. Results depend neither on threads
/// (feature `rayon`) nor on anything but rules, seed, T and actions. A step allocates nothing.
///
/// ```
/// use hornox_env::Action as _;
/// use hornox_env::gym::{Element, EnvOptions, Packed, VecEnv};
/// use hornox_env::nimmt::{Action, Nimmt, Preset};
///
/// let mut env = VecEnv::<Nimmt>::new(&Preset::Round.rules(), 8, EnvOptions::default())?;
/// env.reset(Some(7))?;
/// let (length, actions) = (u8::layout::<Nimmt>().len(), Action::COUNT);
/// let (mut observations, mut masks) = (vec![0; env.max_rows() * length], vec![0; env.max_rows() * actions]);
/// for _ in 0..100 {
///     let rows = env.rows().len();
///     let (observations, masks) = (&mut observations[..rows * length], &mut masks[..rows * actions]);
///     env.write_packed(Packed { observations, masks })?;
///     // A policy would choose from the observations; this one plays the highest legal action.
///     let highest = |mask: &[u8]| mask.iter().rposition(|&legal| legal == 1).unwrap_or(0) as u8;
///     let ids: Vec<u8> = masks.chunks_exact(actions).map(highest).collect();
///     env.step(&ids)?;
///     for game in env.ended() {
///         println!("game {} at table {}: {:?} bulls", game.number, game.table, game.scores);
///     }
/// }
/// # Ok::<(), hornox_env::gym::EnvError>(())
/// ```
#[derive(Clone, Debug)]
pub struct VecEnv<G: Observe> {
    options: EnvOptions,
    slots: Vec<Slot<G>>,
    rows: Vec<Row<G::Action>>,
    ended: Vec<Ended>,
    illegal: Vec<(usize, Seat)>,
    /// The chosen actions, row by row: room that steps use again.
    joint: Vec<(Seat, G::Action)>,
}

impl<G: Observe> VecEnv<G> {
    /// Tables before their first [`reset`](Self::reset).
    ///
    /// # Errors
    /// Where `tables` is 0.
    pub fn new(rules: &G::Rules, tables: usize, options: EnvOptions) -> Result<Self, EnvError> {
        if tables == 0 {
            return Err(EnvError::BadOption {
                option: "tables",
                value: tables.to_string(),
                right: "at least 1".to_owned(),
            });
        }
        options.reward.check(rules)?;
        let slots = (0..tables).map(|table| Slot::new(rules, table)).collect();
        let room = tables * G::new(rules).players();
        Ok(Self {
            options,
            slots,
            rows: Vec::with_capacity(room),
            ended: Vec::with_capacity(tables),
            illegal: Vec::with_capacity(room),
            joint: Vec::with_capacity(room),
        })
    }

    /// Starts the first games of `seed`, one a table, or where none is given each table's next game.
    ///
    /// # Errors
    /// Where the game refuses its own deal.
    pub fn reset(&mut self, seed: Option<u64>) -> Result<(), EnvError> {
        let tables = self.tables();
        self.slots = self
            .slots
            .iter()
            .map(|slot| slot.next(seed, tables))
            .collect::<Result<_, _>>()?;
        self.illegal.clear();
        self.gather();
        Ok(())
    }

    /// Plays an action id for each of the [`rows`](Self::rows), in their order.
    ///
    /// # Errors
    /// Before a reset, on another number of ids, and on an illegal action where these are not forgiven. Nothing
    /// is then played at any table.
    pub fn step(&mut self, ids: &[u8]) -> Result<(), EnvError> {
        self.check_reset()?;
        check_len("ids", self.rows.len(), ids.len())?;
        self.step_rows(|index, _| ids[index])
    }

    /// [`step`](Self::step) with an id for every seat of every table, `[tables, players]`; those of seats that
    /// must not act are not read.
    ///
    /// # Errors
    /// As [`step`](Self::step).
    pub fn step_full(&mut self, ids: &[u8]) -> Result<(), EnvError> {
        self.check_reset()?;
        check_len("ids", self.max_rows(), ids.len())?;
        let players = self.players();
        self.step_rows(|_, row| ids[row.table * players + row.seat.index()])
    }

    fn step_rows(&mut self, id: impl Fn(usize, &Row<G::Action>) -> u8) -> Result<(), EnvError> {
        // Where illegal actions are errors the list of forgiven ones is always empty.
        self.illegal.clear();
        self.joint.clear();
        for (index, row) in self.rows.iter().enumerate() {
            let (action, replaced) = self
                .options
                .illegal
                .choose(row.seat, id(index, row), row.legal)
                .map_err(|error| at_table(row.table, error))?;
            self.joint.push((row.seat, action));
            if replaced {
                self.illegal.push((row.table, row.seat));
            }
        }
        let (joint, reward, tables) = (&self.joint, self.options.reward, self.tables());
        each_mut(&mut self.slots, |slot| slot.step(joint, reward, tables))?;
        self.gather();
        Ok(())
    }

    /// Lists who must act and what ended.
    fn gather(&mut self) {
        self.rows.clear();
        self.ended.clear();
        for slot in &mut self.slots {
            slot.first_row = self.rows.len();
            slot.push_rows(&mut self.rows);
            self.ended.extend(slot.ended);
        }
    }

    fn check_reset(&self) -> Result<(), EnvError> {
        // A table that was reset always waits for somebody.
        if self.rows.is_empty() {
            Err(EnvError::NotReset)
        } else {
            Ok(())
        }
    }

    /// The seats that must act, by table and then by seat; none before the first reset.
    pub fn rows(&self) -> &[Row<G::Action>] {
        &self.rows
    }

    /// The most rows there can be: tables × players.
    pub fn max_rows(&self) -> usize {
        self.tables() * self.players()
    }

    /// The games that ended in the last step, by table.
    pub fn ended(&self) -> &[Ended] {
        &self.ended
    }

    /// The tables and seats whose action in the last step was illegal and replaced by their lowest legal one,
    /// under [`IllegalAction::Lowest`](crate::gym::IllegalAction::Lowest).
    pub fn illegal(&self) -> &[(usize, Seat)] {
        &self.illegal
    }

    /// How many tables there are.
    pub fn tables(&self) -> usize {
        self.slots.len()
    }

    /// How many seats are at each table.
    pub fn players(&self) -> usize {
        self.slots.first().map_or(0, |slot| slot.episode.game.players())
    }

    /// The whole state at each table, hidden parts included, table 0 first: for policies that read views rather
    /// than observations.
    pub fn games(&self) -> impl ExactSizeIterator<Item = &G> {
        self.slots.iter().map(|slot| &slot.episode.game)
    }

    /// The whole state at one table.
    ///
    /// # Errors
    /// On an unknown table.
    pub fn game(&self, table: usize) -> Result<&G, EnvError> {
        Ok(&self.slot(table)?.episode.game)
    }

    /// The number, among the seed's games, of the game at one table.
    ///
    /// # Errors
    /// On an unknown table.
    pub fn number(&self, table: usize) -> Result<u64, EnvError> {
        Ok(self.slot(table)?.episode.number)
    }

    fn slot(&self, table: usize) -> Result<&Slot<G>, EnvError> {
        let tables = self.tables();
        self.slots
            .get(table)
            .ok_or(EnvError::UnknownTable { table, tables })
    }

    /// What it was asked to do.
    pub fn options(&self) -> EnvOptions {
        self.options
    }

    /// The length of a mask.
    const ACTIONS: usize = <G::Action as Action>::COUNT;
}

fn at_table(table: usize, error: EnvError) -> EnvError {
    EnvError::AtTable {
        table,
        error: Box::new(error),
    }
}
