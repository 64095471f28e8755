//! Frozen agents, who do not learn: opponents at some of the tables, and a teacher.

use std::fmt;

use hornox_agents::Playable;
use hornox_env::{ActionSet, Decision, Seat, SeatSet};
use rand_chacha::ChaCha8Rng;

use super::askable::Askable;
use super::teacher::Teacher;
use crate::config::{Config, borders};

/// The frozen agents of a training: who plays where, and the agents themselves, to be asked from any thread.
///
/// Which tables an opponent has depends on the config alone, and which seats it has on the number of the game, so
/// nothing of it is in a saved state.
#[derive(Debug)]
pub struct Frozen<G: Playable> {
    opponents: Vec<Opponent<G>>,
    teacher: Option<Teacher<G>>,
}

struct Opponent<G: Playable> {
    agents: Askable<G>,
    /// The table behind its last one.
    end: usize,
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

    /// Those of a config.
    ///
    /// # Errors
    /// Where an agent can't be made, or plays by what it remembers of the past: its memory would belong to the state
    /// of a training.
    pub fn new(config: &Config) -> anyhow::Result<Self> {
        let ends = borders(&config.opponents, config.ppo.tables);
        let mut opponents = Vec::new();
        for (opponent, end) in config.opponents.iter().zip(ends.into_iter().skip(1)) {
            opponents.push(Opponent {
                agents: Askable::new(&opponent.agent)?,
                end,
                learners: opponent.learners,
            });
        }
        let teacher = Teacher::new(config)?;
        Ok(Self { opponents, teacher })
    }

    /// Who says what the learner should play, if anybody does.
    pub(super) const fn teacher(&self) -> Option<&Teacher<G>> {
        self.teacher.as_ref()
    }

    /// The opponent at a table; none where the learner plays by itself.
    pub(super) fn at(&self, table: usize) -> Option<usize> {
        self.opponents.iter().position(|opponent| table < opponent.end)
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
        let Some(opponent) = opponent else {
            return SeatSet::all(players);
        };
        let first = (game + game / tables.max(1)) % players as u64;
        Seat::all(players)
            .take(self.opponents[opponent].learners)
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
        let agents = &self.opponents[opponent].agents;
        let decisions = questions.iter().zip(rngs).map(|(question, rng)| Decision {
            view: &question.view,
            legal: question.legal,
            rng,
        });
        let answers = agents.with(|agent| Ok(agent.act_batch(decisions.collect())?))?;
        anyhow::ensure!(
            answers.len() == questions.len(),
            "agent `{}`: {} answers to {} questions",
            agents.spec(),
            answers.len(),
            questions.len()
        );
        Ok(answers)
    }
}

impl<G: Playable> fmt::Debug for Opponent<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            agents,
            end,
            learners,
        } = self;
        write!(f, "{agents:?} up to table {end}, {learners} learners")
    }
}

#[cfg(test)]
mod tests {
    use hornox_env::nimmt::{Nimmt, Preset};

    use super::*;
    use crate::selfplay::segment::Segment;
    use crate::selfplay::tables::{Tables, Terms};
    use crate::selfplay::{fresh, hyper};

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
    fn the_learner_comes_to_every_seat() {
        let frozen = Frozen::<Nimmt>::new(&config(&["agent = \"risk\"\nshare = 1\nlearners = 2"])).unwrap();
        let games = [0, 1, 2, 3, 64, 128, 192];
        let seats = games.map(|game| frozen.learners(frozen.at(0), game, 64, 4));
        assert!(seats.iter().all(|seats| seats.len() == 2));
        // From table to table, and at one table from game to game.
        for some in [&seats[..4], &[seats[0], seats[4], seats[5], seats[6]]] {
            let all = some.iter().fold(SeatSet::EMPTY, |all, seats| all.union(*seats));
            assert_eq!(all, SeatSet::all(4));
        }
        assert_eq!(frozen.learners(None, 5, 64, 4), SeatSet::all(4));
    }
}
