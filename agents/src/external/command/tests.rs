//! Commands as text.

use super::*;

#[test]
fn words_are_split_as_quoted() {
    let words = |text| words(text).unwrap();
    assert_eq!(words("python3 bot.py -v"), ["python3", "bot.py", "-v"]);
    assert_eq!(
        words("  'my bot'/run \"a 'b' c\"d '' "),
        ["my bot/run", "a 'b' cd", ""]
    );
    assert_eq!(words(r"C:\bots\bot.exe a:b=c"), [r"C:\bots\bot.exe", "a:b=c"]);
}

#[test]
fn commands_read_as_they_are_written() {
    for text in [
        "python3 bot.py",
        "./bot a:b 'c d'",
        "bot?timeout=2",
        "bot?timeout=0.25&startup=60&on_failure=risk",
        "bot?on_failure=mcs:100",
        "bot --why=??",
        "bot --why=??timeout=3",
    ] {
        let command = Command::parse(text).unwrap();
        assert_eq!(command.to_string(), text);
        assert_eq!(Command::parse(&command.to_string()).unwrap(), command);
    }
    // What is as by default needs no mention.
    let command = Command::parse("bot?on_failure=forfeit&timeout=10").unwrap();
    assert_eq!(command.to_string(), "bot");
    assert_eq!(Command::parse("bot --why=??").unwrap().words, ["bot", "--why=?"]);
    assert_eq!(Command::parse("bot?").unwrap().to_string(), "bot");
}

#[test]
fn bad_commands_say_what_would_be_right() {
    for (text, part) in [
        ("", "a program must follow, as in `cmd:python3 bot.py`"),
        ("  ", "a program must follow"),
        ("?timeout=1", "a program must follow"),
        ("'' bot", "a program must follow"),
        ("bot 'a", "' has no second one"),
        (
            "bot?timout=1",
            "unknown option `timout=1`; there are: timeout=SECONDS",
        ),
        ("bot --why?", ""),
        ("bot --what?now", "unknown option `now`"),
        ("bot?timeout", "unknown option `timeout`"),
        ("bot?timeout=1&", "unknown option ``"),
        (
            "bot?timeout=0",
            "`timeout=0` must be a number of seconds above 0, at most 86400",
        ),
        ("bot?timeout=nan", "above 0"),
        ("bot?startup=86401", "`startup=86401` must be"),
        ("bot?timeout=1&timeout=2", "`timeout` is given twice"),
        (
            "bot?on_failure=lose",
            "`on_failure=lose` must be `forfeit` or an agent",
        ),
        ("bot?on_failure=cmd:bot", "a program may fail, too"),
    ] {
        match Command::parse(text) {
            Ok(_) => assert_eq!(part, "", "{text}"),
            Err(error) => assert!(
                !part.is_empty() && error.to_string().contains(part),
                "{text}: {error}"
            ),
        }
    }
}
