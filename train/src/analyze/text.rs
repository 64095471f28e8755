//! Decisions for people.

use std::cmp::Ordering;
use std::fmt::Write as _;

use super::{Analysis, Judged, Reckoned, Sum};
use crate::report::{Table, number};

/// How many actions of a decision are shown, the best ones.
const SHOWN: usize = 12;

/// Decisions in order, then what they add up to. Losses are in `unit`.
pub fn as_text(analysis: &Analysis, unit: &str) -> String {
    let mut text = String::new();
    for judged in &analysis.decisions {
        // Writing to a string does not fail.
        let _ = write_judged(&mut text, judged);
    }
    let mut table = Table::new(&[
        "seat",
        "agent",
        "decisions",
        "forced",
        "agreed",
        &format!("loss, {unit}"),
        "shortfall",
    ]);
    for seat in &analysis.seats {
        let Sum {
            decisions,
            forced,
            agreed,
            mean_loss,
            mean_shortfall,
            ..
        } = seat.sum;
        table.push(vec![
            seat.seat.to_string(),
            seat.agent.clone(),
            decisions.to_string(),
            forced.to_string(),
            number(agreed as f64 / decisions as f64, 3),
            number(mean_loss.unwrap_or(f64::NAN), 3),
            number(mean_shortfall.unwrap_or(f64::NAN), 3),
        ]);
    }
    let _ = write!(text, "{table}");
    text
}

fn write_judged(text: &mut String, judged: &Judged) -> std::fmt::Result {
    writeln!(text, "{}, seat {}: {}", judged.when, judged.seat, judged.brief)?;
    write!(text, "  played {}", judged.played.text)?;
    if judged.agrees {
        write!(text, ", as the agent")?;
    } else {
        write!(text, ", the agent {}", judged.choice.text)?;
    }
    if let Some(loss) = judged.loss {
        write!(text, ", loss {loss:.2}")?;
    }
    if let Some(shortfall) = judged.shortfall {
        write!(text, ", shortfall {shortfall:.2}")?;
    }
    writeln!(text)?;
    let mut actions: Vec<_> = judged.actions.iter().filter(|action| is_known(action)).collect();
    actions.sort_by(|one, other| best_first(one, other));
    if !actions.is_empty() {
        let more = if actions.len() > SHOWN { " …" } else { "" };
        let shown: Vec<_> = actions.into_iter().take(SHOWN).map(reckoned).collect();
        writeln!(text, "  {}{more}", shown.join(", "))?;
    }
    Ok(())
}

const fn is_known(action: &Reckoned) -> bool {
    action.probability.is_some() || action.value.is_some()
}

/// By value where there is one, then by probability.
fn best_first(one: &Reckoned, other: &Reckoned) -> Ordering {
    let key = |action: &Reckoned| {
        let low = f64::NEG_INFINITY;
        [action.value.unwrap_or(low), action.probability.unwrap_or(low)]
    };
    let (one, other) = (key(one), key(other));
    other[0].total_cmp(&one[0]).then(other[1].total_cmp(&one[1]))
}

fn reckoned(action: &Reckoned) -> String {
    let mut text = action.action.text.clone();
    if let Some(value) = action.value {
        // Writing to a string does not fail.
        let _ = write!(text, " {value:+.2}");
    }
    if let Some(probability) = action.probability {
        let _ = write!(text, " ({:.0}%)", 100.0 * probability);
    }
    text
}
