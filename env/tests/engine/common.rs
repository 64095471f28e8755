//! Short ways to write cards, deals and rules, random rules, and random play.

use hornox_env::nimmt::{
    Action, Card, CardDeal, CardSet, Deal, Deck, EndWhen, Event, LowCard, Move, Nimmt, RowIndex, RuleFields,
    Rules, Selection, Sides,
};
use hornox_env::{Game, Seat, SeatMap, Turn, deal_rng};
use proptest::prelude::{Strategy, any};
use rand::{Rng, RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;

pub fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}

pub fn card(number: u8) -> Card {
    Card::new(number).unwrap()
}

pub fn cards(numbers: &[u8]) -> CardSet {
    numbers.iter().map(|&number| card(number)).collect()
}

pub fn row(index: usize) -> Action {
    Action::Row(RowIndex::new(index).unwrap())
}

/// The rules with these fields; all others have their defaults.
pub fn rules(fields: Value) -> Rules {
    serde_json::from_value(fields).unwrap()
}

/// Any legal rules: every field is drawn, and what does not go together is drawn again. Small hands and short
/// matches are the rule, so that tests get to the ends of games.
pub fn random_rules(rng: &mut (impl Rng + ?Sized)) -> Rules {
    // Drawn once, since it goes with so little that it would be rare otherwise.
    let take_to_hand = one(rng, &[false, false, false, true]);
    loop {
        let players = rng.random_range(2..=10_u8);
        let most = if rng.random_ratio(1, 4) { 100 / players } else { 5 };
        let fields = RuleFields {
            players,
            deck: one(rng, &[Deck::Full, Deck::Full, Deck::Tactic]),
            deal: one(rng, &[CardDeal::Random, CardDeal::Draft, CardDeal::Choose]),
            sides: one(rng, &[Sides::Right, Sides::Both]),
            low_card: one(
                rng,
                &[LowCard::Free, LowCard::Free, LowCard::Cheapest, LowCard::Auto],
            ),
            fives: one(rng, &[1, 2]),
            end_score: rng.random_bool(0.5).then(|| rng.random_range(1..80)),
            end_when: one(rng, &[None, Some(EndWhen::AtLeast), Some(EndWhen::Exceed)]),
            max_rounds: rng.random_bool(0.5).then(|| rng.random_range(1..5)),
            carry_rows: one(rng, &[false, false, true]),
            zero_cards: one(rng, &[false, false, true]),
            cards_per_turn: one(rng, &[1, 1, 2]),
            take_to_hand,
            selection: one(
                rng,
                &[Selection::Simultaneous, Selection::Simultaneous, Selection::Open],
            ),
            hand_size: rng.random_range(1..=most),
            max_turns: rng.random_range(1..=40),
        };
        if let Ok(rules) = Rules::check(fields) {
            return rules;
        }
    }
}

fn one<T: Copy>(rng: &mut (impl Rng + ?Sized), values: &[T]) -> T {
    values[rng.random_range(0..values.len() as u32) as usize]
}

/// [`random_rules`] for property tests.
pub fn any_rules() -> impl Strategy<Value = Rules> {
    any::<u64>().prop_map(|seed| random_rules(&mut ChaCha8Rng::seed_from_u64(seed)))
}

/// Row starts and hands, seat 0 first.
pub fn deal(starts: [u8; 4], hands: &[&[u8]]) -> Deal {
    Deal {
        rows: Some(starts.map(card)),
        hands: SeatMap::from_fn(hands.len(), |seat| cards(hands[seat.index()])),
        pool: CardSet::EMPTY,
        first: None,
    }
}

/// A game by these rules after its first deal.
pub fn dealt(fields: Value, starts: [u8; 4], hands: &[&[u8]]) -> Nimmt {
    let mut game = Nimmt::new(&rules(fields));
    game.deal(&deal(starts, hands)).unwrap();
    game
}

/// One card for each seat, seat 0 first.
pub fn choices(numbers: &[u8]) -> Vec<(Seat, Action)> {
    Seat::all(numbers.len())
        .zip(numbers.iter().map(|&number| Action::Card(card(number))))
        .collect()
}

/// One seat's card.
pub fn choice(seat: usize, number: u8) -> [(Seat, Action); 1] {
    [(self::seat(seat), Action::Card(card(number)))]
}

/// Plays, and gives the cards placed.
pub fn play(game: &mut Nimmt, joint: &[(Seat, Action)]) -> Vec<Move> {
    let mut events = Vec::new();
    game.play(joint, &mut events).unwrap();
    moves(&events)
}

/// The cards placed.
pub fn moves(events: &[Event]) -> Vec<Move> {
    let of = |event: &Event| match event {
        Event::Moved(placed) => Some(*placed),
        Event::Drafted { .. }
        | Event::Revealed { .. }
        | Event::Zero { .. }
        | Event::RoundOver { .. }
        | Event::GameOver(_) => None,
    };
    events.iter().filter_map(of).collect()
}

/// The rows as card numbers.
pub fn row_numbers(game: &Nimmt) -> [Vec<u8>; 4] {
    game.table().rows().all().map(|row| numbers(row.cards()))
}

/// The numbers of cards, ascending.
pub fn numbers(cards: CardSet) -> Vec<u8> {
    cards.iter().map(Card::number).collect()
}

/// A uniformly random legal action for each seat that must act.
pub fn random_joint<G: Game>(game: &G, rng: &mut (impl Rng + ?Sized)) -> Vec<(Seat, G::Action)> {
    let Turn::Act(seats) = game.turn() else {
        return Vec::new();
    };
    let choose = |seat| {
        let legal = game.legal(seat);
        legal
            .nth(rng.random_range(0..legal.len() as u32) as usize)
            .unwrap()
    };
    let mut choose = choose;
    seats.iter().map(|seat| (seat, choose(seat))).collect()
}

/// One step of random play: the deal of this seed, or a random move. False once the game is over.
pub fn random_step<G: Game>(
    game: &mut G,
    seed: u64,
    rng: &mut (impl Rng + ?Sized),
    events: &mut Vec<G::Event>,
) -> bool {
    match game.turn() {
        Turn::Chance => {
            let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
            game.deal(&deal).unwrap();
        }
        Turn::Act(_) => game.play(&random_joint(game, rng), events).unwrap(),
        Turn::Over => return false,
    }
    true
}

/// Random play by these rules to the first state in which `wanted` holds.
pub fn find(rules: &Rules, wanted: impl Fn(&Nimmt) -> bool) -> Nimmt {
    for seed in 0..1000 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut game = Nimmt::new(rules);
        while random_step(&mut game, seed, &mut rng, &mut Vec::new()) {
            if wanted(&game) {
                return game;
            }
        }
    }
    panic!("no such state in a thousand games by {rules}");
}
