"""What `tag` takes, what is missing, how messages read, and songs as plain values and tables."""

import io
import json
import pathlib
import pickle
import sys
import types

import numpy as np
import pytest

import tactus
from conftest import DEMO
from tactus._errors import in_python


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, io.BytesIO, lambda content: content[:], "open"])
def test_sound_in_memory(song, song_file, kind):
    content = pathlib.Path(song_file).read_bytes()
    with open(song_file, "rb") as file:
        found = tactus.tag(file if kind == "open" else kind(content))
    assert np.array_equal(found.beats, song.beats) and found.chords == song.chords
    assert found.path == (song_file if kind == "open" else None)
    with pytest.raises(tactus.ArgumentError, match="activations=True"):
        found.activations


def test_bytes_can_be_a_path(song, song_file):
    assert np.array_equal(tactus.tag(song_file.encode()).beats, song.beats)


def test_address_of_a_file_here(song, song_file, tmp_path):
    place = tmp_path / "a song.ogg"
    place.write_bytes(pathlib.Path(song_file).read_bytes())
    for address in (place.as_uri(), place.as_uri().replace("//", "//localhost", 1), place.as_uri().replace("//", "", 1)):
        assert tactus.tag(address).path == str(place)


def test_list_of_all_kinds(song_file, tmp_path):
    content = pathlib.Path(song_file).read_bytes()
    good, bad, absent = tactus.tag([content, b"RIFF\0", str(tmp_path / "absent.ogg")])
    assert len(good.beats) == 53 and isinstance(bad, tactus.AudioError) and "/proc/" not in str(bad)
    assert isinstance(absent, FileNotFoundError) and absent.path == str(tmp_path / "absent.ogg")


@pytest.mark.parametrize("source, hint", [
    (None, "an open file, bytes"), (5, "a list of them"), ({"a.ogg": 1}, "dict: expected"), ([None], "a list with NoneType"),
    ([0.1, 0.2], r"tag\(samples, rate\)"),
])  # fmt: skip
def test_other_types(source, hint):
    with pytest.raises(TypeError, match=hint):
        tactus.tag(source)


def test_file_open_as_text(tmp_path):
    with pytest.raises(TypeError, match="mode 'rb'"):
        tactus.tag(io.StringIO("sound"))
    with open(tmp_path / "new", "wb") as file, pytest.raises(TypeError, match="not open for reading"):
        tactus.tag(file)
    with pytest.raises(ValueError, match="this file is closed"):
        tactus.tag(file)


def test_samples_and_rates(song_file):
    samples = np.zeros(44100, np.float32)
    for source, rate, hint in ((song_file, 44100, "a file has a rate of its own"), (44100, samples, "expected a number of Hz"),
                               (samples, "44100", "expected a number of Hz")):  # fmt: skip
        with pytest.raises(TypeError, match=hint):
            tactus.tag(source, rate)
    with pytest.raises(tactus.ArgumentError, match="rate nan"):
        tactus.tag(samples, float("nan"))
    with pytest.raises(TypeError, match=r"tag\(samples, rate\)"):
        tactus.tag((samples, 44100))


def test_one_meter(song_file):
    with tactus.Engine(beats_per_bar=3) as engine:
        assert engine.tag(song_file).meter == 3


def test_features_of_open_files(song_file):
    content = pathlib.Path(song_file).read_bytes()
    expected = tactus.features(song_file)
    assert np.array_equal(tactus.features(io.BytesIO(content)), expected) and np.array_equal(tactus.features(content), expected)
    with pytest.raises(TypeError, match="an open file"):
        tactus.features(5)


def test_beats_out_of_order(song):
    with pytest.raises(tactus.ArgumentError, match="not in order of time"):
        tactus.evaluate([3, 2, 1], song, "beats")


def test_activations_of_a_file(song, tmp_path):
    np.save(tmp_path / "a.npy", song.activations["beats"])
    found = tactus.decode(tmp_path / "a.npy", 50, "downbeats", model="beats")
    assert np.array_equal(found.beats, tactus.decode(np.asarray(song.activations["beats"]), 50, "downbeats", model="beats").beats)


@pytest.mark.parametrize("use", [
    lambda path: tactus.tag(path), lambda path: tactus.load(path), lambda path: tactus.features(path),
    lambda path: tactus.load_model(path), lambda path: tactus.Engine(path), lambda path: tactus.evaluate(path, path, "beats"),
    lambda path: tactus.decode(np.zeros((10, 2)), 50, "downbeats", model=path),
    lambda path: tactus.features(np.zeros(9), 44100, model=path), lambda path: tactus.decode(path, 50, "beats"),
    lambda path: tactus.train(path), lambda path: tactus.train("quick", "m.safetensors", data=path), lambda path: tactus.Corpus(path),
    lambda path: tactus.train({"task": "beats", "data": [{"manifest": path}]}, f"{path}.out"),
])  # fmt: skip
def test_missing_files(use, tmp_path):
    absent = str(tmp_path / "absent.safetensors")
    with pytest.raises(FileNotFoundError, match="absent.safetensors: no such file") as caught:
        use(absent)
    error = pickle.loads(pickle.dumps(caught.value))
    assert isinstance(error, tactus.Error) and error.path == error.filename == absent and error.errno == 2


@pytest.mark.parametrize("use", [
    lambda name: tactus.load_model(name), lambda name: tactus.Engine(name), lambda name: tactus.Corpus(DEMO, model=name),
    lambda name: tactus.train(name), lambda name: tactus.Engine(models_folder=f"/no/{name}"),
    lambda name: tactus.train({"task": "beats", "data": [{"folder": f"/no/{name}"}]}, "m.safetensors"),
    lambda name: tactus.Engine(decoder=f"/no/{name}"), lambda name: tactus.load_model(f"/no/{name}"),
])  # fmt: skip
def test_missing_names(use):
    with pytest.raises(FileNotFoundError, match="beets: no such"):
        use("beets")


@pytest.mark.parametrize("words, message", [
    ("load both, for example --model beats --model bars", 'load both, for example models=["beats", "bars"]'),
    ("--device cpu:foo: expected auto; use --device cpu", 'device="cpu:foo": expected auto; use device="cpu"'),
    ("for example --from lab", 'for example format="lab"'),
    ("already exists; use --overwrite", "already exists; use overwrite=True"),
    ("choose one of them with --model", "choose one of them with models"),
    ("sound, expected an annotation; `tactus tag` makes one", "sound, expected an annotation; tactus.tag() makes one"),
    ("run `tactus eval REF EST`", "run tactus.evaluate()"),
    ("--beats-per-bar 2 -- a--b", "beats_per_bar 2 -- a--b"),
])  # fmt: skip
def test_messages_speak_python(words, message):
    assert in_python(words) == message


def test_error_of_a_device():
    with pytest.raises(tactus.DeviceError, match='device="abacus"'):
        tactus.Engine(device="abacus")


def test_key_as_mir_eval_names_it(song):
    assert (song.key, song.key_label) == ("A:minor", "A minor")
    assert tactus.evaluate(song.key_label, song, "key")["Weighted Score"] == 1.0


def test_plain_values(song):
    values = song.to_dict()
    assert json.loads(json.dumps(values)) == values
    assert [beat["time"] for beat in values["beats"]] == song.beats.tolist()
    assert values["chords"][0] == song.chords[0]._asdict() and values["tempo"] == song.tempo


def test_table(song, tmp_path):
    absent = tactus.tag([tmp_path / "absent.ogg"])
    table = tactus.table([song, *absent])
    assert {len(column) for column in table.values()} == {2}
    assert table["beats"] == [53, None] and table["path"] == [song.path, str(tmp_path / "absent.ogg")]
    assert table["error"][0] is None and "no such file" in table["error"][1]
    assert list(tactus.table([])) == list(table) and tactus.table(song)["beats"] == [53]
    with pytest.raises(TypeError, match="expected songs"):
        tactus.table(["a.ogg"])
    pandas = pytest.importorskip("pandas")
    assert pandas.DataFrame(table).shape == (2, len(table))
    assert pandas.DataFrame(song.to_dict()["beats"]).time.tolist() == song.beats.tolist()


class Axes:
    """Counts what is drawn on axes of that many pixels."""

    def __init__(self, width=600):
        self.calls = []
        self.bbox = types.SimpleNamespace(width=width)
        self.figure = types.SimpleNamespace(dpi=100)

    def drawn(self, name):
        return sum(call[0] == name for call in self.calls)

    def __getattr__(self, name):
        return lambda *values, **options: self.calls.append((name, values, options))


def test_plot(song):
    axes = Axes()
    assert song.plot(axes, 5, 10) is axes
    chords = [chord for chord in song.chords if chord.start < 10 and chord.end > 5]
    assert axes.drawn("axvline") == np.sum((song.beats >= 5) & (song.beats <= 10))
    assert axes.drawn("axvspan") == len(chords) and axes.drawn("text") == sum(chord.root >= 0 for chord in chords)
    assert axes.calls[-1][2]["xlim"] == (5, 10)
    assert song.plot(Axes(width=20), 5, 10).drawn("text") == 0  # names would lie upon each other
    with pytest.raises(tactus.ArgumentError, match="start before the end"):
        song.plot(axes, 9, 3)
    with pytest.raises(TypeError, match="axes of matplotlib"):
        song.plot(3)
    tactus.load(DEMO / "annotations" / "06-hill-dance.beats").plot(axes)
    assert axes.calls[-1][2]["xlim"][1] > 25  # the file does not hold its length


def test_plot_makes_axes(song, monkeypatch):
    axes = Axes()
    pyplot = types.SimpleNamespace(figure=lambda **_: types.SimpleNamespace(gca=lambda: axes))
    monkeypatch.setitem(sys.modules, "matplotlib", types.SimpleNamespace(pyplot=pyplot))
    assert song.plot() is axes and axes.calls[-1][2]["xlim"] == (0.0, song.duration)
