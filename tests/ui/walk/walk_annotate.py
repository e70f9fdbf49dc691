"""The stations of the Annotate page: from the first start to a song that is checked."""

import json
import os
import re
import time

from walk_driver import WalkError, wait_for


def read_jams(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def layer(path, namespace):
    for annotation in read_jams(path)["annotations"]:
        if annotation["namespace"] == namespace:
            return annotation["data"]
    return []


def beats(path):
    return [round(beat["time"], 6) for beat in layer(path, "beat")]


def positions(path):
    return [beat["value"] for beat in layer(path, "beat")]


def chords(path):
    return [chord["value"] for chord in layer(path, "chord")]


def expect(true, what):
    if not true:
        raise WalkError(what)


def lane(walk, name):
    return walk.window.find(cls=name)


def place(walk, name, seconds, down=0.5):
    """The place of a time in a lane that shows the whole song."""
    view = lane(walk, name)
    length = read_jams(walk.jams)["file_metadata"]["duration"]
    return view.at(seconds / length, down)


def save(walk):
    """Presses Ctrl+S and returns the saved file."""
    before = os.stat(walk.jams).st_mtime_ns if os.path.exists(walk.jams) else 0
    walk.window.key("ctrl+s")
    wait_for(f"{walk.jams} to be written",
             lambda: os.path.exists(walk.jams) and os.stat(walk.jams).st_mtime_ns != before)


def heard(walk):
    """Tagging is done: nothing is busy and the table has beats."""
    wait_for("the end of tagging", lambda: walk.window.find_now("Cell", within="Tables")
             and not walk.window.find_now("StaticText", "Tagging..."))


def first_start(walk):
    """A start without a song says what to do; its demo song opens with its tags, beside its true annotation."""
    walk.window.start()
    for text in ("Open a song", "Open a folder", "Open the demo song", "Train a network"):
        walk.window.find("Button", text)
    expect(not walk.window.find_now(cls="BeatLane"), "there are lanes without a song")
    walk.picture("start-page")
    walk.window.key("ctrl+shift+h")
    lane(walk, "BeatLane")
    wait_for("the title of the demo song", lambda: walk.window.title().startswith("01-morning-train"))
    walk.window.find("Cell", within="Tables")

    def score():  # before its first scores, a comparison is described by its file alone
        found = re.match(r"\S+ (\d\.\d+)", walk.window.find(cls="ComparisonHeader")["description"])
        return found and float(found[1])

    expect(wait_for("scores", score) > 0.5, f"the demo song has the score {score()}")
    heard(walk)
    walk.picture("first-start")


def menus(walk):
    for name in ("File", "Edit", "Beats", "Chords", "Structure", "Compare", "Play", "Sheet", "View", "Lanes"):
        walk.window.show_menu(name)
        walk.picture("menu-" + name.lower())
        walk.window.hide_menus()


def open_by_dialog(walk):
    walk.jams = os.path.join(walk.music, "one.jams")
    walk.window.key("ctrl+o")
    walk.window.find("Dialog", cls="QFileDialog")
    walk.picture("open-dialog")
    walk.window.answer_file_dialog(os.path.join(walk.music, "one.ogg"))
    walk.window.goes_on_to("one")
    heard(walk)
    expect(not os.path.exists(walk.jams), "tagging wrote a file before it was told to")
    save(walk)
    expect(len(beats(walk.jams)) > 20, "no beats were saved")
    expect(len(chords(walk.jams)) > 8, "no chords were saved")
    walk.picture("tagged")


def open_folder(walk):
    walk.window.key("ctrl+shift+o")
    walk.window.answer_file_dialog(walk.music)
    wait_for("the songs of the folder", lambda: len(walk.window.find_now("ListItem", ".ogg")) == 3)
    walk.window.find("ListItem", "one.ogg, tagged")
    walk.picture("folder")


def tag_again(walk):
    walk.window.key("ctrl+t")
    time.sleep(0.2)
    heard(walk)


def time_shown(walk):
    text = walk.window.find(cls="QLabel", name=lambda text: " / 0:" in text).name
    minutes, seconds = text.split(" / ")[0].split(":")
    return 60 * int(minutes) + float(seconds)


def play(walk):
    walk.window.click(lane(walk, "WaveformView"), place(walk, "WaveformView", 5.0))
    walk.window.key("space")
    started = wait_for("the cursor to move", lambda: time_shown(walk) > 5.2 and time_shown(walk))
    wait_for("the cursor to go on", lambda: time_shown(walk) > started + 0.5)
    walk.picture("playing")
    clicks = walk.window.find("CheckBox", "Clicks").has("checked")
    walk.window.key("k")
    wait_for("clicks to switch", lambda: walk.window.find("CheckBox", "Clicks").has("checked") != clicks)
    walk.window.key("k")
    walk.window.key("space")
    stopped(walk)


def stopped(walk):
    """The cursor stands still."""
    def stands():
        here = time_shown(walk)
        time.sleep(0.5)
        return time_shown(walk) == here

    wait_for("the cursor to stop", stands)


def shown(walk):
    return walk.window.find(cls="TransportDisplay").name


def transport(walk):
    before = beats(walk.jams)
    walk.window.key("F6")
    bar_two = [time for time, position in zip(before, positions(walk.jams)) if position == 1][1]
    walk.window.click(lane(walk, "WaveformView"), place(walk, "WaveformView", bar_two + 0.1))
    wait_for("the place", lambda: ".1, BPM" in shown(walk))
    walk.picture("transport")
    walk.window.key("q", "p", "p", "comma", "comma", "c")
    wait_for("another speed and pitch", lambda: "BPM at 90 %" in shown(walk) and "Chord +2" in shown(walk))
    wait_for("a loop", lambda: "selected" in walk.window.says("selected").name)
    walk.window.key("space")
    wait_for("the count-in", lambda: "Count-in" in shown(walk))
    walk.picture("count-in")
    wait_for("beat three", lambda: "Count-in" not in shown(walk) and ".3, BPM" in shown(walk))
    walk.picture("transport-playing")
    walk.window.key("x")
    wait_for("the next bar", lambda: "Bar.beat 3." in shown(walk) or "Bar.beat 2." in shown(walk))
    walk.window.key("space", "c", "r", "l", "ctrl+shift+a")
    wait_for("as recorded", lambda: "BPM at" not in shown(walk) and "Chord +" not in shown(walk))
    walk.window.key("F6")
    walk.window.gone(cls="TransportDisplay")
    expect(beats(walk.jams) == before, "playing changes no beat")


def tempo_grid(walk):
    before = beats(walk.jams)
    walk.window.key("ctrl+0", "ctrl+a", "ctrl+b")
    walk.window.find("Dialog", "Set tempo")
    walk.picture("tempo-dialog")
    walk.window.key("ctrl+a")
    walk.window.type("101.25")
    walk.window.key("Return")
    walk.window.gone("Dialog", "Set tempo")
    wait_for("the tempo", lambda: lane(walk, "TempoLane")["description"] == "Tempo grid: constant 101.25 BPM")
    walk.window.key("alt+Right", "alt+Right", "alt+shift+Left", "ctrl+shift+a")
    walk.picture("constant-tempo")
    save(walk)
    after = beats(walk.jams)
    expect(abs(after[20] - after[0] - 20 * 60 / 101.25) < 1e-4, "the beats should lie on 101.25 BPM")
    expect(abs(after[0] - before[0] - 0.019) < 0.0021, f"19 ms later than {before[0]}, not {after[0]}")
    walk.window.drag(place(walk, "WaveformView", after[16] - 0.2), place(walk, "WaveformView", after[32] - 0.2))
    walk.window.key("ctrl+Up")
    wait_for("three tempi", lambda: lane(walk, "TempoLane")["description"] == "Tempo grid: 3 tempi")
    walk.picture("three-tempi")
    walk.window.key("ctrl+shift+a", "ctrl+z", "ctrl+z", "ctrl+z")
    save(walk)
    expect(beats(walk.jams) == before, "undo should bring the old beats back")
    grid = lane(walk, "TempoLane")["description"]
    expect(grid.startswith("Tempo grid: constant"), f"the demo song has one tempo, not {grid}")
    walk.window.drag(place(walk, "WaveformView", before[8] - 0.2), place(walk, "WaveformView", before[14] + 0.2))
    walk.window.key("F5", "ctrl+shift+a")
    save(walk)
    found = lane(walk, "TempoLane")["description"]
    expect(found == grid, f"beats that are found again lie on the grid: {grid}, not {found}")
    expect(all(abs(a - b) < 1e-4 for a, b in zip(before, beats(walk.jams), strict=True)), "as before")


def from_here(walk):
    before = positions(walk.jams)
    walk.window.pressed = 0
    walk.window.key("ctrl+g")
    walk.window.find("Dialog", "Go to time or bar")
    walk.window.type("5.1")
    walk.window.says("Bar 5, beat 1: 0:")
    walk.picture("go-to-bar")
    walk.window.key("Return")
    walk.window.gone("Dialog", "Go to time or bar")
    walk.window.key("alt+4")
    walk.window.says("4 in a bar: bars 5")
    walk.window.job("a change of meter at bar 5 (Ctrl+G 5.1 Return, Alt+4)", 6)
    walk.picture("meter-from-here")
    save(walk)
    after = positions(walk.jams)
    fifth = [i for i, position in enumerate(before) if position == 1][4]
    expect(after[:fifth] == before[:fifth], "bars before the place should stay")
    expect(after[fifth:fifth + 6] == [1, 2, 3, 4, 1, 2], f"four in a bar from here, not {after[fifth:fifth + 6]}")
    walk.window.key("ctrl+z")
    walk.window.says("Undone: Set meter, bars")
    walk.picture("undo-shows")
    save(walk)
    expect(positions(walk.jams) == before, "undo should bring the meter back")


def half_a_beat_off(walk):
    before = beats(walk.jams)
    walk.window.key("ctrl+bracketright")
    walk.window.says("The beats lie between the peaks: half a beat earlier?")
    walk.picture("question")
    walk.window.key("0")
    walk.window.gone("StaticText", "The beats lie between the peaks")
    save(walk)
    after = beats(walk.jams)
    expect(all(min(abs(a - b) for b in before) < 2e-3 for a in after), "the beats should be back on the peaks")
    walk.window.key("ctrl+z", "ctrl+z")
    save(walk)
    expect(beats(walk.jams) == before, "undo should bring the beats back")


def passage(walk):
    before = beats(walk.jams)
    walk.window.key("ctrl+0")
    walk.window.click(None, place(walk, "BeatLane", before[8]))
    walk.screen.run("xdotool", "keydown", "shift")
    walk.window.click(None, place(walk, "BeatLane", before[16]))
    walk.screen.run("xdotool", "keyup", "shift")
    walk.window.says(f"selected {before[16] - before[8]:.3f} s")
    walk.picture("passage")
    walk.window.key("ctrl+shift+a")


def drag_beat(walk):
    walk.window.key("ctrl+0")
    before = beats(walk.jams)
    view = lane(walk, "BeatLane")
    start = place(walk, "BeatLane", before[10])
    walk.window.drag(start, (start[0] + 9, start[1]), keys=["alt"])
    walk.picture("beat-dragged")
    save(walk)
    after = beats(walk.jams)
    length = read_jams(walk.jams)["file_metadata"]["duration"]
    moved = [b - a for a, b in zip(before, after) if a != b]
    expect(len(before) == len(after) and len(moved) == 1, f"one beat should have moved: {moved}")
    expected = 9 * length / view.rect[2]
    expect(abs(moved[0] - expected) < 0.2 * expected, f"moved by {moved[0]}, the mouse by {expected}")


def nudge(walk):
    before = beats(walk.jams)
    walk.window.key("Right", "Right", "Right", "shift+Left")
    save(walk)
    moved = [round(b - a, 4) for a, b in zip(before, beats(walk.jams)) if a != b]
    expect(moved == [0.029], f"three nudges of 10 ms and one of -1 ms moved by {moved}")


def add_and_delete(walk):
    before = beats(walk.jams)
    wide = max(range(len(before) - 1), key=lambda i: before[i + 1] - before[i])
    between = (before[wide] + before[wide + 1]) / 2
    walk.window.double_click(lane(walk, "BeatLane"), place(walk, "BeatLane", between, 0.8))
    save(walk)
    expect(len(beats(walk.jams)) == len(before) + 1, "a double click should add a beat")
    walk.window.key("Delete")
    save(walk)
    expect(beats(walk.jams) == before, "Delete should take the new beat away again")


def tap(walk):
    before = beats(walk.jams)
    walk.window.click(lane(walk, "WaveformView"), place(walk, "WaveformView", 8.0))
    walk.window.key("space")
    wait_for("the cursor to move", lambda: time_shown(walk) > 8.2)
    for _ in range(3):
        walk.window.key("t")
        time.sleep(0.35)
    walk.window.key("space")
    stopped(walk)
    save(walk)
    new = [time for time in beats(walk.jams) if time not in before]
    expect(1 <= len(new) <= 3 and all(8 < time < 60 for time in new), f"tapped beats: {new}")
    walk.picture("tapped")
    for _ in range(3):  # a tap near the last one moves it: a step of its own, but no beat
        if beats(walk.jams) != before:
            walk.window.key("ctrl+z")
            save(walk)
    expect(beats(walk.jams) == before, "undo should take the taps back")


def beat_one(walk):
    before = positions(walk.jams)
    index = next(i for i in range(6, len(before)) if before[i] != 1)
    walk.window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", beats(walk.jams)[index]))
    walk.window.key("1")
    save(walk)
    expect(positions(walk.jams)[index] == 1, f"beat {index} should begin a bar")
    walk.picture("beat-one")


def name_chord(walk):
    before = layer(walk.jams, "chord")
    middle = before[3]["time"] + before[3]["duration"] / 2
    walk.window.click(lane(walk, "ChordLane"), place(walk, "ChordLane", middle))
    walk.window.key("Return")
    entry = walk.window.find("EditableText", "Chord name")
    walk.window.key("ctrl+a")
    walk.window.type("Xy")
    walk.picture("chord-fault")
    walk.window.key("ctrl+a")
    walk.window.type("F#di")
    wait_for("the completion", lambda: len(walk.window.find("EditableText", "Chord name").value) > 4)
    walk.picture("chord-entry")
    expect(entry.rect[2] > 100, "the field for the chord is too small")
    walk.window.key("End", "Return")
    walk.window.gone("EditableText", "Chord name")
    save(walk)
    after = chords(walk.jams)
    expect(after[3].startswith("F#:dim"), f"typed F#di and took its completion, got {after[3]}")


def alternative(walk):
    before = chords(walk.jams)
    walk.window.key("Return")
    walk.window.find("ListItem", "%", within="Likely chords")
    walk.window.key("Down", "Down")
    chosen = walk.window.find("ListItem", state="selected", within="Likely chords")
    walk.picture("alternatives")
    walk.window.key("Return")
    walk.window.gone("EditableText", "Chord name")
    save(walk)
    expect(chords(walk.jams)[3] != before[3], f"{chosen.name} was chosen, {before[3]} stayed")


def redecode(walk):
    before = beats(walk.jams)
    view = "WaveformView"
    walk.window.drag(place(walk, view, before[8] - 0.2), place(walk, view, before[14] + 0.2))
    walk.picture("selected")
    walk.window.key("F5")
    save(walk)
    after = beats(walk.jams)
    expect([b for b in after if b < before[8] - 0.2] == [b for b in before if b < before[8] - 0.2],
           "beats before the selection should stay")
    walk.picture("found-again")


def undo_redo(walk):
    before = read_jams(walk.jams)["annotations"]
    walk.window.key("ctrl+z", "ctrl+z", "ctrl+z")
    save(walk)
    expect(read_jams(walk.jams)["annotations"] != before, "undo changed nothing")
    walk.window.key(*["ctrl+shift+z"] * 3)
    save(walk)
    expect(read_jams(walk.jams)["annotations"] == before, "redo should bring everything back")


def zoomed(walk):
    walk.window.wheel(lane(walk, "WaveformView"), 9, ctrl=True)
    walk.picture("zoomed-in")
    walk.window.key("ctrl+0")


def doubt(walk):
    walk.window.key("d")
    walk.picture("doubtful-place")
    walk.window.key("ctrl+0")


def review(walk):
    """Works through the queue with keys alone: the first place is corrected or accepted, the rest accepted."""
    def left():
        return walk.window.find_now(("TreeItem", "Cell"), within="Doubtful places")

    before = layer(walk.jams, "beat") + layer(walk.jams, "chord")
    walk.window.key("F7")
    wait_for("the queue", left)
    walk.picture("review")
    walk.window.key("Return")  # hears it
    walk.window.key("1")
    walk.picture("review-corrected")
    walk.window.key("a", "Down", "a")
    save(walk)
    expect(layer(walk.jams, "beat") + layer(walk.jams, "chord") != before, "the queue changed nothing")
    walk.window.key("ctrl+d")
    walk.picture("tinted")
    walk.window.key("ctrl+d", "Escape", "ctrl+0")


def whose_keys(walk):
    """Without the queue its keys are those of the lanes; in the list of songs a letter finds a song."""
    def expect_no_change(of):
        expect("*" not in walk.window.title(), f"keys of {of} changed the song")

    walk.window.key("F7", "F7")
    walk.window.gone(name="Doubtful places")
    walk.window.key("n")
    walk.window.find("Dialog", "Write note")
    walk.window.key("Escape")
    walk.window.gone("Dialog", "Write note")
    expect_no_change("the hidden queue")
    walk.window.click(walk.window.find("ListItem", "one.ogg"))
    walk.window.key("b", "m", "Delete")
    time.sleep(1)  # longer than letters count as one word
    walk.window.key("t")
    wait_for("the song three", lambda: walk.window.find_now("ListItem", "three.ogg", state="selected"))
    walk.picture("letter-in-list")
    walk.window.key("Escape", "F7")
    walk.window.find(name="Doubtful places")
    walk.window.key("Escape")
    expect_no_change("the list of songs")


def notes(walk):
    walk.window.key("ctrl+0", "Home", "n")
    walk.window.find("Dialog", "Write note")
    walk.window.type("pick-up is missing")
    walk.window.key("Return")
    lane(walk, "NoteLane")
    walk.picture("note")
    save(walk)
    said = [item["value"] for item in layer(walk.jams, "tag_open")]
    expect(said == ["pick-up is missing"], f"the note in the file: {said}")


def attacks(walk):
    """Zoomed in round a beat, the waveform shows its attack."""
    walk.window.click(lane(walk, "BeatLane"))
    walk.window.key(*["ctrl+equal"] * 8)
    walk.picture("attacks")
    walk.window.key("ctrl+0")


def song_picture(walk):
    for ending, begins in ((".png", b"\x89PNG"), (".svg", b"<?xml")):
        walk.window.menu("File", "Save picture")
        walk.window.find("Dialog", "Picture of the song")
        if ending == ".png":
            walk.picture("song-picture")
        walk.window.press("Save...", within="Picture of the song")
        path = os.path.join(walk.options.out, "picture-of-one" + ending)
        if os.path.exists(path):
            os.remove(path)
        walk.window.answer_file_dialog(path)
        wait_for(path, lambda path=path: os.path.exists(path))
        with open(path, "rb") as file:
            content = file.read()
        expect(content.startswith(begins), f"{path} begins with {content[:20]}")
        walk.window.gone("Dialog", "Picture of the song")


def export(walk):
    walk.window.key("ctrl+e")
    walk.window.find("Dialog", "Export")
    for ending in (".lab", ".csv", ".beats.svl", ".beats.audacity.txt"):
        item = walk.window.find("ListItem", f"({ending})", within="Formats")
        if item.has("checked"):
            continue
        walk.window.click(item, (item.rect[0] + 10, item.middle[1]))
    walk.picture("export")
    walk.window.press("Export", within="Export")
    walk.window.gone("Dialog", "Export")
    for ending in (".lab", ".csv", ".beats.svl", ".beats.audacity.txt"):
        path = os.path.join(walk.music, "one" + ending)
        wait_for(path, lambda path=path: os.path.exists(path))
        walk.tactus("convert", path, os.path.join(walk.home, "back.jams"))
        back = os.path.join(walk.home, "back.jams")
        if ending in (".csv", ".beats.svl"):
            lost = [time for time in beats(walk.jams) if all(abs(time - b) > 0.001 for b in beats(back))]
            expect(not lost, f"{path} lost beats: {lost}")
        os.remove(back)
    scores = walk.tactus("eval", "--ref", walk.jams, "--est", os.path.join(walk.music, "one.lab"), "--task", "chords")
    expect("1.0" in scores, scores)


def checked(walk):
    walk.window.key("ctrl+l")
    wait_for("the lock", lambda: "(checked)" in walk.window.title())
    walk.window.key("ctrl+t")
    walk.window.says("This song is checked")
    walk.picture("checked-refuses")
    walk.window.key("Return")
    walk.window.gone("StaticText", "This song is checked. Unlock it before")
    save(walk)
    walk.window.find("ListItem", "one.ogg, checked")
    walk.picture("checked")


def next_song(walk):
    walk.jams = os.path.join(walk.music, "three.jams")
    walk.window.key("ctrl+Next")
    walk.window.goes_on_to("three")
    heard(walk)


STATIONS = [(station.__name__, station) for station in (
    first_start, menus, open_by_dialog, open_folder, tag_again, attacks, play, transport, tempo_grid, from_here,
    half_a_beat_off, passage, drag_beat, nudge, add_and_delete, tap, beat_one,
    name_chord, alternative, redecode, undo_redo, zoomed, doubt, review, whose_keys, notes, song_picture, export, checked, next_song)]
