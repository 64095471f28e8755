//! TensorBoard events, through a writer that panics where it cannot write.

use std::fs;
use std::io::{self, Write};
use std::panic::{self, AssertUnwindSafe};
use std::path::{Path, PathBuf};
use std::sync::Once;

use tensorboard_rs::summary_writer::SummaryWriter;

/// Writes scalars as TensorBoard events into a folder of its own. tensorboard-rs writes from a thread that
/// panics on the first error, and every later call panics then too: both are caught here and become errors.
pub(super) struct EventWriter {
    folder: PathBuf,
    /// None after a failure.
    writer: Option<SummaryWriter>,
}

impl EventWriter {
    /// Creates `folder` and an events file in it. The folder must not hold one already: a second writer in the
    /// same second would overwrite it.
    pub fn create(folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        // Where the writer's very first bytes fail, its destructor panics amid its own panic, which nothing can
        // catch: so a disk that is full must show here, by more bytes than those.
        let probe = folder.join("probe");
        let probed = fs::File::create(&probe).and_then(|mut file| {
            file.write_all(&[0; 4096])?;
            file.sync_all()
        });
        let removed = fs::remove_file(&probe);
        probed.and(removed)?;
        let mut events = Self {
            folder: folder.to_owned(),
            writer: None,
        };
        events.writer = Some(events.caught(|| SummaryWriter::new(folder))?);
        Ok(events)
    }

    /// Writes scalars of one step. They reach the file soon after, from the writer's own thread.
    pub fn write(&mut self, step: u64, metrics: &[(&str, f64)]) -> io::Result<()> {
        let step = usize::try_from(step).map_err(io::Error::other)?;
        let Some(mut writer) = self.writer.take() else {
            return Err(self.failed());
        };
        let written = self.caught(|| {
            for &(tag, value) in metrics {
                writer.add_scalar(tag, value as f32, step);
            }
            writer.flush();
        });
        match written {
            Ok(()) => self.writer = Some(writer),
            // Its destructor would only panic again.
            Err(_) => drop(self.caught(move || drop(writer))),
        }
        written
    }

    /// Writes what is left and waits for it.
    pub fn finish(&mut self) -> io::Result<()> {
        match self.writer.take() {
            Some(writer) => self.caught(move || drop(writer)),
            None => Err(self.failed()),
        }
    }

    fn caught<T>(&self, work: impl FnOnce() -> T) -> io::Result<T> {
        silence_writer_panics();
        panic::catch_unwind(AssertUnwindSafe(work)).map_err(|_| self.failed())
    }

    fn failed(&self) -> io::Error {
        io::Error::other(format!(
            "the TensorBoard events in {} cannot be written; is the disk full?",
            self.folder.display()
        ))
    }
}

impl Drop for EventWriter {
    fn drop(&mut self) {
        if self.writer.is_some() {
            let _ = self.finish();
        }
    }
}

/// Keeps the messages of tensorboard-rs's panics from the terminal: they come back as errors.
fn silence_writer_panics() {
    static HOOK: Once = Once::new();
    HOOK.call_once(|| {
        let before = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            let theirs = info
                .location()
                .is_some_and(|location| location.file().contains("tensorboard-rs"));
            if !theirs {
                before(info);
            }
        }));
    });
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    /// A pipe whose reader goes away is a disk that fills up; the writer chooses its file's name by the second.
    #[test]
    fn a_disk_that_fills_up_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let host = fs::read_to_string("/proc/sys/kernel/hostname").unwrap();
        let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_secs();
        for second in now..now + 30 {
            let name = format!(
                "events.out.tfevents.{second:010}.{}.{}.0",
                host.trim(),
                std::process::id()
            );
            symlink(&pipe, folder.path().join(name)).unwrap();
        }
        // The writer's thread waits for a reader; once that has gone, its next write fails, and later calls find
        // that out.
        let mut events = EventWriter::create(folder.path()).unwrap();
        drop(fs::File::open(&pipe).unwrap());
        let written = (0..1000).try_for_each(|step| {
            std::thread::sleep(Duration::from_millis(1));
            events.write(step, &[("loss", 1.0)])
        });
        let error = written.and_then(|()| events.finish()).unwrap_err().to_string();
        assert!(error.contains("is the disk full?"), "{error}");
    }
}
