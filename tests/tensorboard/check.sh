#!/usr/bin/env bash
# Trains a tiny run, stops it in the middle, resumes it, and reads its events back with TensorBoard itself: every
# scalar of metrics.jsonl must be there, and no other. Needs Python 3.11 and, the first time, the network.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=2.20.0
venv="$PWD/target/tensorboard-venv"
python="$venv/bin/python"
if ! "$python" -c "import tensorboard, sys; sys.exit(tensorboard.__version__ != '$version')" 2>/dev/null; then
    rm -rf "$venv"
    python3.11 -m venv "$venv"
    "$python" -m pip install --quiet --disable-pip-version-check "tensorboard==$version"
fi

cargo build --release --quiet
hornox="${CARGO_TARGET_DIR:-target}/release/hornox"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The first start is stopped by its time; without the limit the second one ends the run.
"$hornox" train --quiet --runs "$work" --set run.name=events --set run.minutes=0.02 \
    --set ppo.iterations=1000000 --set ppo.tables=16 --set ppo.minibatch=128 \
    --set evaluation.every=10 --set evaluation.deals=2 --set evaluation.final_deals=0 \
    --set 'evaluation.against=["random", "risk"]' >/dev/null
run="$work/events-1"
done=$(wc -l <"$run/metrics.jsonl")
sed -i.bak -e 's/^minutes = .*/minutes = "none"/' -e "s/^iterations = .*/iterations = $((done + 25))/" \
    "$run/config.toml"
"$hornox" train --quiet --resume "$run" >/dev/null

"$python" tests/tensorboard/read_events.py "$run" 2
