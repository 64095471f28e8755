//! Training that imitates another agent.

use super::{metrics, only, result, run_in, train, trained, workplace};

/// Imitation of the scripted player that a small network learns in a second.
const RISK: [&str; 8] = [
    "imitate.agent=risk",
    "ppo.iterations=40",
    "ppo.epochs=6",
    "ppo.learning_rate_start=1e-2",
    "ppo.average=0.9",
    "evaluation.deals=32",
    "evaluation.against=[\"random\"]",
    "evaluation.final_deals=200",
];

#[test]
fn moves_are_learned_and_so_is_strength() {
    let folder = workplace();
    let out = run_in(folder.path(), &train(&RISK)).done();
    assert!(
        out.contains("moves of the imitated agent in games not learned from: "),
        "{out}"
    );
    let metrics = metrics(&folder.path().join("runs/small-1"));
    let of = |tag: &str| -> Vec<f64> {
        let values = metrics.iter().filter_map(|(_, scalars)| scalars.get(tag));
        values.map(|value| value.as_f64().unwrap()).collect()
    };
    // The features hold the risk that it goes by: weights as they are drawn may know half of it already.
    let right = of("imitation/agreement");
    assert_eq!(right.len(), 40);
    assert!(right[0] < 0.6 && right[39] > 0.9, "{right:?}");
    let loss = of("imitation/loss");
    assert!(loss[39] < 0.6 * loss[0], "{loss:?}");
    // The last is of the averaged network, greedy, in games of no training.
    let right = of("evaluation/agreement");
    assert!(right.len() == 5 && right[4] > 0.7, "{right:?}");
    let against = of("evaluation/random/diff");
    let se = of("evaluation/random/diff_se");
    assert!(against[4] < -2.0 && against[4] < -6.0 * se[4], "{against:?}");
    // PPO's own loss has no part in it.
    assert!(of("loss/policy").iter().all(|loss| *loss == 0.0));
}

#[test]
fn imitation_does_not_depend_on_threads_and_goes_on_exactly() {
    let changes = |more: &[&'static str]| {
        let imitated = ["imitate.agent=mcs:20", "imitate.share=0.3", "ppo.iterations=20"];
        let opponents = ["opponents.0.agent=random", "opponents.0.share=0.3"];
        [&imitated[..], &opponents, &["evaluation.every=0"], more].concat()
    };
    let one = trained(&changes(&["run.threads=1"]));
    let three = trained(&changes(&["run.threads=3"]));
    let run = "runs/small-1";
    assert_eq!(result(&one.path().join(run)), result(&three.path().join(run)));
    let folder = workplace();
    run_in(folder.path(), &train(&changes(&["run.minutes=0.01"]))).done();
    let at = folder.path().join(run);
    let config = std::fs::read_to_string(at.join("config.toml")).unwrap();
    std::fs::write(
        at.join("config.toml"),
        config.replace("minutes = 0.01", "minutes = \"none\""),
    )
    .unwrap();
    run_in(folder.path(), &["train", "--quiet", "--resume", run]).done();
    assert_eq!(only(&at.join("state")), at.join("state/000000020"));
    assert_eq!(result(&at), result(&one.path().join(run)));
}

#[test]
fn agents_that_cannot_be_imitated_are_refused_before_training() {
    let folder = workplace();
    for (agent, code, part) in [
        ("net:nowhere", 1, "`imitate.agent`: agent `net:nowhere`"),
        ("far", 2, "nimmt has the scripted agents"),
        ("rsk", 2, "unknown agent `rsk`"),
        ("search:x?ms=5", 2, "a training must be repeatable"),
        ("mcs:1000?rollouts=risk", 2, "is held out by configs/panel.toml"),
    ] {
        let change = format!("imitate.agent={agent}");
        let said = run_in(folder.path(), &train(&[&change]));
        assert_eq!(said.code, Some(code), "{}", said.err);
        assert!(said.err.contains(part), "{}", said.err);
    }
    assert!(!folder.path().join("runs").exists());
}
