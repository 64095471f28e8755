"""Validates files of records: validate.py SCHEMA FILE..."""

import json
import sys

from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

with open(sys.argv[1]) as file:
    schema = json.load(file)
Draft202012Validator.check_schema(schema)
validator = Draft202012Validator(schema)

count = 0
for path in sys.argv[2:]:
    with open(path) as file:
        for number, line in enumerate(file, 1):
            record = json.loads(line)
            error = best_match(validator.iter_errors(record))
            if error:
                sys.exit(f"{path}: line {number}: {error.json_path}: {error.message}")
            count += 1

# A schema that takes anything would prove nothing: one field more, one less, and a card that is none.
for change in (
    lambda record: record.update(note=1),
    lambda record: record.pop("seed"),
    lambda record: record["rules"].pop("players"),
    lambda record: record["rounds"][0].update(note=1),
    lambda record: record["rounds"][0].update(rows_after=[[105], [1], [2], [3]]),
    lambda record: record["rounds"][0]["actions"].append([0, 109]),
):
    record = json.loads(line)
    change(record)
    if validator.is_valid(record):
        sys.exit("the schema takes a record that is wrong")

print(f"{count} records are valid by the schema")
