//! One training by several seeds.

use std::fs;

use serde_json::Value;

use super::{metrics, names, result, run_in, train, trained, workplace};

const SHORT: [&str; 2] = ["ppo.iterations=12", "evaluation.against=[\"random\"]"];

#[test]
fn seeds_are_trained_as_each_alone_and_give_one_curve() {
    let folder = workplace();
    let mut args = train(&SHORT);
    args.extend(["--seeds", "5,8"]);
    let out = run_in(folder.path(), &args).done();
    let at = folder.path().join("runs/small-1");
    assert_eq!(
        names(&at),
        ["curves.json", "curves.svg", "seed-5", "seed-8", "seeds.toml"]
    );
    // The small config's own seed is 5.
    let alone = trained(&SHORT);
    let alone = result(&alone.path().join("runs/small-1"));
    assert_eq!(result(&at.join("seed-5")), alone);
    assert_ne!(result(&at.join("seed-8")), alone);

    let text = fs::read_to_string(at.join("curves.json")).unwrap();
    let json: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(json["seeds"], serde_json::json!([5, 8]));
    assert_eq!(json["measure"], "diff");
    let curves = json["curves"].as_array().unwrap();
    assert_eq!(curves.len(), 1);
    assert_eq!(curves[0]["against"], "random");
    let points = curves[0]["points"].as_array().unwrap();
    // One on the way, and the one at the end.
    let at_iteration: Vec<_> = points.iter().map(|point| point["iteration"].clone()).collect();
    assert_eq!(at_iteration, [8, 12]);
    for (place, seed) in ["seed-5", "seed-8"].iter().enumerate() {
        let last = metrics(&at.join(seed)).pop().unwrap().1;
        assert_eq!(points[1]["values"][place], last["evaluation/random/diff"]);
    }
    let number = |field: &str| points[1][field].as_f64().unwrap();
    let values = [0, 1].map(|place| points[1]["values"][place].as_f64().unwrap());
    assert!((number("mean") - f64::midpoint(values[0], values[1])).abs() < 1e-9);
    assert!((number("spread") - (values[0] - values[1]).abs() / 2.0_f64.sqrt()).abs() < 1e-9);
    assert!(number("decisions") > 10_000.0 && number("cpu_seconds") > 0.0);
    let row = out
        .lines()
        .find(|line| line.starts_with("random ") && line.contains("  12  "));
    assert!(
        row.is_some_and(|row| row.contains(&format!("{:.2} ±", number("mean")))),
        "{out}"
    );

    let picture = fs::read_to_string(at.join("curves.svg")).unwrap();
    assert!(picture.starts_with("<svg ") && picture.contains("xmlns=\"http://www.w3.org/2000/svg\""));
    assert!(picture.contains("CPU minutes") && picture.contains("million decisions"));

    // A seed that was cut off goes on, and one that was not begun begins.
    let before = result(&at.join("seed-8"));
    fs::remove_dir_all(at.join("seed-8/state")).unwrap();
    fs::remove_file(at.join("seed-8/metrics.jsonl")).unwrap();
    fs::remove_file(at.join("curves.json")).unwrap();
    let again = run_in(folder.path(), &["train", "--quiet", "--resume", "runs/small-1"]).done();
    assert_eq!(result(&at.join("seed-8")), before);
    let cpu_left_out = |text: &str| -> Value {
        let mut json: Value = serde_json::from_str(text).unwrap();
        for point in json["curves"][0]["points"].as_array_mut().unwrap() {
            point.as_object_mut().unwrap().remove("cpu_seconds").unwrap();
        }
        json
    };
    let new = fs::read_to_string(at.join("curves.json")).unwrap();
    assert_eq!(cpu_left_out(&new), cpu_left_out(&text), "{again}");
}

#[test]
fn seeds_must_differ_and_stand_alone() {
    let folder = workplace();
    for (more, part) in [
        (&["--seeds", "1,2,1"][..], "--seeds: 1 is there twice"),
        (&["--seeds", "1,x"], "invalid value 'x'"),
        (&["--seeds", "1,2", "--seed", "3"], "cannot be used with"),
    ] {
        let mut args = train(&SHORT);
        args.extend(more);
        let said = run_in(folder.path(), &args);
        assert_eq!(said.code, Some(2), "{}", said.err);
        assert!(said.err.contains(part), "{}", said.err);
    }
    assert!(!folder.path().join("runs").exists());
}
