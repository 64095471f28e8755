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
