"""The window of every size: all pages at 960x540, 1280x720 and 1440x900, at 1920x1080 with scale 2, dark, in German, and
without an audio device. Nothing lies over anything, nothing is cut or out of the window. Also what explains the window:
the start page, the names of lanes, the search for keys, meters, short names, songs in the order of their numbers."""

import array
import math
import os
import shutil
import wave

from walk_annotate import expect, lane, layer, place, save
from walk_driver import WalkError, wait_for

SIZES = ((960, 540), (1280, 720), (1440, 900))
PAGES = {"": ("Annotate", "Sheet", "Batch", "Library", "Train", "Speed"),
         "de": ("Annotieren", "Akkordblatt", "Stapel", "Bibliothek", "Trainieren", "Leistung")}
CONTROLS = ("Button", "ButtonMenu", "CheckBox", "ComboBox", "EditableText", "PageTab", "RadioButton", "Slider", "SpinBox")


def inside(inner, outer):
    return (inner[0] >= outer[0] - 1 and inner[1] >= outer[1] - 1
            and inner[0] + inner[2] <= outer[0] + outer[2] + 1 and inner[1] + inner[3] <= outer[1] + outer[3] + 1)


def overlap(one, other):
    return (one[0] < other[0] + other[2] - 1 and other[0] < one[0] + one[2] - 1
            and one[1] < other[1] + other[3] - 1 and other[1] < one[1] + one[3] - 1)


def ancestors(nodes, node):
    while node.parent >= 0:
        node = nodes[node.parent]
        yield node


def scrolls(node):
    return node["class"].endswith(("ScrollArea", "View", "TreeWidget", "ListWidget", "TextBrowser", "RunList"))


def check(walk):
    """Panels beside the page, the status bar in the window, every control where a person reaches it. The layout may take
    its time."""
    def fits():
        try:
            check_now(walk.window.nodes())
            return True
        except WalkError as error:
            faults.append(str(error))
            return False

    faults = []
    try:
        wait_for("the layout", fits)
    except WalkError:
        expect(False, faults[-1])


def check_now(nodes):
    expect(nodes, "no window")
    window = next(node for node in nodes if node["class"].endswith("MainWindow"))
    pages = next(node for node in nodes if node["class"] == "QTabWidget" and node.parent == nodes.index(window))
    for node in nodes:
        if node["class"] == "QDockWidget" and overlap(node.rect, window.rect):
            expect(inside(node.rect, window.rect), f"{node.name} is out of the window: {node.rect}")
            expect(not overlap(node.rect, pages.rect), f"{node.name} lies over the page: {node.rect}, {pages.rect}")
        if node["class"] == "QStatusBar":
            expect(inside(node.rect, window.rect), f"the status bar is out of the window: {node.rect}")
    for node in nodes:
        above = list(ancestors(nodes, node))
        if node.role not in CONTROLS or any(scrolls(each) for each in above):
            continue
        docks = [each for each in above if each["class"] == "QDockWidget"]
        if docks and not overlap(docks[0].rect, window.rect):  # behind another tab
            continue
        if window in above and node.rect[2] > 0:
            expect(inside(node.rect, window.rect), f"{node.role} {node.name} is out of the window: {node.rect}")


def start(walk, *arguments, language="", scale=1.0, **environment):
    window = walk.window
    if window.process and window.process.poll() is None:
        window.kill()
    # Unsaved work of other stations goes; the models that they trained are in the settings.
    shutil.rmtree(os.path.join(walk.screen.environment["XDG_DATA_HOME"], "tactus", "tactus", "recovery"), ignore_errors=True)
    window.scale = scale
    window.environment.update({"QT_SCALE_FACTOR": str(scale), "LANG": language or "C.UTF-8",
                               "PULSE_SERVER": walk.screen.environment.get("PULSE_SERVER", ""), **environment})
    walk.opened = arguments[0]
    window.start(*arguments)


def all_pages(walk, label, size, language=""):
    walk.window.resize(*size)
    for number, page in enumerate(PAGES[language]):
        walk.window.page(page)
        walk.picture(f"{label}-{size[0]}x{size[1]}-{PAGES[''][number].lower()}", size)
        check(walk)
    walk.window.page(PAGES[language][0])


def settings_line(walk, line):
    """Replaces a line of the settings while the program does not run."""
    path = os.path.join(walk.screen.environment["XDG_CONFIG_HOME"], "tactus", "tactus.conf")
    key = line.split("=")[0] + "="
    lines = []
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            lines = [each for each in file.read().splitlines() if not each.startswith(key)]
    if "[General]" not in lines:
        lines.insert(0, "[General]")
    lines.insert(lines.index("[General]") + 1, line)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write("\n".join(lines) + "\n")


def ready(walk, tags=True):
    """The song has its lanes and its tags. What tagging has found is not saved yet, so the title has a star."""
    lane(walk, "BeatLane")
    begun = not tags or os.path.exists(os.path.splitext(walk.opened)[0] + ".jams")
    wait_for("the end of tagging", lambda: (begun or "*" in walk.window.title()) and not walk.window.find_now(
        "ProgressBar", lambda name: name in ("Tagging is running", "Die Analyse läuft")))


def song(walk, name="two"):
    return os.path.join(walk.music, name + ".ogg")


def sizes(walk):
    start(walk, song(walk))
    ready(walk)
    for size in SIZES:
        all_pages(walk, "light" if walk.options.theme == "light" else "pages", size)


def small_window(walk):
    """All panels are reachable at 960x540, each by its key."""
    window = walk.window
    window.resize(960, 540)
    for keys, words in (("F9", "Tables"), ("F7", "Review"), ("F8", "Songs")):
        front = [node for node in window.nodes() if node["class"] == "QDockWidget" and words in node.name]
        if not front or front[0].rect[0] < 0:
            window.key(keys)
        wait_for(f"the panel {words}", lambda words=words: [
            node for node in window.nodes() if node["class"] == "QDockWidget" and words in node.name and node.rect[0] >= 0])
        walk.picture("small-" + words.lower(), (960, 540))
        check(walk)
    window.key("F6")
    lane(walk, "TransportDisplay")
    walk.picture("small-transport", (960, 540))
    check(walk)
    window.key("F6")


def scale_two(walk):
    start(walk, song(walk), scale=2.0)
    ready(walk)
    walk.window.resize(960, 540)
    all_pages(walk, "scale2", (960, 540))


def dark(walk):
    walk.window.kill()
    settings_line(walk, "theme=1")
    start(walk, song(walk))
    ready(walk)
    all_pages(walk, "dark", (1280, 720))
    walk.window.kill()
    settings_line(walk, "theme=" + {"dark": "1", "light": "2"}.get(walk.options.theme, "0"))


def german_sizes(walk):
    start(walk, song(walk), language="de_DE.UTF-8")
    ready(walk)
    for size in SIZES[:2]:
        all_pages(walk, "de", size, "de")


def silent(walk):
    """Without an audio device, the bar of the player says so, whole."""
    for language, words in (("", "No audio device"), ("de_DE.UTF-8", "Kein Audioger")):
        start(walk, song(walk), language=language, PULSE_SERVER="unix:/nowhere")
        walk.window.resize(960, 540)
        walk.window.find("StaticText", words)
        wait_for("room for it", lambda words=words: all(
            node.rect[2] > 6 * len(node.name) * 0.8 and node.rect[0] + node.rect[2] <= 960
            for node in walk.window.find_now("StaticText", words)))
        check(walk)
        walk.picture("silent-" + (language[:2] or "en"), (960, 540))


def explained(walk):
    """A click on the name of each lane says what it shows; Shift+F1 does so for the lane with the keyboard."""
    start(walk, song(walk))
    ready(walk)
    walk.window.resize(1280, 720)
    for name in ("Waveform", "Beat activation", "Beats", "Chords", "Tempo"):
        label = walk.window.find("StaticText", lambda text, name=name: text == name, cls="QLabel")
        walk.window.click(label, (label.rect[0] + 20, label.rect[1] + 10))
        walk.window.find(name=lambda text, name=name: text == name, cls="QFrame")
        walk.picture("explained-" + name.lower().replace(" ", "-"), (1280, 720))
        walk.window.key("Escape")
    walk.window.click(lane(walk, "BeatLane"))
    walk.window.key("shift+F1")
    walk.window.find(name=lambda text: text == "Beats", cls="QFrame")
    walk.window.key("Escape")


def searched(walk):
    walk.window.key("F1")
    walk.window.find("Dialog", "Shortcuts")
    walk.window.click(walk.window.find("EditableText", "Search the shortcuts"))
    walk.window.type("triangle")
    walk.window.key(*["BackSpace"] * 8)
    walk.window.type("tempo")
    wait_for("the keys of the tempo", lambda: "Double tempo" in walk.window.find(cls="QTextBrowser", within="Shortcuts").value
             and "Quit" not in walk.window.find(cls="QTextBrowser", within="Shortcuts").value)
    walk.picture("searched", (1280, 720))
    walk.window.key("Escape")
    walk.window.gone("Dialog", "Shortcuts")


def meters(walk):
    """Another meter from the middle on stands in the lane of beats."""
    walk.jams = os.path.join(walk.music, "two.jams")
    save(walk)
    times = [beat["time"] for beat in layer(walk.jams, "beat")]
    middle = times[len(times) // 2]
    walk.window.key("ctrl+0")
    walk.window.drag(place(walk, "WaveformView", middle), place(walk, "WaveformView", times[-1]))
    walk.window.key("alt+3")
    walk.picture("meter-change", (1280, 720))
    walk.window.key("ctrl+shift+a", "ctrl+z")


def clipped(walk):
    """A loud song has thin red lines."""
    path = os.path.join(walk.home, "loud.wav")
    samples = array.array("h", (int(max(-32768, min(32767, 50000 * math.sin(n / 40) * (n % 22050 < 9000))))
                                for n in range(5 * 22050)))
    with wave.open(path, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(22050)
        file.writeframes(samples.tobytes())
    start(walk, path)
    ready(walk, tags=False)
    walk.picture("clipped", (1280, 720))


def numbered(walk):
    """Songs are in the order of their numbers."""
    folder = os.path.join(walk.home, "numbered")
    os.makedirs(folder)
    for number in (10, 2, 1):
        shutil.copy(song(walk), os.path.join(folder, f"{number} song.ogg"))
    start(walk, folder)
    def names():
        return [item.name.split()[0] for item in walk.window.find_now("ListItem", "song.ogg", within="Songs of the folder")]

    wait_for("the songs", lambda: len(names()) == 3)
    walk.picture("numbered", (1280, 720))
    expect(names() == ["1", "2", "10"], f"the order of songs is {names()}")


STATIONS = [(station.__name__, station) for station in (
    sizes, small_window, explained, searched, meters, scale_two, dark, german_sizes, silent, clipped, numbered)]
