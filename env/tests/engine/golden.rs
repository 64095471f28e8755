//! Generated texts that lie in the repository, compared with what the code gives now.
//!
//! `HORNOX_REGENERATE=1 cargo test` writes them anew. That run fails where a file changed, so that nobody takes
//! it for a pass; the next one without the variable compares as always.

use std::path::Path;

/// Compares `text` with the file at `path` from the package's own folder, or writes it there where that was
/// asked for.
pub fn compare(path: &str, text: &str) {
    compare_all([(path.to_owned(), text.to_owned())]);
}

/// The same for many files.
pub fn compare_all(texts: impl IntoIterator<Item = (String, String)>) {
    let stale: Vec<_> = texts
        .into_iter()
        .filter_map(|(path, text)| difference(&path, &text))
        .collect();
    assert!(stale.is_empty(), "{}", stale.join("\n"));
}

fn difference(path: &str, text: &str) -> Option<String> {
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let stored = std::fs::read_to_string(&file).unwrap_or_default();
    if text == stored {
        return None;
    }
    if std::env::var_os("HORNOX_REGENERATE").is_some_and(|value| value == "1") {
        std::fs::write(&file, text).unwrap();
        return Some(format!(
            "{path} was written anew: look at the difference before you commit it"
        ));
    }
    let line = text
        .lines()
        .zip(stored.lines())
        .take_while(|(new, old)| new == old)
        .count();
    Some(format!(
        "{path} differs from line {} on: now {:?}, stored {:?}; HORNOX_REGENERATE=1 writes it anew",
        line + 1,
        text.lines().nth(line),
        stored.lines().nth(line)
    ))
}
