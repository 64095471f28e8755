"""Compares evaluations with the marks that agents must meet: `marks.py NETS BASELINES`, files of JSON objects."""

import json
import sys

# Rules `bench`, 4 seats. Own bulls minus the others' mean, at most; against random play: own bulls, at most.
NET_MARKS = {
    "mcs:1000": ("diff", -1.7),
    "mcs:100": ("diff", -2.7),
    "risk": ("diff", -3.8),
    "random": ("score", 6.4),
}
# Own bulls against three random players: the least and the most.
BASELINE_MARKS = {
    "random": (12.05, 12.25),
    "highest": (9.5, 9.7),
    "risk": (0.0, 8.4),
    "mcs:100": (6.3, 6.7),
    "mcs:1000": (5.0, 5.4),
}
ERRORS = 3


def objects(path):
    decoder, text = json.JSONDecoder(), open(path, encoding="utf-8").read()
    at = 0
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        value, at = decoder.raw_decode(text, at)
        yield value


def main():
    missed, checked = [], 0
    for result in objects(sys.argv[1]):
        for row in result["rows"]:
            field, most = NET_MARKS[row["against"]]
            value, error = row[field], row[field + "_se"]
            line = f"{result['agent']} vs {row['against']}: {field} {value:.2f} ± {error:.2f}, mark {most}"
            print(line)
            checked += 1
            if value > most:
                missed.append(line)
    for result in objects(sys.argv[2]):
        (row,) = result["rows"]
        least, most = BASELINE_MARKS[result["agent"]]
        value, error = row["score"], row["score_se"]
        line = f"{result['agent']} vs random: {value:.2f} ± {error:.2f}, mark {least} to {most}"
        print(line)
        checked += 1
        if not least - ERRORS * error <= value <= most + ERRORS * error:
            missed.append(line)
    if missed or checked != 2 * len(NET_MARKS) + len(BASELINE_MARKS):
        sys.exit("marks missed:\n" + "\n".join(missed))
    print(f"{checked} marks met")


main()
