//! The page: whole, alone, and safe.

use std::collections::BTreeMap;
use std::fs;

use hornox_env::nimmt::{self, Nimmt, Preset};
use hornox_env::sixes::{self, Sixes};
use hornox_env::{Agent, Game, RuleSet};

use super::*;
use crate::arena::study::Studied;
use crate::arena::tournament::{Entrant, Goal, Tournament};
use crate::arena::{BuildError, Estimate, Factory};
use crate::interrupt::Stop;

/// A name that would break a page that does not escape it.
const HOSTILE: &str = "cmd:<script>alert(\"&\")</script>";

fn page_of<G: hornox_agents::Playable + Studied>(
    rules: &G::Rules,
    specs: [&str; 3],
    curves: &[Curves],
) -> String {
    let build = |spec: &str| {
        let spec = spec.to_owned();
        move || -> Result<Box<dyn Agent<G>>, BuildError> {
            Ok(spec.parse::<hornox_agents::AgentSpec>()?.build()?)
        }
    };
    let builders = specs.map(build);
    let names = [HOSTILE, specs[1], specs[2]];
    let agents: Vec<_> = builders
        .iter()
        .zip(names)
        .map(|(build, name)| Entrant {
            name: name.to_owned(),
            build: build as &Factory<'_, G>,
        })
        .collect();
    let stop = Stop::new();
    let tournament = Tournament {
        rules,
        agents: &agents,
        seed: 1,
        deals: 40,
        goal: Goal::Deals,
        threads: 0,
        stop: &stop,
        deadline: None,
    };
    let page = Page {
        rules: &rules.to_string(),
        has_scores: rules.has_scores(),
        score: <G as Game>::SCORE,
        seed: 1,
        found: &tournament.play(None, &|_| ()).unwrap(),
        losses: G::LOSSES,
        hand: G::HAND,
        moment: G::MOMENT,
        curves,
    };
    page.html().unwrap()
}

/// Fails where tags do not close in the order in which they were opened.
fn assert_well_formed(html: &str) {
    let mut open = Vec::new();
    for (place, _) in html.match_indices('<') {
        let tag = &html[place + 1..];
        let tag = &tag[..tag.find('>').unwrap()];
        assert!(!tag.contains('<'), "a bare < before {tag}");
        let name: String = tag
            .trim_start_matches('/')
            .chars()
            .take_while(char::is_ascii_alphanumeric)
            .collect();
        if tag.starts_with('/') {
            assert_eq!(
                open.pop().as_ref(),
                Some(&name),
                "{}",
                &html[place.saturating_sub(200)..place]
            );
        } else if !(tag.starts_with('!') || tag.ends_with('/') || name == "meta") {
            open.push(name);
        }
    }
    assert!(open.is_empty(), "{open:?} is left open");
}

/// Fails where the page needs anything else, or has a colour of its own in a picture.
fn assert_self_contained(html: &str) {
    for outside in [
        "http", "src=", "href=", "url(", "@import", "<script", "<link", "<iframe", "NaN",
    ] {
        assert!(!html.contains(outside), "{outside}");
    }
    let pictures: Vec<_> = html.split("<svg").skip(1).collect();
    assert!(pictures.len() >= 2);
    for picture in pictures {
        let picture = picture.split("</svg>").next().unwrap();
        assert!(!picture.contains("\"#"), "a fixed colour");
        assert!(picture.contains("aria-label=\"") && picture.contains("viewBox=\""));
    }
}

#[test]
fn pages_are_whole_alone_and_safe() {
    let estimate = Estimate {
        mean: -2.0,
        se: 0.5,
        deals: u64::MAX,
    };
    let curves = Curves {
        name: "mine-1".to_owned(),
        against: BTreeMap::from([("risk".to_owned(), vec![(10, estimate), (20, estimate)])]),
    };
    let bench = Preset::Bench.rules();
    let page = page_of::<Nimmt>(&bench, ["risk", "random", "highest"], &[curves]);
    assert!(page.contains("&lt;script&gt;alert(&quot;&amp;&quot;)&lt;/script&gt;"));
    assert_eq!(page.matches("<svg").count(), 7);
    for heading in [
        "Everybody against everybody",
        "Ratings",
        "Mixed line-ups",
        "Where bulls come from",
        "By seat",
        "By the starting hand",
        "By turn",
        "How bulls are lost, a game",
        "Learning curves",
        "Against risk",
        "All pairs",
        "How to read this",
    ] {
        assert!(page.contains(&format!(">{heading}</h")), "{heading}");
    }
    let hand = nimmt::Rules::check(nimmt::RuleFields {
        take_to_hand: true,
        ..nimmt::RuleFields::default()
    });
    let without_scores = page_of::<Nimmt>(&hand.unwrap(), ["risk", "random", "highest"], &[]);
    assert!(!without_scores.contains("Where bulls come from"));
    let chips = sixes::Preset::SixesRound.rules();
    let chips = page_of::<Sixes>(&chips, ["longest", "random", "far"], &[]);
    assert!(chips.contains("Where chips come from") && chips.contains(">By time round the table</h3>"));
    for page in [page, without_scores, chips] {
        assert_well_formed(&page);
        assert_self_contained(&page);
    }
}

#[test]
fn curves_are_read_from_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("mine-1");
    fs::create_dir(&run).unwrap();
    let line = |step: u64, diff: f64| {
        format!(
            "{{\"step\": {step}, \"time\": 1.0, \"metrics\": {{\"evaluation/mcs:100/diff\": {diff}, \
             \"evaluation/mcs:100/diff_se\": 0.5, \"loss/value\": 2}}}}\n"
        )
    };
    let text =
        line(10, 3.0) + "{\"step\": 11, \"time\": 1.0, \"metrics\": {\"loss/value\": 2}}\n" + &line(20, -1.0);
    fs::write(run.join("metrics.jsonl"), text.clone() + "{\"step\": 21, \"ti").unwrap();
    let curves = Curves::read(&run).unwrap();
    assert_eq!(curves.name, "mine-1");
    let points: Vec<_> = curves.against["mcs:100"]
        .iter()
        .map(|(step, estimate)| (*step, estimate.mean, estimate.se))
        .collect();
    assert_eq!(points, [(10, 3.0, 0.5), (20, -1.0, 0.5)]);
    fs::write(run.join("metrics.jsonl"), text.replace("evaluation", "evaluated")).unwrap();
    let error = Curves::read(&run).unwrap_err().to_string();
    assert!(
        error.ends_with("its metrics.jsonl holds no evaluation"),
        "{error}"
    );
    let error = Curves::read(&folder.path().join("no")).unwrap_err().to_string();
    assert!(error.contains("no/metrics.jsonl"), "{error}");
}

#[test]
fn text_is_safe_and_names_are_cut_at_their_start() {
    assert_eq!(html::escape("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
    assert_eq!(charts::short("mcs:1000"), "mcs:1000");
    let cut = charts::short("net:runs/quickstart-12/checkpoint");
    assert!(
        cut.starts_with('…') && cut.ends_with("/checkpoint") && cut.chars().count() == 20,
        "{cut}"
    );
}
