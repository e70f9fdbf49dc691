"""The stations of lists of songs: heard before they are opened, rated, coloured, put into playlists, and imported."""

import os
import re
import xml.etree.ElementTree

from walk_annotate import expect
from walk_driver import wait_for
from walk_layout import start
from walk_songs import make_song

NAMES = ("ash", "birch", "cedar")


def crate(walk):
    """A folder of three made songs, and a window that shows none of them."""
    folder = os.path.join(walk.home, "crate")
    for number, name in enumerate(NAMES):
        if not os.path.exists(os.path.join(folder, name + ".jams")):
            make_song(folder, name, 100 + 10 * number)
    start(walk, os.path.join(folder, "ash.wav"))
    wait_for("the song", lambda: walk.window.title().startswith("ash"))
    return folder


def preview_text(walk):
    return walk.window.find("StaticText", lambda text: True, cls="QLabel", description="Preview").name


def preview_time(walk):
    """Seconds of "0:03 / 0:24" beside the waveform of the preview."""
    for node in walk.window.find_now("StaticText", lambda text: re.fullmatch(r"\d+:\d\d / \d+:\d\d", text) is not None):
        minutes, seconds = node.name.split(" / ")[0].split(":")
        return 60 * int(minutes) + int(seconds)
    return None


def hear(walk, table):
    """Space plays the row under the cursor, a click on the waveform seeks, another row plays at once, Escape stops."""
    window = walk.window
    window.click(window.find("Cell", "ash", within=table))
    window.key("space")
    window.find("Button", "Pause the preview")
    said = preview_text(walk)
    expect(said == "ash.wav" or "audio" in said.lower(), f"the preview says {said}")  # the song, or that nothing is audible
    wait_for("the position to move", lambda: (preview_time(walk) or 0) >= 1)
    strip = window.find(name="Waveform of the preview")
    window.click(strip, strip.at(0.7))
    wait_for("the place that was clicked", lambda: (preview_time(walk) or 0) >= 15)
    walk.picture("preview-" + table.lower().replace(" ", "-"))
    window.click(window.find("Cell", "cedar", within=table))
    window.key("space")
    wait_for("the other song", lambda: (preview_time(walk) or 99) < 15 and window.find_now("Button", "Pause the preview"))
    window.key("space")
    window.find("Button", "Play this song")
    window.key("Escape")
    wait_for("silence", lambda: preview_time(walk) is None)


def preview(walk):
    folder = crate(walk)
    window = walk.window
    window.page("Batch")
    window.press("Add folder...")
    window.answer_file_dialog(folder)
    hear(walk, "Queue")
    walk.tactus("library", "add", folder)
    window.page("Library")
    window.find("Cell", "cedar", within="Songs of the library")
    hear(walk, "Songs of the library")


def rows(walk):
    """What `tactus library find` says of the songs, by title."""
    path = os.path.join(walk.home, "found.xml")
    if os.path.exists(path):
        os.remove(path)
    walk.tactus("library", "find", "path crate", "-o", path)
    root = xml.etree.ElementTree.parse(path).getroot()
    return {track.get("Name"): track.attrib for track in root.iter("TRACK") if track.get("Name")}


def playlist(walk, name):
    path = os.path.join(walk.home, "list.m3u8")
    if os.path.exists(path):
        os.remove(path)
    walk.tactus("library", "playlist", "show", name, "-o", path)
    with open(path, encoding="utf-8") as file:
        return [os.path.splitext(os.path.basename(line.strip()))[0] for line in file if not line.startswith("#")]


def playlists(walk):
    """Stars by a key, a colour from a menu, a playlist that is named, filled and put into another order; all undone once."""
    window = walk.window
    folder = crate(walk)
    walk.tactus("library", "add", folder)
    window.page("Library")
    cell = window.find("Cell", "birch", within="Songs of the library")
    window.click(cell)
    window.key("4")
    window.says("★★★★ for 1 song")
    window.key("F2")
    window.click(window.find("MenuItem", "Green"))
    window.says("Green for 1 song")
    birch = rows(walk)["birch"]
    expect(birch.get("Rating") == "204" and birch.get("Colour", "").lower() == "0x00ff00", f"birch has {birch}")
    window.press("New", cls="QToolButton")
    window.find("TreeItem", "New playlist", within="Playlists")
    window.type("Friday")  # its name is being edited
    window.key("Return")
    window.says("is now Friday")
    window.click(window.find("TreeItem", "All songs", within="Playlists"))
    for name in ("cedar", "ash", "birch"):
        window.click(window.find("Cell", name, within="Songs of the library"), button=3)
        window.click(window.find("MenuItem", "Add to playlist"))
        window.click(window.find("MenuItem", "Friday"))
        window.says("added to Friday")
        wait_for(f"{name} on the list", lambda name=name: name in playlist(walk, "Friday"))
    window.click(window.find("TreeItem", "Friday", within="Playlists"))
    wait_for("the order", lambda: playlist(walk, "Friday") == ["cedar", "ash", "birch"])
    walk.picture("playlist")
    wait_for("the playlist", lambda: len(window.find_now("Cell", "a", within="Songs of the library")) > 0)
    window.click(window.find("Cell", "cedar", within="Songs of the library"))
    window.key("alt+Down")
    wait_for("another order", lambda: playlist(walk, "Friday") == ["ash", "cedar", "birch"])
    window.key("ctrl+z")
    wait_for("the order before", lambda: playlist(walk, "Friday") == ["cedar", "ash", "birch"])
    window.key("Delete")
    wait_for("one less", lambda: playlist(walk, "Friday") == ["ash", "birch"])
    walk.picture("playlist-less")


COLLECTION = """<?xml version="1.0" encoding="UTF-8"?>
<DJ_PLAYLISTS Version="1.0.0"><PRODUCT Name="rekordbox" Version="6.0.0" Company="AlphaTheta"/>
<COLLECTION Entries="2">
<TRACK TrackID="7" Name="ash" Location="file://localhost{folder}/ash.wav" TotalTime="24" Rating="153" Colour="0xFF0000"/>
<TRACK TrackID="9" Name="cedar" Location="file://localhost{folder}/cedar.wav" TotalTime="24" Rating="255"/>
</COLLECTION>
<PLAYLISTS><NODE Type="0" Name="ROOT" Count="1"><NODE Type="1" Name="Warm up" Entries="2" KeyType="0">
<TRACK Key="9"/><TRACK Key="7"/></NODE></NODE></PLAYLISTS></DJ_PLAYLISTS>
"""


def imported(walk):
    """Stars, colours and playlists of a rekordbox collection."""
    window = walk.window
    folder = crate(walk)
    walk.tactus("library", "add", folder)
    path = os.path.join(walk.home, "rekordbox.xml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(COLLECTION.format(folder=folder))
    window.page("Library")
    window.find("Cell", "cedar", within="Songs of the library")
    window.press("Import...")
    window.answer_file_dialog(path)
    window.says("1 playlist imported")
    window.click(window.find("TreeItem", "Warm up", within="Playlists"))
    wait_for("the playlist", lambda: playlist(walk, "Warm up") == ["cedar", "ash"])
    walk.picture("imported")
    found = rows(walk)
    expect(found["cedar"].get("Rating") == "255" and found["ash"].get("Rating") == "153", f"stars: {found}")


STATIONS = [("preview", preview), ("playlists", playlists), ("imported", imported)]
