//! Training against frozen agents.

use super::{metrics, only, result, run_in, train, trained, workplace};

/// Two opponents, past versions of the agent and an exploiter at most of the tables, in matches of some rounds: games go
/// on from iteration to iteration.
const MIXED: [&str; 16] = [
    "opponents.0.agent=risk",
    "opponents.0.share=0.3",
    "opponents.1.agent=random",
    "opponents.1.share=0.4",
    "opponents.1.learners=2",
    "pool.share=0.2",
    "pool.learners=3",
    "pool.every=5",
    "pool.size=2",
    "exploiter.share=0.1",
    "exploiter.tables=12",
    "exploiter.every=7",
    "ppo.reward=relative",
    "rules.preset=amigo",
    "evaluation.every=0",
    "ppo.iterations=20",
];

#[test]
fn the_agent_does_not_depend_on_threads_and_goes_on_exactly() {
    let one = trained(&[&MIXED[..], &["run.threads=1"]].concat());
    let three = trained(&[&MIXED[..], &["run.threads=3"]].concat());
    let run = "runs/small-1";
    assert_eq!(result(&one.path().join(run)), result(&three.path().join(run)));
    // The same in two pieces: the state after 14 iterations is from a checkpoint in the middle of games.
    let folder = workplace();
    let stopped = [&MIXED[..], &["run.threads=2", "run.minutes=0.01"]].concat();
    run_in(folder.path(), &train(&stopped)).done();
    let at = folder.path().join(run);
    let config = std::fs::read_to_string(at.join("config.toml")).unwrap();
    let on = config.replace("minutes = 0.01", "minutes = \"none\"");
    assert_ne!(on, config);
    std::fs::write(at.join("config.toml"), on).unwrap();
    run_in(folder.path(), &["train", "--quiet", "--resume", run]).done();
    assert_eq!(only(&at.join("state")), at.join("state/000000020"));
    assert_eq!(result(&at), result(&one.path().join(run)));
}

#[test]
fn opponents_are_refused_before_training() {
    let folder = workplace();
    for (changes, code, part) in [
        (
            &["opponents.0.agent=net:nowhere", "opponents.0.share=1"][..],
            1,
            "`opponents.0.agent`: agent `net:nowhere`",
        ),
        (
            &["opponents.0.agent=risk"],
            2,
            "`opponents.0.share` = nothing: must be said",
        ),
        (
            &[
                "opponents.0.agent=risk",
                "opponents.0.share=1",
                "opponents.0.learners=4",
            ],
            2,
            "must be from 1 to 3",
        ),
        (
            &["opponents.0.agent=mcs:1000?rollouts=risk", "opponents.0.share=1"],
            2,
            "is held out by configs/panel.toml",
        ),
        (
            &["exploiter.share=0.5", "exploiter.from=nowhere"],
            1,
            "`exploiter.from`: nowhere",
        ),
        (&["run.from=nowhere"], 1, "nowhere"),
        (
            &["exploiter.share=0.7", "pool.share=0.4"],
            2,
            "`pool.share` = 0.4: all shares add up to 1.1",
        ),
        (
            &["pool.share=0.5", "pool.learners=4"],
            2,
            "`pool.learners` = 4: must be from 1 to 3",
        ),
    ] {
        let said = run_in(folder.path(), &train(changes));
        assert_eq!(said.code, Some(code), "{}", said.err);
        assert!(said.err.contains(part), "{}", said.err);
    }
    assert!(!folder.path().join("runs").exists());
}

#[test]
fn a_training_starts_from_a_checkpoint() {
    let folder = trained(&["ppo.iterations=3"]);
    let again = |changes: &[&str]| {
        let from = [
            "run.from=runs/small-1/checkpoint",
            "run.name=next",
            "ppo.iterations=1",
        ];
        run_in(folder.path(), &train(&[&from[..], changes].concat()))
    };
    // With no step size, its weights stay: the same agent, and the manifest says where it is from.
    again(&["ppo.learning_rate_start=0", "ppo.learning_rate_end=0"]).done();
    let file =
        |run: &str, name: &str| std::fs::read(folder.path().join(run).join("checkpoint").join(name)).unwrap();
    let weights = "weights.bpk";
    assert_eq!(file("runs/small-1", weights), file("runs/next-1", weights));
    let manifest = String::from_utf8(file("runs/next-1", "manifest.toml")).unwrap();
    assert!(
        manifest.contains("parent = \"runs/small-1/checkpoint\""),
        "{manifest}"
    );
    // Wider layers say the same: in a round where nothing is learned, the same is played.
    again(&[
        "network.hidden=48",
        "ppo.learning_rate_start=0",
        "ppo.learning_rate_end=0",
    ])
    .done();
    let played = |run: &str| {
        let (_, scalars) = metrics(&folder.path().join(run)).swap_remove(0);
        scalars["play/bulls_per_seat"].clone()
    };
    assert_eq!(played("runs/next-1"), played("runs/next-2"));
    let said = again(&["run.from=runs/next-2/checkpoint"]);
    assert_eq!(said.code, Some(1), "{}", said.err);
    let part = "not a start for this config: `network.hidden` is 16, and the nets have 48";
    assert!(said.err.contains(part), "{}", said.err);
}
