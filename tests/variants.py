"""Prints what nets reached against scripted agents, from files of `hornox eval --json`, and fails where one is not
clearly better: by more than three standard errors in scores, or where scores do not count in shares of the win."""

import json
import pathlib
import sys

ERRORS = 3


def lead(result, row):
    """How far the net is ahead, and its standard error; positive is good."""
    if result["rules"].get("take_to_hand"):
        return row["win_share"] - 1 / row["players"], row["win_share_se"], "win share"
    sign = -1 if result["better"] == "lower" else 1
    return sign * row["diff"], row["diff_se"], result["unit"]


def main():
    behind = []
    for path in map(pathlib.Path, sys.argv[1:]):
        result = json.loads(path.read_text(encoding="utf-8"))
        for row in result["rows"]:
            ahead, error, unit = lead(result, row)
            line = f"{path.stem:16} {row['against']:8} {row['games']:6} games: ahead by {ahead:.3f} ± {error:.3f} {unit}"
            print(line)
            if not ahead > ERRORS * error:
                behind.append(line)
    if behind or len(sys.argv) < 2:
        sys.exit("not clearly better:\n" + "\n".join(behind))


main()
