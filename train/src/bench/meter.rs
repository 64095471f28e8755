//! Measuring in runs of a fixed time.

use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;

use crate::interrupt::Stop;

/// Runs of each figure, after one to warm up.
pub const RUNS: u32 = 7;

/// What was done in one run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Run {
    /// Decisions that were made.
    pub decisions: u64,
    /// What they took on the clock.
    pub seconds: f64,
}

/// Measures work in runs of a fixed time, one after another.
#[derive(Clone, Debug)]
pub struct Meter {
    run: Duration,
    stop: Stop,
}

impl Meter {
    /// A meter that takes about this long for a figure, the warm-up included. A figure takes longer where a single
    /// piece of its work does.
    pub fn new(figure: Duration, stop: Stop) -> Self {
        Self {
            run: figure / (RUNS + 1),
            stop,
        }
    }

    /// Repeats `work`, which says how many decisions it made, on each worker until a run's time is over, for a
    /// warm-up and [`RUNS`] runs. Several workers have a thread each; a single one stays on this thread. None where
    /// a stop was asked for.
    ///
    /// # Errors
    /// Those of the work.
    pub fn measure<W: Send>(
        &self,
        workers: &mut [W],
        work: impl Fn(&mut W) -> anyhow::Result<u64> + Sync,
    ) -> anyhow::Result<Option<Vec<Run>>> {
        let mut runs = Vec::new();
        for number in 0..=RUNS {
            let run = self.run(workers, &work)?;
            if self.stop.requested() {
                return Ok(None);
            }
            // The first one warms up.
            if number > 0 {
                runs.push(run);
            }
        }
        Ok(Some(runs))
    }

    fn run<W: Send>(
        &self,
        workers: &mut [W],
        work: &(impl Fn(&mut W) -> anyhow::Result<u64> + Sync),
    ) -> anyhow::Result<Run> {
        let start = Instant::now();
        let decisions = if let [only] = workers {
            self.repeat(start, only, work)?
        } else {
            thread::scope(|scope| {
                let threads: Vec<_> = workers
                    .iter_mut()
                    .map(|worker| scope.spawn(|| self.repeat(start, worker, work)))
                    .collect();
                threads
                    .into_iter()
                    .map(|thread| thread.join().map_err(|_| anyhow!("a measured thread panicked"))?)
                    .sum::<anyhow::Result<u64>>()
            })?
        };
        Ok(Run {
            decisions,
            seconds: start.elapsed().as_secs_f64(),
        })
    }

    fn repeat<W>(
        &self,
        start: Instant,
        worker: &mut W,
        work: impl Fn(&mut W) -> anyhow::Result<u64>,
    ) -> anyhow::Result<u64> {
        let mut decisions = 0;
        loop {
            decisions += work(worker)?;
            if start.elapsed() >= self.run || self.stop.requested() {
                return Ok(decisions);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn meter(stop: &Stop) -> Meter {
        Meter::new(Duration::from_millis(16), stop.clone())
    }

    #[test]
    fn every_run_lasts_its_time_and_counts_its_own_work() {
        let mut counts = [0_u64; 3];
        let runs = meter(&Stop::new()).measure(&mut counts, |count| {
            *count += 5;
            Ok(5)
        });
        let runs = runs.unwrap().unwrap();
        assert_eq!(runs.len(), RUNS as usize);
        for run in &runs {
            assert!(run.seconds >= 0.002 && run.decisions >= 15, "{run:?}");
        }
        // The warm-up is work, but no run's.
        let measured: u64 = runs.iter().map(|run| run.decisions).sum();
        assert!(counts.iter().sum::<u64>() > measured);
    }

    #[test]
    fn a_stop_leaves_no_figure() {
        let stop = Stop::new();
        let mut calls = 0;
        let runs = meter(&stop).measure(&mut [&mut calls], |calls| {
            **calls += 1;
            stop.request();
            Ok(1)
        });
        assert!(runs.unwrap().is_none());
        assert_eq!(calls, 1);
    }

    #[test]
    fn an_error_of_the_work_is_given_back() {
        for mut workers in [vec![()], vec![(), ()]] {
            let runs = meter(&Stop::new()).measure(&mut workers, |()| Err(anyhow!("no cards")));
            assert_eq!(runs.unwrap_err().to_string(), "no cards");
        }
    }
}
