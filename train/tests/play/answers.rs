//! What can be typed, and what is said to what cannot.

use std::io::{ErrorKind, Write};

use hornox_env::nimmt::{Action, Nimmt, Preset};
use hornox_env::{Agent, Seat};
use hornox_train::play::{Console, Ending, Session, SessionError};

use crate::{Anything, Tries, played_by, rules};

/// What seat 0 reads who types these lines by these rules and then goes away.
fn typed(preset: &str, fields: &[&str], lines: &[&str]) -> String {
    let (ending, text) = played_by(&rules(preset, fields), 0, 1, lines.join("\n").as_bytes());
    assert_eq!(ending.unwrap(), Ending::Left);
    assert!(
        text.ends_with("Goodbye! The same cards come again with --seed 1.\n"),
        "{text}"
    );
    text
}

/// The line after an answer.
fn said_to<'a>(text: &'a str, answer: &str) -> &'a str {
    let prompt = format!("> {answer}\n");
    let at = text
        .find(&prompt)
        .unwrap_or_else(|| panic!("{prompt:?} in {text}"));
    text[at + prompt.len()..].lines().next().unwrap()
}

#[test]
fn what_makes_no_sense_is_asked_again() {
    let text = typed(
        "round",
        &[],
        &[
            "abc",
            "0",
            "zero",
            "105",
            "99999999999999999999999",
            "r1",
            "row 9",
            "-3",
            "3.5",
        ],
    );
    for (answer, sentence) in [
        (
            "abc",
            "\"abc\" is no answer here: type a card, such as 14, or h for help.",
        ),
        ("0", "These rules have no zero card: type a card's number."),
        ("zero", "These rules have no zero card: type a card's number."),
        ("105", "There is no such card: they are 1 to 104."),
        (
            "99999999999999999999999",
            "There is no such card: they are 1 to 104.",
        ),
        ("r1", "No row is to be taken now: type a card's number."),
        ("row 9", "No row is to be taken now: type a card's number."),
        (
            "-3",
            "\"-3\" is no answer here: type a card, such as 14, or h for help.",
        ),
        (
            "3.5",
            "\"3.5\" is no answer here: type a card, such as 14, or h for help.",
        ),
    ] {
        assert_eq!(said_to(&text, answer), sentence);
    }
    // Nothing was played, and the table was drawn once.
    assert_eq!(text.matches("Round 1, turn 1").count(), 1);
    assert_eq!(text.matches("Your card?").count(), 10);
}

#[test]
fn a_row_is_asked_for_until_one_is_named() {
    // 13 lies below every row.
    let lines = ["13", "13", "4", "r9", "zero", "?", "? r3", "row 3", "", "q"];
    let (ending, text) = played_by(
        &rules("amigo", &["hand_size=4"]),
        0,
        55,
        lines.join("\r\n").as_bytes(),
    );
    assert_eq!(ending.unwrap(), Ending::Left);
    let asked = "Your 13 fits nowhere. Do you take row 0, row 1, row 2 or row 3?";
    assert_eq!(text.matches(asked).count(), 7);
    assert_eq!(
        said_to(&text, "4"),
        "There is no such row: they are row 0 to row 3."
    );
    assert_eq!(
        said_to(&text, "r9"),
        "There is no such row: they are row 0 to row 3."
    );
    assert_eq!(
        said_to(&text, "zero"),
        "Your card is played: take row 0, row 1, row 2 or row 3."
    );
    assert_eq!(said_to(&text, "? r3"), "  row 3  takes 55: 7 bulls");
    assert!(
        text.contains("   13  you     take row 3 (13 fits nowhere): 55 for 7 bulls\n"),
        "{text}"
    );
    assert_eq!(text.matches("Round 1, turn 2").count(), 2, "{text}");
}

#[test]
fn only_cheapest_rows_may_be_taken_where_the_rules_say_so() {
    let fields = ["hand_size=4", "low_card=cheapest"];
    let (_, text) = played_by(&rules("amigo", &fields), 0, 55, "13\n3\n0\n1".as_bytes());
    assert_eq!(
        said_to(&text, "3"),
        "Row 3 is not the cheapest: take row 1 or row 2."
    );
    assert_eq!(
        said_to(&text, "0"),
        "Row 0 is not the cheapest: take row 1 or row 2."
    );
    assert!(text.contains("you     take row 1 (13 fits nowhere)"), "{text}");
}

#[test]
fn cards_of_sixes_are_typed_in_many_ways() {
    let right = [
        "5d",
        "5D",
        " 5 d ",
        "5\u{2666}",
        "5\u{2662}",
        "5\u{2666}\u{fe0f}",
        "5 of diamonds",
        "5 diamond",
        "#4",
    ];
    for answer in right {
        let text = typed("sixes-round", &["players=10"], &[answer]);
        assert!(text.contains("\n  you     play 5d\n"), "{answer}: {text}");
    }
    let wrong = [
        "5",
        "40",
        "#99",
        "4",
        "5x",
        "d5",
        "10d",
        "6\u{fe0f}",
        "r1",
        "?5",
        "36",
    ];
    let text = typed("sixes-round", &["players=10"], &wrong);
    assert!(!text.contains("\n  you     "), "{text}");
    for (answer, sentence) in [
        (
            "5",
            "\"5\" may be a rank or a number: type a suit with it, such as 5h, or #5.",
        ),
        ("40", "There is no such card: numbers are 0 to 39."),
        ("#99", "There is no such card: numbers are 0 to 39."),
        (
            "d5",
            "\"d5\" is no answer here: type a card, such as 7h, or pass, or h for help.",
        ),
        ("36", "You do not hold 7s: the choice is 5d or 6s."),
    ] {
        assert_eq!(said_to(&text, answer), sentence);
    }
}

#[test]
fn one_may_leave_at_any_time() {
    for line in ["q", "quit", "exit", ""] {
        typed("sixes", &[], &[line]);
    }
    // Between a card and its row, and between two cards.
    let (ending, text) = played_by(&rules("amigo", &["hand_size=4"]), 0, 55, "13\nq\n".as_bytes());
    assert_eq!(ending.unwrap(), Ending::Left);
    assert!(text.contains("fits nowhere"), "{text}");
    let text = typed(
        "round",
        &["cards_per_turn=2", "hand_size=1", "max_rounds=2"],
        &[""],
    );
    assert!(text.contains("Your first card? Only "), "{text}");
}

/// An output that nobody reads, or a full disk.
struct Refuses(ErrorKind);

impl Write for Refuses {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn nobody_to_read_is_no_error_but_a_full_disk_is() {
    let rules = Preset::Round.rules();
    let session = || {
        let others = (1..4)
            .map(|_| Box::new(Anything) as Box<dyn Agent<Nimmt>>)
            .collect();
        Session::new(&rules, Seat::default(), others, 1)
    };
    let run = |kind| session().run(&mut Console::new(&b""[..], Refuses(kind), false));
    assert!(matches!(run(ErrorKind::BrokenPipe), Ok(Ending::Left)));
    assert!(matches!(
        run(ErrorKind::StorageFull),
        Err(SessionError::Output(_))
    ));
}

#[test]
fn too_few_agents_are_an_error() {
    let session = Session::<Nimmt>::new(
        &Preset::Bench.rules(),
        Seat::new(3).unwrap(),
        vec![Box::new(Anything)],
        1,
    );
    let ended = session.run(&mut Console::new(Tries::new::<Action>(1), Vec::new(), true));
    assert_eq!(ended.unwrap_err().to_string(), "nobody plays seat 1");
}
