#!/usr/bin/env bash
# The Python package: built, checked by its tools, and tested. `--all` adds what needs torch, OpenSpiel and Ray. Needs
# Python 3.11 or later (the last: 3.11 itself) and, the first time, the network.
set -euo pipefail
cd "$(dirname "$0")/.."

all=false
if [ "${1:-}" = --all ]; then all=true; fi

# The first Python that is new enough.
python=
for candidate in python3.11 python3.12 python3.13 python3; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
        python=$candidate
        break
    fi
done
[ -n "$python" ] || { echo "Python 3.11 or later is missing" >&2; exit 1; }

# Makes or refreshes a cached environment: its name, then what it must have.
environment() {
    venv="$PWD/target/$1"
    shift
    if ! [ -x "$venv/bin/python" ] || [ "$(cat "$venv/requirements" 2>/dev/null)" != "$*" ]; then
        rm -rf "$venv"
        "$python" -m venv "$venv"
        "$venv/bin/python" -m pip install --quiet --disable-pip-version-check "$@"
        printf '%s' "$*" >"$venv/requirements"
    fi
}

build() {
    (cd python && VIRTUAL_ENV="$venv" "$venv/bin/maturin" develop --release --quiet)
}

environment python-venv maturin==1.16.0 numpy==2.4.6 gymnasium==1.4.0 pettingzoo==1.27.0 pillow==12.0.0 \
    pandas==3.0.0 pytest==9.2.0 mypy==2.4.1 ruff==0.17.6
build
cd python
"$venv/bin/ruff" format --check --quiet .
"$venv/bin/ruff" check --quiet .
"$venv/bin/mypy" --no-error-summary hornox
"$venv/bin/python" -m mypy.stubtest --mypy-config-file pyproject.toml hornox._core
"$venv/bin/python" -m pytest --quiet -m "not heavy" tests
cd ..

if $all; then
    # Ray pins Gymnasium 1.2.2, and tianshou wants pandas 2. On Linux the usual torch brings its CUDA libraries: 6.6 GB
    # in all. An index that has builds for CPUs alone, named in PIP_EXTRA_INDEX_URL, is preferred by pip.
    environment python-heavy-venv maturin==1.16.0 numpy==2.4.6 gymnasium==1.2.2 pettingzoo==1.27.0 pillow==12.0.0 \
        pandas==2.3.3 pytest==9.2.0 torch==2.15.0 torchrl==0.14.1 stable-baselines3==2.9.2 sb3-contrib==2.9.2 \
        tianshou==2.0.1 supersuit==3.11.0 shimmy==2.0.1 open-spiel==2.0.2 "ray[rllib]==2.60.0"
    build
    (cd python && "$venv/bin/python" -m pytest --quiet tests)
fi
