"""Scores, features and networks."""

import pickle

import mir_eval
import numpy as np
import pytest

import tactus


def jittered(song, seed=3):
    """Beats that are partly right."""
    random = np.random.default_rng(seed)
    beats = song.beats + random.normal(0, 0.03, len(song.beats))
    return np.sort(np.delete(beats, [7, 20, 21]))


def same(ours, theirs):
    assert list(ours)[: len(theirs)] == list(theirs)
    for name, value in theirs.items():
        assert ours[name] == pytest.approx(float(value), abs=1e-9), name


def test_beats_as_mir_eval(song):
    estimate = jittered(song)
    theirs = mir_eval.beat.evaluate(song.beats, estimate)
    assert 0.3 < theirs["F-measure"] < 1
    same(tactus.evaluate(song, estimate, "beats"), theirs)
    same(tactus.evaluate(song.beats, estimate, "beats"), theirs)
    madmom = np.stack([estimate, np.arange(len(estimate)) % 4 + 1], 1)
    same(tactus.evaluate(song, madmom, "beats"), theirs)
    same(tactus.evaluate(song, madmom, "downbeats"), mir_eval.beat.evaluate(song.downbeats, madmom[madmom[:, 1] == 1, 0]))


def test_chords_as_mir_eval(song, tmp_path):
    labels = ["C:maj" if label == "A:min" else label for label in song.chord_labels]
    labels[3] = "G:7"
    theirs = mir_eval.chord.evaluate(song.chord_intervals, song.chord_labels, song.chord_intervals, labels)
    assert 0.1 < theirs["majmin"] < 1
    same(tactus.evaluate(song, (song.chord_intervals, labels), "chords"), theirs)
    rows = [(each.start, each.end, label) for each, label in zip(song.chords, labels)]
    same(tactus.evaluate(song.chords, rows, "chords"), theirs)
    song.save(tmp_path / "reference.lab")
    assert tactus.evaluate(tmp_path / "reference.lab", song, "chords")["majmin"] == pytest.approx(1)


@pytest.mark.parametrize("guess", ["C major", "A minor", "D minor", "A major", "E minor"])
def test_key_as_mir_eval(guess):
    same(tactus.evaluate("A minor", guess, "key"), mir_eval.key.evaluate("A minor", guess))


def test_tempo_as_mir_eval(song):
    theirs = mir_eval.tempo.evaluate(np.array([60.0, 120.0]), 0.3, np.array([58.0, 200.0]))
    same(tactus.evaluate(([60, 120], 0.3), [58, 200], "tempo"), theirs)
    assert tactus.evaluate(120, 121, "tempo")["P-score"] == 1
    assert tactus.evaluate(song, song, "tempo")["Accuracy 1"] == 1


def test_segments_as_mir_eval():
    times = np.array([0, 10, 25, 40, 60.0])
    reference = np.stack([times[:-1], times[1:]], 1), ["a", "b", "a", "c"]
    moved = times + [0, 0.3, 4, 0, 0]
    estimate = np.stack([moved[:-1], moved[1:]], 1), ["x", "y", "x", "x"]
    same(tactus.evaluate(reference, estimate, "segments"), mir_eval.segment.evaluate(*reference, *estimate))


def test_wrong_values(song):
    with pytest.raises(tactus.ArgumentError, match="expected one of"):
        tactus.evaluate(song, song, "rhythm")
    with pytest.raises(tactus.ArgumentError, match="contains"):
        tactus.evaluate([], song, "beats")
    with pytest.raises(tactus.ArgumentError):
        tactus.evaluate([30, 20, 10], song, "beats")
    with pytest.raises(tactus.ArgumentError, match="intervals"):
        tactus.evaluate((np.zeros((2, 2)), ["C"]), song, "chords")
    with pytest.raises(tactus.ArgumentError, match="expected a Song or a file"):
        tactus.evaluate(song, 7, "key")


def test_fine_timing(song):
    scores = tactus.evaluate(song, song.beats + 0.002, "fine")
    assert scores["Within 10 ms"] == 1


def test_features_of_samples(samples):
    values, rate = samples
    frames = tactus.features(values, rate, kind="chroma")
    assert frames.dtype == np.float32 and frames.shape == (len(frames), 12)
    assert frames.shape[0] == pytest.approx(20 * 10, abs=3)
    with pytest.raises(tactus.ArgumentError, match="expected one of beats"):
        tactus.features(values, rate, kind="mfcc")
    with pytest.raises(tactus.AudioError):
        tactus.features("/nothing.wav")


def test_network(song, song_file):
    model = tactus.load_model("beats")
    assert model.task == "beats" and model.frame_rate == 50
    assert [head.name for head in model.heads] == ["beat", "downbeat"]
    x = tactus.features(song_file, model="beats")
    assert x.shape[1] == model.input_size
    y = model.forward(x)
    assert y.shape == (len(x), 2) and 0 <= y.min() and y.max() <= 1
    # `tag` splits beats from downbeats, and knows that the last second is silent. Usually it computes in int16.
    exact = tactus.Engine(device="cpu").tag(song_file, activations=True)
    for tagged, tolerance in ((exact, 1e-6), (song, 5e-4)):
        rows = slice(10, 1500)  # `tag` also hears the first ones behind silence
        beat, downbeat = tagged.activations["beat"][rows], tagged.activations["downbeat"][rows]
        assert y[rows, 1] == pytest.approx(downbeat, abs=tolerance)
        assert np.maximum(0, y[rows, 0] - y[rows, 1]) == pytest.approx(beat, abs=tolerance)
    logits = model.forward(x, logits=True)
    assert 1 / (1 + np.exp(-logits)) == pytest.approx(y, abs=1e-6)
    assert np.array_equal(pickle.loads(pickle.dumps(model)).forward(x), y)
    assert model.forward(x[:0]).shape == (0, 2)


def test_heads_of_chords(song_file):
    model = tactus.load_model("chords")
    y = model.forward(tactus.features(song_file, model="chords"))
    assert y.shape[1] == model.heads[-1].columns.stop
    for head in model.heads:
        if head.kind == "softmax":
            assert y[:, head.columns].sum(axis=1) == pytest.approx(1, abs=1e-4)
    assert "chord" in [head.name for head in model.heads] and "chord [169]" in repr(model)


def test_wrong_frames():
    model = tactus.load_model("beats")
    with pytest.raises(tactus.ArgumentError, match=r"3 values, expected 2\d\d"):
        model.forward(np.zeros((10, 3)))
    with pytest.raises(tactus.ArgumentError):
        model.forward(np.zeros(10))
    with pytest.raises(tactus.InputError):
        tactus.load_model("nonsense")


def test_decoder_of_other_networks():
    rate, beats = 100, np.arange(0.5, 20, 0.6)
    activations = np.full(2000, 0.01)
    activations[np.round(beats * rate).astype(int)] = 0.9
    found = tactus.decode(activations, rate, "beats", min_bpm=60, max_bpm=150)
    assert tactus.evaluate(beats, found, "beats")["F-measure"] > 0.95
    labels = ["C:maj", "G:maj", "N"]
    chords = np.repeat(np.eye(3) * 0.9 + 0.03, 50, axis=0)
    found = tactus.decode(chords, 10, "chords", labels=labels, beats=[0, 5.1, 9.9])
    assert found.chord_labels == labels and found.chords[0].end == pytest.approx(5.1)


def test_decoders_take_probabilities_alone():
    for columns, task in [(1, "beats"), (2, "beats"), (2, "downbeats"), (25, "chords")]:
        for odd in (3.7, -0.4, np.nan, np.inf):
            x = np.zeros((100, columns))
            x[6, columns - 1] = odd
            with pytest.raises(tactus.ArgumentError, match=f"row 7, column {columns}: .*expected a probability"):
                tactus.decode(x, 50, task)
    with pytest.raises(tactus.ArgumentError, match="probability"):
        tactus.decode(np.random.default_rng(1).normal(0, 4, (500, 2)), 50, "downbeats")
    for beats in ([0.5, np.nan, 1.0], [1.0, 0.5]):
        with pytest.raises(tactus.ArgumentError, match="beats"):
            tactus.decode(np.zeros((100, 25)), 50, "chords", beats=beats)
    with pytest.raises(tactus.ArgumentError):
        tactus.decode(np.zeros((10, 2)), np.inf, "downbeats")


def test_wrong_words_for_decoders():
    x = np.zeros((10, 2))
    with pytest.raises(tactus.ArgumentError, match="expected one of"):
        tactus.decode(x, 50, "melody")
    with pytest.raises(tactus.ArgumentError, match="nonsense"):
        tactus.decode(x, 50, "downbeats", nonsense=3)
    with pytest.raises(tactus.ArgumentError, match="7 columns"):
        tactus.decode(np.zeros((10, 7)), 50, "chords")
    with pytest.raises(tactus.ArgumentError, match="labels"):
        tactus.decode(x, 50, "downbeats", labels=["a", "b"])
    with pytest.raises(tactus.ArgumentError, match="1 labels"):
        tactus.decode(x, 50, "chords", labels=["C:maj"])
    with pytest.raises(tactus.ArgumentError):
        tactus.decode(x, 0, "downbeats")
