//! Lines out, lines in.

use std::io::{self, BufRead, Write};

use super::SessionError;

/// How much of a line is read; the rest is passed over. Every answer is far shorter.
const LONGEST: usize = 200;

/// Where a session writes to and reads from.
#[derive(Debug)]
pub struct Console<R, W> {
    input: R,
    output: W,
    echo: bool,
}

impl<R: BufRead, W: Write> Console<R, W> {
    /// A console. With `echo` every answer is written too, as a terminal does by itself: then what comes through a
    /// pipe reads like a session at a terminal.
    pub const fn new(input: R, output: W, echo: bool) -> Self {
        Self { input, output, echo }
    }

    /// Writes lines.
    pub(super) fn say<T: AsRef<str>>(&mut self, lines: &[T]) -> Result<(), SessionError> {
        let mut text = String::new();
        for line in lines {
            text += line.as_ref().trim_end();
            text.push('\n');
        }
        self.write(&text)
    }

    /// Reads an answer, without the spaces around it; `None` at the end of the input.
    pub(super) fn ask(&mut self) -> Result<Option<String>, SessionError> {
        self.write("> ")?;
        let line = self.read().map_err(SessionError::Input)?;
        match &line {
            Some(line) if self.echo => self.write(&format!("{line}\n"))?,
            Some(_) => {}
            // The prompt's line ends here.
            None => self.write("\n")?,
        }
        Ok(line)
    }

    fn write(&mut self, text: &str) -> Result<(), SessionError> {
        let written = self.output.write_all(text.as_bytes());
        written
            .and_then(|()| self.output.flush())
            .map_err(SessionError::Output)
    }

    /// The next line. What is no text becomes some, which then is no answer either.
    fn read(&mut self) -> io::Result<Option<String>> {
        let mut line = Vec::new();
        let mut began = false;
        loop {
            let (taken, ended) = match self.input.fill_buf() {
                Ok([]) if began => break,
                Ok([]) => return Ok(None),
                Ok(bytes) => {
                    let end = bytes.iter().position(|&byte| byte == b'\n');
                    let part = &bytes[..end.unwrap_or(bytes.len())];
                    let room = LONGEST - line.len();
                    line.extend_from_slice(&part[..part.len().min(room)]);
                    (part.len() + usize::from(end.is_some()), end.is_some())
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(error),
            };
            began = true;
            self.input.consume(taken);
            if ended {
                break;
            }
        }
        let text = String::from_utf8_lossy(&line);
        // Control characters would act on the terminal when the answer is repeated.
        let plain: String = text
            .chars()
            .map(|sign| if sign.is_control() { ' ' } else { sign })
            .collect();
        Ok(Some(plain.trim().to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_end_with_the_input_or_before() {
        let long = "x".repeat(500);
        let text = format!(" 14 \r\n\n{long}\nlast");
        let mut console = Console::new(text.as_bytes(), Vec::new(), true);
        for wanted in ["14", "", &"x".repeat(LONGEST), "last"] {
            assert_eq!(console.ask().unwrap().as_deref(), Some(wanted));
        }
        assert_eq!(console.ask().unwrap(), None);
        let written = String::from_utf8(console.output).unwrap();
        assert!(written.starts_with("> 14\n> \n> xxx") && written.ends_with("> last\n> \n"));
    }

    #[test]
    fn what_is_no_text_is_no_error() {
        let mut console = Console::new(&b"\xff\x1b[2J7\n"[..], Vec::new(), false);
        assert_eq!(console.ask().unwrap().as_deref(), Some("\u{fffd} [2J7"));
    }
}
