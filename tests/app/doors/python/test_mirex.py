"""The command lines of datasets/formats/MIREX.md: their files and scores are those that mir_eval reads and gives."""

import json
import re
import subprocess

import mir_eval
import pytest

from conftest import DEMO, ROOT

PAGE = (ROOT / "datasets" / "formats" / "MIREX.md").read_text(encoding="utf-8")
LINES = dict(re.findall(r"^\| ([^|`]+) \| `(tactus tag [^`]+)` \|", PAGE, re.MULTILINE))
SONGS = ("02-paper-boats", "06-hill-dance")
CHORDS = {"root": "root", "majmin": "majmin", "sevenths": "sevenths", "seg": "seg"}


@pytest.fixture(scope="module")
def results(program, tmp_path_factory):
    """folder of each task, filled by its line for %input %output"""
    folders = {}
    for task, line in LINES.items():
        folders[task] = tmp_path_factory.mktemp("results")
        for song in SONGS:
            words = line.replace('"$1"', str(DEMO / f"{song}.ogg")).replace('"$2"', str(folders[task] / f"{song}.ogg.txt"))
            program(*words.split()[1:], "-q")
    return folders


def scores(program, folder, task):
    """by song, of `tactus eval`"""
    found = json.loads(program("eval", DEMO / "annotations", folder, "--task", task, "--json", "--allow-missing", "-q").stdout)
    return {row["name"]: row[task] for row in found["files"] if task in row}


def test_all_tasks_are_there():
    assert len(LINES) == 6


@pytest.mark.parametrize("title, task, wanted", [("Audio Beat Tracking", "beats", None), ("Audio Downbeat Estimation", "downbeats", 1)])
def test_beats(program, results, title, task, wanted):
    for song, found in scores(program, results[title], task).items():
        rows = [line.split() for line in (DEMO / "annotations" / f"{song}.beats").read_text().splitlines()]
        reference = [float(row[0]) for row in rows if wanted is None or int(row[1]) == wanted]
        estimate = mir_eval.io.load_events(str(results[title] / f"{song}.ogg.txt"))
        cut = [mir_eval.beat.trim_beats(mir_eval.beat.np.array(beats)) for beats in (reference, estimate)]
        expected = mir_eval.beat.evaluate(*cut)
        assert {name: found[name] for name in expected} == pytest.approx(dict(expected), abs=1e-9)


def test_chords(program, results):
    found = scores(program, results["Audio Chord Estimation"], "chords")
    assert set(found) == set(SONGS)
    for song in SONGS:
        reference = mir_eval.io.load_labeled_intervals(str(DEMO / "annotations" / f"{song}.lab"))
        estimate = mir_eval.io.load_labeled_intervals(str(results["Audio Chord Estimation"] / f"{song}.ogg.txt"))
        assert estimate[0][0, 0] == 0 and (estimate[0][1:, 0] == estimate[0][:-1, 1]).all()
        expected = mir_eval.chord.evaluate(*reference, *estimate)
        assert {name: found[song][name] for name in CHORDS} == pytest.approx({name: expected[name] for name in CHORDS}, abs=1e-9)


def test_key(program, results):
    for song, found in scores(program, results["Audio Key Detection"], "key").items():
        text = (results["Audio Key Detection"] / f"{song}.ogg.txt").read_text()
        assert re.fullmatch(r"[A-G][b#]?\t(major|minor)\n", text)
        reference = (DEMO / "annotations" / f"{song}.key").read_text().split()[-1].replace(":", " ")
        assert found["Weighted Score"] == mir_eval.key.weighted_score(reference, text.strip().replace("\t", " "))


def test_sections(program, results, tmp_path):
    (tmp_path / "reference").mkdir()
    (tmp_path / "reference" / f"{SONGS[0]}.lab").write_text("0 8 A\n8 16 B\n16 25 A\n")
    estimate = results["Structural Segmentation"] / f"{SONGS[0]}.ogg.txt"
    said = program("eval", tmp_path / "reference" / f"{SONGS[0]}.lab", estimate, "--task", "segments", "--json", "-q")
    found = json.loads(said.stdout)["files"][0]["segments"]
    pairs = [mir_eval.io.load_labeled_intervals(str(path)) for path in (tmp_path / "reference" / f"{SONGS[0]}.lab", estimate)]
    expected = mir_eval.segment.evaluate(*pairs[0], *pairs[1])
    for name in ("F-measure@3.0", "F-measure@0.5", "Pairwise F-measure"):
        assert found[name.replace("Pairwise F", "Pairwise F")] == pytest.approx(expected[name], abs=1e-9)


def test_tempo(results):
    slower, faster, weight = map(float, (results["Audio Tempo Estimation"] / f"{SONGS[1]}.ogg.txt").read_text().split())
    assert slower < faster and 0 < weight < 1


def test_lists(program, tmp_path):
    """The shell line for a list of songs, and one call for all."""
    loop, one = (line for line in PAGE.splitlines() if "mirex-chords" in line and not line.startswith("|") and "`01" not in line)
    songs = tmp_path / "list.txt"
    songs.write_text("".join(f"{DEMO / song}.ogg\n" for song in SONGS))
    path = str(__import__("pathlib").Path(program("--version").args[0]).parent)
    for line in (loop, one):
        script = f'PATH="{path}:$PATH"; {line}'
        subprocess.run(["bash", "-ec", script, "run", str(songs), str(tmp_path), str(tmp_path / "results")], check=True, capture_output=True)
    names = {file.name for file in (tmp_path / "results").glob("*.txt")}
    assert names == {f"{song}.{end}" for song in SONGS for end in ("ogg.txt", "mirex.chords.txt")}
