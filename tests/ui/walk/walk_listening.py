"""The stations of listening and practising: parts of the music, a loop that gets faster, lyrics."""

import os

from walk_driver import wait_for


def tip(walk, action):
    """What the button of an action says: "You hear: Low ..."."""
    return walk.window.find(name=action)["description"]


def listening(walk):
    walk.window.key("y")
    walk.window.find(cls="ListenPanel")
    walk.window.key("1", "5", "5")
    walk.picture("listen-panel")
    walk.window.key("Escape")
    walk.window.gone(cls="ListenPanel")
    wait_for("what is heard on the button", lambda: "Low, no side" in tip(walk, "Listen to parts..."))
    walk.picture("listen-to-the-bass")
    walk.window.key("shift+y")
    wait_for("everything", lambda: "You hear" not in tip(walk, "Listen to parts..."))


def practice(walk):
    walk.window.key("Home", "shift+r")
    wait_for("the first round", lambda: "Practice: 60" in tip(walk, "Practise: faster each round"))
    walk.picture("practice")
    walk.window.key("shift+r", "space", "l", "Escape")
    walk.window.key("ctrl+shift+p")
    walk.window.find("Dialog", "Practice")
    walk.picture("practice-speeds")
    walk.window.key("Escape")
    walk.window.gone("Dialog", "Practice")


def lyrics(walk):
    path = os.path.join(walk.home, "words.lrc")
    with open(path, "w", encoding="utf-16") as file:
        file.write("[ti:Morning train]\n[00:02.00]Morning train is rolling in\n"
                   "[00:06.00]<00:06.00>Take <00:06.50>me <00:07.00>down <00:07.60>the <00:08.00>line\n[00:12.00]\n")
    walk.window.key("ctrl+shift+l")
    walk.window.answer_file_dialog(path)
    lane = walk.window.find(cls="LyricsLane")
    walk.window.double_click(lane, lane.at(0.1))
    walk.picture("lyrics")
    walk.window.key("Escape", "Home")


STATIONS = [("listening", listening), ("practice", practice), ("lyrics", lyrics)]
