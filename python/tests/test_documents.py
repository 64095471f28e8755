"""What the documents say runs, and so do the examples."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT


def blocks(path):
    """The blocks of Python of a document."""
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


DOCUMENTS = ["README.md", "python/README.md", "python/hornox/pettingzoo_env.py", "python/hornox/open_spiel.py"]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_blocks_run(path):
    if path.endswith("open_spiel.py"):
        pytest.importorskip("pyspiel")
    found = blocks(ROOT / path)
    assert found
    for block in found:
        exec(compile(block, path, "exec"), {"__name__": "document"})


def test_all_documents_are_run():
    package = ROOT / "python" / "hornox"
    assert {f"python/hornox/{path.name}" for path in package.glob("*.py") if blocks(path)} == set(DOCUMENTS[2:])


def run(example, *args):
    """What an example says."""
    command = [sys.executable, str(ROOT / "python" / "examples" / example), *map(str, args)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_random_loop():
    assert "bulls" in run("random_loop.py")


def test_records_with_pandas(records):
    pytest.importorskip("pandas")
    assert "win_share" in run("records_pandas.py", records)
