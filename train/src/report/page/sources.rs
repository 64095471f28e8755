//! Where scores come from.

use super::charts::{self, Lines};
use super::html::{figure, key, paragraph, section, table};
use super::{Page, PageError};
use crate::arena::Estimate;
use crate::arena::study::Study;
use crate::report::plus_minus;

/// Where scores come from.
pub(super) fn section_of(page: &Page<'_>) -> Result<String, PageError> {
    let found = page.found;
    let unit = page.score.unit;
    let series = |of: &dyn Fn(&Study) -> Vec<Estimate>| {
        found
            .sources
            .iter()
            .map(|source| of(&source.study))
            .collect::<Vec<_>>()
    };
    let numbers = |count: usize| (1..=count).map(|number| number.to_string()).collect::<Vec<_>>();
    let count = |lists: &[Vec<Estimate>]| lists.iter().map(Vec::len).max().unwrap_or_default();

    let seats = series(&|study| study.seats.clone());
    let seats = Lines {
        label: "Score by seat",
        across: "seat",
        up: &format!("{unit} a game"),
        places: numbers(count(&seats)),
        series: seats,
    };
    let hands = series(&|study| study.hands.clone());
    let hands = Lines {
        label: "Score by the starting hand",
        across: "starting hand",
        up: &format!("{unit} a round"),
        places: ["best quarter", "good", "weak", "worst quarter"]
            .map(str::to_owned)
            .to_vec(),
        series: hands,
    };
    let moments = series(&|study| study.moments.clone());
    let moments = Lines {
        label: "What is lost in the course of a round",
        across: page.moment,
        up: &format!("{unit} lost"),
        places: numbers(count(&moments)),
        series: moments,
    };
    let lost: Vec<Vec<f64>> = found
        .sources
        .iter()
        .map(|source| source.study.losses.iter().map(|loss| loss.mean).collect())
        .collect();
    // Ways that the rules leave no room for are not shown.
    let used: Vec<usize> = (0..page.losses.len())
        .filter(|&way| {
            lost.iter()
                .any(|parts| parts.get(way).is_some_and(|part| *part > 0.0))
        })
        .collect();
    let lost: Vec<Vec<f64>> = lost
        .iter()
        .map(|parts| used.iter().map(|&way| parts[way]).collect())
        .collect();
    let ways: Vec<_> = used.iter().map(|&way| page.losses[way].to_owned()).collect();

    let key_of_agents = key(&found.agents);
    let mut body = paragraph(&format!(
        "Each agent as the one among copies of another, over all its opponents. Bars are intervals of 95%, clustered \
         by blocks of deals; series stand a little beside each other. Hands are ranked by {}.",
        page.hand
    ));
    body += &key_of_agents;
    body += "<div class=\"pair\">\n";
    for (heading, lines) in [
        ("By seat", &seats),
        ("By the starting hand", &hands),
        (&*format!("By {}", page.moment), &moments),
    ] {
        body += &figure(heading, &lines.draw()?);
    }
    let bars = charts::bars(&found.agents, &lost, &format!("How {unit} are lost"))?;
    body += &figure(&format!("How {unit} are lost, a game"), &(key(&ways) + &bars));
    body += "</div>\n";
    body += &times(page, &used);
    Ok(section(&format!("Where {unit} come from"), &body).replacen(
        "<section>",
        "<section class=\"long\">",
        1,
    ))
}

/// How often score is lost, and how much, as a table.
fn times(page: &Page<'_>, used: &[usize]) -> String {
    let mut header = vec!["agent".to_owned()];
    header.extend(used.iter().flat_map(|&way| {
        let name = page.losses[way];
        [
            format!("{name}: {} a game", page.score.unit),
            "times a game".to_owned(),
        ]
    }));
    let rows: Vec<Vec<String>> = page
        .found
        .sources
        .iter()
        .map(|source| {
            let figures = used.iter().flat_map(|&way| {
                let of = |estimate: &Estimate| plus_minus(estimate.mean, estimate.half_width(), 2);
                [of(&source.study.losses[way]), of(&source.study.times[way])]
            });
            std::iter::once(source.agent.clone()).chain(figures).collect()
        })
        .collect();
    table(&header, &rows, 1)
}
