#!/usr/bin/env bash
# What takes minutes: the quickstart from its config, and the strength of the trained agent, the shipped one and the
# baselines against the marks that they must meet. Margins are in standard errors of the measurement itself.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
hornox="${CARGO_TARGET_DIR:-target}/release/hornox"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$hornox" train --config configs/quickstart.toml --runs "$work"
cp -r "$work/quickstart-1/checkpoint" "$work/trained"

evaluate() {
    "$hornox" eval "$1" --rules bench --players 4 --deals 2000 --seed 20 --json --quiet "${@:2}"
}
for agent in "net:$work/trained" net:checkpoints/quickstart; do
    evaluate "$agent" --against random --against risk --against mcs:100 --against mcs:1000
done >"$work/nets.json"
for agent in random highest risk mcs:100 mcs:1000; do
    evaluate "$agent" --against random
done >"$work/baselines.json"
python3 tests/marks.py "$work/nets.json" "$work/baselines.json"
