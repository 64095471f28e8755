#!/usr/bin/env bash
# Records of the command, and those that the tests keep, are valid by the JSON Schema; wrong ones are not. Needs
# Python 3.11 and, the first time, the network.
set -euo pipefail
cd "$(dirname "$0")/../.."

version=4.26.0
venv="$PWD/target/jsonschema-venv"
python="$venv/bin/python"
if ! "$python" -c "from importlib.metadata import version; exit(version('jsonschema') != '$version')" 2>/dev/null; then
    rm -rf "$venv"
    python3.11 -m venv "$venv"
    "$python" -m pip install --quiet --disable-pip-version-check "jsonschema==$version"
fi

cargo build --release --quiet
hornox="${CARGO_TARGET_DIR:-target}/release/hornox"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

count=0
record() {
    count=$((count + 1))
    "$hornox" record --quiet --games 3 --seed "$count" --agent random --out "$work/$count.jsonl" "$@" >/dev/null 2>&1
    "$hornox" replay "$work/$count.jsonl" >/dev/null
}
for preset in $("$hornox" rules | cut -d' ' -f1); do
    record --rules "$preset"
done
for players in 2 3 4 5 6 7 8 9 10; do
    record --rules amigo --players "$players"
    record --rules sixes --set uneven_deal=true --players "$players"
done
for option in deck=tactic deal=draft deal=choose sides=both low_card=cheapest low_card=auto fives=1 \
    max_rounds=3 zero_cards=true cards_per_turn=2 take_to_hand=true selection=open hand_size=25; do
    record --rules round --set "$option"
done
record --rules sixes --set must_play=false

"$python" tests/records/validate.py env/schema/record.schema.json "$work"/*.jsonl \
    env/tests/data/records.jsonl env/tests/data/public-engines.jsonl
