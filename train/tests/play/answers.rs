//! What can be typed, and what is said to what cannot.

use hornox_train::play::Ending;

use crate::{played_by, rules};

/// What seat 0 reads who types these lines by these rules and then goes away.
fn typed(preset: &str, fields: &[&str], lines: &[&str]) -> String {
    let (ending, text) = played_by(&rules(preset, fields), 0, 1, lines.join("\n").as_bytes());
    assert_eq!(ending.unwrap(), Ending::Left);
    assert!(text.ends_with("Goodbye! The same cards come again with --seed 1.\n"), "{text}");
    text
}

/// The line after an answer.
fn said_to<'a>(text: &'a str, answer: &str) -> &'a str {
    let prompt = format!("> {answer}\n");
    let at = text.find(&prompt).unwrap_or_else(|| panic!("{prompt:?} in {text}"));
    text[at + prompt.len()..].lines().next().unwrap()
}

#[test]
fn what_makes_no_sense_is_asked_again() {
    let text = typed("round", &[], &["abc", "0", "zero", "105", "99999999999999999999999", "r1", "row 9", "-3", "3.5"]);
    for (answer, sentence) in [
        ("abc", "\"abc\" is no answer here: type a card, such as 14, or h for help."),
        ("0", "These rules have no zero card: type a card's number."),
        ("zero", "These rules have no zero card: type a card's number."),
        ("105", "There is no such card: they are 1 to 104."),
        ("99999999999999999999999", "There is no such card: they are 1 to 104."),
        ("r1", "No row is to be taken now: type a card's number."),
        ("row 9", "No row is to be taken now: type a card's number."),
        ("-3", "\"-3\" is no answer here: type a card, such as 14, or h for help."),
        ("3.5", "\"3.5\" is no answer here: type a card, such as 14, or h for help."),
    ] {
        assert_eq!(said_to(&text, answer), sentence);
    }
    // Nothing was played, and the table was drawn once.
    assert_eq!(text.matches("Round 1, turn 1").count(), 1);
    assert_eq!(text.matches("Your card?").count(), 10);
}
