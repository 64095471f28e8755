//! The thread that listens to a program, so that nobody waits for it longer than allowed.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use super::MAX_ANSWER;

/// What came from a program.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Heard {
    /// A line, its end included.
    Line(Vec<u8>),
    /// The start of a line that is too long. Nothing is read behind it.
    TooLong,
}

/// How many lines wait to be looked at. One is due at a time: a program that writes more is stopped by its pipe.
const WAITING: usize = 4;

/// Listens on a thread of its own, until the stream ends or nobody wants to hear more.
pub(super) fn listen(stream: impl Read + Send + 'static) -> Receiver<Heard> {
    let (heard, hear) = sync_channel(WAITING);
    thread::spawn(move || pass_on(stream, &heard));
    hear
}

fn pass_on(stream: impl Read, heard: &SyncSender<Heard>) {
    let mut stream = BufReader::new(stream);
    loop {
        let mut line = Vec::new();
        // One more than a whole line with its end shows that the line is too long.
        let most = MAX_ANSWER as u64 + 2;
        let read = stream.by_ref().take(most).read_until(b'\n', &mut line);
        // A stream that fails has ended for us.
        if read.is_err() || line.is_empty() {
            return;
        }
        let ended = line.last() == Some(&b'\n');
        if line.len() - usize::from(ended) > MAX_ANSWER {
            let _ = heard.send(Heard::TooLong);
            return;
        }
        if heard.send(Heard::Line(line)).is_err() {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_bounded() {
        let long = vec![b'x'; MAX_ANSWER];
        let text = [&b"{}\n\n"[..], &long, b"\nlast"].concat();
        let heard: Vec<_> = listen(std::io::Cursor::new(text)).iter().collect();
        let line = |text: &[u8]| Heard::Line(text.to_vec());
        assert_eq!(
            heard,
            [
                line(b"{}\n"),
                line(b"\n"),
                line(&[&long[..], b"\n"].concat()),
                line(b"last")
            ]
        );
        let heard: Vec<_> = listen(std::io::repeat(b'x')).iter().collect();
        assert_eq!(heard, [Heard::TooLong]);
    }
}
