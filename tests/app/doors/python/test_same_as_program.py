"""The module gives what the command line gives, byte by byte."""

import numpy as np
import pytest

import tactus
from conftest import DEMO

ENDINGS = {"jams": ".jams", "lab": ".lab", "beats": ".beats", "csv": ".csv"}


@pytest.fixture(scope="module")
def tagged(program, tmp_path_factory):
    """What the command line writes of all demo songs, in all formats."""
    folder = tmp_path_factory.mktemp("tagged")
    program("tag", DEMO, "-o", folder, "--format", ",".join(tactus.formats()), "--save-activations")
    return folder


@pytest.mark.parametrize("format", tactus.formats())
def test_every_format(song, song_file, tagged, format, tmp_path):
    song.save(tmp_path / "made", format)
    written = {path.read_bytes() for path in tagged.glob("06-hill-dance*") if path.suffix != ".npy"}
    assert (tmp_path / "made").read_bytes() in written
    assert song.to_bytes(format) == (tmp_path / "made").read_bytes()


@pytest.mark.parametrize("format", ENDINGS)
def test_every_song_of_a_folder(tagged, format):
    songs = tactus.tag(DEMO)
    assert len(songs) == 6
    for song in songs:
        stem = song.path.split("/")[-1].removesuffix(".ogg")
        assert song.to_bytes(format) == (tagged / (stem + ENDINGS[format])).read_bytes()


def test_activations(song, tagged):
    for task, file in (("beats", "beat_activations"), ("chords", "chord_activations")):
        written = np.load(tagged / f"06-hill-dance.{file}.npy")
        assert np.array_equal(song.activations[task], written)


def test_samples_are_a_file(program, samples, wav, tmp_path):
    values, rate = samples
    stereo = np.stack([values, -0.5 * values], axis=1)
    whole = np.round(stereo * 32767).astype(np.int16)
    file = wav("clicks.wav", whole, rate)
    program("tag", file, "-o", tmp_path, "--format", "beats,lab")
    song = tactus.tag(whole, rate)
    assert len(song.beats) > 20
    assert song.to_bytes("beats") == (tmp_path / "clicks.beats").read_bytes()
    assert song.to_bytes("lab") == (tmp_path / "clicks.lab").read_bytes()


def test_options(program, song_file, tmp_path):
    program("tag", song_file, "-o", tmp_path, "--format", "jams", "--model", "beats",
            "--min-bpm", "120", "--max-bpm", "240", "--beats-per-bar", "3", "--grid", "constant",
            "--set", "snap_to_peak=false", "--set", "beats.least_confidence=0")  # fmt: skip
    settings = {"snap_to_peak": False, "beats.least_confidence": 0}
    with tactus.Engine(
        "beats", min_bpm=120, max_bpm=240, beats_per_bar=[3], grid="constant", settings=settings
    ) as engine:
        song = engine.tag(song_file)
    assert song.to_bytes("jams") == (tmp_path / "06-hill-dance.jams").read_bytes()
    assert song.meter == 3 and song.tempo > 120


@pytest.mark.parametrize("kind", ["beats", "chords", "chroma", "nnls_chroma"])
def test_features(program, song_file, tmp_path, kind):
    program("features", song_file, "--kind", kind, "-o", tmp_path)
    written = np.load(next(tmp_path.glob("*.npy")))
    assert np.array_equal(tactus.features(song_file, kind=kind), written)


def test_decoder(program, song, tmp_path):
    np.save(tmp_path / "x.npy", song.activations["beats"])
    words = ["decode", tmp_path / "x.npy", "--fps", 50, "--model", "beats", "--task", "downbeats"]
    written = program(*words, "--format", "jams", "--set", "beats_per_bar=3,4").stdout
    decoded = tactus.decode(song.activations["beats"], 50, "downbeats", model="beats", beats_per_bar=[3, 4])
    assert decoded.to_bytes("jams") == written
    assert len(decoded.beats) > 40
    np.save(tmp_path / "y.npy", song.activations["chords"])
    rate = song.activations.rates["chords"]
    written = program("decode", tmp_path / "y.npy", "--fps", rate, "--task", "chords", "--model", "chords").stdout
    decoded = tactus.decode(song.activations["chords"], rate, "chords", model="chords")
    assert decoded.to_bytes("lab") == written
