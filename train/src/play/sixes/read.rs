//! What an answer means.

use hornox_env::sixes::{Action, Card, DECK_SIZE, Rank, Suit, View};

use crate::play::layout::{cropped, listed};

pub(super) fn read(view: &View, answer: &str) -> Result<Action, String> {
    let word = answer.to_lowercase();
    let action = if ["pass", "p"].contains(&word.as_str()) {
        Action::Pass
    } else {
        Action::Card(card(&word, answer)?)
    };
    if view.legal().contains(action) {
        Ok(action)
    } else {
        Err(refusal(view, action))
    }
}

fn card(word: &str, answer: &str) -> Result<Card, String> {
    let plain: String = word.replace(" of ", " ").split_whitespace().collect();
    if let Some(digits) = plain.strip_prefix('#').or(Some(plain.as_str()))
        && let Ok(number) = digits.parse::<u64>()
    {
        let is_rank = Rank::ALL.iter().any(|rank| rank.to_string() == plain);
        if is_rank {
            return Err(format!(
                "\"{plain}\" may be a rank or a number: type a suit with it, such as {plain}h, or #{plain}."
            ));
        }
        let card = u8::try_from(number).ok().and_then(Card::new);
        return card.ok_or_else(|| format!("There is no such card: numbers are 0 to {}.", DECK_SIZE - 1));
    }
    let mut signs = plain.chars();
    let rank = signs.next().and_then(rank);
    match (rank, suit(signs.as_str())) {
        (Some(rank), Some(suit)) => Ok(Card::of(suit, rank)),
        (Some(_), None) | (None, _) => Err(format!(
            "\"{}\" is no answer here: type a card, such as 7h, or pass, or h for help.",
            cropped(answer, 20)
        )),
    }
}

fn rank(sign: char) -> Option<Rank> {
    let sign = sign.to_uppercase().to_string();
    Rank::ALL.into_iter().find(|rank| rank.to_string() == sign)
}

/// A suit by its letter, its name in singular or plural, or its symbol.
fn suit(text: &str) -> Option<Suit> {
    // Some keyboards add a sign that asks for a coloured symbol.
    let text = text.trim_end_matches('\u{fe0f}');
    Suit::ALL.into_iter().find(|suit| {
        let name = suit.name();
        let symbols = match suit {
            Suit::Diamonds => ["\u{2666}", "\u{2662}"],
            Suit::Clubs => ["\u{2663}", "\u{2667}"],
            Suit::Hearts => ["\u{2665}", "\u{2661}"],
            Suit::Spades => ["\u{2660}", "\u{2664}"],
        };
        text == name || text == name.trim_end_matches('s') || text == &name[..1] || symbols.contains(&text)
    })
}

/// Why an action is not legal.
fn refusal(view: &View, action: Action) -> String {
    let legal = listed(view.legal().iter(), "or");
    match action {
        Action::Pass if view.table().columns().cards().is_empty() => {
            format!("The lead is no pass: play {legal}.")
        }
        Action::Pass if view.table().rules().must_play => {
            format!("You may not pass while you can play: play {legal}.")
        }
        Action::Pass => format!("Without a chip you may not pass: play {legal}."),
        Action::Card(card) if !view.hand().contains(card) => {
            format!("You do not hold {card}: the choice is {legal}.")
        }
        Action::Card(card) => format!("{card} cannot be played yet: the choice is {legal}."),
    }
}
