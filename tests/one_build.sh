#!/usr/bin/env bash
# The command and the Python package have every dependency with the features that the tests have it with. Where one
# differs, Cargo builds it and all that stands on it once more: Burn among them, for minutes. What differs is printed;
# the list in train/Cargo.toml is the place for it.
set -euo pipefail
cd "$(dirname "$0")/.."

# Each package of a dependency tree with its features, a line each.
features() {
    cargo tree --prefix none --no-dedupe --format '{p} {f}' "$@" | sort -u
}

tests=$(mktemp)
trap 'rm -f "$tests"' EXIT
features --workspace >"$tests"
for package in hornox-train hornox-python; do
    other=$(features --edges normal,build --package "$package" | comm -13 "$tests" -)
    if [ -n "$other" ]; then
        printf '%s has, other than the tests:\n%s\n' "$package" "$other" >&2
        exit 1
    fi
done
