//! Batches of described decisions: globals `[B, G]` and ragged action features `[ΣK, C]`.

use super::decisions::Decisions;
use super::error::NetworkError;

/// An owned batch of `B` described decisions. Decision `i` has `counts[i]` legal actions, at least
/// one, whose feature rows lie one after the other.
#[derive(Clone, Debug, PartialEq)]
pub struct Described {
    globals_width: usize,
    features_width: usize,
    globals: Vec<f32>,
    actions: Vec<f32>,
    counts: Vec<u32>,
    /// `B + 1` row numbers: decision `i` has the rows `starts[i]..starts[i + 1]`.
    starts: Vec<usize>,
}

impl Described {
    /// An empty batch for `globals_width` (G) numbers a decision and `features_width` (C) an action.
    #[must_use]
    pub fn new(globals_width: usize, features_width: usize) -> Self {
        Self {
            globals_width,
            features_width,
            globals: Vec::new(),
            actions: Vec::new(),
            counts: Vec::new(),
            starts: vec![0],
        }
    }

    /// Adds a decision: `globals` `[G]`, `actions` `[K, C]` row by row with `K ≥ 1`.
    ///
    /// # Errors
    /// Where a length does not fit the widths or there is no action; the batch is unchanged then.
    pub fn push(&mut self, globals: &[f32], actions: &[f32]) -> Result<(), NetworkError> {
        NetworkError::expect_equal("globals of a decision", self.globals_width, globals.len())?;
        let width = self.features_width.max(1);
        let count = actions.len() / width;
        NetworkError::expect_equal("features of a decision", count * width, actions.len())?;
        if count == 0 {
            return Err(NetworkError::NoAction { decision: self.len() });
        }
        self.append(globals, actions, count);
        Ok(())
    }

    /// Adds a decision that `fill` writes in place: it gets zeroed `globals` `[G]` and `actions`
    /// `[K, C]`. With `count` (K) zero nothing happens and `fill` is not called.
    pub fn push_with(&mut self, count: usize, fill: impl FnOnce(&mut [f32], &mut [f32])) {
        if count == 0 {
            return;
        }
        let (globals, actions) = (self.globals.len(), self.actions.len());
        self.globals.resize(globals + self.globals_width, 0.0);
        self.actions.resize(actions + count * self.features_width, 0.0);
        self.record(count);
        fill(&mut self.globals[globals..], &mut self.actions[actions..]);
    }

    fn append(&mut self, globals: &[f32], actions: &[f32], count: usize) {
        self.globals.extend_from_slice(globals);
        self.actions.extend_from_slice(actions);
        self.record(count);
    }

    fn record(&mut self, count: usize) {
        // A decision of 2³² actions would not fit in memory.
        self.counts.push(u32::try_from(count).unwrap_or(u32::MAX));
        self.starts.push(self.rows() + count);
    }

    /// Forgets all decisions and keeps the memory.
    pub fn clear(&mut self) {
        self.globals.clear();
        self.actions.clear();
        self.counts.clear();
        self.starts.truncate(1);
    }

    /// The decisions in the batch (B).
    #[must_use]
    pub fn len(&self) -> usize {
        self.counts.len()
    }

    /// Whether there is no decision.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.counts.is_empty()
    }

    /// All legal actions of all decisions (ΣK).
    #[must_use]
    pub fn rows(&self) -> usize {
        self.starts.last().copied().unwrap_or(0)
    }

    /// Numbers that describe a decision (G).
    #[must_use]
    pub fn globals_width(&self) -> usize {
        self.globals_width
    }

    /// Numbers that describe an action (C).
    #[must_use]
    pub fn features_width(&self) -> usize {
        self.features_width
    }

    /// Legal actions of each decision (K), `[B]`.
    #[must_use]
    pub fn counts(&self) -> &[u32] {
        &self.counts
    }

    /// Where each decision's rows begin, and at the end ΣK: `[B + 1]`. Ragged results such as
    /// logits are cut by it.
    #[must_use]
    pub fn starts(&self) -> &[usize] {
        &self.starts
    }

    /// The decisions `from..to`, borrowed; what lies beyond the end is left out.
    #[must_use]
    pub fn range(&self, from: usize, to: usize) -> Decisions<'_> {
        let to = to.min(self.len());
        let from = from.min(to);
        let (g, c) = (self.globals_width, self.features_width);
        Decisions {
            globals: &self.globals[from * g..to * g],
            actions: &self.actions[self.starts[from] * c..self.starts[to] * c],
            counts: &self.counts[from..to],
        }
    }

    /// All decisions, borrowed.
    #[must_use]
    pub fn all(&self) -> Decisions<'_> {
        self.range(0, self.len())
    }

    /// Adds the decisions `chosen` of another batch, in that order. Numbers beyond its end are
    /// passed over.
    ///
    /// # Errors
    /// Where the widths differ; the batch is unchanged then.
    pub fn extend_from(
        &mut self,
        from: &Self,
        chosen: impl IntoIterator<Item = usize>,
    ) -> Result<(), NetworkError> {
        NetworkError::expect_equal("globals width", self.globals_width, from.globals_width)?;
        NetworkError::expect_equal("features width", self.features_width, from.features_width)?;
        self.gather(from, chosen);
        Ok(())
    }

    /// A new batch of the decisions `chosen`, in that order. Numbers beyond the end are passed over.
    #[must_use]
    pub fn select(&self, chosen: impl IntoIterator<Item = usize>) -> Self {
        let mut selected = Self::new(self.globals_width, self.features_width);
        selected.gather(self, chosen);
        selected
    }

    fn gather(&mut self, from: &Self, chosen: impl IntoIterator<Item = usize>) {
        for index in chosen.into_iter().filter(|&index| index < from.len()) {
            let one = from.range(index, index + 1);
            self.append(one.globals, one.actions, one.rows());
        }
    }

    /// The batch cut into runs of whole decisions with about `rows` action rows each (more only
    /// where a single decision has more).
    pub fn blocks(&self, rows: usize) -> impl Iterator<Item = Decisions<'_>> {
        let mut from = 0;
        std::iter::from_fn(move || {
            if from >= self.len() {
                return None;
            }
            let limit = self.starts[from] + rows;
            let mut to = from + 1;
            while to < self.len() && self.starts[to + 1] <= limit {
                to += 1;
            }
            let block = self.range(from, to);
            from = to;
            Some(block)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn three() -> Described {
        let mut batch = Described::new(2, 1);
        batch.push(&[1.0, 2.0], &[10.0]).unwrap();
        batch.push(&[3.0, 4.0], &[20.0, 21.0, 22.0]).unwrap();
        batch.push(&[5.0, 6.0], &[30.0, 31.0]).unwrap();
        batch
    }

    #[test]
    fn pushes_and_cuts() {
        let batch = three();
        assert_eq!((batch.len(), batch.rows()), (3, 6));
        assert_eq!(batch.starts(), [0, 1, 4, 6]);
        let middle = batch.range(1, 2);
        assert_eq!(middle.globals(), [3.0, 4.0]);
        assert_eq!(middle.actions(), [20.0, 21.0, 22.0]);
        assert_eq!(batch.range(2, 9).len(), 1);
        assert!(batch.range(7, 9).is_empty());
    }

    #[test]
    fn refuses_what_does_not_fit_and_stays_as_it_was() {
        let mut batch = Described::new(2, 2);
        assert!(batch.push(&[1.0], &[1.0, 2.0]).is_err());
        assert!(batch.push(&[1.0, 2.0], &[1.0, 2.0, 3.0]).is_err());
        assert_eq!(
            batch.push(&[1.0, 2.0], &[]),
            Err(NetworkError::NoAction { decision: 0 })
        );
        assert_eq!(batch, Described::new(2, 2));
        assert!(three().extend_from(&batch, [0]).is_err());
    }

    #[test]
    fn selects_in_order_and_repeats() {
        let selected = three().select([2, 0, 2, 99]);
        assert_eq!(selected.counts(), [2, 1, 2]);
        assert_eq!(selected.all().actions(), [30.0, 31.0, 10.0, 30.0, 31.0]);
    }

    #[test]
    fn blocks_hold_every_decision_once() {
        let batch = three();
        let counts: Vec<_> = batch.blocks(4).map(|block| block.counts().to_vec()).collect();
        assert_eq!(counts, [vec![1, 3], vec![2]]);
        assert_eq!(batch.blocks(1).count(), 3);
    }

    #[test]
    fn fills_in_place_and_clears() {
        let mut batch = three();
        batch.clear();
        assert!(batch.is_empty());
        batch.push_with(2, |globals, actions| {
            globals[1] = 7.0;
            actions[1] = 8.0;
        });
        batch.push_with(0, |_, _| {});
        assert_eq!(batch.all().globals(), [0.0, 7.0]);
        assert_eq!(batch.all().actions(), [0.0, 8.0]);
    }
}
