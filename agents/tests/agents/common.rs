//! Random rules, and decisions of random play.

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::{CardDeal, Deck, EndWhen, LowCard, RuleFields, Rules, Selection, Sides};
use hornox_env::{ActionSet, Agent, Decision, Game, Seat, Turn, agent_rng, deal_rng, sixes};
use rand::{Rng, RngExt};
use rand_chacha::ChaCha8Rng;

pub fn build<G: Playable>(spec: &str) -> Box<dyn Agent<G>> {
    spec.parse::<AgentSpec>().unwrap().build().unwrap()
}

fn any<T: Copy>(values: &[T], rng: &mut impl Rng) -> T {
    values[rng.random_range(0..values.len() as u32) as usize]
}

/// Any legal rules of 6 nimmt! with games that tests can play to their end.
pub fn any_rules(rng: &mut impl Rng) -> Rules {
    loop {
        let end_score = rng.random_bool(0.3).then(|| rng.random_range(1..80));
        let fields = RuleFields {
            players: rng.random_range(2..=10),
            deck: any(&[Deck::Full, Deck::Tactic], rng),
            deal: any(&[CardDeal::Random, CardDeal::Draft, CardDeal::Choose], rng),
            sides: any(&[Sides::Right, Sides::Both], rng),
            low_card: any(&[LowCard::Free, LowCard::Cheapest, LowCard::Auto], rng),
            fives: rng.random_range(1..=2),
            end_score,
            end_when: end_score.map(|_| any(&[EndWhen::AtLeast, EndWhen::Exceed], rng)),
            max_rounds: rng.random_bool(0.3).then(|| rng.random_range(1..4)),
            carry_rows: rng.random_bool(0.2),
            zero_cards: rng.random_bool(0.25),
            cards_per_turn: any(&[1, 1, 2], rng),
            take_to_hand: rng.random_bool(0.25),
            selection: any(&[Selection::Simultaneous, Selection::Open], rng),
            hand_size: rng.random_range(1..=12),
            max_turns: rng.random_range(1..=25),
        };
        if let Ok(rules) = Rules::check(fields) {
            return rules;
        }
    }
}

/// Any legal rules of Sixes.
pub fn any_sixes(players: u8, rng: &mut impl Rng) -> sixes::Rules {
    let fields = sixes::RuleFields {
        players,
        chips: rng.random_range(1..=12),
        must_play: rng.random_bool(0.5),
        until_broke: rng.random_bool(0.5),
        max_rounds: rng.random_range(1..=3),
        uneven_deal: true,
    };
    sixes::Rules::check(fields).unwrap()
}

/// Plays a game at random, at most three rounds, and shows each decision with the game it belongs to.
pub fn each_decision<G: Playable>(
    rules: &G::Rules,
    seed: u64,
    mut show: impl FnMut(&G, &G::View, ActionSet<G::Action>),
) {
    let mut game = G::new(rules);
    let mut random = build::<G>("random");
    let mut rng = agent_rng(seed, 0, Seat::default());
    while game.round() < 3 {
        match game.turn() {
            Turn::Chance => {
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                game.deal(&deal).unwrap();
            }
            Turn::Act(seats) => {
                let mut joint = Vec::new();
                for seat in seats.iter() {
                    let (view, legal) = (game.view(seat), game.legal(seat));
                    show(&game, &view, legal);
                    joint.push((seat, act(random.as_mut(), &view, legal, &mut rng)));
                }
                game.play(&joint, &mut ()).unwrap();
            }
            Turn::Over => return,
        }
    }
}

pub fn act<G: Game>(
    agent: &mut dyn Agent<G>,
    view: &G::View,
    legal: ActionSet<G::Action>,
    rng: &mut ChaCha8Rng,
) -> G::Action {
    agent.act(Decision { view, legal, rng }).unwrap()
}
