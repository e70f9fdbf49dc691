"""Fixtures of the tests of the Python module; tests/doors/python runs them on an installed wheel."""

import os
import pathlib
import shutil
import subprocess
import sys
import wave

import numpy as np
import pytest

import tactus

ROOT = pathlib.Path(__file__).resolve().parents[4]
DEMO = ROOT / "datasets" / "demo"


@pytest.fixture(scope="session")
def song_file():
    return str(DEMO / "06-hill-dance.ogg")


@pytest.fixture(scope="session")
def song(song_file):
    return tactus.tag(song_file, activations=True)


@pytest.fixture(scope="session")
def program():
    """The command line: beside this Python, else the one on the PATH."""
    beside = pathlib.Path(sys.executable).with_name("tactus")
    found = str(beside) if beside.exists() else shutil.which("tactus")
    assert found, "no tactus beside this Python, nor on the PATH"

    def run(*words, **options):
        options = {"check": True, "capture_output": True, **options}
        # no defaults of the person who runs the tests
        environment = {**os.environ, "TACTUS_CONFIG": ""}
        return subprocess.run([found, *map(str, words)], env=environment, **options)

    return run


@pytest.fixture(scope="session")
def samples():
    """Twenty seconds of clicks at 120 BPM over noise, 44.1 kHz, mono."""
    random = np.random.default_rng(1)
    rate, seconds = 44100, 20
    sound = 0.01 * random.standard_normal(rate * seconds)
    for beat in range(2 * seconds):
        start = beat * rate // 2
        sound[start : start + 400] += random.standard_normal(400) * np.exp(-np.arange(400) / 80)
    return (0.15 * sound).astype(np.float32), rate


@pytest.fixture
def wav(tmp_path):
    def write(name, values, rate):
        """16-bit samples (frames,) or (frames, channels)."""
        path = tmp_path / name
        with wave.open(str(path), "wb") as file:
            file.setnchannels(1 if values.ndim == 1 else values.shape[1])
            file.setsampwidth(2)
            file.setframerate(rate)
            file.writeframes(values.astype("<i2").tobytes())
        return path

    return write
