//! A run that was stopped, killed or finished goes on, and ends as one that never stopped.

use std::fs;
use std::path::Path;
use std::process::{Child, Command, Output};
use std::time::{Duration, Instant};

use crate::start;

use super::{metrics, names, only, result, run_in, train, trained, workplace};

/// Waits until a run's metrics have this many lines, and then sends the signal.
fn signal_after(lines: usize, run: &Path, child: Child, signal: &str) -> Output {
    let start = Instant::now();
    let written = || fs::read_to_string(run.join("metrics.jsonl")).map_or(0, |text| text.lines().count());
    while written() < lines {
        assert!(start.elapsed() < Duration::from_mins(1), "no metrics");
        std::thread::sleep(Duration::from_millis(1));
    }
    let sent = Command::new("kill")
        .args([signal, &child.id().to_string()])
        .status();
    assert!(sent.unwrap().success());
    child.wait_with_output().unwrap()
}

const RUN: &str = "runs/small-1";

/// Slower than the small config, so that a signal arrives in time.
const SLOW: [&str; 2] = ["ppo.tables=150", "evaluation.deals=40"];

#[cfg(unix)]
#[test]
fn a_stopped_run_goes_on_as_if_it_had_not_stopped() {
    let unbroken = trained(&SLOW);
    let folder = workplace();
    let run = folder.path().join(RUN);
    let mut args = train(&SLOW);
    // Stopped three times, wherever it is, which may be in an evaluation.
    for lines in [3, 10, 19] {
        let output = signal_after(lines, &run, start(folder.path(), &args), "-INT");
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(
            output.status.code(),
            Some(0),
            "{}",
            String::from_utf8_lossy(&output.stderr)
        );
        assert_eq!(
            out.lines().last(),
            Some("stopped; go on with: hornox train --resume runs/small-1"),
            "{out}"
        );
        let done = metrics(&run).last().unwrap().0;
        assert!(done < 30, "it was to be stopped in the middle");
        // The agent as it is now plays, and the state is that of the last whole iteration.
        run_in(
            folder.path(),
            &[
                "eval",
                "net:runs/small-1/checkpoint",
                "--against",
                "random",
                "--deals",
                "2",
            ],
        )
        .done();
        assert_eq!(only(&run.join("state")), run.join(format!("state/{done:09}")));
        args = vec!["train", "--quiet", "--resume", RUN];
    }
    let out = run_in(folder.path(), &args).done();
    assert!(
        out.lines()
            .last()
            .unwrap()
            .starts_with("checkpoint: runs/small-1/checkpoint; next: "),
        "{out}"
    );
    assert_eq!(result(&run), result(&unbroken.path().join(RUN)));
    // Each start has events of its own.
    assert_eq!(names(&run.join("tensorboard")), ["1", "2", "3", "4"]);
    assert_eq!(
        names(&run.join("checkpoints")),
        names(&unbroken.path().join(RUN).join("checkpoints"))
    );
}

#[cfg(unix)]
#[test]
fn a_killed_run_goes_on_from_its_last_state() {
    let unbroken = trained(&SLOW);
    let folder = workplace();
    let run = folder.path().join(RUN);
    let mut args = train(&SLOW);
    // Before the first checkpoint, and after some; each start plays again what was not saved.
    for lines in [4, 12, 25] {
        let output = signal_after(lines, &run, start(folder.path(), &args), "-KILL");
        assert_eq!(output.status.code(), None);
        assert!(!run.join("checkpoint").exists());
        args = vec!["train", "--quiet", "--resume", RUN];
    }
    run_in(folder.path(), &args).done();
    assert_eq!(result(&run), result(&unbroken.path().join(RUN)));
    let unfinished = |folder: &Path| names(folder).iter().any(|name| name.starts_with('.'));
    assert!(
        ![&run, &run.join("state"), &run.join("checkpoints")]
            .map(|at| unfinished(at))
            .contains(&true)
    );
}

#[test]
fn a_finished_run_only_evaluates_again() {
    let folder = trained(&["ppo.iterations=9"]);
    let run = folder.path().join(RUN);
    let before = result(&run);
    let out = run_in(folder.path(), &["train", "--resume", RUN]).done();
    assert!(
        out.lines()
            .last()
            .unwrap()
            .starts_with("checkpoint: runs/small-1/checkpoint"),
        "{out}"
    );
    assert_eq!(result(&run), before);
}

#[test]
fn a_run_is_resumed_by_one_process_at_a_time() {
    let folder = workplace();
    let mut child = start(folder.path(), &train(&["ppo.iterations=100000"]));
    let run = folder.path().join(RUN);
    while !run.join("metrics.jsonl").exists() {
        std::thread::sleep(Duration::from_millis(5));
    }
    let said = run_in(folder.path(), &["train", "--resume", RUN]);
    child.kill().unwrap();
    child.wait().unwrap();
    assert_eq!(said.code, Some(1));
    assert_eq!(
        said.err,
        "error: runs/small-1 is being trained in by another process\n"
    );
}

/// Other rules, rewards and numbers of seats, stopped in the middle by a limit of iterations that is then raised.
#[cfg(unix)]
#[test]
fn matches_and_free_rows_with_any_number_of_seats_resume_too() {
    let free = "rules.low_card=free";
    for changes in [
        &["rules.preset=amigo", "ppo.reward=win"][..],
        &["rules.players=2", free],
        &["rules.players=10", free, "ppo.reward=relative", "ppo.tables=20"],
        &[
            "ppo.players=[2, 4, 7]",
            "opponents.0.agent=risk",
            "opponents.0.share=0.5",
            "opponents.0.learners=2",
        ],
    ] {
        let changes = [
            changes,
            &[
                "ppo.iterations=12",
                "evaluation.every=0",
                "evaluation.final_deals=2",
            ],
        ]
        .concat();
        let unbroken = trained(&changes);
        let folder = workplace();
        let run = folder.path().join(RUN);
        signal_after(2, &run, start(folder.path(), &train(&changes)), "-KILL");
        run_in(folder.path(), &["train", "--quiet", "--resume", RUN]).done();
        assert_eq!(result(&run), result(&unbroken.path().join(RUN)), "{changes:?}");
        let net = "net:runs/small-1/checkpoint";
        run_in(
            folder.path(),
            &["eval", net, "--against", "random", "--deals", "1"],
        )
        .done();
    }
}
