//! The loop of play, learning, evaluation and saving.

use std::path::{Path, PathBuf};

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::checkpoint::{Checkpoint, PanelResult};
use hornox_agents::neural::{NetAgent, PolicyKernel, ValueKernel};
use hornox_env::AnyRules;
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;

use super::frozen::Frozen;
use super::iteration::iterate;
use super::scalars::{agreement, of_evaluation, of_iteration};
use super::settings::{fits, fresh, hyper, rates, terms};
use super::state::{Counters, State};
use super::tables::{Tables, Terms};
use crate::arena::{Plan, Row, evaluate, table};
use crate::config::Config;
use crate::interrupt::Stop;
use crate::report::{MetricSink, Progress, note, print};
use crate::run::Run;

/// The deals of all evaluations in training: the same for every run, and of no run's games.
const EVALUATION_SEED: u64 = 0x6E69_6D6D_7421;

/// Games at most to see how well an agent is imitated: some agents take their time, and these give some thousand
/// decisions.
const MOST_IMITATED: u64 = 500;

/// A training that was asked for: its config is valid and its folder is there.
#[derive(Debug)]
pub struct Session {
    /// The experiment.
    pub config: Config,
    /// The folder it writes to.
    pub run: Run,
    /// Whether it goes on with an earlier start rather than from the beginning.
    pub resumed: bool,
    /// What `--resume` takes to go on where a stop was asked for.
    pub resumes: PathBuf,
    /// Whether no progress is shown.
    pub quiet: bool,
    /// Asks for a clean stop.
    pub stop: Stop,
}

/// Trains in a run's folder until the config's iterations are done or a stop is asked for. A resumed session
/// continues from the run's saved state, exactly as if it had never stopped.
///
/// # Errors
/// Where the folder can't be written, the saved state can't be read, or training fails.
pub fn train(session: &Session) -> anyhow::Result<()> {
    let pool = rayon::ThreadPoolBuilder::new()
        .num_threads(session.config.run.threads)
        .build()
        .context("the threads could not be started")?;
    pool.install(|| match &session.config.rules {
        AnyRules::Nimmt(rules) => Trainer::<Nimmt>::new(session, *rules)?.run(),
        AnyRules::Sixes(rules) => Trainer::<Sixes>::new(session, *rules)?.run(),
    })
}

struct Trainer<'a, G: Playable> {
    rules: G::Rules,
    session: &'a Session,
    config: &'a Config,
    run: &'a Run,
    frozen: Frozen<G>,
    state: State<G>,
    metrics: MetricSink,
    /// The iteration of the state on disk.
    saved: Option<u64>,
}

impl<'a, G: Playable> Trainer<'a, G> {
    fn new(session: &'a Session, rules: G::Rules) -> anyhow::Result<Self> {
        let Session { config, run, .. } = session;
        let hyper = hyper(config);
        let state = if session.resumed {
            let state = State::load(&run.state(), hyper)?;
            fits(&state, config, &rules)
                .with_context(|| format!("{}: config.toml and state do not fit", run.path().display()))?;
            state
        } else {
            fresh(config, &rules, hyper)?
        };
        let step = state.counters.iteration;
        let metrics = MetricSink::open(&run.metrics(), &run.events(), step)?;
        Ok(Self {
            rules,
            session,
            config,
            run,
            frozen: Frozen::new(config)?,
            state,
            metrics,
            saved: session.resumed.then_some(step),
        })
    }

    fn run(mut self) -> anyhow::Result<()> {
        let iterations = self.config.ppo.iterations;
        let progress = Progress::new(
            iterations,
            self.state.counters.iteration,
            "iterations",
            self.session.quiet,
        );
        progress.line(&format!("training in {}", self.run.path().display()));
        // Saved before anything is played: a run can go on wherever it is cut off.
        self.save_if_new()?;
        loop {
            let evaluated = self.evaluate_if_due(&progress)?;
            let done = self.state.counters.iteration;
            if evaluated && self.saved == Some(done) {
                // A stop cut this evaluation short before; it is not to be done a third time.
                self.saved = None;
                self.save_if_new()?;
            }
            if every(self.config.checkpoint.every, done) && self.saved != Some(done) {
                self.checkpoint(Vec::new())
                    .save(&self.run.earlier_checkpoint(done))?;
                self.save_if_new()?;
            }
            if !self.goes_on() {
                break;
            }
            self.iterate(&progress)?;
            progress.advance(1);
        }
        progress.finish();
        self.save_if_new()?;
        self.finish()
    }

    /// Writes the state, unless it is the one that was written last.
    fn save_if_new(&mut self) -> anyhow::Result<()> {
        let now = Some(self.state.counters.iteration);
        if self.saved != now {
            self.state.save(&self.run.state())?;
            self.saved = now;
        }
        Ok(())
    }

    fn goes_on(&self) -> bool {
        let Counters {
            iteration, seconds, ..
        } = self.state.counters;
        let late = self
            .config
            .run
            .minutes
            .is_some_and(|minutes| seconds >= 60.0 * minutes);
        iteration < self.config.ppo.iterations && !late && !self.session.stop.requested()
    }

    /// One round at every table, and what is learned from it.
    fn iterate(&mut self, progress: &Progress) -> anyhow::Result<()> {
        let rates = rates(self.config, self.state.counters.iteration);
        let done = iterate(&mut self.state, self.config, &mut self.frozen, rates)?;
        let (counters, totals) = (&self.state.counters, &done.round.totals);
        progress.message(&format!(
            "{:.0}k decisions/s, {:.2} {} a seat, entropy {:.2}",
            counters.decisions as f64 / counters.seconds / 1e3,
            totals.scored as f64 / totals.seat_rounds.max(1) as f64,
            G::SCORE.unit,
            done.round.stats.entropy,
        ));
        let step = counters.iteration;
        let scored = format!("play/{}_per_seat", G::SCORE.unit);
        let scalars = of_iteration(&scored, &done, counters);
        self.metrics.write(step, &scalars)?;
        Ok(())
    }

    /// The evaluation on the way that belongs to this iteration, unless it was done. One that is cut short by a
    /// stop is done again when the run goes on. Says whether it was done now.
    fn evaluate_if_due(&mut self, progress: &Progress) -> anyhow::Result<bool> {
        let Counters {
            iteration: step,
            evaluated,
            ..
        } = self.state.counters;
        let due = every(self.config.evaluation.every, step) && step < self.config.ppo.iterations;
        if !due || evaluated == step {
            return Ok(false);
        }
        let rows = self.evaluate(self.config.evaluation.deals)?;
        let agreement = self.imitation(self.config.evaluation.deals)?;
        if self.session.stop.requested() {
            return Ok(false);
        }
        self.write_evaluation(&rows, agreement)?;
        if let Some((share, error)) = agreement {
            progress.line(&format!("iteration {step}, {}", agrees(share, error)));
        }
        for row in &rows {
            progress.line(&format!(
                "iteration {step}, against {}: {:.2} ± {:.2} {}, own − others {:+.2} ± {:.2}",
                row.against,
                row.score,
                row.score_se,
                G::SCORE.unit,
                row.diff,
                row.diff_se
            ));
        }
        Ok(true)
    }

    /// Writes an evaluation of the agent as it is, so that it is not made again.
    fn write_evaluation(&mut self, rows: &[Row], agreement: Option<(f64, f64)>) -> anyhow::Result<()> {
        let step = self.state.counters.iteration;
        self.state.counters.evaluated = step;
        let scalars = of_evaluation(rows, agreement);
        let scalars: Vec<_> = scalars
            .iter()
            .map(|(tag, number)| (tag.as_str(), *number))
            .collect();
        if !scalars.is_empty() {
            self.metrics.write(step, &scalars)?;
        }
        Ok(())
    }

    /// The averaged policy, greedily, against each of the config's opponents. Ends early where a stop is asked
    /// for: only opponents that were met to the end count.
    fn evaluate(&self, deals: u64) -> anyhow::Result<Vec<Row>> {
        let learner = &self.state.learner;
        let policy = PolicyKernel::new(learner.config(), learner.average_policy())?;
        let mut rows = Vec::new();
        for spec in &self.config.evaluation.against {
            let plan = Plan::<G> {
                rules: &self.rules,
                deals,
                seed: EVALUATION_SEED,
                threads: self.config.run.threads,
                stop: &self.session.stop,
            };
            let agent =
                || Ok(Box::new(NetAgent::new("net".to_owned(), policy.clone(), self.rules, 0.0)) as Box<_>);
            let opponent = || Ok(spec.build()?);
            let row = evaluate(&plan, &agent, &opponent, &|_| ())?;
            rows.extend(row.filter(|_| !self.session.stop.requested()));
        }
        Ok(rows)
    }

    /// In what share of its decisions in so many games that nobody learns from the averaged policy's likeliest move
    /// is the teacher's, with one standard error; none without a teacher.
    fn imitation(&self, deals: u64) -> anyhow::Result<Option<(f64, f64)>> {
        let Some(teacher) = Frozen::<G>::teacher_alone(self.config)? else {
            return Ok(None);
        };
        let learner = &self.state.learner;
        let policy = PolicyKernel::new(learner.config(), learner.average_policy())?;
        let value = ValueKernel::new(learner.config(), learner.average_value())?;
        let terms = Terms {
            seed: EVALUATION_SEED,
            ..terms(self.config)
        };
        let mut tables = Tables::<G>::new(&self.rules, deals.min(MOST_IMITATED) as usize);
        let totals = tables.play(&policy, &value, &teacher, 0, &terms)?.totals();
        let error = |share: f64| (share * (1.0 - share) / totals.taught as f64).sqrt();
        Ok(agreement(&totals).map(|share| (share, error(share))))
    }

    fn checkpoint(&self, results: Vec<PanelResult>) -> Checkpoint {
        let mut checkpoint = self.state.checkpoint(self.config, &self.rules);
        checkpoint.manifest.results = results;
        checkpoint
    }

    /// The evaluation at the end, the final checkpoint, and what to do next.
    fn finish(mut self) -> anyhow::Result<()> {
        let Counters {
            iteration,
            decisions,
            seconds,
            ..
        } = self.state.counters;
        let stop = self.session.stop.clone();
        let rows = if stop.requested() || self.config.evaluation.final_deals == 0 {
            Vec::new()
        } else {
            if !self.session.quiet {
                note("evaluating the trained agent");
            }
            self.evaluate(self.config.evaluation.final_deals)?
        };
        let agreement = if rows.is_empty() {
            None
        } else {
            self.imitation(self.config.evaluation.final_deals)?
        };
        let interrupted = stop.requested();
        let complete = iteration >= self.config.ppo.iterations && !interrupted;
        if complete && self.state.counters.evaluated != iteration && !rows.is_empty() {
            self.write_evaluation(&rows, agreement)?;
            self.state.save(&self.run.state())?;
        }
        let at = self.run.checkpoint();
        self.checkpoint(rows.iter().map(panel_result).collect())
            .save(&at)?;
        self.metrics.finish()?;
        if !rows.is_empty() && !self.session.quiet {
            print(&table(&rows, G::SCORE))?;
        }
        if let Some((share, error)) = agreement {
            print(&format!("{}\n", agrees(share, error)))?;
        }
        print(&format!(
            "{iteration} iterations, {:.2}M decisions in {seconds:.0} s: {:.0}k decisions/s\n",
            decisions as f64 / 1e6,
            decisions as f64 / seconds.max(1e-9) / 1e3
        ))?;
        if interrupted {
            return Ok(print(&format!(
                "stopped; go on with: hornox train --resume {}\n",
                self.session.resumes.display()
            ))?);
        }
        Ok(print(&next_steps(&at, self.run.path()))?)
    }
}

/// Whether something with this interval falls behind this iteration; an interval of 0 is never.
fn every(interval: u64, iteration: u64) -> bool {
    interval > 0 && iteration > 0 && iteration.is_multiple_of(interval)
}

fn next_steps(checkpoint: &Path, run: &Path) -> String {
    format!(
        "checkpoint: {checkpoint}; next: tensorboard --logdir {run}/tensorboard, or hornox eval net:{checkpoint} \
         --against mcs:1000 --rules {run}/rules.toml\n",
        checkpoint = checkpoint.display(),
        run = run.display()
    )
}

fn agrees(share: f64, error: f64) -> String {
    format!(
        "moves of the imitated agent in games not learned from: {:.1} ± {:.1} % right",
        100.0 * share,
        100.0 * error
    )
}

fn panel_result(row: &Row) -> PanelResult {
    PanelResult {
        against: row.against.clone(),
        games: row.games,
        score: row.score,
        score_se: row.score_se,
        diff: row.diff,
        diff_se: row.diff_se,
        win_share: row.win_share,
        win_share_se: row.win_share_se,
    }
}
