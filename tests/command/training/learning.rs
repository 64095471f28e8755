//! A few seconds of training make a player that chance cannot explain.

use serde_json::Value;

use super::{run_in, workplace};

#[test]
fn a_short_training_beats_random_and_its_own_beginning() {
    let folder = workplace();
    let train = |name: &str, changes: &[&str]| {
        let name = format!("run.name={name}");
        let base = [
            "train",
            "--quiet",
            "--set",
            &name,
            "--set",
            "rules.preset=bench",
            "--set",
            "evaluation.every=0",
            "--set",
            "evaluation.final_deals=0",
            "--set",
            "ppo.tables=64",
            "--set",
            "ppo.minibatch=640",
        ];
        let changes = changes.iter().flat_map(|change| ["--set", change]);
        run_in(
            folder.path(),
            &base.into_iter().chain(changes).collect::<Vec<_>>(),
        )
        .done();
    };
    train("trained", &["ppo.iterations=120", "ppo.average=0.9"]);
    // A step size of nothing leaves the net as it was drawn.
    let still = [
        "ppo.iterations=1",
        "ppo.learning_rate_start=0",
        "ppo.learning_rate_end=0",
    ];
    train("untrained", &still);
    let eval = |agent: &str, against: &[&str]| -> Vec<(f64, f64)> {
        let mut args = vec![
            "eval", agent, "--json", "--quiet", "--rules", "bench", "--deals", "500",
        ];
        for opponent in against {
            args.extend(["--against", opponent]);
        }
        let json: Value = serde_json::from_str(&run_in(folder.path(), &args).done()).unwrap();
        let rows = json["rows"].as_array().unwrap().iter();
        rows.map(|row| (row["diff"].as_f64().unwrap(), row["diff_se"].as_f64().unwrap()))
            .collect()
    };
    let (trained, untrained) = ("net:runs/trained-1/checkpoint", "net:runs/untrained-1/checkpoint");
    for (diff, se) in eval(trained, &["random", untrained]) {
        assert!(diff < -4.0 && diff < -12.0 * se, "{diff} ± {se}");
    }
    // What was not trained does nothing of the kind.
    let (diff, se) = eval(untrained, &["random"])[0];
    assert!(diff > -4.0, "{diff} ± {se}");
}
