"""Reads the text files of one song with mir_eval's loaders: python3 mir_eval_reads.py STEM RESULT (JSON).

A warning of mir_eval is an error here: it says that the content is not valid.
"""
import json
import sys
import warnings

import mir_eval

warnings.simplefilter("error")
stem, result = sys.argv[1:]


def chords(path):
    intervals, labels = mir_eval.io.load_labeled_intervals(path)
    mir_eval.util.adjust_intervals(intervals, labels, t_min=0.0)
    mir_eval.chord.encode_many(labels)  # refuses what is no chord
    return [[float(start), float(end), label] for (start, end), label in zip(intervals, labels)]


def events(path):
    times = mir_eval.io.load_events(path)
    mir_eval.beat.f_measure(times, times)  # refuses what is no list of beats
    return times.tolist()


tempi, weight = mir_eval.io.load_tempo(stem + ".bpm")
key = mir_eval.io.load_key(stem + ".key")
read = {
    "beats": events(stem + ".mirex.beats.txt"),
    "downbeats": events(stem + ".mirex.downbeats.txt"),
    "lab": chords(stem + ".lab"),
    "chords": chords(stem + ".mirex.chords.txt"),
    "key": key,
    "mirex-key": mir_eval.io.load_key(stem + ".mirex.key.txt"),
    "key-score": mir_eval.key.evaluate(key, key)["Weighted Score"],
    "tempi": tempi.tolist(),
    "weight": weight,
}
with open(result, "w", encoding="utf-8") as file:
    json.dump(read, file)
