//! Records in files, one a line.

use std::io::{BufRead, Read};

use super::{AnyRecord, Fault, RecordError};

/// The most bytes of a line that is read. The longest game by any rules, 10,000 rounds of ten seats, needs about
/// half of it.
pub const MAX_LINE: usize = 1 << 28;

/// Reads records, one a line; memory holds one line at a time. What is read is not replayed yet.
///
/// Ends with the input, after a line that is too long, and where the input fails. A line that is no record is an
/// error, an empty one too; reading goes on behind it.
#[derive(Debug)]
pub struct Records<R> {
    input: R,
    limit: usize,
    line: u64,
    buffer: Vec<u8>,
    ended: bool,
}

impl<R: BufRead> Records<R> {
    /// Reads from `input`, lines of [`MAX_LINE`] bytes at most.
    pub const fn new(input: R) -> Self {
        Self::with_limit(input, MAX_LINE)
    }

    /// Reads from `input`, lines of `limit` bytes at most, the line's end not counted.
    pub const fn with_limit(input: R, limit: usize) -> Self {
        Self {
            input,
            limit,
            line: 0,
            buffer: Vec::new(),
            ended: false,
        }
    }

    /// How many lines were read: the number of the line that was read last, from 1.
    pub const fn line(&self) -> u64 {
        self.line
    }

    /// Reads a line without looking into it; false at the end of the input.
    ///
    /// # Errors
    /// Where the input fails or the line is too long.
    pub fn skip_line(&mut self) -> Result<bool, RecordError> {
        if self.ended {
            return Ok(false);
        }
        self.buffer.clear();
        // One more than a whole line with its end shows that the line is too long.
        let most = self.limit as u64 + 2;
        let read = self
            .input
            .by_ref()
            .take(most)
            .read_until(b'\n', &mut self.buffer)
            .map_err(|error| {
                self.ended = true;
                RecordError::from(Fault::Read(error)).on_line(self.line + 1)
            })?;
        if read == 0 {
            self.ended = true;
            return Ok(false);
        }
        self.line += 1;
        if self.buffer.last() == Some(&b'\n') {
            self.buffer.pop();
        }
        if self.buffer.len() > self.limit {
            self.ended = true;
            self.buffer = Vec::new();
            return Err(RecordError::from(Fault::TooLong { limit: self.limit }).on_line(self.line));
        }
        Ok(true)
    }
}

impl<R: BufRead> Iterator for Records<R> {
    type Item = Result<AnyRecord, RecordError>;

    fn next(&mut self) -> Option<Self::Item> {
        match self.skip_line() {
            Ok(true) => Some(AnyRecord::from_json(&self.buffer).map_err(|error| error.on_line(self.line))),
            Ok(false) => None,
            Err(error) => Some(Err(error)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn errors(text: &str, limit: usize) -> Vec<String> {
        Records::with_limit(text.as_bytes(), limit)
            .map(|record| record.unwrap_err().to_string())
            .collect()
    }

    #[test]
    fn lines_are_bounded() {
        assert_eq!(errors("", 3), [""; 0]);
        let too_long = "the line is longer than 3 bytes, more than any game needs";
        for text in ["[] \n1234\n[]", "[] \n1234", "[] \n12345678901234567890\n"] {
            let errors = errors(text, 3);
            assert_eq!(errors.len(), 2, "{errors:?}");
            assert!(errors[0].starts_with("line 1: invalid"), "{errors:?}");
            assert_eq!(errors[1], format!("line 2: {too_long}"));
        }
    }

    #[test]
    fn reading_goes_on_behind_a_bad_line() {
        let errors = errors("{}\n\nnothing\n\u{feff}", 100);
        assert_eq!(errors.len(), 4, "{errors:?}");
        assert!(
            errors[0].starts_with("line 1: missing field `schema`"),
            "{errors:?}"
        );
        assert!(errors[1].starts_with("line 2: EOF"), "{errors:?}");
        assert!(errors[3].starts_with("line 4: expected value"), "{errors:?}");
    }
}
