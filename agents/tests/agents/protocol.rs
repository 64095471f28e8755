//! `agents/PROTOCOL.md`: its bot plays, and its examples are what is said.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, process};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::{Nimmt, Preset, RuleFields, Rules};
use hornox_env::sixes::Sixes;
use hornox_env::{Game, RuleSet, Seat, sixes};

use crate::external::{play, spec};
use crate::golden;

/// A folder for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = env::temp_dir().join(format!("hornox-{name}-{}", process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        fs::remove_dir_all(&self.0).unwrap();
    }
}

fn page() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("PROTOCOL.md");
    fs::read_to_string(path).unwrap()
}

/// Writes the bot of the page into the folder.
fn bot(folder: &Folder) -> PathBuf {
    let page = page();
    let (_, rest) = page.split_once("```python\n").unwrap();
    let (code, _) = rest.split_once("```").unwrap();
    assert!(code.lines().count() <= 32, "a bot is short");
    let path = folder.0.join("bot.py");
    fs::write(&path, code).unwrap();
    path
}

fn bench(players: u8, hand_size: u8) -> Rules {
    Rules::check(RuleFields {
        players,
        hand_size,
        ..*Preset::Bench.rules()
    })
    .unwrap()
}

#[test]
fn the_bot_of_the_page_plays_like_lowest() {
    let folder = Folder::new("bot");
    let bot = spec(&format!("cmd:python3 {}", bot(&folder).display()));
    let (lowest, risk) = (spec("lowest"), spec("risk"));
    let free = Rules::check(*Preset::Round.rules()).unwrap();
    for (rules, deals) in [(bench(4, 10), 0..10), (free, 10..20)] {
        for deal in deals {
            let scores = |agent: &AgentSpec| {
                let mut specs = [&risk; 4];
                specs[deal as usize % 4] = agent;
                let played = play::<Nimmt>(&rules, &specs, deal);
                assert_eq!(played.errors.concat(), "");
                played.game.scores()
            };
            assert_eq!(scores(&bot), scores(&lowest), "deal {deal}");
        }
    }
}

/// What is said to the page's bot in one game.
fn said<G: Playable>(rules: &G::Rules, deal: u64) -> Vec<String> {
    let folder = Folder::new(G::NAME);
    let (bot, log) = (bot(&folder), folder.0.join("log"));
    let command = format!("cmd:sh -c 'tee {} | python3 {}'", log.display(), bot.display());
    let mut specs = vec![spec("random"); rules.players()];
    specs[1] = spec(&command);
    let specs: Vec<_> = specs.iter().collect();
    let played = play::<G>(rules, &specs, deal);
    assert_eq!(played.errors.concat(), "");
    assert!(played.agents[1].remembers() && Seat::all(rules.players()).count() == played.game.players());
    drop(played);
    // The copy is written before the bot can answer; the end has no answer to wait for.
    loop {
        let text = fs::read_to_string(&log).unwrap();
        if text.contains(r#""type":"end""#) && text.ends_with('\n') {
            return text.lines().map(str::to_owned).collect();
        }
    }
}

/// A message over several lines: one for each field, and for each field of a field.
fn spread(line: &str) -> String {
    let (mut text, mut objects, mut lists, mut quoted) = (String::new(), 0_usize, 0_usize, false);
    for next in line.chars() {
        quoted ^= next == '"';
        let opens = next == '{' && lists == 0 && objects < 2;
        let closes = next == '}' && lists == 0 && objects <= 2;
        match next {
            '{' => objects += 1,
            '}' => objects -= 1,
            '[' => lists += 1,
            ']' => lists -= 1,
            _ => {}
        }
        let separates = next == ',' && !quoted;
        let breaks = separates && lists == 0 && objects <= 2;
        let indent = "  ".repeat(objects);
        if closes {
            let _ = write!(text, "\n{indent}");
        }
        text.push(next);
        if opens || breaks {
            let _ = write!(text, "\n{indent}");
        } else if (separates || next == ':') && !quoted {
            text.push(' ');
        }
    }
    // Entries of a list that are objects have a line each.
    text.replace("}, {", "},\n    {")
        .replace("[{", "[\n    {")
        .replace("}]", "}\n  ]")
}

/// The page with its examples as they are said now.
#[test]
fn the_examples_of_the_page_are_what_is_said() {
    let sixes = <sixes::Rules as RuleSet>::resolve(
        Some("sixes-round"),
        &[
            ("players".to_owned(), 3.into()),
            ("uneven_deal".to_owned(), true.into()),
        ],
    );
    let messages = [
        ("nimmt", said::<Nimmt>(&bench(3, 5), 4)),
        ("sixes", said::<Sixes>(&sixes.unwrap().rules, 0)),
    ];
    let mut text = String::new();
    let page = page();
    let mut rest = page.as_str();
    let mut examples = 0;
    while let Some((before, behind)) = rest.split_once("```json ") {
        let (label, behind) = behind.split_once('\n').unwrap();
        let (_, behind) = behind.split_once("```").unwrap();
        let (kind, game) = label.split_once(' ').unwrap();
        let (_, lines) = messages.iter().find(|(name, _)| *name == game).unwrap();
        let line = lines
            .iter()
            .find(|line| line.starts_with(&format!(r#"{{"type":"{kind}""#)));
        let _ = write!(text, "{before}```json {label}\n{}\n```", spread(line.unwrap()));
        rest = behind;
        examples += 1;
    }
    assert_eq!(examples, 5);
    golden::compare("PROTOCOL.md", &(text + rest));
}
