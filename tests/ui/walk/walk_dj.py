"""The stations of what a DJ does with one song: cues and loops, out of the program and back, and the grid as elastic."""

import os
import shutil
import subprocess
import sys
import time
import xml.etree.ElementTree

from walk_annotate import beats, expect, lane, place, read_jams, save, time_shown
from walk_driver import SKIP, wait_for
from walk_layout import start
from walk_songs import make_song

SECTIONS = ((0.5, 8.5, "verse"), (8.5, 16.5, "chorus"), (16.5, 22.5, "verse"))
READER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../app/engine/file_tags/serato_cues")


def begin(walk, name):
    """Opens a made song of 120 BPM alone."""
    audio, walk.jams = make_song(os.path.join(walk.home, name), name, sections=SECTIONS)
    start(walk, audio)
    lane(walk, "BeatLane")
    wait_for("the song", lambda: walk.window.title().startswith(name))
    walk.window.key("ctrl+0")
    return audio


def cues_in(path):
    """(begin, end, key, name) of each cue of a JAMS file."""
    for annotation in read_jams(path)["annotations"]:
        known = annotation["sandbox"].get("tactus_cues")
        if known is not None:
            return sorted((round(item["time"], 3), round(item["time"] + item["duration"], 3), cue["key"], item["value"])
                          for item, cue in zip(annotation["data"], known))
    return []


def marks_in(path):
    """(Start, End, Num, Name) of a rekordbox collection, as any reader of XML finds them."""
    marks = xml.etree.ElementTree.parse(path).getroot().iter("POSITION_MARK")
    return [(float(mark.get("Start")), float(mark.get("End") or mark.get("Start")), int(mark.get("Num")), mark.get("Name"))
            for mark in marks]


def name_cue(walk, name):
    walk.window.key("F2")
    walk.window.find("Dialog", "Name cue")
    walk.window.type(name)
    walk.picture("cue-name")
    walk.window.key("Return")
    walk.window.gone("Dialog", "Name cue")


def cues(walk):
    """Two cues and a loop by keys, sections as cues; out to rekordbox and into the audio file, and back from both."""
    window = walk.window
    audio = begin(walk, "cues")
    times = beats(walk.jams)
    window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", times[4]))
    window.pressed = 0
    window.key("ctrl+1")
    lane(walk, "CueLane")
    name_cue(walk, "Drop")
    window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", times[12]))
    window.key("ctrl+2")
    window.drag(place(walk, "WaveformView", times[16]), place(walk, "WaveformView", times[20]))
    window.key("l", "space")
    wait_for("the loop to sound", lambda: times[16] < time_shown(walk) < times[20])
    window.key("ctrl+3", "space")
    save(walk)
    expect(cues_in(walk.jams) == [(times[4], times[4], 1, "Drop"), (times[12], times[12], 2, ""), (times[16], times[20], 3, "")],
           f"the cues in the file are {cues_in(walk.jams)}")
    window.key("ctrl+1")
    wait_for("the first cue", lambda: abs(time_shown(walk) - times[4]) < 0.01)
    window.key("ctrl+shift+c")
    save(walk)
    found = cues_in(walk.jams)
    expect([name for *_, name in found].count("verse") == 2, f"sections are no cues: {found}")
    walk.picture("cues")
    to_rekordbox(walk, found)
    into_the_file(walk, audio, found)


def to_rekordbox(walk, found):
    """Out, changed there, and back, by keys alone."""
    window = walk.window
    window.pressed = 0
    window.key("ctrl+e")
    window.find("Dialog", "Export")
    window.key("r", "e", "space")
    window.find("StaticText", "(.rekordbox.xml) does not save", within="Export")
    walk.picture("cues-export")
    window.key("Return")
    window.gone("Dialog", "Export")
    window.job("cues to rekordbox (Ctrl+E, RE, Space, Return)", 5)
    path = os.path.splitext(walk.jams)[0] + ".rekordbox.xml"
    wait_for(path, lambda: os.path.exists(path))
    hot = sorted(mark for mark in marks_in(path) if mark[2] >= 0)
    expect(hot == sorted((a, b, key - 1, name) for a, b, key, name in found if key > 0),
           f"{hot} in the collection, {found} in the song")
    back = os.path.join(walk.home, "back.jams")
    walk.tactus("convert", path, back)
    expect(cues_in(back) == found, f"{cues_in(back)} came back, not {found}")
    with open(path, encoding="utf-8") as file:
        text = file.read()
    changed = os.path.join(walk.home, "changed.xml")
    with open(changed, "w", encoding="utf-8") as file:
        file.write(text.replace('"Drop"', '"Drop, by rekordbox"'))
    window.pressed = 0
    window.key("ctrl+shift+r")
    window.answer_file_dialog(changed)
    window.find(cls="ComparisonHeader", name="changed.xml")
    window.key("ctrl+shift+Return")
    window.says("is now the annotation")
    window.pressed -= len(changed) + 1  # the path is chosen, not counted
    window.job("and back (Ctrl+Shift+R, a file, Return, Ctrl+Shift+Return)", 3)
    save(walk)
    names = [name for *_, name in cues_in(walk.jams)]
    expect(names == [name.replace("Drop", "Drop, by rekordbox") for *_, name in found], f"the cues are {names}")
    window.key("ctrl+z")
    save(walk)
    expect(cues_in(walk.jams) == found, f"undo brought {cues_in(walk.jams)} back, not {found}")


def into_the_file(walk, audio, found):
    """Serato's tags; a song without an annotation takes them from there."""
    walk.window.menu("File", "Write beat grid and cues")
    walk.window.says("Write into the tags of")
    walk.picture("cues-into-the-file")
    walk.window.press("Write", within="Write tags")
    walk.window.says("The tags were written")
    seen = subprocess.run([os.environ.get("TACTUS_PYTHON", sys.executable), READER, audio], check=False, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, env=walk.screen.environment)
    if seen.returncode == SKIP:
        print("cues: mutagen is not installed, so no other program reads the tags", flush=True)
    else:
        expect(seen.returncode == 0 and '["CUE", 0, 2500' in seen.stdout and "Drop" in seen.stdout, seen.stdout)
    alone = os.path.join(walk.home, "alone")
    os.makedirs(alone)
    audio = shutil.copy(audio, alone)
    walk.jams = os.path.join(alone, "cues.jams")
    start(walk, audio)
    lane(walk, "CueLane")
    wait_for("tags", lambda: "*" in walk.window.title())
    save(walk)
    expect([cue for cue in cues_in(walk.jams) if cue[2]] == [cue for cue in found if cue[2]],
           f"the file has {cues_in(walk.jams)}, the song {found}")


def elastic(walk):
    """An anchor, and a beat that is dragged with Ctrl: all between stretch alike. A tempo from here on; taps say theirs."""
    window = walk.window
    begin(walk, "elastic")
    before = beats(walk.jams)
    window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", before[0]))
    window.key("a")
    window.says("This beat is an anchor")
    view = lane(walk, "BeatLane")
    seconds = 9 * read_jams(walk.jams)["file_metadata"]["duration"] / view.rect[2]
    from_x, y = place(walk, "BeatLane", before[16])
    window.drag((from_x, y), (from_x + 9, y), keys=["ctrl", "alt"])
    walk.picture("elastic")
    save(walk)
    after = beats(walk.jams)
    stretch = (after[16] - after[0]) / (before[16] - before[0])
    expect(abs(after[0] - before[0]) < 1e-4, "the anchor should stay")
    expect(abs(after[16] - before[16] - seconds) < 0.3 * seconds, f"dragged by {after[16] - before[16]}, the mouse by {seconds}")
    expect(all(abs(b - before[0] - stretch * (a - before[0])) < 2e-3 for a, b in zip(before, after)),
           "beats on both sides should stretch alike")
    window.key("ctrl+z")
    window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", before[20]))
    window.key("ctrl+alt+b")
    window.find("Dialog", "Tempo from here")
    window.key("ctrl+a")
    window.type("92")
    walk.picture("tempo-from-here")
    window.key("Return")
    window.gone("Dialog", "Tempo from here")
    wait_for("two tempi", lambda: lane(walk, "TempoLane")["description"] == "Tempo grid: 2 tempi")
    save(walk)
    after = beats(walk.jams)
    expect(abs(after[21] - after[20] - 60 / 92) < 1e-3 and abs(after[20] - before[20]) < 1e-3, f"{after[19:23]}")
    window.key("ctrl+z")
    window.click(lane(walk, "WaveformView"), place(walk, "WaveformView", before[8]))
    window.key("space")
    wait_for("the song to sound", lambda: time_shown(walk) > before[9])
    for _ in range(3):
        window.key("t")
        time.sleep(0.4)
    window.says("BPM from")
    walk.picture("tapped-tempo")
    window.key("space")


STATIONS = [("cues", cues), ("elastic", elastic)]
