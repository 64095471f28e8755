//! Standard output and standard error. The standard macros panic where nobody reads.

use std::io::{self, Write};

/// Writes a text to standard output. A reader that has gone away, as `head` does, is no error.
///
/// # Errors
/// Where the output cannot be written for another reason, such as a full disk.
pub fn print(text: &str) -> io::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(error),
        Ok(()) | Err(_) => Ok(()),
    }
}

/// Writes a line to standard error; where that fails there is nobody to tell.
pub fn note(line: &str) {
    let _ = writeln!(io::stderr().lock(), "{line}");
}
