"""What a song holds, and what becomes of it."""

import json
import pathlib
import pickle
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest

import tactus

GOLDEN = pathlib.Path(__file__).parents[3] / "datasets" / "golden"


def test_beats(song):
    assert song.beats.dtype == np.float64 and song.beats.shape == (53,)
    assert np.all(np.diff(song.beats) > 0.2)
    assert song.beat_positions.shape == song.beat_confidences.shape == song.tempo_curve.shape == (53,)
    assert np.array_equal(song.downbeats, song.beats[song.beat_positions == 1])
    assert np.all((song.beat_confidences >= 0) & (song.beat_confidences <= 1))
    assert song.meter == 4 and song.time_signature == "4/4" and 0 <= song.swing < 1


def test_arrays_are_read_only(song):
    for array in (song.beats, song.downbeats, song.beat_positions, song.chord_intervals):
        with pytest.raises(ValueError):
            array[0] = 1


def test_tempo_and_grid(song):
    assert song.tempo == song.tempi[0].bpm == pytest.approx(113.2, abs=0.1)
    assert sum(tempo.strength for tempo in song.tempi) <= 1.0000001
    assert song.grid == tactus.Grid("free", [])
    assert song.readings[0].bpm == song.tempo and song.readings[0].meter == song.meter
    assert sum(reading.score for reading in song.readings) == pytest.approx(1.0, abs=0.001)
    assert np.median(song.tempo_curve) == pytest.approx(113.2, abs=3)


def test_constant_grid(song_file):
    with tactus.Engine("beats", grid="constant") as engine:
        grid = engine.tag(song_file).grid
    assert grid.kind == "constant" and len(grid.segments) == 1
    assert grid.segments[0].bpm == pytest.approx(113.2, abs=1) and grid.segments[0].meter == 4


def test_chords_and_key(song):
    chord = song.chords[0]
    assert (chord.label, chord.symbol, chord.root, chord.bass) == ("A:min", "Am", 9, 9)
    assert all(a.end == b.start for a, b in zip(song.chords, song.chords[1:]))
    assert song.chord_intervals.shape == (len(song.chords), 2)
    assert song.chord_labels[0] == "A:min"
    assert song.key == "A:minor" == song.keys[0].label
    assert song.sections and all(section.label for section in song.sections)
    assert song.segments("sections") == song.sections and song.segments("noise") == []


def test_main_key(tmp_path):
    (tmp_path / "song.keys.lab").write_text("0 9 Bb:major\n9 15 C:minor\n15 18 F:minor\n18 24 C:minor\n")
    song = tactus.load(tmp_path / "song.keys.lab")
    assert song.key == "C:minor", "in total, as in `tactus tag`"
    assert len(song.keys) == 4


def test_facts(song, song_file):
    assert song.path == song_file and song.title == "06-hill-dance"
    assert song.duration == pytest.approx(31.3, abs=0.1)
    assert 0.5 < song.confidence <= 1 and song.warning == ""
    assert song.annotator.startswith("tactus " + tactus.__version__.split("+")[0])
    assert "113.2 BPM" in repr(song) and "A:minor" in repr(song)


def test_activations_by_task_and_label(song):
    activations = song.activations
    assert list(activations) == ["beats", "bars", "chords", "sections"] and activations.rates["beats"] == 50
    assert activations["beats"].dtype == np.float32
    assert np.array_equal(activations["downbeat"], activations["beats"][:, 1])
    assert np.array_equal(activations["bar"], activations["bars"][:, 0])
    column = activations.labels["chords"].index("A:min")
    assert np.array_equal(activations["A:min"], activations["chords"][:, column])
    at_downbeats = activations["downbeat"][np.round(song.downbeats * 50).astype(int)]
    assert at_downbeats.mean() > 5 * activations["downbeat"].mean()
    with pytest.raises(KeyError):
        activations["H:dur"]


def test_activations_are_made_when_asked(song, song_file, samples):
    later = tactus.tag(song_file)
    assert later._activations is None
    assert np.array_equal(later.activations["beat"], song.activations["beat"])
    with pytest.raises(tactus.ArgumentError, match="activations=True"):
        tactus.tag(*samples).activations
    assert tactus.tag(*samples, activations=True).activations["beats"].shape[1] == 2


def test_pickle(song):
    copy = pickle.loads(pickle.dumps(song))
    assert copy.path == song.path and copy.chords == song.chords
    assert np.array_equal(copy.beats, song.beats) and np.array_equal(copy.tempo_curve, song.tempo_curve)
    assert all(copy.to_bytes(format) == song.to_bytes(format) for format in tactus.formats())
    assert np.array_equal(copy.activations["beats"], song.activations["beats"])


def test_pickle_keeps_all_that_a_file_has():
    song = tactus.load(GOLDEN / "full.jams")
    text = (GOLDEN / "full.jams").read_bytes()
    assert song.to_bytes("jams") == text
    for known in (b"tactus_damage", b"tactus_swing", b"tactus_readings", b"tactus_lane", b"tactus_cues", b"louder here"):
        assert known in text
    assert pickle.loads(pickle.dumps(song)).to_bytes("jams") == text


def test_pickle_opens_no_engine(song, song_file):
    with tactus.Engine("beats") as engine:
        pickled = pickle.dumps(engine.tag(song_file))
    before = len(tactus._engine._engines)
    copy = pickle.loads(pickled)
    assert len(copy.beats) == 53 and len(tactus._engine._engines) == before
    assert list(copy.activations) == ["beats"]  # opened now
    assert np.array_equal(copy.activations["beat"], song.activations["beat"])


def test_jams(song):
    jams = song.to_jams()
    assert jams == json.loads(song.to_text("jams"))
    beats = next(each for each in jams["annotations"] if each["namespace"] == "beat")
    assert [each["time"] for each in beats["data"]] == pytest.approx(list(song.beats), abs=1e-6)


def test_text(song):
    assert song.to_text("lab").splitlines()[0].endswith("A:min")
    assert song.to_bytes("midi").startswith(b"MThd")
    with pytest.raises(tactus.ArgumentError, match="to_bytes"):
        song.to_text("midi")
    with pytest.raises(tactus.ArgumentError, match="no such format"):
        song.to_text("nonsense")
    with pytest.raises(ValueError, match="several formats"):
        song.to_text("mirex")


def test_save_replaces_nothing_unasked(song, tmp_path):
    path = tmp_path / "song.lab"
    song.save(path)
    assert path.read_text() == song.to_text("lab")
    path.write_text("mine")
    with pytest.raises(tactus.OutputError, match="overwrite=True"):
        song.save(path)
    assert path.read_text() == "mine"
    song.save(path, overwrite=True)
    assert path.read_text() == song.to_text("lab")
    assert (tmp_path / "song.lab.orig").read_text() == "mine"
    song.save(path, overwrite=True)
    link = tmp_path / "link.lab"
    link.symlink_to(tmp_path / "song.lab.orig")
    with pytest.raises(tactus.OutputError):
        song.save(link, overwrite=True)
    link.unlink()
    song.save(tmp_path / "notes", "beats")
    assert (tmp_path / "notes").read_text() == song.to_text("beats")
    song.save(tmp_path / "song.mid")
    assert (tmp_path / "song.mid").read_bytes() == song.to_bytes("midi")
    with pytest.raises(tactus.ArgumentError, match="extension"):
        song.save(tmp_path / "song.xyz")
    with pytest.raises(FileNotFoundError, match="its folder does not exist"):
        song.save(tmp_path / "absent" / "song.lab")
    with pytest.raises(OSError):
        song.save("/proc/nothing/song.lab")
    shown = sorted(each.name for each in tmp_path.iterdir() if each.name[0] != ".")
    assert shown == ["notes", "song.lab", "song.lab.orig", "song.mid"]


def test_load(song, tmp_path, caplog):
    song.save(tmp_path / "song.jams")
    read = tactus.load(tmp_path / "song.jams")
    assert read.to_bytes("jams") == song.to_bytes("jams")
    assert read.beats == pytest.approx(song.beats)
    (tmp_path / "notes.lab").write_text("0.0\t1.0\tC:maj\n1.0\tx\tD:min\n")
    assert len(tactus.load(tmp_path / "notes.lab").chords) == 1
    assert "notes.lab" in caplog.text and "dropped" in caplog.text
    (tmp_path / "form.lab").write_text("0 20 A\n20 40 B\n40 60 A\n")
    assert len(tactus.load(tmp_path / "form.lab").segments("sections")) == 3
    assert len(tactus.load(tmp_path / "form.lab", layer="chords").chords) == 3
    with pytest.raises(tactus.ArgumentError, match="beats, chords, keys, sections"):
        tactus.load(tmp_path / "form.lab", layer="tempi")
    (tmp_path / "wrong.lab").write_text("0.0\t1.0\tC:maj\nx\t2.0\tD:min\n")
    with pytest.raises(tactus.FormatError, match="wrong.lab:2"):
        tactus.load(tmp_path / "wrong.lab")


def test_picture(song):
    tree = ElementTree.fromstring(song._repr_svg_())
    name = "{http://www.w3.org/2000/svg}"
    assert len(tree.findall(name + "line")) == len(song.beats)
    titles = [each.text for each in tree.iter(name + "title")]
    assert set(titles) == set(song.chord_labels)
    words = [each.text for each in tree.findall(name + "text")]
    assert "Am" in words and "0:30" in words
    assert "113.2 BPM" in words[0] and "A:minor" in words[0]


def test_picture_of_a_long_song(tmp_path):
    beats = tmp_path / "long.beats"
    beats.write_text("".join(f"{0.5 * n:.3f}\t{n % 4 + 1}\n" for n in range(4000)))
    picture = tactus.load(beats)._repr_svg_()
    assert "the first 10 of 33 minutes" in picture and len(picture) < 250_000


def test_picture_without_anything():
    silent = tactus.tag(np.zeros(44100, np.float32), 44100)
    assert len(silent.beats) == 0 and silent.tempo is None
    ElementTree.fromstring(silent._repr_svg_())
    assert "0 beats" in repr(silent)
