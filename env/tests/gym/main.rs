//! The Gym-style environments, from outside.

mod aec;
mod parallel;
mod seat;
mod trace;
mod vector;

use hornox_env::gym::{EnvOptions, Reward};
use hornox_env::nimmt::{CardDeal, Deck, LowCard, Nimmt, RuleFields, Rules, Selection, Sides};
use hornox_env::{ActionSet, Game, RuleSet, Seat};

/// Rules of all kinds of flow: rows chosen by one seat, several rounds, an end by score, an end by a cap, few and
/// many seats, drafts, kept cards, seats in turn, two cards a turn, hands that end a game.
fn all_rules() -> Vec<Rules> {
    let base = RuleFields::default();
    let fields = [
        base,
        RuleFields {
            low_card: LowCard::Auto,
            ..base
        },
        RuleFields {
            players: 3,
            end_score: Some(30),
            ..base
        },
        RuleFields {
            players: 5,
            low_card: LowCard::Cheapest,
            max_rounds: Some(3),
            hand_size: 4,
            ..base
        },
        RuleFields {
            players: 2,
            end_score: Some(66),
            max_rounds: Some(2),
            ..base
        },
        RuleFields { players: 10, ..base },
        RuleFields {
            players: 3,
            hand_size: 3,
            deal: CardDeal::Draft,
            selection: Selection::Open,
            max_rounds: Some(2),
            ..base
        },
        RuleFields {
            hand_size: 3,
            deal: CardDeal::Choose,
            cards_per_turn: 2,
            carry_rows: true,
            max_rounds: Some(3),
            sides: Sides::Both,
            ..base
        },
        RuleFields {
            players: 3,
            hand_size: 4,
            zero_cards: true,
            max_rounds: Some(2),
            ..base
        },
        RuleFields {
            players: 3,
            hand_size: 4,
            deck: Deck::Tactic,
            take_to_hand: true,
            max_turns: 20,
            ..base
        },
    ];
    fields.map(|fields| Rules::check(fields).unwrap()).to_vec()
}

/// Every reward that the rules pay.
fn rewards(rules: &Rules) -> impl Iterator<Item = Reward> {
    Reward::ALL
        .into_iter()
        .filter(|reward| reward.check(rules).is_ok())
}

/// Options that the rules allow.
fn options(rules: &Rules) -> EnvOptions {
    EnvOptions {
        reward: if rules.has_scores() {
            Reward::Penalty
        } else {
            Reward::Win
        },
        ..EnvOptions::default()
    }
}

/// A fixed policy: the place of its action among the legal ones depends on game, seat and state.
fn choose(number: u64, seat: Seat, legal: ActionSet<<Nimmt as Game>::Action>) -> <Nimmt as Game>::Action {
    use hornox_env::Action as _;
    let first = legal.first().map_or(0, |action| usize::from(action.id()));
    let mixed = number as usize * 7 + seat.index() * 3 + first * 5;
    legal.nth(mixed % legal.len()).unwrap()
}

fn seat(index: usize) -> Seat {
    Seat::new(index).unwrap()
}
