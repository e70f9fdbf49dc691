"""The station of the chord sheet: seen, played, looped, corrected, transposed, printed and saved."""

import os

from walk_annotate import chords, expect, save
from walk_driver import wait_for


def where(walk):
    """What a screen reader says about the current bar: "Bar 3: Am"."""
    return walk.window.find(cls="SheetView")["description"]


def moved(walk, action):
    """Does something and waits until the cursor is in another bar."""
    before = where(walk)
    action()
    return wait_for(f"another bar than {before}", lambda: where(walk) != before and where(walk))


def save_sheet(walk, name):
    path = os.path.join(walk.home, name)
    walk.window.key("ctrl+shift+e")
    walk.window.answer_file_dialog(path)
    wait_for(path, lambda: os.path.exists(path) and os.path.getsize(path) > 200)
    return path


def sheet(walk):
    if not os.path.exists(walk.jams):
        save(walk)
    before = chords(walk.jams)
    walk.window.page("Sheet")
    view = walk.window.find(cls="SheetView")
    walk.picture("sheet")
    moved(walk, lambda: walk.window.click(view, view.at(0.4, 0.4)))
    moved(walk, lambda: walk.window.key("Right"))
    walk.picture("sheet-cursor")

    walk.window.key("Return")
    walk.window.find("EditableText", "Chord name")
    walk.window.key("ctrl+a")
    walk.window.type("F#m7/E")
    walk.picture("sheet-entry")
    walk.window.key("Return")
    walk.window.gone("EditableText", "Chord name")
    wait_for("the corrected chord", lambda: "F#m7/E" in where(walk))
    save(walk)
    expect("F#:min7/b7" in chords(walk.jams), "the correction is not in the file")
    walk.window.key("ctrl+z")
    save(walk)
    expect(chords(walk.jams) == before, "undo should bring the old chord back")

    walk.window.key("space")
    moved(walk, lambda: None)
    walk.picture("sheet-playing")
    walk.window.key("space")
    walk.window.drag(view.at(0.3, 0.4), view.at(0.6, 0.4))
    walk.picture("sheet-loop")
    walk.window.key("Escape")

    walk.window.key("ctrl+shift+Up", "ctrl+shift+Up", "alt+shift+Up")
    walk.picture("sheet-transposed")
    path = save_sheet(walk, "moved.musicxml")
    moved_jams = os.path.join(walk.home, "moved.jams")
    walk.tactus("convert", path, moved_jams)
    expect(chords(moved_jams) != before, "the saved sheet is not transposed")
    walk.window.key("ctrl+shift+Down", "ctrl+shift+Down", "alt+shift+Down")
    save_sheet(walk, "sheet.pdf")
    save_sheet(walk, "sheet.cho")
    walk.window.key("ctrl+shift+f")
    walk.picture("sheet-guitar")
    path = save_sheet(walk, "diagrams.cho")
    with open(path, encoding="utf-8") as file:
        expect("{define: " in file.read(), "the saved sheet has no diagrams")
    walk.window.key("ctrl+shift+f", "ctrl+shift+n", "ctrl+shift+i")
    walk.picture("sheet-ukulele-german-simple")
    walk.window.key("ctrl+shift+f", "ctrl+shift+n")
    walk.picture("sheet-piano-numbers")
    walk.window.key("ctrl+shift+f", "ctrl+shift+n", "ctrl+shift+i")
    walk.window.key("ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus", "ctrl+plus")
    walk.picture("sheet-large")
    walk.window.key("ctrl+0", "ctrl+p")
    walk.window.find("Dialog", cls="QPrintPreviewDialog")
    walk.picture("sheet-preview")
    walk.window.key("Escape")
    walk.window.gone("Dialog", cls="QPrintPreviewDialog")
    expect(chords(walk.jams) == before, "views and files should leave the annotation alone")
    walk.window.page("Annotate")


STATIONS = [("sheet", sheet)]
