//! Frozen agents, who do not learn: opponents at some of the tables, and a teacher.

use std::fmt;

use anyhow::Context as _;
use hornox_agents::Playable;
use hornox_agents::neural::{NetAgent, NetworkConfig, PolicyKernel};
use hornox_env::{ActionSet, Decision, Seat, SeatSet, game_seed};
use rand_chacha::ChaCha8Rng;

use super::askable::Askable;
use super::pool::Pool;
use super::teacher::Teacher;
use crate::config::{Config, borders, learners_at};
use crate::ppo::Learner;

/// Neighbouring tables that meet the same past version of the agent: a batch that suits a net.
const TABLES_A_VERSION: usize = 8;

/// The frozen agents of a training: who plays where, and the agents themselves, to be asked from any thread.
///
/// Which tables an opponent has depends on the config alone, and which seats it has on the number of the game, so
/// nothing of it is in a saved state. The past versions of the agent are, as its [`Pool`].
#[derive(Debug)]
pub struct Frozen<G: Playable> {
    /// The config's, in the order of their tables.
    opponents: Vec<Opponent<G>>,
    /// The table behind the last one of each; behind them, those of the exploiter and of the pool.
    ends: Vec<usize>,
    /// The seats of the config's rules.
    players: usize,
    /// The learner's seats at the tables of the pool.
    pool_learners: usize,
    temperature: f32,
    /// The agent's adversary as it is.
    exploiter: Option<Opponent<G>>,
    /// Versions of the agent, with the iterations that they are from.
    past: Vec<(u64, Opponent<G>)>,
    teacher: Option<Teacher<G>>,
}

struct Opponent<G: Playable> {
    agents: Askable<G>,
    /// The learner's seats at a table of the config's rules.
    learners: usize,
}

/// A decision that waits for a frozen agent.
pub(super) struct Question<G: Playable> {
    pub opponent: usize,
    pub table: usize,
    pub seat: Seat,
    pub view: G::View,
    pub legal: ActionSet<G::Action>,
}

impl<G: Playable> Frozen<G> {
    /// Nobody: the policy plays all seats.
    pub const fn none() -> Self {
        Self {
            opponents: Vec::new(),
            ends: Vec::new(),
            players: 1,
            pool_learners: 0,
            temperature: 0.0,
            exploiter: None,
            past: Vec::new(),
            teacher: None,
        }
    }

    /// The teacher of a config alone, playing at every table; none where the config has none.
    ///
    /// # Errors
    /// As [`new`](Self::new).
    pub fn teacher_alone(config: &Config) -> anyhow::Result<Option<Self>> {
        let teacher = Teacher::new(config)?;
        Ok(teacher.map(|teacher| Self {
            teacher: Some(teacher.everywhere()),
            ..Self::none()
        }))
    }

    /// One seat for the policy at every table of `players`, and copies of an agent in the others.
    pub(super) fn copies(agent: NetAgent<G>, players: usize) -> Self {
        Self {
            opponents: vec![Opponent {
                agents: Askable::net("copies".to_owned(), agent),
                learners: 1,
            }],
            ends: vec![usize::MAX],
            players,
            ..Self::none()
        }
    }

    /// Those of a config; the pool is empty, and the exploiter not yet there.
    ///
    /// # Errors
    /// Where an agent can't be made, or plays by what it remembers of the past: its memory would belong to the state
    /// of a training.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let ends = borders(&config.shares(), config.ppo.tables);
        let mut opponents = Vec::new();
        for opponent in &config.opponents {
            opponents.push(Opponent {
                agents: Askable::new(&opponent.agent)?,
                learners: opponent.learners,
            });
        }
        Ok(Self {
            opponents,
            ends: ends.into_iter().skip(1).collect(),
            players: config.rules.players(),
            pool_learners: config.pool.learners,
            temperature: config.pool.temperature as f32,
            exploiter: None,
            past: Vec::new(),
            teacher: Teacher::new(config)?,
        })
    }

    /// Who says what the learner should play, if anybody does.
    pub(super) const fn teacher(&self) -> Option<&Teacher<G>> {
        self.teacher.as_ref()
    }

    /// Takes the versions of a pool as they are now.
    ///
    /// # Errors
    /// Where a net is not of these sizes.
    pub fn follow(&mut self, pool: &Pool, network: &NetworkConfig, rules: &G::Rules) -> anyhow::Result<()> {
        self.past
            .retain(|(iteration, _)| pool.versions().any(|(kept, _)| kept == *iteration));
        for (iteration, policy) in pool.versions() {
            if self.past.iter().any(|(known, _)| *known == iteration) {
                continue;
            }
            let name = format!("iteration {iteration}");
            let kernel = PolicyKernel::new(network, policy)?;
            let agent = NetAgent::new(name.clone(), kernel, *rules, self.temperature);
            let opponent = Opponent {
                agents: Askable::net(name, agent),
                learners: self.pool_learners,
            };
            self.past.push((iteration, opponent));
        }
        Ok(())
    }

    /// Takes the exploiter as it is now: it plays as it does where it learns.
    ///
    /// # Errors
    /// None for a learner that was built.
    pub fn meet(&mut self, exploiter: &Learner, rules: &G::Rules) -> anyhow::Result<()> {
        let kernel = PolicyKernel::new(exploiter.config(), exploiter.policy())?;
        let agent = NetAgent::new("exploiter".to_owned(), kernel, *rules, 1.0);
        self.exploiter = Some(Opponent {
            agents: Askable::net("exploiter".to_owned(), agent),
            // All seats but one.
            learners: self.players,
        });
        Ok(())
    }

    /// The opponent at a table in an iteration of a training of this seed; none where the learner plays by itself.
    /// Which past version a table of the pool meets is drawn anew in each iteration.
    pub(super) fn at(&self, table: usize, seed: u64, iteration: u64) -> Option<usize> {
        let place = self.ends.iter().position(|end| table < *end)?;
        let exploiter = self.opponents.len();
        if place < exploiter || (place == exploiter && self.exploiter.is_some()) {
            return Some(place);
        }
        if place == exploiter {
            return None;
        }
        let block = (table / TABLES_A_VERSION) as u64;
        let draw = game_seed(game_seed(seed, iteration), block);
        let version = draw.checked_rem(self.past.len() as u64)?;
        Some(place + version as usize)
    }

    /// The config's opponents, behind them the exploiter, and then the versions of the pool.
    fn opponent(&self, number: usize) -> Option<&Opponent<G>> {
        let Some(behind) = number.checked_sub(self.opponents.len()) else {
            return self.opponents.get(number);
        };
        match behind.checked_sub(1) {
            None => self.exploiter.as_ref(),
            Some(version) => self.past.get(version).map(|(_, opponent)| opponent),
        }
    }

    /// The learner's seats in a game at a table of `players`: with an opponent, so many seats next to each other,
    /// moving on by one from table to table and from game to game.
    pub(super) fn learners(
        &self,
        opponent: Option<usize>,
        game: u64,
        tables: u64,
        players: usize,
    ) -> SeatSet {
        let Some(opponent) = opponent.and_then(|number| self.opponent(number)) else {
            return SeatSet::all(players);
        };
        let learners = learners_at(opponent.learners, players, self.players);
        let first = (game + game / tables.max(1)) % players as u64;
        Seat::all(players)
            .take(learners)
            .map(|seat| seat.after(first as usize, players))
            .collect()
    }

    /// The answers to questions to one opponent, in their order; each seat draws from the generator beside its
    /// question.
    pub(super) fn ask(
        &self,
        opponent: usize,
        questions: &[Question<G>],
        rngs: &mut [ChaCha8Rng],
    ) -> anyhow::Result<Vec<G::Action>> {
        let Opponent { agents, .. } = self.opponent(opponent).context("no such opponent")?;
        let decisions = questions.iter().zip(rngs).map(|(question, rng)| Decision {
            view: &question.view,
            legal: question.legal,
            rng,
        });
        let answers = agents.with(|agent| Ok(agent.act_batch(decisions.collect())?))?;
        anyhow::ensure!(
            answers.len() == questions.len(),
            "agent `{}`: {} answers to {} questions",
            agents.name(),
            answers.len(),
            questions.len()
        );
        Ok(answers)
    }
}

impl<G: Playable> fmt::Debug for Opponent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agents, learners } = self;
        write!(f, "{agents:?}, {learners} learners")
    }
}

#[cfg(test)]
mod tests {
    use hornox_agents::neural::flat::flatten;
    use hornox_env::RuleSet as _;
    use hornox_env::nimmt::{Nimmt, Preset};

    use super::*;
    use crate::selfplay::iteration::iterate;
    use crate::selfplay::segment::Segment;
    use crate::selfplay::tables::{Tables, Terms};
    use crate::selfplay::{fresh, hyper, rates};

    /// Two tasks of tables.
    const TABLES: usize = 64;
    /// Decisions a seat in a round by rules `bench`: the last of ten cards is forced.
    const CHOICES: usize = 9;

    fn config(opponents: &[&str]) -> Config {
        let mut text = format!(
            "[rules]\npreset = \"bench\"\n[network]\nhidden = 16\nreply = 16\nvalue_hidden = 16\n[ppo]\ntables = {TABLES}\n"
        );
        for opponent in opponents {
            text.extend(["[[opponents]]\n", opponent, "\n"]);
        }
        Config::parse("test", &text).unwrap().config
    }

    fn play(opponents: &[&str]) -> Segment {
        let config = config(opponents);
        let rules = Preset::Bench.rules();
        let state = fresh::<Nimmt>(&config, &rules, hyper(&config)).unwrap();
        let (policy, value) = state.learner.kernels().unwrap();
        let terms = Terms {
            seed: 3,
            reward: config.ppo.reward,
            reward_scale: 0.1,
        };
        let frozen = Frozen::new(&config).unwrap();
        let mut tables = Tables::<Nimmt>::new(&rules, TABLES);
        tables.play(&policy, &value, &frozen, 0, &terms).unwrap()
    }

    #[test]
    fn only_the_learners_seats_are_learned_from() {
        for learners in 1..4 {
            let opponent = format!("agent = \"risk\"\nshare = 1\nlearners = {learners}");
            let segment = play(&[&opponent]);
            assert_eq!(segment.chosen.len(), TABLES * CHOICES * learners);
            assert_eq!(segment.totals.seat_rounds, (TABLES * learners) as u64);
            assert_eq!(segment.totals.forced, (TABLES * learners) as u64);
        }
    }

    #[test]
    fn self_play_beside_opponents_is_as_without_them() {
        let alone = play(&[]);
        let beside = play(&[
            "agent = \"risk\"\nshare = 0.25",
            "agent = \"random\"\nshare = 0.25\nlearners = 2",
        ]);
        let (half, mixed) = (TABLES / 2 * CHOICES * 4, TABLES / 4 * CHOICES * 3);
        assert_eq!(beside.chosen[mixed..], alone.chosen[half..]);
        assert_eq!(beside.rewards[mixed..], alone.rewards[half..]);
        assert_ne!(beside.chosen[..mixed], alone.chosen[..mixed]);
    }

    #[test]
    fn tables_of_the_pool_meet_versions_of_the_agent_once_there_are_some() {
        let mut config = config(&["agent = \"risk\"\nshare = 0.25"]);
        config.pool.share = 0.5;
        let rules = Preset::Bench.rules();
        let mut state = fresh::<Nimmt>(&config, &rules, hyper(&config)).unwrap();
        let mut frozen = Frozen::<Nimmt>::new(&config).unwrap();
        let met = |frozen: &Frozen<Nimmt>, iteration| -> Vec<_> {
            (0..TABLES).map(|table| frozen.at(table, 1, iteration)).collect()
        };
        let (quarter, three_quarters) = (TABLES / 4, 3 * TABLES / 4);
        let alone = met(&frozen, 5);
        assert!(alone[..quarter].iter().all(|met| *met == Some(0)));
        assert!(alone[quarter..].iter().all(Option::is_none));
        for iteration in [10, 20, 30] {
            state.counters.iteration = iteration;
            state.keep(2);
            frozen
                .follow(&state.pool, state.learner.config(), &rules)
                .unwrap();
        }
        let kept: Vec<_> = frozen.past.iter().map(|(iteration, _)| *iteration).collect();
        assert_eq!(kept, [20, 30]);
        let mut all = std::collections::BTreeSet::new();
        for iteration in 0..20 {
            let met = met(&frozen, iteration);
            assert!(met[three_quarters..].iter().all(Option::is_none));
            all.extend(met[quarter..three_quarters].iter().copied());
        }
        assert_eq!(all, [Some(2), Some(3)].into());
        let (policy, value) = state.learner.kernels().unwrap();
        let terms = Terms {
            seed: 1,
            reward: config.ppo.reward,
            reward_scale: 0.1,
        };
        let mut tables = Tables::<Nimmt>::new(&rules, TABLES);
        let segment = tables.play(&policy, &value, &frozen, 1, &terms).unwrap();
        let learners = three_quarters + quarter * 4;
        assert_eq!(segment.chosen.len(), learners * CHOICES);
    }

    #[test]
    fn the_exploiter_has_one_seat_where_the_agent_meets_it_and_is_met_as_it_learns() {
        let mut config = config(&["agent = \"risk\"\nshare = 0.25"]);
        config.exploiter.share = 0.5;
        config.exploiter.tables = 8;
        let rules = Preset::Bench.rules();
        let mut state = fresh::<Nimmt>(&config, &rules, hyper(&config)).unwrap();
        let mut frozen = Frozen::<Nimmt>::new(&config).unwrap();
        let alone: Vec<_> = (0..TABLES).map(|table| frozen.at(table, 1, 0)).collect();
        assert_eq!(alone.iter().flatten().count(), TABLES / 4);
        let mut paid = Vec::new();
        for _ in 0..3 {
            let before = state
                .exploiter
                .as_ref()
                .map(|exploiter| flatten(exploiter.learner.policy()));
            let done = iterate(&mut state, &config, &mut frozen, rates(&config, 0)).unwrap();
            let learned = TABLES / 4 + TABLES / 2 * 3 + TABLES / 4 * 4;
            assert_eq!(done.round.totals.seat_rounds, learned as u64);
            paid.push(done.exploiter_paid.unwrap());
            let exploiter = state.exploiter.as_ref().unwrap();
            assert_ne!(before, Some(flatten(exploiter.learner.policy())));
            assert_eq!(
                exploiter.counters.decisions,
                state.counters.iteration * (8 * CHOICES) as u64
            );
        }
        assert!(paid[0].to_bits() != paid[1].to_bits(), "{paid:?}");
        let met: Vec<_> = (0..TABLES).map(|table| frozen.at(table, 1, 0)).collect();
        assert_eq!(met[TABLES / 4..3 * TABLES / 4], [Some(1); TABLES / 2]);
        let seats = frozen.learners(Some(1), 0, TABLES as u64, 4);
        assert_eq!(seats.len(), 3);
        // Begun anew, it is the agent of then, and has learned nothing.
        config.exploiter.every = 3;
        iterate(&mut state, &config, &mut frozen, rates(&config, 0)).unwrap();
        assert_eq!(state.exploiter.as_ref().unwrap().counters.iteration, 1);
    }

    #[test]
    fn seat_counts_give_about_as_many_decisions_beside_opponents_too() {
        let config = config(&["agent = \"risk\"\nshare = 0.5\nlearners = 2"]);
        let rules = [2, 3, 6, 10].map(|players| Preset::Bench.rules().with_players(players).unwrap());
        let tables = Tables::<Nimmt>::balanced(&rules, 256);
        let frozen = Frozen::<Nimmt>::new(&config).unwrap();
        let (mut learned, mut count) = ([[0; 2]; 11], [0; 11]);
        for (place, rules) in tables.rules().enumerate() {
            // Half of these tables, wherever the config's own border is.
            let opponent = frozen.at(if place < 128 { 0 } else { TABLES }, 1, 0);
            let learners = frozen.learners(opponent, place as u64, 256, rules.players());
            learned[rules.players()][usize::from(opponent.is_some())] += learners.len();
            count[rules.players()] += 1;
        }
        assert_eq!(count.iter().sum::<usize>(), 256);
        assert_eq!([2, 3, 6, 10].map(|players| count[players]), [116, 78, 39, 23]);
        for players in [2, 3, 6, 10] {
            let [alone, beside] = learned[players];
            // A table more or less; of three seats, two are the learner's.
            assert!((107..=127).contains(&alone), "{players}: {alone}");
            assert!((50..=82).contains(&beside), "{players}: {beside}");
        }
    }

    #[test]
    fn the_learner_comes_to_every_seat() {
        let frozen = Frozen::<Nimmt>::new(&config(&["agent = \"risk\"\nshare = 1\nlearners = 2"])).unwrap();
        let games = [0, 1, 2, 3, 64, 128, 192];
        let seats = games.map(|game| frozen.learners(frozen.at(0, 1, 0), game, 64, 4));
        assert!(seats.iter().all(|seats| seats.len() == 2));
        // From table to table, and at one table from game to game.
        for some in [&seats[..4], &[seats[0], seats[4], seats[5], seats[6]]] {
            let all = some.iter().fold(SeatSet::EMPTY, |all, seats| all.union(*seats));
            assert_eq!(all, SeatSet::all(4));
        }
        assert_eq!(frozen.learners(None, 5, 64, 4), SeatSet::all(4));
    }
}
