"""Scores a list of generated annotation pairs with mir_eval: python3 mir_eval_oracle.py CASES RESULTS (JSON)."""
import json
import math
import sys
import warnings

import mir_eval
import numpy as np

warnings.simplefilter("ignore")
np.seterr(all="ignore")


def intervals(segments):
    return np.array([s[:2] for s in segments], dtype=float).reshape(-1, 2), [s[2] for s in segments]


def score(case):
    task, ref, est = case["task"], case["reference"], case["estimate"]
    if task == "beats":
        return mir_eval.beat.evaluate(np.array(ref, dtype=float), np.array(est, dtype=float))
    if task == "chords":
        return mir_eval.chord.evaluate(*intervals(ref), *intervals(est))
    if task == "segments":
        return mir_eval.segment.evaluate(*intervals(ref), *intervals(est))
    if task == "key":
        return mir_eval.key.evaluate(ref, est)
    return mir_eval.tempo.evaluate(np.array(ref, dtype=float), case["weight"], np.array(est, dtype=float))


def as_number(value):
    value = float(value)
    return value if math.isfinite(value) else None


def result(case):
    try:
        return {name: as_number(value) for name, value in score(case).items()}
    except Exception as error:
        return {"error": str(error)}


with open(sys.argv[1]) as file:
    cases = json.load(file)
with open(sys.argv[2], "w") as file:
    json.dump([result(case) for case in cases], file)
