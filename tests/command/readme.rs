//! Every command in README.md runs.

use std::fs;
use std::path::Path;

use super::run_in;

/// What README tells to run besides `hornox`, and what checks it.
const OTHERS: [(&str, &str); 3] = [
    ("bash tests/run.sh", "the test run itself"),
    ("cargo install --path train", "the build of the same package"),
    ("pip install ./python", "python/check.sh"),
];

/// What makes a training a matter of seconds.
const SHORT: [&str; 6] = [
    "ppo.iterations=3",
    "ppo.tables=32",
    "ppo.minibatch=256",
    "evaluation.every=2",
    "evaluation.deals=2",
    "evaluation.final_deals=2",
];

/// The lines of all blocks of shell commands, those continued by a backslash in one piece.
fn commands(markdown: &str) -> Vec<String> {
    let mut commands = Vec::new();
    let blocks = markdown.split("```sh\n").skip(1);
    for block in blocks.filter_map(|rest| rest.split("```").next()) {
        let block = block.replace("\\\n", " ");
        let lines = block
            .lines()
            .map(|line| line.split('#').next().unwrap_or(line).trim());
        commands.extend(lines.filter(|line| !line.is_empty()).map(str::to_owned));
    }
    commands
}

/// The words of a command; what stands in quotes is one.
fn words(command: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for (place, part) in command.split('"').enumerate() {
        if place % 2 == 1 {
            words.push(part);
        } else {
            words.extend(part.split_whitespace());
        }
    }
    words
}

/// The arguments of a command of ours, made short: a training by [`SHORT`] or by two iterations, what is measured over
/// deals by two, a figure by a twentieth of a second.
fn arguments(command: &str) -> Option<Vec<&str>> {
    let rest = ["cargo run --release -- ", "hornox "]
        .iter()
        .find_map(|prefix| command.strip_prefix(prefix))?;
    let mut args = words(rest);
    for (place, arg) in args.clone().into_iter().enumerate() {
        if ["--deals", "--random", "--iterations"].contains(&arg) {
            args[place + 1] = "2";
        }
    }
    if args[0] == "train" && !args.contains(&"--resume") {
        args.extend(SHORT.iter().flat_map(|change| ["--set", change]));
    }
    if args[0] == "bench" {
        args.extend(["--seconds", "0.05"]);
    }
    Some(args)
}

#[cfg(unix)]
#[test]
fn every_command_runs() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap();
    let text = fs::read_to_string(root.join("README.md")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    for name in ["configs", "checkpoints"] {
        std::os::unix::fs::symlink(root.join(name), folder.path().join(name)).unwrap();
    }
    let commands = commands(&text);
    let quickstart = "cargo run --release -- train --config configs/quickstart.toml";
    assert_eq!(commands.first().map(String::as_str), Some(quickstart));
    let mut ours = 0;
    for command in &commands {
        if let Some(args) = arguments(command) {
            let said = run_in(folder.path(), &args);
            assert_eq!(said.code, Some(0), "{command}: {}", said.err);
            assert!(!said.out.is_empty(), "{command} says nothing");
            ours += 1;
        } else {
            let known = OTHERS.iter().any(|(other, _)| other == command);
            assert!(known, "README says `{command}`, which no check runs");
        }
    }
    assert!(ours >= 4, "{commands:?}");
}
