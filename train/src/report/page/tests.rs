//! The page: whole, alone, and safe.

use std::fs;

use super::*;

#[test]
fn curves_are_read_from_metrics() {
    let folder = tempfile::tempdir().unwrap();
    let run = folder.path().join("mine-1");
    fs::create_dir(&run).unwrap();
    let line = |step: u64, diff: f64| {
        format!(
            "{{\"step\": {step}, \"time\": 1.0, \"metrics\": {{\"evaluation/mcs:100/diff\": {diff}, \
             \"evaluation/mcs:100/diff_se\": 0.5, \"loss/value\": 2}}}}\n"
        )
    };
    let text =
        line(10, 3.0) + "{\"step\": 11, \"time\": 1.0, \"metrics\": {\"loss/value\": 2}}\n" + &line(20, -1.0);
    fs::write(run.join("metrics.jsonl"), text.clone() + "{\"step\": 21, \"ti").unwrap();
    let curves = Curves::read(&run).unwrap();
    assert_eq!(curves.name, "mine-1");
    let points: Vec<_> = curves.against["mcs:100"]
        .iter()
        .map(|(step, estimate)| (*step, estimate.mean, estimate.se))
        .collect();
    assert_eq!(points, [(10, 3.0, 0.5), (20, -1.0, 0.5)]);
    fs::write(run.join("metrics.jsonl"), text.replace("evaluation", "evaluated")).unwrap();
    let error = Curves::read(&run).unwrap_err().to_string();
    assert!(
        error.ends_with("its metrics.jsonl holds no evaluation"),
        "{error}"
    );
    let error = Curves::read(&folder.path().join("no")).unwrap_err().to_string();
    assert!(error.contains("no/metrics.jsonl"), "{error}");
}

#[test]
fn text_is_safe_and_names_are_cut_at_their_start() {
    assert_eq!(html::escape("a<b> & \"c\""), "a&lt;b&gt; &amp; &quot;c&quot;");
    assert_eq!(charts::short("mcs:1000"), "mcs:1000");
    let cut = charts::short("net:runs/quickstart-12/checkpoint");
    assert!(
        cut.starts_with('…') && cut.ends_with("/checkpoint") && cut.chars().count() == 22,
        "{cut}"
    );
}
