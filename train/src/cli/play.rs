//! `hornox play`

use std::hash::{BuildHasher, RandomState};
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::str::FromStr;

use hornox_agents::{AgentSpec, Playable};
use hornox_env::nimmt::Nimmt;
use hornox_env::sixes::Sixes;
use hornox_env::{Agent, AnyRules, RuleSet, Seat};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::Failure;
use super::rules::overrides;
use crate::arena::ArenaError;
use crate::config::read_rules;
use crate::interrupt::leave_on_ctrl_c;
use crate::play::{Console, Session, Tabletop, farewell};
use crate::report::note;

/// Play against agents, at the keyboard
///
/// Cards are played by typing them; `?` says what each choice would do, `h` helps, `q`, Ctrl-C and the end of the
/// input leave. The same seed, agents and choices give the same game.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// The agent in all other seats; or repeated, one for each of them, the lowest seat first
    #[arg(long, value_name = "SPEC", required = true)]
    against: Vec<String>,
    /// Your seat, from 0, or `random`
    #[arg(long, value_name = "K|random", default_value = "0")]
    seat: Place,
    /// Where deals, the agents' draws and a random seat come from; drawn and shown where it is left out
    #[arg(long, value_name = "S")]
    seed: Option<u64>,
    /// A preset, or a TOML file of rules; the published game (amigo) by default
    #[arg(long, value_name = "PRESET_OR_FILE")]
    rules: Option<PathBuf>,
    /// Seats at the table: short for --set players=N
    #[arg(long, value_name = "N")]
    players: Option<u32>,
    /// Change a field of the rules (can be repeated)
    #[arg(long, value_name = "FIELD=VALUE")]
    set: Vec<String>,
}

/// Where the person sits.
#[derive(Clone, Copy, Debug)]
enum Place {
    At(Seat),
    Random,
}

impl FromStr for Place {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "random" {
            return Ok(Self::Random);
        }
        let seat = text.parse().ok().and_then(Seat::new);
        seat.map(Self::At)
            .ok_or_else(|| "must be a seat's number, from 0, or random".to_owned())
    }
}

impl Place {
    /// The seat at a table of this size.
    fn seat(self, players: usize, seed: u64) -> Result<Seat, Failure> {
        match self {
            Self::At(seat) if seat.index() < players => Ok(seat),
            Self::At(seat) => Err(misuse(format!(
                "--seat {seat}: {players} seats play, 0 to {}",
                players - 1
            ))),
            // A generator of no other use here: deals and agents have keys of another form.
            Self::Random => {
                let index = ChaCha8Rng::seed_from_u64(seed).random_range(0..players as u32);
                Ok(Seat::default().after(index as usize, players))
            }
        }
    }
}

pub(super) fn run(args: &Args) -> Result<(), Failure> {
    let specs = args
        .against
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

fn run_game<G: Playable + Tabletop>(
    args: &Args,
    specs: &[AgentSpec],
    rules: &G::Rules,
) -> Result<(), Failure> {
    let players = rules.players();
    let others = players - 1;
    if specs.len() != 1 && specs.len() != others {
        return Err(misuse(format!(
            "--against is given {} times: must be once, or once for each of {others} other seats",
            specs.len()
        )));
    }
    // Half the bits are enough to be new each time, and make a number that can be typed again.
    let seed = args
        .seed
        .unwrap_or_else(|| RandomState::new().hash_one(()) >> u32::BITS);
    let you = args.seat.seat(players, seed)?;
    let agents = specs.iter().cycle().take(others).map(AgentSpec::build);
    let agents = agents
        .collect::<Result<Vec<Box<dyn Agent<G>>>, _>>()
        .map_err(|error| ArenaError::Build(error.into()))?;
    leave_on_ctrl_c(farewell(seed))?;
    let input = io::stdin();
    let echo = !input.is_terminal();
    // The output is not locked, so that a last line can be written from wherever Ctrl-C is handled.
    let mut console = Console::new(input.lock(), io::stdout(), echo);
    Session::new(rules, you, agents, seed).run(&mut console)?;
    Ok(())
}

fn misuse(text: String) -> Failure {
    Failure::Misuse(anyhow::Error::msg(text))
}
