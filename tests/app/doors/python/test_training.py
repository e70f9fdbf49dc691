"""Runs of training, corpora for other networks, and decoders on kept activations."""

import json
import pickle

import numpy as np
import pytest

import tactus
from conftest import DEMO, ROOT

QUICK = ROOT / "datasets" / "recipes" / "quick.yaml"
SHORT = {"schedule.epochs": 2, "batches.passes": 1}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("training")
    events, shares = [], []
    made = tactus.train(QUICK, folder / "small.safetensors", settings=SHORT, threads=2, callback=events.append,
                        progress=shares.append, cache=folder / "features")  # fmt: skip
    return made, events, shares, folder


def test_run(run, song_file):
    made, events, shares, folder = run
    assert made.model == str(folder / "small.safetensors")
    assert [row["epoch"] for row in made.epochs] == [0, 1] and made.best in made.epochs
    assert 0 <= made.best["beat_f"] <= 1 and made.epochs[1]["loss"] < made.epochs[0]["loss"]
    assert made.best["epoch"] == made.epochs[-1]["best_epoch"]
    kinds = [event["event"] for event in events]
    assert kinds[0] == "start" and kinds[-1] == "end" and {"data", "batch", "epoch", "model"} <= set(kinds)
    assert shares == sorted(shares) and shares[-1] == 1.0
    with tactus.Engine(made.model) as engine:
        assert engine.tag(song_file).duration > 30


def test_run_does_not_replace_a_model(run):
    made, _, _, folder = run
    with pytest.raises(tactus.OutputError, match="overwrite=True"):
        tactus.train(QUICK, made.model, settings=SHORT)
    (folder / "other.safetensors.state").write_bytes(b"hours of work")
    with pytest.raises(tactus.OutputError, match="other.safetensors.state: exists"):
        tactus.train(QUICK, folder / "other.safetensors")


def test_exception_stops_and_resume_goes_on(run, tmp_path):
    _, _, _, folder = run
    whole = tmp_path / "stopped.safetensors"

    def stop(event):
        if event["event"] == "checkpoint":
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tactus.train(QUICK, whole, settings=SHORT, threads=2, callback=stop, cache=folder / "features")
    resumed = tactus.train(QUICK, whole, settings=SHORT, threads=2, resume=True, cache=folder / "features")
    assert [row["epoch"] for row in resumed.epochs][-1] == 1
    assert _tensors(whole) == _tensors(folder / "small.safetensors")


def _tensors(model):
    """The numbers of a model file, without its header."""
    content = model.read_bytes()
    return content[8 + int.from_bytes(content[:8], "little") :]


def test_recipes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(FileNotFoundError, match="absent.yaml"):
        tactus.train("absent.yaml")
    with pytest.raises(FileNotFoundError, match="absent"):
        tactus.train(QUICK, data="absent")
    with pytest.raises(tactus.ConfigError, match="expected"):
        tactus.train({"task": "dance"})
    with pytest.raises(FileNotFoundError, match="absent.yaml"):
        tactus.train({"task": "beats", "data": [{"manifest": "absent.yaml"}]})


def test_corpus(song_file, tmp_path):
    corpus = tactus.Corpus(DEMO / "manifest.yaml", model="beats", cache=tmp_path)
    assert len(corpus) == 6 and sorted(set(corpus.splits)) == ["train", "validation"]
    assert [head.name for head in corpus.heads] == ["beat", "downbeat"] and corpus.frame_rate == 50
    i = [path.rsplit("/", 1)[1] for path in corpus.paths].index("06-hill-dance.ogg")
    x, targets, weights = corpus[i]
    assert np.array_equal(x, tactus.features(song_file, model="beats"))
    beats = tactus.load(DEMO / "annotations" / "06-hill-dance.beats")
    rows = np.unique(np.round(beats.beats * 50).astype(int))
    assert targets["beat"].shape == (len(x), 1) and weights["beat"].shape == (len(x),)
    assert np.all(targets["beat"][rows[rows < len(x)], 0] == 1)
    assert 0 < targets["downbeat"].sum() < targets["beat"].sum()
    with pytest.raises(IndexError):
        corpus[6]


def test_corpus_of_chords(tmp_path):
    corpus = tactus.Corpus(DEMO / "manifest.yaml", model="open/chords", split="validation", cache=tmp_path)
    x, targets, weights = corpus[0]
    chord = targets["chord"]
    assert chord.dtype == np.int64 and chord.shape == (len(x),) and chord.max() < 169 and chord.min() >= -1
    assert targets["pitches"].shape == (len(x), 12) and set(weights) == set(targets)


def test_passages(tmp_path):
    corpus = tactus.Corpus(DEMO / "manifest.yaml", split="train", crop_seconds=10, seed=3, cache=tmp_path)
    first = corpus[0]
    assert first.features.shape == (500, 284) and first.targets["beat"].shape == (500, 1)
    assert np.array_equal(first.features, corpus[0].features)
    assert all(each.flags.writeable for each in (first.features, *first.targets.values(), *first.weights.values()))
    corpus.epoch = 1
    assert not np.array_equal(first.features, corpus[0].features)
    again = pickle.loads(pickle.dumps(corpus))
    assert np.array_equal(again[0].features, corpus[0].features)
    long = tactus.Corpus(DEMO / "manifest.yaml", crop_seconds=60, cache=tmp_path)[0]
    assert long.features.shape == (3000, 284) and long.weights["beat"][-1] == 0 and long.weights["beat"][0] == 1


def test_corpus_without_songs(tmp_path):
    with pytest.raises(FileNotFoundError):
        tactus.Corpus(tmp_path / "absent")
    with pytest.raises(tactus.ArgumentError, match="no song of the split test"):
        tactus.Corpus(DEMO / "manifest.yaml", split="test", cache=tmp_path)
    with pytest.raises(tactus.ArgumentError, match="'train', 'validation' or 'test'"):
        tactus.Corpus(DEMO / "manifest.yaml", split="tests")


def test_loader_of_torch(tmp_path):
    data = pytest.importorskip("torch.utils.data")
    corpus = tactus.Corpus(DEMO / "manifest.yaml", crop_seconds=5, cache=tmp_path)
    x, targets, weights = next(iter(data.DataLoader(corpus, batch_size=6)))
    assert tuple(x.shape) == (6, 250, 284) and tuple(targets["downbeat"].shape) == (6, 250, 1)
    assert tuple(weights["beat"].shape) == (6, 250)


def same_song(found, song):
    assert np.array_equal(found.beats, song.beats) and np.array_equal(found.beat_positions, song.beat_positions)
    assert np.array_equal(found.beat_confidences, song.beat_confidences)
    assert found.chords == song.chords and found.keys == song.keys and found.sections == song.sections
    assert found.tempi == song.tempi and found.grid == song.grid and found.readings == song.readings


@pytest.mark.parametrize("number", range(1, 7))
def test_decoding_again(number):
    song = tactus.tag(next(DEMO.glob(f"0{number}-*.ogg")), activations=True)
    same_song(tactus.decode(song.activations), song)
    for task in song.activations:
        same_song(tactus.decode(song.activations[task]), song)
    beats = song.activations["beats"]
    second = song.activations.second_pass
    assert beats.passes == (1 if second is None else 2) and second is None or second[1].shape[1] == 2


def test_second_pass():
    """At 132 beats per minute the level is in doubt if the margin is wide."""
    with tactus.Engine(settings={"level_margin": 100.0}) as engine:
        song = engine.tag(DEMO / "05-corner-cafe.ogg", activations=True)
        speed, rows = song.activations.second_pass
        assert speed != 1 and abs(len(rows) * speed - len(song.activations["beats"])) < 4
        assert song.activations["beats"].passes == 2
        same_song(tactus.decode(song.activations["beats"]), song)


def test_activations_know_their_origin(song):
    beats = song.activations["beats"]
    assert (beats.task, beats.rate, beats.labels) == ("beats", 50, ["beat", "downbeat"])
    assert beats.model.endswith("beats.safetensors") and song.activations["chords"].task == "chords"
    assert len(tactus.decode(beats, task="beats").beats) == len(tactus.decode(np.asarray(beats), 50, "beats").beats)
    changed = beats.copy()
    changed[changed.shape[0] // 2 :] = 0
    assert tactus.decode(changed).beats[-1] < song.duration * 0.6
    with pytest.raises(tactus.ArgumentError, match="rate and task"):
        tactus.decode(beats[:100])
    with pytest.raises(tactus.ArgumentError, match="need their rate"):
        tactus.decode(np.asarray(beats))
    same_song(tactus.decode(pickle.loads(pickle.dumps(song.activations))), song)


def test_settings_of_the_engine_hold(song_file):
    with tactus.Engine(min_bpm=160, max_bpm=240) as engine:
        song = engine.tag(song_file, activations=True)
        assert song.tempo > 160
        same_song(tactus.decode(song.activations["beats"]), song)


def test_rows_are_plain(run):
    json.dumps(run[0].epochs)
