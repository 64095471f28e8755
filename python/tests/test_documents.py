"""What the documents say runs, and so do the examples."""

import re
import subprocess
import sys

import pytest
from conftest import ROOT


def blocks(path):
    """The blocks of Python of a document."""
    return re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)


@pytest.mark.parametrize("path", [ROOT / "README.md", ROOT / "python" / "README.md"], ids=["main", "python"])
def test_readme(path):
    found = blocks(path)
    assert found
    for block in found:
        exec(compile(block, str(path), "exec"), {"__name__": "readme"})


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
