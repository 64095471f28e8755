//! What every game must do, asked of each by one suite. A game joins by saying how it checks itself and what a
//! bad deal is ([`Subject`]), and with rules that reach all its phases ([`all_conform`]).

use std::fmt::Debug;

use hornox_env::observe::Observe;
use hornox_env::{Action, ActionSet, Game, MAX_SEATS, PlayError, Resample, Seat, SeatSet, Turn, deal_rng};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::common::random_joint;

/// A game under test.
pub trait Subject: Resample + Observe + Serialize + DeserializeOwned {
    /// Its own invariant.
    fn check(&self) -> Result<(), String>;

    /// Deals that do not fit, made from one that does.
    fn bad_deals(good: &Self::Deal) -> Vec<Self::Deal>;
}

/// Plays one random game, and in each of its states asks everything that the contract promises.
fn conforms<G: Subject>(rules: &G::Rules, seed: u64, steps: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut game, mut twin) = (G::new(rules), G::new(rules));
    assert_eq!(game.rules(), rules);
    let (mut events, mut twin_events) = (Vec::new(), Vec::new());
    for _ in 0..steps {
        state_is_sound(&game);
        hidden_part_is_hidden(&game, &mut rng);
        refuses_off_turn(&game, &mut rng);
        match game.turn() {
            Turn::Chance => {
                refuses_play(&game, &[], |error| *error == PlayError::DealDue);
                let deal = game.sample_deal(&mut deal_rng(seed, 0, game.round()));
                assert_eq!(deal, game.sample_deal(&mut deal_rng(seed, 0, game.round())));
                for bad in G::bad_deals(&deal) {
                    refuses_deal(&game, &bad, |error| matches!(error, PlayError::BadDeal { .. }));
                }
                game.deal(&deal).unwrap();
                twin.deal(&deal).unwrap();
            }
            Turn::Act(seats) => {
                let deal = game.sample_deal(&mut rng);
                refuses_deal(&game, &deal, |error| *error == PlayError::NoDealDue);
                let mut joint = random_joint(&game, &mut rng);
                refuses_bad_moves(&game, seats, &joint, &mut rng);
                game.play(&joint, &mut events).unwrap();
                joint.reverse();
                twin.play(&joint, &mut twin_events).unwrap();
            }
            Turn::Over => {
                refuses_play(&game, &[], |error| *error == PlayError::Over);
                let deal = game.sample_deal(&mut rng);
                refuses_deal(&game, &deal, |error| *error == PlayError::NoDealDue);
                return;
            }
        }
        assert_eq!(
            (&game, &events),
            (&twin, &twin_events),
            "same deals and moves, another game"
        );
    }
}

fn state_is_sound<G: Subject>(game: &G) {
    game.check().unwrap_or_else(|reason| panic!("{reason}: {game:?}"));
    let text = serde_json::to_string(game).unwrap();
    assert_eq!(serde_json::from_str::<G>(&text).unwrap(), *game, "{text}");

    let acting = acting(game);
    let players = game.players();
    assert_eq!(acting.without(SeatSet::all(players)), SeatSet::EMPTY);
    assert_eq!(
        acting.is_empty(),
        !matches!(game.turn(), Turn::Act(_)),
        "{game:?}"
    );
    for seat in Seat::all(MAX_SEATS) {
        let legal = game.legal(seat);
        assert_eq!(
            legal.is_empty(),
            !acting.contains(seat),
            "seat {seat}: {legal:?} in {game:?}"
        );
        let listed: Vec<_> = legal.iter().collect();
        assert!(listed.is_sorted_by(|low, high| low < high), "{listed:?}");
        assert_eq!(listed.len(), legal.len());
        assert_eq!(listed.first().copied(), legal.first());
        let by_place = (0..=listed.len()).map_while(|place| legal.nth(place));
        assert!(by_place.eq(listed.iter().copied()), "{listed:?}");
        assert_eq!(
            mask(legal),
            (0..G::Action::COUNT)
                .map(|id| is_in(&listed, id))
                .collect::<Vec<_>>()
        );
    }

    assert_eq!(game.scores().players(), players);
    assert_eq!(game.outcome().is_some(), game.turn() == Turn::Over);
    if let Some(outcome) = game.outcome() {
        assert!(!outcome.winners.is_empty());
        assert!(outcome.winners.without(SeatSet::all(players)).is_empty());
        let sum: f64 = outcome.win_shares(players).values().iter().sum();
        assert!((sum - 1.0).abs() < 1e-9, "{outcome:?}");
    }
}

fn is_in<A: Action>(listed: &[A], id: usize) -> u8 {
    listed.iter().any(|action| usize::from(action.id()) == id).into()
}

fn mask<A: Action>(legal: ActionSet<A>) -> Vec<u8> {
    // Whatever was in the buffer must go.
    let mut mask = vec![9; A::COUNT];
    legal.write_mask(&mut mask);
    mask
}

/// The raw observation, written over whatever was in the buffer.
fn raw<G: Observe>(game: &G, seat: Seat) -> Vec<u8> {
    let mut out = vec![9; G::raw_layout().len()];
    game.write_raw(seat, &mut out);
    out
}

/// The planes, as bits so that they can be compared exactly.
fn planes<G: Observe>(game: &G, seat: Seat) -> Vec<u32> {
    let mut out = vec![f32::NAN; G::planes_layout().len()];
    game.write_planes(seat, &mut out);
    assert!(out.iter().all(|number| number.is_finite()), "{out:?}");
    out.into_iter().map(f32::to_bits).collect()
}

fn acting<G: Game>(game: &G) -> SeatSet {
    match game.turn() {
        Turn::Act(seats) => seats,
        Turn::Chance | Turn::Over => SeatSet::EMPTY,
    }
}

/// A state drawn anew from what one seat knows looks the same to that seat, and is a state.
fn hidden_part_is_hidden<G: Subject>(game: &G, rng: &mut ChaCha8Rng) {
    for seat in Seat::all(game.players()) {
        let view = game.view(seat);
        let raw = raw(game, seat);
        assert_eq!(
            G::read_raw(game.rules(), &raw).as_ref(),
            Ok(&view),
            "observation and view"
        );
        let mut of_view = vec![9; raw.len()];
        G::write_view_raw(&view, &mut of_view);
        assert_eq!(of_view, raw);

        let other = G::resample(&view, rng);
        other
            .check()
            .unwrap_or_else(|reason| panic!("{reason}: {other:?}"));
        assert_eq!(other.view(seat), view);
        assert_eq!(self::raw(&other, seat), raw);
        assert_eq!(planes(&other, seat), planes(game, seat));
        assert_eq!(mask(other.legal(seat)), mask(game.legal(seat)));
        assert_eq!(other.turn(), game.turn());
        assert_eq!((other.round(), other.scores()), (game.round(), game.scores()));
        assert_eq!(other.outcome(), game.outcome());
    }
}

fn refuses_play<G: Game>(game: &G, joint: &[(Seat, G::Action)], right: impl Fn(&PlayError) -> bool) {
    let (mut after, mut events) = (game.clone(), Vec::new());
    match after.play(joint, &mut events) {
        Ok(()) => panic!("{joint:?} was played in {game:?}"),
        Err(error) => assert!(right(&error), "{joint:?} in {game:?}: {error}"),
    }
    assert_eq!(after, *game, "a refused move changed the state");
    assert_eq!(events, [], "a refused move sent events");
}

fn refuses_deal<G: Game>(game: &G, deal: &G::Deal, right: impl Fn(&PlayError) -> bool) {
    let mut after = game.clone();
    match after.deal(deal) {
        Ok(()) => panic!("{deal:?} was dealt in {game:?}"),
        Err(error) => assert!(right(&error), "{deal:?} in {game:?}: {error}"),
    }
    assert_eq!(after, *game, "a refused deal changed the state");
}

/// Any action of a seat that must not act is refused, alone and beside good ones.
fn refuses_off_turn<G: Game>(game: &G, rng: &mut ChaCha8Rng) {
    let acting = acting(game);
    let joint = random_joint(game, rng);
    let ids = G::Action::COUNT as u32;
    for off_turn in SeatSet::all(MAX_SEATS).without(acting).iter() {
        let action = G::Action::from_id(rng.random_range(0..ids) as u8).unwrap();
        refuses_play(game, &[(off_turn, action)], |_| true);
        for place in [0, joint.len()] {
            let mut more = joint.clone();
            more.insert(place, (off_turn, action));
            let named = |error: &PlayError| *error == PlayError::NotActing { seat: off_turn };
            refuses_play(game, &more, |error| acting.is_empty() || named(error));
        }
    }
}

fn refuses_bad_moves<G: Game>(game: &G, seats: SeatSet, joint: &[(Seat, G::Action)], rng: &mut ChaCha8Rng) {
    refuses_play(game, &[], |error| matches!(error, PlayError::Missing { .. }));
    for place in 0..joint.len() {
        let seat = joint[place].0;
        let mut fewer = joint.to_vec();
        fewer.remove(place);
        refuses_play(game, &fewer, |error| *error == PlayError::Missing { seat });
        let mut more = joint.to_vec();
        more.push((seat, game.legal(seat).first().unwrap()));
        refuses_play(game, &more, |error| *error == PlayError::Twice { seat });
        if seats.len() > 1 {
            let mut twice = joint.to_vec();
            twice[(place + 1) % joint.len()] = joint[place];
            refuses_play(game, &twice, |_| true);
        }
    }
    // Every action that is not legal, for one seat.
    let place = rng.random_range(0..joint.len() as u32) as usize;
    let (seat, legal) = (joint[place].0, game.legal(joint[place].0));
    let illegal = (0..G::Action::COUNT)
        .filter_map(|id| G::Action::from_id(id as u8))
        .filter(|action| !legal.contains(*action));
    for action in illegal {
        let mut bad = joint.to_vec();
        bad[place].1 = action;
        refuses_play(
            game,
            &bad,
            |error| matches!(error, PlayError::Illegal { seat: named, .. } if *named == seat),
        );
    }
    // Every action that is legal.
    for action in legal.iter() {
        let mut good = joint.to_vec();
        good[place].1 = action;
        assert_eq!(game.clone().play(&good, &mut ()), Ok(()), "{good:?} in {game:?}");
    }
}

/// Plays a game by each of these rules under the suite, `steps` moves and deals at most: more than one round,
/// without following long matches to their end.
pub fn all_conform<G: Subject>(rules: impl IntoIterator<Item = G::Rules>, steps: usize)
where
    G::Rules: Debug,
{
    for (seed, rules) in rules.into_iter().enumerate() {
        conforms::<G>(&rules, seed as u64, steps);
    }
}

/// Spans lie one behind the other and have names of their own, and a layout is of one length for all rules.
pub fn layouts_are_sound<G: Observe>() {
    for layout in [G::raw_layout(), G::planes_layout()] {
        let mut end = 0;
        for span in layout.spans() {
            assert_eq!(span.range().start, end, "{}", span.name);
            assert_eq!(layout.span(span.name), Some(span), "two spans have one name");
            end = span.range().end;
        }
        assert_eq!(end, layout.len());
        assert!(layout.version() > 0);
    }
    assert!(G::raw_layout().len() <= 320);
}
