"""The example of app/doors/onnx/README.md: features and decoder around onnxruntime."""

import re
import shutil

import numpy as np
import pytest

import tactus
from conftest import ROOT

pytest.importorskip("onnxruntime")
README = (ROOT / "app" / "doors" / "onnx" / "README.md").read_text(encoding="utf-8")


def test_example(tmp_path, monkeypatch, program, song, song_file):
    monkeypatch.chdir(tmp_path)
    shutil.copy(song_file, "song.flac")
    program("export", "beats", "-o", "beats.onnx")
    (example,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    known = {}
    exec(compile(example, "app/doors/onnx/README.md", "exec"), known)
    y = tactus.load_model("beats").forward(tactus.features("song.flac", model="beats"))
    beats = np.hstack([np.maximum(0, y[:, :1] - y[:, 1:2]), y[:, 1:2]])
    own = tactus.decode(beats, 50, "downbeats", model="beats")
    assert known["song"].to_bytes("beats") == (tmp_path / "song.beats").read_bytes()
    assert known["song"].beats == pytest.approx(own.beats, abs=1e-4)
    assert len(own.beats) > 40
    away = np.abs(beats - song.activations["beats"]).max(axis=1) > 0.01
    assert not away[10:-30].any(), "those of a song differ at its start and in its last pause alone"
    theirs = np.hstack([known["beat"][0], known["downbeat"][0]])
    assert np.abs(theirs - y).max() < 1e-5


def test_chords(tmp_path, monkeypatch, program, song_file):
    import onnxruntime

    monkeypatch.chdir(tmp_path)
    program("export", "chords", "-o", "chords.onnx")
    features = tactus.features(song_file, model="chords")
    session = onnxruntime.InferenceSession("chords.onnx")
    (chord,) = session.run(["chord"], {"features": features[np.newaxis]})
    model = tactus.load_model("chords")
    (head,) = [head for head in model.heads if head.name == "chord"]
    assert np.abs(chord[0] - model.forward(features)[:, head.columns]).max() < 1e-5
    song = tactus.decode(chord[0], 10.7666, "chords", model="chords")
    assert tactus.evaluate(song_file.replace(".ogg", ".lab").replace("demo/", "demo/annotations/"), song, "chords")["majmin"] > 0.7
