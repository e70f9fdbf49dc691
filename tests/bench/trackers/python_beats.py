#!/usr/bin/env python3
"""python_beats.py TRACKER AUDIO OUT: the beats of all songs below AUDIO as OUT/SONG.beats, for tests/bench/trackers/run.

librosa: dynamic programming (Ellis 2007). essentia: RhythmExtractor2013, multifeature (Zapata, Davies & Gomez 2014).
degara: the same with the fast method (Degara et al. 2012). madmom: RNNBeatProcessor and DBNBeatTracker (Böck et al. 2014).
"""
import subprocess
import sys
from pathlib import Path

import numpy as np

KINDS = {".flac", ".ogg", ".opus", ".mp3", ".wav"}


def samples(path, rate):
    command = ["ffmpeg", "-v", "error", "-i", path, "-ac", "1", "-ar", str(rate), "-f", "f32le", "-"]
    sound = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, check=True).stdout
    return np.frombuffer(sound, np.float32)


def tracker_of(name):
    if name == "librosa":
        import librosa

        return lambda path: librosa.beat.beat_track(y=samples(path, 22050), sr=22050, units="time")[1]
    if name == "madmom":
        from madmom.features.beats import DBNBeatTrackingProcessor, RNNBeatProcessor

        activations, decode = RNNBeatProcessor(), DBNBeatTrackingProcessor(fps=100)
        return lambda path: decode(activations(samples(path, 44100)))
    import essentia
    import essentia.standard

    essentia.log.infoActive = essentia.log.warningActive = False
    method = {"essentia": "multifeature", "degara": "degara"}[name]
    return lambda path: essentia.standard.RhythmExtractor2013(method=method)(samples(path, 44100))[1]


name, audio, out = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
track = tracker_of(name)
for song in sorted(audio.rglob("*")):
    if song.suffix.lower() not in KINDS:
        continue
    beats = (out / song.relative_to(audio)).with_suffix(".beats")
    if beats.exists():
        continue
    try:
        text = "".join(f"{beat:.4f}\n" for beat in track(song))
    except Exception as error:
        print(f"{song}: {name} failed: {error}", file=sys.stderr)
        continue
    beats.parent.mkdir(parents=True, exist_ok=True)
    part = beats.with_suffix(".part")
    part.write_text(text)
    part.rename(beats)
