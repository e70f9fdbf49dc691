"""The stations of lanes of one's own: made by hand, kept, and filled by a Vamp plug-in of the machine."""

import os

from walk_annotate import expect, lane, place, read_jams, save
from walk_dj import begin
from walk_driver import wait_for
from walk_layout import start


def own_lanes_in(path):
    """{name: (kind, rows of (time, duration, value))} of a JAMS file."""
    return {known["name"]: (known["kind"], [(item["time"], item["duration"], item["value"]) for item in annotation["data"]])
            for annotation in read_jams(path)["annotations"] if (known := annotation["sandbox"].get("tactus_lane"))}


def new_lane(walk, entry, name):
    walk.window.menu("Lanes", "Own lanes", entry)
    walk.window.find("Dialog", "New lane")
    walk.window.key("ctrl+a")
    walk.window.type(name)
    walk.window.key("Return")
    walk.window.gone("Dialog", "New lane")
    return own_lane(walk, name)


def own_lane(walk, name):
    return walk.window.find(cls="UserLaneView", name=name)


def own_lanes(walk):
    audio = begin(walk, "lanes")
    window = walk.window
    new_lane(walk, "New lane of points", "Fills")
    window.click(lane(walk, "WaveformView"), place(walk, "WaveformView", 4.5))
    window.key("Insert", "shift+Insert")
    window.find("Dialog", "Name mark")
    window.type("tom")
    window.key("Return")
    window.gone("Dialog", "Name mark")
    curve = new_lane(walk, "New curve", "Energy")
    for share, down in ((0.2, 0.8), (0.5, 0.3), (0.7, 0.6)):
        curve = own_lane(walk, "Energy")
        window.double_click(curve, curve.at(share, down))
    new_lane(walk, "New lane of regions", "Solos")
    window.drag(place(walk, "WaveformView", 8.5), place(walk, "WaveformView", 12.5))
    window.key("Insert", "ctrl+shift+a")
    walk.picture("own-lanes")
    save(walk)
    found = own_lanes_in(walk.jams)
    expect({name: (kind, len(rows)) for name, (kind, rows) in found.items()}
           == {"Fills": ("points", 1), "Energy": ("curve", 3), "Solos": ("regions", 1)}, f"lanes in the file: {found}")
    at, _, label = found["Fills"][1][0]
    expect(abs(at - 4.5) < 0.05 and label == "tom", f"{found['Fills']}")
    at, length, _ = found["Solos"][1][0]
    expect(abs(at - 8.5) < 0.05 and abs(length - 4) < 0.1, f"{found['Solos']}")
    start(walk, audio)
    for name in found:
        own_lane(walk, name)
    walk.picture("own-lanes-after-a-restart")
    window.click(own_lane(walk, "Energy"), own_lane(walk, "Energy").at(0.9))
    window.menu("Lanes", "Own lanes", "Export lane")
    path = os.path.join(walk.home, "energy.svl")
    window.answer_file_dialog(path)
    wait_for(path, lambda: os.path.exists(path))
    with open(path, encoding="utf-8") as file:
        expect(file.read().count("<point ") == 3, f"{path} should have three points")


def plugin(walk):
    """A real plug-in of somebody else fills a lane. Without one, or a host, there is only the dialog."""
    begin(walk, "plugin")
    window = walk.window
    window.menu("Lanes", "Own lanes")
    if not window.find_now("MenuItem", "Run a Vamp plug-in"):
        window.hide_menus()
        print("plugin: built without vamp-plugin-sdk", flush=True)
        return
    window.click(window.find("MenuItem", "Run a Vamp plug-in"))
    window.find("Dialog", "Run a Vamp plug-in")
    wait_for("the list", lambda: not window.find_now("StaticText", "Looking for plug-ins"))
    walk.picture("plugins")
    window.type("Percussion Onset")
    if not window.find_now("TreeItem", "Percussion Onset", within="Plug-ins"):
        window.key("Escape")
        window.gone("Dialog", "Run a Vamp plug-in")
        print("plugin: vamp-examples is not installed", flush=True)
        return
    walk.picture("plugin-chosen")
    window.press("Run", within="Run a Vamp plug-in")
    window.gone("Dialog", "Run a Vamp plug-in")
    window.find(cls="UserLaneView")
    walk.picture("plugin-lane")
    save(walk)
    lanes = own_lanes_in(walk.jams)
    expect(len(lanes) == 1 and len(next(iter(lanes.values()))[1]) > 3, f"the plug-in found {lanes}")


STATIONS = [("own_lanes", own_lanes), ("plugin", plugin)]
