//! The numbers that a training writes, by their names.

use super::iteration::{Iteration, Round};
use super::segment::Totals;
use super::state::Counters;
use crate::arena::Row;

/// Those of an iteration. What the learner's seats scored is `scored`.
pub(super) fn of_iteration<'a, G>(
    scored: &'a str,
    done: &Iteration,
    counters: &Counters<G>,
) -> Vec<(&'a str, f64)> {
    let Iteration {
        round,
        rates,
        seconds,
        exploiter_paid,
    } = done;
    let Round {
        totals,
        stats,
        paid: _,
        played,
    } = round;
    let mut scalars = vec![
        ("loss/policy", stats.policy_loss),
        ("loss/value", stats.value_loss),
        ("policy/entropy", stats.entropy),
        ("policy/kl", stats.divergence),
        ("policy/clip_share", stats.clip_share),
        ("policy/gradient_norm", stats.policy_norm),
        ("value/explained_variance", stats.explained_variance),
        ("value/gradient_norm", stats.value_norm),
        (scored, totals.scored as f64 / totals.seat_rounds.max(1) as f64),
        ("speed/decisions_per_second", stats.choices as f64 / seconds),
        ("speed/share_of_play", played / seconds),
        ("rate/learning_rate", rates.learning_rate.into()),
        ("rate/entropy_weight", rates.entropy.into()),
        ("progress/decisions", counters.decisions as f64),
        ("speed/cpu_seconds", counters.cpu_seconds),
    ];
    scalars.extend(exploiter_paid.map(|paid| ("exploiter/paid", paid)));
    if let Some(share) = agreement(totals) {
        scalars.push(("imitation/loss", stats.imitation_loss));
        scalars.push(("imitation/agreement", share));
    }
    scalars
}

/// Those of an evaluation: against each opponent, and how well a teacher is imitated, with one standard error.
pub(super) fn of_evaluation(rows: &[Row], imitation: Option<(f64, f64)>) -> Vec<(String, f64)> {
    let mut scalars = Vec::new();
    if let Some((share, error)) = imitation {
        scalars.push(("evaluation/agreement".to_owned(), share));
        scalars.push(("evaluation/agreement_se".to_owned(), error));
    }
    for row in rows {
        for (name, number) in [
            ("score", row.score),
            ("score_se", row.score_se),
            ("diff", row.diff),
            ("diff_se", row.diff_se),
            ("win_share", row.win_share),
            ("win_share_se", row.win_share_se),
        ] {
            scalars.push((format!("evaluation/{}/{name}", row.against), number));
        }
    }
    scalars
}

/// The share of a teacher's decisions in which the policy would do the same; none where nobody taught.
pub(super) fn agreement(totals: &Totals) -> Option<f64> {
    (totals.taught > 0).then(|| totals.agreed as f64 / totals.taught as f64)
}
