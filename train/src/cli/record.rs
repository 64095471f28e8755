//! `hornox record`

use std::fs::{self, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::Nimmt;
use hornox_env::record::{AnyRecord, Record, Recorded};
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, AnyRules, RuleSet, game_seed};
use rayon::iter::{IndexedParallelIterator, IntoParallelRefMutIterator, ParallelIterator};

use super::Failure;
use super::rules::overrides;
use crate::arena::{ArenaError, BuildError, Factory, Players};
use crate::config::read_rules;
use crate::interrupt::Stop;
use crate::report::{Progress, note, print};

/// Play games and write them down, one JSON object a line
///
/// The records hold the rules, the deals, every choice and all that came of it; `hornox replay` checks them.
/// Game K of a run depends on the seed and on K alone. Ctrl-C stops after a whole
/// game and keeps what was played, unless that would replace a file.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent of all seats; or repeated, one for each seat, seat 0 first
    #[arg(long, value_name = "SPEC", required = true)]
    agent: Vec<String>,
    /// Games to play
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    games: u64,
    /// Where deals and the agents' draws come from
    #[arg(long, value_name = "S", default_value_t = 1)]
    seed: u64,
    /// The file to write, which replaces any there is once all is done; - for standard output
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
    /// A preset, or a TOML file of rules; the published game (amigo) by default
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Seats at the table: short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
    /// Show no progress
    #[arg(long)]
    quiet: bool,
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let specs = args
        .agent
        .iter()
        .map(|spec| spec.parse())
        .collect::<Result<Vec<AgentSpec>, _>>()?;
    let resolved = read_rules(args.rules.as_deref(), &overrides(args.players, &args.set))?;
    for line in &resolved.notes {
        note(&format!("note: {line}"));
    }
    match &resolved.rules {
        AnyRules::Nimmt(rules) => run_game::<Nimmt>(args, &specs, rules),
        AnyRules::Sixes(rules) => run_game::<Sixes>(args, &specs, rules),
    }
}

fn run_game<G: Playable + Recorded>(args: &Args, specs: &[AgentSpec], rules: &G::Rules) -> Result<(), Failure>
where
    AnyRecord: From<Record<G>>,
{
    let players = rules.players();
    if specs.len() != 1 && specs.len() != players {
        return Err(Failure::Misuse(anyhow::Error::msg(format!(
            "--agent is given {} times: must be once, or once for each of {players} seats",
            specs.len()
        ))));
    }
    let builders: Vec<_> = specs.iter().map(|spec| move || build::<G>(spec)).collect();
    let seats = || {
        Players::new(
            builders
                .iter()
                .cycle()
                .take(players)
                .map(|build| build as &Factory<'_, G>),
        )
    };
    // Agents that cannot be made are better known before a file is touched.
    let mut tables = (0..rayon::current_num_threads())
        .map(|_| seats())
        .collect::<Result<Vec<_>, _>>()?;
    let plan = Plan {
        games: args.games,
        seed: args.seed,
        rules,
        stop: Stop::on_ctrl_c()?,
        progress: Progress::new(args.games, 0, "games", args.quiet),
    };
    let at = |error| failure(&args.out, &error);
    let done = if args.out.as_os_str() == "-" {
        let mut out = BufWriter::new(io::stdout().lock());
        let done = plan.play(&mut tables, &mut out);
        match done {
            // Whoever reads has gone away, as `head` does.
            Err(Stopped::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(()),
            done => done,
        }
    } else {
        write_file(&args.out, |out| plan.play(&mut tables, out))
    };
    let done = done.map_err(|stopped| match stopped {
        Stopped::Output(error) => at(error),
        Stopped::Game(error) => error.into(),
    })?;
    plan.progress.finish();
    let Written { games: done, whole } = done;
    if !whole {
        let all = args.games;
        return Err(Failure::failed(if done > 0 {
            format!("stopped after {done} of {all} games; they are written")
        } else {
            format!(
                "stopped before all {all} games were played; {} is as it was",
                args.out.display()
            )
        }));
    }
    if args.out.as_os_str() != "-" {
        print(&format!("{done} games are in {}\n", args.out.display()))?;
    }
    Ok(())
}

fn build<G: Playable>(spec: &AgentSpec) -> Result<Box<dyn Agent<G>>, BuildError> {
    Ok(spec.build()?)
}

fn failure(path: &Path, error: &io::Error) -> Failure {
    Failure::failed(format!("{}: {error}", path.display()))
}

/// What was written.
#[derive(Clone, Copy)]
struct Written {
    games: u64,
    /// Whether no stop cut it short.
    whole: bool,
}

/// Why games were not written.
enum Stopped {
    Output(io::Error),
    Game(ArenaError),
}

impl From<io::Error> for Stopped {
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}

/// How many games a thread plays before all are written, in order.
const AT_ONCE: u64 = 16;

struct Plan<'a, G: Recorded> {
    games: u64,
    seed: u64,
    rules: &'a G::Rules,
    stop: Stop,
    progress: Progress,
}

impl<G: Recorded> Plan<'_, G>
where
    AnyRecord: From<Record<G>>,
{
    /// Plays the games, on a thread for each table, and writes them in order, to the last one or to a stop. Gives
    /// how many were written.
    fn play(&self, tables: &mut [Players<'_, G>], out: &mut dyn Write) -> Result<Written, Stopped> {
        let mut done = 0;
        while done < self.games {
            let shares = tables.par_iter_mut().enumerate().map(|(index, table)| {
                let first = done + index as u64 * AT_ONCE;
                self.play_share(table, first..(first + AT_ONCE).min(self.games))
            });
            let shares: Vec<_> = shares.collect::<Result<_, _>>().map_err(Stopped::Game)?;
            for record in shares.into_iter().flatten() {
                // Behind a game that a stop left out, none may be written.
                let Some(record) = record else {
                    out.flush()?;
                    return Ok(Written {
                        games: done,
                        whole: false,
                    });
                };
                record.write_line(&mut *out)?;
                done += 1;
            }
        }
        out.flush()?;
        Ok(Written {
            games: done,
            whole: true,
        })
    }

    /// Plays some games; `None` in place of each that a stop left out.
    fn play_share(
        &self,
        table: &mut Players<'_, G>,
        games: Range<u64>,
    ) -> Result<Vec<Option<AnyRecord>>, ArenaError> {
        let mut records = Vec::new();
        for game in games {
            if self.stop.requested() {
                records.push(None);
                break;
            }
            let record = table.record(self.rules, game_seed(self.seed, game))?;
            records.push(Some(record.into()));
            self.progress.advance(1);
        }
        Ok(records)
    }
}

/// Writes a file that takes its place at `path` only once it is whole; where the writing was cut short, only if
/// there is none of this name. What is no file, as a device, is written to directly.
fn write_file(
    path: &Path,
    plan: impl FnOnce(&mut dyn Write) -> Result<Written, Stopped>,
) -> Result<Written, Stopped> {
    if fs::metadata(path).is_ok_and(|found| !found.is_file() && !found.is_dir()) {
        return plan(&mut BufWriter::new(OpenOptions::new().write(true).open(path)?));
    }
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    let part = tempfile::Builder::new()
        .prefix(".hornox-record-")
        .permissions(permissions())
        .tempfile_in(folder.unwrap_or(Path::new(".")))?;
    let mut out = BufWriter::new(part);
    // The unfinished file is removed on every error.
    let written = plan(&mut out)?;
    let part = out.into_inner().map_err(io::IntoInnerError::into_error)?;
    part.as_file().sync_all()?;
    if written.whole {
        part.persist(path).map_err(|error| error.error)?;
        return Ok(written);
    }
    match part.persist_noclobber(path) {
        Ok(_) => Ok(written),
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            Ok(Written { games: 0, ..written })
        }
        Err(error) => Err(error.error.into()),
    }
}

/// Those of any new file, less what the user's mask takes away.
#[cfg(unix)]
fn permissions() -> fs::Permissions {
    std::os::unix::fs::PermissionsExt::from_mode(0o666)
}
