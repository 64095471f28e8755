#!/usr/bin/env bash
# Trains a net for each variant from configs/variant.toml, and compares it with every scripted agent of its game: random
# play, and whichever of them does best against it, must be beaten by more than three standard errors. Prints the table;
# takes some ten minutes on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo build --release --quiet
hornox="${CARGO_TARGET_DIR:-target}/release/hornox"
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A name, iterations, and rules; the more decisions a round has, the fewer iterations make the same time.
variants=(
    "tactic-2 1200 deck=tactic players=2"
    "profi-4 500 sides=both"
    "draft-4 300 deck=tactic deal=draft"
    "choose-4 200 deal=choose"
    "zero-4 450 zero_cards=true"
    "two-cards-4 500 cards_per_turn=2"
    "take-to-hand-4 250 take_to_hand=true"
    "open-4 500 selection=open"
    "sixes-5 3000 preset=sixes-round"
    "sixes-pass-5 1500 preset=sixes-round must_play=false"
)
nimmt=(random lowest highest nearest risk)
sixes=(random longest far)

for variant in "${variants[@]}"; do
    read -r name iterations rules <<<"$variant"
    sets=()
    for rule in $rules; do sets+=(--set "rules.$rule"); done
    start=$(date +%s)
    "$hornox" train --config configs/variant.toml --runs "$work" --quiet --set "run.name=$name" \
        --set "ppo.iterations=$iterations" "${sets[@]}" >/dev/null
    echo "$name: trained in $(($(date +%s) - start)) s" >&2
    agents=("${nimmt[@]}") deals=1000
    # Where most moves are forced, skill is worth hundredths of a chip, and only many games show it.
    [[ $name == sixes-* ]] && agents=("${sixes[@]}") deals=10000
    against=()
    for agent in "${agents[@]}"; do against+=(--against "$agent"); done
    "$hornox" eval "net:$work/$name-1/checkpoint" "${against[@]}" --rules "$work/$name-1/rules.toml" \
        --deals "$deals" --seed 5 --json --quiet >"$work/$name.json"
    for agent in "${agents[@]}"; do
        "$hornox" eval "$agent" --against random --rules "$work/$name-1/rules.toml" \
            --deals 1000 --seed 5 --json --quiet >"$work/$name.$agent"
    done
done
python3 tests/variants.py "$work"/*.json
