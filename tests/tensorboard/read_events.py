"""Compares a run's TensorBoard events with its metrics.jsonl: `read_events.py RUN STARTS`."""

import json
import math
import sys
from pathlib import Path

from tensorboard.backend.event_processing.event_accumulator import SCALARS, EventAccumulator


def metrics(path):
    """Each scalar of metrics.jsonl: {(tag, step): value}."""
    found = {}
    for line in path.read_text().splitlines():
        line = json.loads(line)
        for tag, value in line["metrics"].items():
            key = tag, line["step"]
            assert key not in found, f"{path}: {key} is there twice"
            found[key] = math.nan if value is None else value
    return found


def events(folder):
    """Each scalar of one start's events: {(tag, step): value}."""
    files = [path for path in folder.iterdir() if "tfevents" in path.name]
    assert len(files) == 1, f"{folder}: {files}"
    # 0: keep every event rather than a sample.
    accumulator = EventAccumulator(str(folder), size_guidance={SCALARS: 0})
    accumulator.Reload()
    found = {}
    for tag in accumulator.Tags()["scalars"]:
        for event in accumulator.Scalars(tag):
            key = tag, event.step
            assert key not in found, f"{folder}: {key} is there twice"
            found[key] = event.value
    assert found, f"{folder}: no scalars"
    return found


def close(left, right):
    """Whether two numbers are the same as 32-bit floats."""
    if math.isnan(left) or math.isnan(right):
        return math.isnan(left) and math.isnan(right)
    return math.isclose(left, right, rel_tol=1e-6, abs_tol=1e-37)


def main(run, starts):
    expected = metrics(run / "metrics.jsonl")
    folders = sorted((run / "tensorboard").iterdir(), key=lambda folder: int(folder.name))
    names = [folder.name for folder in folders]
    assert names == [str(number + 1) for number in range(starts)], f"starts: {names}"
    found = {}
    for folder in folders:
        # Where a start was killed, the next one plays its last steps again.
        found |= events(folder)
    problems = [f"{key}: not among the events" for key in expected.keys() - found.keys()]
    problems += [f"{key}: not in metrics.jsonl" for key in found.keys() - expected.keys()]
    problems += [
        f"{key}: {expected[key]} in metrics.jsonl, {found[key]} among the events"
        for key in expected.keys() & found.keys()
        if not close(expected[key], found[key])
    ]
    tags = {tag for tag, _ in expected}
    for tag in ["loss/policy", "policy/kl", "play/bulls_per_seat", "evaluation/risk/score"]:
        if tag not in tags:
            problems.append(f"{tag}: in neither")
    if problems:
        sys.exit("\n".join(sorted(problems)[:20] + [f"{len(problems)} differences in {run}"]))
    steps = {step for _, step in expected}
    print(f"TensorBoard reads all {len(expected)} values of {len(tags)} scalars over {len(steps)} steps and {starts} starts")


if __name__ == "__main__":
    main(Path(sys.argv[1]), int(sys.argv[2]))
