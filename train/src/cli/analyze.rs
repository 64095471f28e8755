//! `hornox analyze`

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::record::{AnyRecord, Fault, Record, RecordError, Recorded, Records};
use hornox_env::{Agent, RuleSet as _};
use serde::Serialize;

use super::Failure;
use crate::analyze::{Analysis, AnalyzeError, Brief, Judged, Sum, analyze, as_text, sums};
use crate::arena::{ArenaError, BuildError};
use crate::interrupt::Stop;
use crate::report::print;

/// See what an agent thinks of games that were written down
///
/// For every decision: what was played, what the agent would have played, and what it reckons of each action. The loss
/// of a move is the value of the agent's best action minus that of the move, where the agent has values (mcs, risk);
/// the shortfall is the probability of its likeliest action minus that of the move, where it knows them (all but cmd;
/// net:PATH?temperature=1 shows those it was trained with); a move is supported where that is above 0. ± is one standard
/// error over games. Moves with one legal action are only counted.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The file, one game a line; - for standard input
    file: PathBuf,
    /// The agent that is asked
    #[arg(long, value_name = "SPEC")]
    agent: String,
    /// Look at game K alone, the first being 1
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u64).range(1..))]
    game: Option<u64>,
    /// Look at turn K of each round alone, the first being 1 (can be repeated)
    #[arg(long, value_name = "K", value_parser = clap::value_parser!(u32).range(1..))]
    turn: Vec<u32>,
    /// Print the sums alone, not each decision
    #[arg(long, conflicts_with = "json")]
    brief: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// A game that was looked at.
#[derive(Serialize)]
struct Game {
    /// Its place in the file, from 1.
    #[serde(rename = "game")]
    number: u64,
    /// The name of its rules' game.
    plays: &'static str,
    rules: serde_json::Map<String, serde_json::Value>,
    /// Of values and losses.
    unit: &'static str,
    #[serde(flatten)]
    analysis: Analysis,
}

/// What `--json` prints.
#[derive(Serialize)]
struct Report<'a> {
    agent: String,
    games: &'a [Game],
    /// What the decisions of all games add up to, by who made them. Nobody is there where losses have two units.
    players: BTreeMap<&'a str, Sum>,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let spec: AgentSpec = args.agent.parse()?;
    let stop = Stop::on_ctrl_c()?;
    let games = if args.file.as_os_str() == "-" {
        read(args, &spec, &stop, io::stdin().lock())?
    } else {
        let file = File::open(&args.file).map_err(|error| failure(&args.file, Fault::from(error).into()))?;
        read(args, &spec, &stop, BufReader::new(file))?
    };
    let report = Report {
        agent: spec.to_string(),
        games: &games,
        players: players(&games),
    };
    print(&if args.json {
        // Numbers, words and lists: JSON can hold them.
        serde_json::to_string_pretty(&report).unwrap_or_default() + "\n"
    } else {
        text(&report, args.brief)
    })?;
    Ok(())
}

/// Looks at the games of the file, or at one of them.
fn read(args: &Args, spec: &AgentSpec, stop: &Stop, input: impl BufRead) -> Result<Vec<Game>, Failure> {
    let mut records = Records::new(input);
    let mut games = Vec::new();
    let at = |error| failure(&args.file, error);
    for before in 0..args.game.unwrap_or(1) - 1 {
        if !records.skip_line().map_err(at)? {
            return Err(too_few(args, before));
        }
    }
    while let Some(record) = records.next() {
        let game = records.line();
        let looked_at = match &record.map_err(at)? {
            AnyRecord::Nimmt(record) => look(record, spec, &args.turn, stop, game),
            AnyRecord::Sixes(record) => look(record, spec, &args.turn, stop, game),
        };
        games.push(looked_at.map_err(|error| match error {
            AnalyzeError::Record(error) => at(error.on_line(game)),
            AnalyzeError::Build(error) => ArenaError::Build(error).into(),
            AnalyzeError::Agent(error) => ArenaError::Agent(error).into(),
            AnalyzeError::Stopped => Failure::failed(format!("stopped in game {game}")),
        })?);
        if args.game.is_some() {
            break;
        }
    }
    if games.is_empty() {
        return Err(too_few(args, records.line()));
    }
    Ok(games)
}

fn look<G: Playable + Recorded + Brief>(
    record: &Record<G>,
    spec: &AgentSpec,
    turns: &[u32],
    stop: &Stop,
    game: u64,
) -> Result<Game, AnalyzeError> {
    let build = || -> Result<Box<dyn Agent<G>>, BuildError> { Ok(spec.build()?) };
    let analysis = analyze(record, &build, turns, stop)?;
    Ok(Game {
        number: game,
        plays: G::Rules::GAME,
        rules: record.rules.to_map(),
        unit: if record.rules.has_scores() {
            G::SCORE.unit
        } else {
            "win share"
        },
        analysis,
    })
}

/// The sums over all games, by who played.
fn players(games: &[Game]) -> BTreeMap<&str, Sum> {
    if games.iter().any(|game| game.unit != games[0].unit) {
        return BTreeMap::new();
    }
    let mut own: BTreeMap<&str, (Vec<Vec<&Judged>>, u64)> = BTreeMap::new();
    for (place, Game { analysis, .. }) in games.iter().enumerate() {
        for seat in &analysis.seats {
            let (decisions, forced) = own.entry(&seat.agent).or_default();
            let seats = analysis
                .decisions
                .iter()
                .filter(|judged| judged.seat == seat.seat);
            decisions.resize(place + 1, Vec::new());
            decisions[place].extend(seats);
            *forced += seat.sum.forced;
        }
    }
    own.into_iter()
        .map(|(agent, (decisions, forced))| (agent, Sum::of(&decisions, forced)))
        .collect()
}

fn text(report: &Report<'_>, brief: bool) -> String {
    let agent = &report.agent;
    let games = report.games.iter().map(|looked_at| {
        let Game {
            number,
            plays,
            unit,
            analysis,
            ..
        } = looked_at;
        format!(
            "game {number} ({plays}), as {agent} sees it\n{}",
            as_text(analysis, unit)
        )
    });
    let text: String = if brief { String::new() } else { games.collect() };
    match report.games {
        [first, ..] if !report.players.is_empty() && (brief || report.games.len() > 1) => {
            let players = report.players.iter().map(|(&who, sum)| (who.to_owned(), sum));
            let between = if text.is_empty() { "" } else { "\n" };
            text + between + &sums("all games", players, first.unit)
        }
        _ => text,
    }
}

fn too_few(args: &Args, games: u64) -> Failure {
    let there = if games == 0 {
        "there is no game in it".to_owned()
    } else {
        format!("there is no such game: the file has {games}")
    };
    Failure::failed(format!("{}: {there}", args.file.display()))
}

fn failure(path: &Path, error: RecordError) -> Failure {
    Failure::Failed(anyhow::Error::from(error).context(path.display().to_string()))
}
