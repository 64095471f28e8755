//! `hornox bench`

use std::collections::BTreeSet;

use serde_json::Value;

use super::run;

/// What makes a figure a matter of a moment.
const SHORT: [&str; 3] = ["bench", "--seconds", "0.05"];

fn bench(args: &[&str]) -> super::Said {
    run(&[&SHORT[..], args].concat())
}

fn figures(text: &str) -> Vec<Value> {
    serde_json::from_str(text).unwrap()
}

fn names(figures: &[Value]) -> Vec<&str> {
    figures
        .iter()
        .map(|figure| figure["name"].as_str().unwrap())
        .collect()
}

#[test]
fn the_json_has_every_figure() {
    let said = bench(&["--json"]);
    let checksum = format!("note: behaviour checksum {:016x}", hornox_env::checksum());
    assert!(said.err.lines().any(|line| line == checksum), "{}", said.err);
    assert!(said.err.contains(" core"), "{}", said.err);
    let figures = figures(&said.done());
    assert_eq!(
        names(&figures).join(" "),
        "engine.nimmt.4 engine.nimmt.2 engine.nimmt.10 engine.profi.4 engine.tactic.4 engine.sixes.5 \
         vector.nimmt.4 vector.nimmt.4.threads train.quickstart infer.quickstart mcs.1000"
    );
    for figure in &figures {
        let keys: BTreeSet<_> = figure.as_object().unwrap().keys().map(String::as_str).collect();
        let wanted = ["name", "unit", "value", "runs", "min", "max", "threads"];
        assert_eq!(keys, wanted.into());
        let [min, value, max] = ["min", "value", "max"].map(|field| figure[field].as_f64().unwrap());
        assert!(0.0 < min && min <= value && value <= max, "{figure}");
        assert_eq!(figure["runs"], 7);
        let unit = if figure["name"] == "mcs.1000" {
            "ms"
        } else {
            "decisions/s"
        };
        assert_eq!(figure["unit"], unit);
    }
    let threads = |name| figures.iter().find(|figure| figure["name"] == name).unwrap()["threads"].as_u64();
    let cores = std::thread::available_parallelism().unwrap().get() as u64;
    assert_eq!(threads("vector.nimmt.4"), Some(1));
    assert_eq!(threads("vector.nimmt.4.threads"), Some(cores));
}

#[test]
fn the_table_names_machine_and_checksum() {
    let out = bench(&["--filter", "mcs", "--quiet"]).done();
    let lines: Vec<_> = out.lines().collect();
    assert!(
        lines[0].starts_with("figure") && lines[0].ends_with("threads"),
        "{out}"
    );
    assert!(
        lines[1].starts_with("mcs.1000") && lines[1].contains(" ms "),
        "{out}"
    );
    assert!(
        lines[2].contains(" core") && lines[2].contains("; hornox 0."),
        "{out}"
    );
    assert!(lines[3].starts_with("behaviour checksum "), "{out}");
    assert_eq!(lines.len(), 4, "{out}");
}

#[test]
fn growth_is_measured_where_asked_for() {
    let out = bench(&["--json", "--quiet", "--scaling", "--filter", "tables.1"]).done();
    let figures = figures(&out);
    let wanted = [1, 16, 1024].map(|tables| format!("vector.nimmt.4.tables.{tables}"));
    assert_eq!(names(&figures), wanted);
}

#[test]
fn a_filter_that_finds_nothing_is_refused() {
    let said = bench(&["--filter", "chess"]);
    assert_eq!((said.code, said.out.as_str()), (Some(2), ""));
    assert!(
        said.err.starts_with("error: no figure has `chess` in its name; ")
            && said.err.contains("engine.nimmt.4, ")
            && said.err.contains("mcs.1000; --scaling adds more"),
        "{}",
        said.err
    );
    let said = bench(&["--scaling", "--filter", "chess"]);
    assert!(said.err.trim_end().ends_with("mcs.100000"), "{}", said.err);
}

#[test]
fn a_time_out_of_range_is_refused() {
    for seconds in ["0", "601", "nan", "soon"] {
        let said = run(&["bench", "--seconds", seconds]);
        assert_eq!(said.code, Some(2));
        assert!(said.err.contains("seconds from 0.01 to 600"), "{}", said.err);
    }
}

/// The first Ctrl-C ends the measurement, which prints the figures that are done.
#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_done() {
    use std::process::{Command, Stdio};
    let child = Command::new(env!("CARGO_BIN_EXE_hornox"))
        .args(["bench", "--json", "--seconds", "0.5"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let (output, err) = super::interrupted(child, 3000);
    assert_eq!(output.status.code(), Some(1), "{err}");
    let done = figures(&String::from_utf8(output.stdout).unwrap()).len();
    assert!((1..11).contains(&done), "{done}");
    assert!(
        err.contains(&format!("error: stopped after {done} of 11 figures")),
        "{err}"
    );
}
