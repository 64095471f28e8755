//! One running program.

use std::io::{ErrorKind, Write};
use std::process::{Child, ChildStdin, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, TryRecvError, channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, Weak};
use std::thread;
use std::time::{Duration, Instant};

use serde::Serialize;

use super::ears::{Heard, listen};
use super::failure::{Failure, quoted};

/// Every program that was started and not yet ended.
static RUNNING: Mutex<Running> = Mutex::new(Running {
    children: Vec::new(),
    over: false,
});

struct Running {
    children: Vec<Weak<Mutex<Child>>>,
    /// Whether no more may be started.
    over: bool,
}

/// How long a program that has closed its output may take to end before it counts as running on.
const TO_END: Duration = Duration::from_secs(2);

/// A running program with its streams. It is ended, and its remains are removed, when this is dropped.
#[derive(Debug)]
pub(super) struct Program {
    child: Arc<Mutex<Child>>,
    /// Messages on their way; none once the input is closed.
    mouth: Option<Sender<Vec<u8>>>,
    ears: Receiver<Heard>,
}

impl Program {
    /// Starts the program of these words, the first of which is its name. What it writes to its standard error
    /// goes where ours goes.
    pub fn start(words: &[String]) -> Result<Self, Failure> {
        let (program, arguments) = words
            .split_first()
            .map_or(("", words), |(first, rest)| (first, rest));
        let mut command = std::process::Command::new(program);
        command
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped());
        // Ctrl-C at the terminal is for us, who end it in our own time; and what it starts can be ended with it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let failed = |error| Failure::Start {
            program: program.to_owned(),
            error,
        };
        let mut running = lock(&RUNNING);
        if running.over {
            return Err(failed(ErrorKind::Interrupted.into()));
        }
        let mut child = command.spawn().map_err(failed)?;
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let child = Arc::new(Mutex::new(child));
        running.children.retain(|child| child.strong_count() > 0);
        running.children.push(Arc::downgrade(&child));
        drop(running);
        Ok(Self {
            child,
            mouth: input.map(speak),
            ears: output.map_or_else(|| channel().1, listen),
        })
    }

    /// Says something that needs no answer.
    pub fn say(&self, message: &impl Serialize) {
        // Messages are numbers, words and lists, which JSON can hold. One that does not get through is found when
        // the answer fails to come.
        let mut line = serde_json::to_vec(message).unwrap_or_default();
        line.push(b'\n');
        if let Some(mouth) = &self.mouth {
            let _ = mouth.send(line);
        }
    }

    /// Says something and waits for the answer.
    pub fn ask(
        &self,
        question: &'static str,
        message: &impl Serialize,
        seconds: f64,
    ) -> Result<Vec<u8>, Failure> {
        match self.ears.try_recv() {
            Ok(Heard::Line(line)) => return Err(Failure::Unasked { line: quoted(&line) }),
            Ok(Heard::TooLong) => return Err(Failure::TooLong),
            Err(TryRecvError::Empty) => {}
            Err(TryRecvError::Disconnected) => return Err(self.ended()),
        }
        self.say(message);
        match self.ears.recv_timeout(Duration::from_secs_f64(seconds)) {
            Ok(Heard::Line(line)) => Ok(line),
            Ok(Heard::TooLong) => Err(Failure::TooLong),
            Err(RecvTimeoutError::Timeout) => Err(Failure::Slow { question, seconds }),
            Err(RecvTimeoutError::Disconnected) => Err(self.ended()),
        }
    }

    /// Why nothing more comes from it.
    fn ended(&self) -> Failure {
        let deadline = Instant::now() + TO_END;
        loop {
            match lock(&self.child).try_wait() {
                Ok(Some(status)) => return Failure::Ended { status },
                Ok(None) if Instant::now() < deadline => {}
                Ok(None) | Err(_) => return Failure::Closed,
            }
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Closes its input, which asks it to end.
    pub fn close_input(&mut self) {
        self.mouth = None;
    }

    /// Whether it has ended by itself before the deadline.
    pub fn ends_before(&self, deadline: Instant) -> bool {
        loop {
            match lock(&self.child).try_wait() {
                Ok(Some(_)) => return true,
                Ok(None) if Instant::now() < deadline => {}
                Ok(None) | Err(_) => return false,
            }
            thread::sleep(Duration::from_millis(5));
        }
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        end(&self.child);
    }
}

/// Ends every program that still runs, and lets none start any more. For a process that is about to exit without
/// dropping what it holds.
pub fn end_all() {
    let mut running = lock(&RUNNING);
    running.over = true;
    for child in running.children.iter().filter_map(Weak::upgrade) {
        end(&child);
    }
}

/// Ends a program with all that it started, and removes its remains. One that has ended is left in peace.
fn end(child: &Mutex<Child>) {
    let mut child = lock(child);
    if matches!(child.try_wait(), Ok(Some(_))) {
        return;
    }
    #[cfg(unix)]
    {
        use rustix::process::{Pid, Signal, kill_process_group};
        // It may have ended by now; and not everybody may end everything.
        let _ = kill_process_group(Pid::from_child(&child), Signal::KILL);
    }
    let _ = child.kill();
    let _ = child.wait();
}

/// Writes messages on a thread of its own: a program that does not read holds nobody up. Ends when the sender is
/// dropped or the stream is closed.
fn speak(mut input: ChildStdin) -> Sender<Vec<u8>> {
    let (mouth, messages) = channel::<Vec<u8>>();
    thread::spawn(move || {
        for message in messages {
            if input.write_all(&message).is_err() {
                return;
            }
        }
    });
    mouth
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
