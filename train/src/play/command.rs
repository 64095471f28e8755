//! What can be typed in every game.

/// The commands of every game, for the help.
pub(super) const COMMANDS: &[&str] = &[
    "  ?        what each of your choices would do; ? 14 for that one alone",
    "  Enter    show the table again (or, with one choice left, make it)",
    "  h        this help",
    "  q        quit",
];

/// What an answer asks for.
pub(super) enum Command {
    /// Nothing more.
    Leave,
    /// How it goes.
    Help,
    /// What choices would do: all, or one.
    Explain(String),
    /// The table, or the only choice.
    Enter,
    /// An action, if anything.
    Answer,
}

impl Command {
    pub(super) fn of(answer: &str) -> Self {
        match answer {
            "" => Self::Enter,
            "q" | "quit" | "exit" => Self::Leave,
            "h" | "help" => Self::Help,
            answer => match answer.strip_prefix('?') {
                Some(about) => Self::Explain(about.trim().to_owned()),
                None => Self::Answer,
            },
        }
    }
}
