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
    let seats = analysis
        .seats
        .iter()
        .map(|seat| (format!("{} {}", seat.seat, seat.agent), &seat.sum));
    text + &sums("seat", seats, unit)
}

/// What decisions add up to, a line for each of those who made them, called `who`.
pub fn sums<'a>(who: &str, sums: impl Iterator<Item = (String, &'a Sum)>, unit: &str) -> String {
    let loss = format!("loss, {unit}");
    let mut table = Table::new(&[
        who,
        "decisions",
        "forced",
        "agreed",
        "supported",
        &loss,
        "shortfall",
    ]);
    for (who, sum) in sums {
        table.push(vec![
            who,
            sum.decisions.to_string(),
            sum.forced.to_string(),
            number(sum.agreed as f64 / sum.decisions as f64, 3),
            with_error(sum.supported, sum.supported_se),
            with_error(sum.mean_loss, sum.loss_se),
            number(sum.mean_shortfall.unwrap_or(f64::NAN), 3),
        ]);
    }
    table.to_string()
}

fn with_error(mean: Option<f64>, se: Option<f64>) -> String {
    let mean = number(mean.unwrap_or(f64::NAN), 3);
    match se {
        Some(se) => format!("{mean} ± {}", number(se, 3)),
        None => mean,
    }
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
