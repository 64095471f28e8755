//! `hornox play`

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// A session with these answers, each on a line.
fn play(args: &[&str], answers: &str) -> Output {
    let mut child = start(args);
    // The game may be over before all is read.
    let _ = child.stdin.take().unwrap().write_all(answers.as_bytes());
    child.wait_with_output().unwrap()
}

fn start(args: &[&str]) -> std::process::Child {
    Command::new(env!("CARGO_BIN_EXE_hornox"))
        .arg("play")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// What a session that ended well wrote.
fn said(output: &Output) -> String {
    let err = String::from_utf8(output.stderr.clone()).unwrap();
    assert_eq!((output.status.code(), err.as_str()), (Some(0), ""));
    String::from_utf8(output.stdout.clone()).unwrap()
}

/// Every card and every row, often enough for any game of one round.
fn everything() -> String {
    let cards: Vec<_> = (1..=104).map(|card| card.to_string()).collect();
    let cards = cards.join("\n") + "\n";
    cards.repeat(12)
}

#[test]
fn a_round_is_played_to_its_end() {
    let args = [
        "--rules",
        "round",
        "--against",
        "risk",
        "--against",
        "lowest",
        "--players",
        "3",
        "--seed",
        "4",
    ];
    let text = said(&play(&args, &everything()));
    assert!(
        text.contains("seat 0: you\nseat 1: risk\nseat 2: lowest\nseed: 4\n"),
        "{text}"
    );
    assert!(
        text.contains("\nThe game is over: ") && text.contains("   risk\n"),
        "{text}"
    );
    assert_eq!(said(&play(&args, &everything())), text);
}

#[test]
fn a_round_of_sixes_is_played_to_its_end() {
    let args = [
        "--rules",
        "sixes-round",
        "--against",
        "mcs:20",
        "--seat",
        "4",
        "--seed",
        "4",
    ];
    let cards: Vec<_> = (0..40).map(|card| format!("#{card}")).collect();
    let cards = cards.join("\n") + "\n";
    let text = said(&play(&args, &format!("{cards}pass\n").repeat(40)));
    assert!(text.contains("seat 3: mcs:20\nseat 4: you\n"), "{text}");
    assert!(text.contains("\nThe game is over: "), "{text}");
}

#[test]
fn a_seed_is_drawn_and_shown() {
    let seed = || {
        let text = said(&play(&["--against", "random", "--seat", "random"], "?\n"));
        let (_, rest) = text.split_once("\nseed: ").unwrap();
        let seed = rest.lines().next().unwrap().to_owned();
        let again = play(
            &["--against", "random", "--seat", "random", "--seed", &seed],
            "?\n",
        );
        assert_eq!(said(&again), text);
        assert!(
            text.ends_with(&format!(
                "\n> \nGoodbye! The same cards come again with --seed {seed}.\n"
            )),
            "{text}"
        );
        seed
    };
    assert_ne!(seed(), seed());
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_with_a_last_line() {
    let mut child = start(&["--against", "random", "--seed", "4"]);
    // Waiting would close the input, which ends a session too.
    let input = child.stdin.take();
    let mut text = String::new();
    // The prompt is written once all is set up and an answer is awaited.
    let mut out = child.stdout.take().unwrap();
    let mut byte = [0];
    while !text.ends_with("\n> ") {
        std::io::Read::read_exact(&mut out, &mut byte).unwrap();
        text.push(byte[0].into());
    }
    let sent = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(0));
    drop(input);
    text.clear();
    std::io::Read::read_to_string(&mut out, &mut text).unwrap();
    assert_eq!(text, "\nGoodbye! The same cards come again with --seed 4.\n");
}
