"""Games that were written down, as a table: `python records_pandas.py games.jsonl`."""

import sys

import pandas as pd

from hornox import read_records

frame = pd.DataFrame(
    {"game": number, "agent": agent, "score": score, "win_share": share}
    for number, game in enumerate(read_records(sys.argv[1]))
    for agent, score, share in zip(game["agents"], game["scores"], game["win_share"], strict=True)
)
print(frame.groupby("agent")[["score", "win_share"]].agg(["mean", "sem", "count"]))
