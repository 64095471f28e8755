"""Prints what nets reached against scripted agents, from files of `hornox eval --json`: VARIANT.json, and beside it
VARIANT.AGENT with what each scripted agent reaches against random play. Fails where a net is not clearly better than
random play and than the best of them: by more than three standard errors in scores, or where scores do not count in
shares of the win."""

import json
import pathlib
import sys

ERRORS = 3


def lead(result, row):
    """How far the agent is ahead, its standard error, and the unit; positive is good."""
    if result["rules"].get("take_to_hand"):
        return row["win_share"] - 1 / row["players"], row["win_share_se"], "win share"
    sign = -1 if result["better"] == "lower" else 1
    return sign * row["diff"], row["diff_se"], result["unit"]


def over_random(path, agent):
    result = json.loads(path.with_suffix("." + agent).read_text(encoding="utf-8"))
    return lead(result, result["rows"][0])[0]


def main():
    behind = []
    for path in map(pathlib.Path, sys.argv[1:]):
        result = json.loads(path.read_text(encoding="utf-8"))
        best = max((row["against"] for row in result["rows"]), key=lambda agent: over_random(path, agent))
        for row in result["rows"]:
            ahead, error, unit = lead(result, row)
            note = " (the best of them)" if row["against"] == best else ""
            line = f"{path.stem:16} {row['against']:8} {row['games']} games: ahead by {ahead:.3f} ± {error:.3f} {unit}{note}"
            print(line)
            if row["against"] in ("random", best) and not ahead > ERRORS * error:
                behind.append(line)
    if behind or len(sys.argv) < 2:
        sys.exit("not clearly better:\n" + "\n".join(behind))


main()
