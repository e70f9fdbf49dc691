"""The station that compares the open song with other annotations."""

import json
import os

from walk_annotate import beats, expect, read_jams, save, time_shown
from walk_driver import wait_for

LANES = 10


def write_other(walk, name):
    """The saved annotation with three beats moved by 200 ms and one other chord."""
    content = read_jams(walk.jams)
    for annotation in content["annotations"]:
        if annotation["namespace"] in ("beat", "beat_position"):
            for item in annotation["data"][20:23]:
                item["time"] += 0.2
        if annotation["namespace"] == "chord":
            annotation["data"][6]["value"] = "F#:min" if annotation["data"][6]["value"] != "F#:min" else "C:maj"
    path = os.path.join(walk.home, name)
    with open(path, "w", encoding="utf-8") as file:
        json.dump(content, file)
    return path


def header(walk, name):
    return walk.window.find(cls="ComparisonHeader", name=name)


def menu_of(walk, name, entry):
    walk.window.click(walk.window.find(("Button", "ButtonMenu"), "Menu of the comparison " + name))
    walk.window.click(walk.window.find("MenuItem", entry))


def compare(walk):
    if not os.path.exists(walk.jams):
        save(walk)
    other = write_other(walk, "other.jams")
    walk.window.key("ctrl+0", "Home", "ctrl+shift+r")
    walk.window.answer_file_dialog(other)
    wait_for("scores of the file", lambda: "beats 0.9" in header(walk, "other.jams")["description"])
    walk.window.key("ctrl+shift+u")
    header(walk, "When opened")
    walk.window.key("ctrl+shift+m")
    walk.window.answer_file_dialog(os.path.join(walk.build, "..", "..", "datasets", "models", "chords.safetensors"))
    wait_for("scores of the model", lambda: "chords " in header(walk, "chords")["description"])
    walk.picture("compared")
    walk.window.key("x")
    first = wait_for("the cursor on a difference", lambda: time_shown(walk) > 0 and time_shown(walk))
    walk.window.key("x")
    wait_for("the next difference", lambda: time_shown(walk) > first)
    walk.window.key("shift+x")
    wait_for("the difference before", lambda: time_shown(walk) == first)
    before = beats(walk.jams)
    menu_of(walk, "other.jams", "Use as the annotation")
    save(walk)
    expect(beats(walk.jams) != before, "the other annotation should be the song's")
    walk.window.key("ctrl+z")
    save(walk)
    expect(beats(walk.jams) == before, "undo should bring the old annotation back")
    for number in range(LANES - 3):
        walk.window.key("ctrl+shift+r")
        walk.window.answer_file_dialog(write_other(walk, f"take-{number}.jams"))
        header(walk, f"take-{number}.jams")
    walk.picture("ten-comparisons")
    walk.window.wheel(header(walk, "other.jams"), -30)
    walk.picture("ten-comparisons-scrolled")
    walk.window.show_menu("Compare")
    walk.picture("menu-compare")
    walk.window.hide_menus()
    names = [node.name.removeprefix("Comparison: ") for node in walk.window.find_now(cls="ComparisonHeader")]
    expect(len(names) == LANES, f"ten lanes, not {names}")
    menu_of(walk, "take-6.jams", "Remove")
    walk.window.gone(cls="ComparisonHeader", name="take-6.jams")


STATIONS = [("compare", compare)]
