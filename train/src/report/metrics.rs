//! Scalars of a training run, in two forms.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Seek, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use thiserror::Error;

use super::events::EventWriter;

/// Why metrics could not be kept.
#[derive(Debug, Error)]
#[error("{path}: {source}")]
pub struct MetricError {
    /// The file or folder.
    pub path: String,
    /// What went wrong.
    pub source: io::Error,
}

/// Where a run's scalars go: one JSON object a line in a file of our own, `{"step": 20, "time": …,
/// "metrics": {"loss/policy": 0.01, …}}` with `time` in seconds since 1970 and what is not finite as `null`, and
/// the same as TensorBoard events.
pub struct MetricSink {
    path: PathBuf,
    file: File,
    folder: PathBuf,
    events: EventWriter,
}

impl MetricSink {
    /// Opens both. What the file holds beyond `step`, from a start that got further than its last checkpoint,
    /// is cut off; a new file is created. `folder` takes the events and belongs to this start alone.
    ///
    /// # Errors
    /// Where either cannot be written.
    pub fn open(path: &Path, folder: &Path, step: u64) -> Result<Self, MetricError> {
        let file = open_at(path, step).map_err(at(path))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            folder: folder.to_owned(),
            events: EventWriter::create(folder).map_err(at(folder))?,
        })
    }

    /// Writes scalars of one step, named by tags such as `loss/policy`. Steps never go down.
    ///
    /// # Errors
    /// Where either cannot be written.
    pub fn write(&mut self, step: u64, metrics: &[(&str, f64)]) -> Result<(), MetricError> {
        let time = SystemTime::now()
            .duration_since(UNIX_EPOCH)
            .map_or(0.0, |time| time.as_secs_f64());
        let values: Map<String, Value> = metrics
            .iter()
            .map(|&(tag, value)| (tag.to_owned(), value.into()))
            .collect();
        let line = Written {
            step,
            time,
            metrics: values,
        };
        let mut line = serde_json::to_string(&line)
            .map_err(io::Error::from)
            .map_err(at(&self.path))?;
        line.push('\n');
        // One write a line: a process that is killed leaves whole lines.
        self.file.write_all(line.as_bytes()).map_err(at(&self.path))?;
        self.events.write(step, metrics).map_err(at(&self.folder))
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// Where either cannot be written.
    pub fn finish(mut self) -> Result<(), MetricError> {
        self.file.sync_all().map_err(at(&self.path))?;
        self.events.finish().map_err(at(&self.folder))
    }
}

fn at(path: &Path) -> impl FnOnce(io::Error) -> MetricError + '_ {
    move |source| MetricError {
        path: path.display().to_string(),
        source,
    }
}

/// A line as it is written.
#[derive(Serialize)]
struct Written {
    step: u64,
    time: f64,
    metrics: Map<String, Value>,
}

/// What must be known of a line that is there.
#[derive(Deserialize)]
struct Line {
    step: u64,
}

/// Opens the file for writing behind its last line of at most `step`. Cutting is one call of the system, so a
/// crash leaves the file whole.
fn open_at(path: &Path, step: u64) -> io::Result<File> {
    let mut file = OpenOptions::new()
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .open(path)?;
    let mut lines = BufReader::new(&file);
    let mut kept = 0;
    let mut line = Vec::new();
    while lines.read_until(b'\n', &mut line)? > 0 {
        // A line without its end was being written when the process died.
        let whole = line.ends_with(b"\n");
        match serde_json::from_slice::<Line>(&line) {
            Ok(read) if whole && read.step <= step => kept += line.len() as u64,
            Ok(_) | Err(_) => break,
        }
        line.clear();
    }
    if file.metadata()?.len() > kept {
        file.set_len(kept)?;
    }
    file.seek(io::SeekFrom::Start(kept))?;
    Ok(file)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_resumed_file_has_no_line_twice() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let mut sink = MetricSink::open(&path, &folder.path().join("tensorboard/1"), 0).unwrap();
        for step in 1..=5 {
            sink.write(step, &[("loss/value", 0.5), ("kl", f64::NAN)])
                .unwrap();
        }
        sink.finish().unwrap();
        // A line that was cut off by a crash.
        OpenOptions::new()
            .append(true)
            .open(&path)
            .unwrap()
            .write_all(b"{\"step\": 6, \"ti")
            .unwrap();
        let mut sink = MetricSink::open(&path, &folder.path().join("tensorboard/2"), 3).unwrap();
        sink.write(4, &[("loss/value", 0.25)]).unwrap();
        sink.finish().unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        let lines: Vec<Value> = text
            .lines()
            .map(|line| serde_json::from_str(line).unwrap())
            .collect();
        let steps: Vec<_> = lines.iter().map(|line| line["step"].as_u64().unwrap()).collect();
        assert_eq!(steps, [1, 2, 3, 4]);
        assert_eq!(lines[3]["metrics"]["loss/value"], 0.25);
        assert!(lines[0]["metrics"]["kl"].is_null());
        for start in ["tensorboard/1", "tensorboard/2"] {
            let events = std::fs::read_dir(folder.path().join(start)).unwrap();
            let sizes: Vec<_> = events
                .map(|entry| entry.unwrap().metadata().unwrap().len())
                .collect();
            assert!(sizes.len() == 1 && sizes[0] > 50, "{start}: {sizes:?}");
        }
    }

    #[test]
    fn a_folder_that_cannot_be_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("file");
        std::fs::write(&file, "").unwrap();
        let error = MetricSink::open(&folder.path().join("m"), &file.join("tensorboard"), 0)
            .err()
            .unwrap();
        assert!(error.to_string().contains("tensorboard"), "{error}");
        let error = MetricSink::open(&file.join("m"), &folder.path().join("tensorboard"), 0)
            .err()
            .unwrap();
        assert!(error.to_string().contains("file/m"), "{error}");
    }

    /// `/dev/full` is a disk without space.
    #[cfg(target_os = "linux")]
    #[test]
    fn a_full_disk_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("metrics.jsonl");
        let mut sink = MetricSink::open(&path, &folder.path().join("tensorboard"), 0).unwrap();
        sink.file = OpenOptions::new().write(true).open("/dev/full").unwrap();
        let error = sink.write(1, &[("loss", 1.0)]).unwrap_err();
        assert!(error.to_string().contains("metrics.jsonl"), "{error}");
    }
}
