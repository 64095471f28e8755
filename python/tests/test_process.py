"""What concerns the process: its memory, and Ctrl-C."""

import json
import signal
import subprocess
import sys
import time

import pytest
from conftest import ROOT

import hornox


def test_memory_stays_flat():
    script = ROOT / "python" / "benches" / "memory.py"
    done = subprocess.run([sys.executable, str(script), "5"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


ARENA = "hornox.arena('mcs:2000', 'mcs:2000', 'round', deals=10**9, threads={threads})"
FUNCTION = "hornox.arena(lambda seen, mask: mask.argmax(axis=1), 'lowest', 'round', deals=10**9, threads={threads})"
ACT = """
agent = hornox.load_agent('mcs:2000', 'round')
batch = hornox.VecEnv(100_000, 'round').reset(seed=1)
agent.{ask}(batch.observation, batch.action_mask)
"""


@pytest.mark.parametrize(
    "call",
    [
        ARENA.format(threads=1),
        ARENA.format(threads=2),
        FUNCTION.format(threads=1),
        FUNCTION.format(threads=2),
        ACT.format(ask="act"),
        ACT.format(ask="action_values"),
    ],
)
def test_ctrl_c_ends_long_calls(call):
    interrupt(call)


def test_ctrl_c_ends_the_reading_of_records(records, tmp_path):
    # The same game for ever.
    played = tmp_path / "games.jsonl"
    games = hornox.read_records(records)
    game = next(game for game in games if game["rules"]["game"] == "nimmt" and any(game["scores"]))
    played.write_text(json.dumps(game) + "\n")
    loop = ["sh", "-c", 'while cat "$0"; do :; done', str(played)]
    with subprocess.Popen(loop, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as endless:
        interrupt("hornox.trajectories('/dev/stdin')", endless.stdout)
        endless.terminate()


def interrupt(call, given=subprocess.DEVNULL):
    """Ctrl-C in the middle of a call raises KeyboardInterrupt there, soon."""
    child = subprocess.Popen(
        [sys.executable, "-c", f"import hornox\nprint('ready', flush=True)\n{call}\nprint('done')"],
        stdin=given,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        # Who runs these tests in the background may have the signal ignored.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    try:
        assert child.stdout.readline() == "ready\n"
        time.sleep(1)
        assert child.poll() is None
        child.send_signal(signal.SIGINT)
        start = time.monotonic()
        said, complaint = child.communicate(timeout=60)
    finally:
        child.kill()
    assert time.monotonic() - start < 3
    assert said == ""
    assert complaint.endswith("KeyboardInterrupt\n")
    # Python's own end for this exception, not an abort.
    assert child.returncode == -signal.SIGINT
