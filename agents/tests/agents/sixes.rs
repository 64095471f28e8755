//! Scripted players of Sixes.

use hornox_agents::features::sixes::beyond;
use hornox_env::sixes::{Action, Card, Sixes};
use hornox_env::{Action as _, Seat, agent_rng};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::common::{act, any_sixes, build, each_decision};

#[test]
fn scripts_play_what_they_say() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut choices = 0;
    for players in 2..=10 {
        each_decision::<Sixes>(&any_sixes(players, &mut rng), 1, |_, view, legal| {
            let cards: Vec<Card> = legal
                .iter()
                .filter_map(|action| match action {
                    Action::Card(card) => Some(card),
                    Action::Pass => None,
                })
                .collect();
            let play = |spec| {
                act(
                    build::<Sixes>(spec).as_mut(),
                    view,
                    legal,
                    &mut agent_rng(1, 0, Seat::default()),
                )
            };
            let (far, longest) = (play("far"), play("longest"));
            if cards.is_empty() {
                assert_eq!((far, longest), (Action::Pass, Action::Pass));
                return;
            }
            choices += usize::from(cards.len() > 1);
            let distance = |card: &Card| card.rank().index().abs_diff(5);
            let farthest = cards.iter().map(distance).max();
            let own = |card: &Card| view.hand().intersection(beyond(*card)).len();
            let most = cards.iter().map(own).max();
            assert!(matches!(far, Action::Card(card) if Some(distance(&card)) == farthest));
            assert!(matches!(longest, Action::Card(card) if Some(own(&card)) == most));
            assert!(far.id() < 40);
        });
    }
    assert!(choices > 100, "only {choices} choices between cards");
}
