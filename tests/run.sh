#!/usr/bin/env bash
# Every check, cheap ones first. `--all` adds what takes long.
set -euo pipefail
cd "$(dirname "$0")/.."

all=false
case "${1:-}" in
    "") ;;
    --all) all=true ;;
    *)
        echo "usage: bash tests/run.sh [--all]" >&2
        exit 2
        ;;
esac

step() { printf '\n== %s\n' "$*"; }

step "format"
cargo fmt --all -- --check

step "one build of Burn for tests, command and Python package"
bash tests/one_build.sh

step "the environment: tests with debug assertions, on one core and on all"
cargo test --quiet --package hornox-env
cargo test --quiet --package hornox-env --features rayon --test '*'

step "the environment stands alone: no network library in its tree"
if cargo tree --package hornox-env --edges normal --prefix none | grep -E '^(burn|tensorboard|clap)'; then
    echo "hornox-env depends on the above" >&2
    exit 1
fi

step "clippy"
cargo clippy --release --workspace --all-targets --all-features -- --deny warnings

step "documentation"
RUSTDOCFLAGS="--deny warnings" cargo doc --release --workspace --no-deps --quiet

step "all tests"
# One profile, which also builds the command: networks are unusable without optimisation.
cargo test --release --workspace

step "TensorBoard reads the events"
bash tests/tensorboard/check.sh

step "records are valid by their schema"
bash tests/records/check.sh

step "the Python package"
bash python/check.sh

if command -v cargo-deny >/dev/null; then
    step "licences, bans and sources of dependencies"
    cargo deny check licenses bans sources
fi

if $all; then
    step "the quickstart, its marks and the shipped agent"
    bash tests/long.sh
    step "a net for each variant"
    bash tests/variants.sh
    step "the Python package with torch, OpenSpiel and Ray"
    bash python/check.sh --all
fi

step "all checks passed"
