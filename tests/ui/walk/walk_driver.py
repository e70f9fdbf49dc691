"""The program on a screen (Xvfb), with mouse and keyboard (xdotool) and the tree of a screen reader
(walk_probe.cpp). Only standard modules."""

import json
import os
import shutil
import signal
import socket
import subprocess
import time

SKIP = 77  # exit code: a package is missing
PACKAGES = {"Xvfb": "xvfb", "xdotool": "xdotool", "import": "imagemagick"}
SOUNDFONT = "/usr/share/sounds/sf2/TimGM6mb.sf2"  # renders the training corpus
PATIENCE = float(os.environ.get("TACTUS_WALK_PATIENCE", 90))  # seconds that a condition may take, on a very busy machine


class WalkError(Exception):
    pass


def missing_packages():
    missing = [package for program, package in PACKAGES.items() if not shutil.which(program)]
    return missing if os.path.exists(SOUNDFONT) else missing + ["timgm6mb-soundfont"]


def wait_for(what, condition, patience=PATIENCE, step=0.1):
    """Waits for the first true value of condition(); WalkError names what is missing."""
    end = time.monotonic() + patience
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > end:
            raise WalkError(f"waited {patience:.0f} s in vain for: {what}")
        time.sleep(step)


class Node(dict):
    """A line of the accessible tree."""

    def __getattr__(self, key):
        return self[key]

    @property
    def middle(self):
        x, y, w, h = self["rect"]
        return x + w / 2, y + h / 2

    def at(self, share, down=0.5):
        x, y, w, h = self["rect"]
        return x + share * w, y + down * h

    def has(self, state):
        return state in self["states"]


class Screen:
    """An X server of its own; with pulseaudio also a silent sound card."""

    def __init__(self, folder, size):
        self.folder = folder
        runtime = os.path.join(folder, "run")
        os.makedirs(runtime, mode=0o700)
        self.environment = {
            "PATH": os.environ["PATH"], "HOME": folder, "LANG": "C.UTF-8",
            "XDG_RUNTIME_DIR": runtime, "QT_QPA_PLATFORM": "xcb",
            **{f"XDG_{kind}_HOME": os.path.join(folder, kind.lower())
               for kind in ("CONFIG", "DATA", "CACHE", "STATE")}}
        for name in ("LSAN_OPTIONS", "TSAN_OPTIONS"):  # what is known of libraries, in builds with sanitizers
            if name in os.environ:
                self.environment[name] = os.environ[name]
        read, write = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(write), "-screen", "0", f"{size[0]}x{size[1]}x24", "-nolisten", "tcp"],
            pass_fds=[write], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(write)
        with os.fdopen(read) as number:
            display = number.readline().strip()
        if not display:
            raise WalkError("Xvfb did not start")
        self.environment["DISPLAY"] = ":" + display
        self.sound = self._start_sound(runtime)

    def _start_sound(self, runtime):
        if not shutil.which("pulseaudio"):
            return None
        place = os.path.join(runtime, "sound")
        process = subprocess.Popen(
            ["pulseaudio", "-n", "--exit-idle-time=-1", "--disable-shm=yes",
             "-L", "module-null-sink sink_name=walk rate=44100",
             "-L", f"module-native-protocol-unix socket={place} auth-anonymous=1"],
            env=self.environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for("pulseaudio", lambda: os.path.exists(place) or process.poll() is not None, 15)
        except WalkError:
            process.kill()
        if process.poll() is not None or not os.path.exists(place):
            return None
        self.environment["PULSE_SERVER"] = "unix:" + place
        return process

    def run(self, *command):
        return subprocess.run(command, env=self.environment, check=True, timeout=PATIENCE,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True).stdout

    def picture(self, path, size=None):
        """Of the whole screen, or of its upper left part."""
        part = ["-crop", f"{size[0]}x{size[1]}+0+0", "+repage"] if size else []
        self.run("import", "-window", "root", *part, path)

    def close(self):
        for process in (self.sound, self.server):
            if process and process.poll() is None:
                process.terminate()
                process.wait()


class Window:
    """The program: read through its accessible tree, used by mouse and keys."""

    def __init__(self, screen, program, plugins, scale=1.0, log="gui.log"):
        self.screen, self.program, self.scale = screen, program, scale
        self.socket = os.path.join(screen.folder, "run", "walk")
        self.environment = dict(screen.environment, QT_QPA_GENERIC_PLUGINS="walk_probe",
                                QT_PLUGIN_PATH=plugins, TACTUS_WALK_SOCKET=self.socket)
        if scale != 1.0:
            self.environment["QT_SCALE_FACTOR"] = str(scale)
        self.log = os.path.join(screen.folder, log)
        self.process = None
        self.pressed = 0  # keys, as a person counts them: Ctrl+Down is one

    def start(self, *arguments):
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen([self.program, *arguments], env=self.environment, stdout=log,
                                            stderr=log)
        wait_for("the window", lambda: self.tree_or_none() is not None)

    def said(self):
        with open(self.log, encoding="utf-8", errors="replace") as log:
            return log.read()

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    # -- seeing

    def _ask(self):
        with socket.socket(socket.AF_UNIX) as line:
            line.settimeout(PATIENCE)
            line.connect(self.socket)
            return json.loads(b"".join(iter(lambda: line.recv(1 << 16), b"")))

    def tree_or_none(self):
        if self.process.poll() is not None:
            raise WalkError(f"the program ended with code {self.process.returncode}: {self.said()[-2000:]}")
        try:
            return self._ask()
        except (OSError, ValueError):
            return None

    def nodes(self):
        tree = self.tree_or_none()
        return [Node(node) for node in tree["nodes"]] if tree else []

    def find_now(self, role=None, name=None, value=None, state=None, cls=None, within=None, description=None):
        """All matching nodes; `name` and `value` are functions or parts of the text."""
        def fits(test, text):
            return test is None or (test(text) if callable(test) else test.lower() in text.lower())

        nodes = self.nodes()
        found = []
        for index, node in enumerate(nodes):
            if ((role is None or node.role in (role if isinstance(role, tuple) else (role,))) and fits(name, node.name)
                    and fits(value, node.value) and fits(description, node.description)
                    and (state is None or node.has(state)) and (cls is None or node["class"].endswith(cls))
                    and (within is None or self._inside(nodes, index, within))):
                found.append(node)
        return found

    @staticmethod
    def _inside(nodes, index, name):
        while index >= 0:
            if name.lower() in nodes[index].name.lower():
                return True
            index = nodes[index].parent
        return False

    def find(self, role=None, name=None, patience=PATIENCE, **tests):
        what = ", ".join(str(part) for part in (role, name, tests) if part)
        return wait_for(what, lambda: self.find_now(role, name, **tests), patience)[0]

    def gone(self, role=None, name=None, **tests):
        wait_for(f"{role} {name} {tests} to go", lambda: not self.find_now(role, name, **tests))

    def title(self):
        return next((node.name for node in self.nodes() if node["class"].endswith("MainWindow")), "")

    def says(self, words):
        """A text on the screen: label, field, message."""
        return self.find(name=lambda text: words.lower() in text.lower())

    # -- acting

    def resize(self, width, height):
        window = str(self.tree_or_none()["focus"])
        self.screen.run("xdotool", "windowmove", window, "0", "0", "windowsize", window,
                        str(round(width * self.scale)), str(round(height * self.scale)))
        wait_for(f"a window of {width}x{height}", lambda: any(
            node["class"].endswith("MainWindow") and node.rect[2:] == [width, height] for node in self.nodes()))

    def _mouse(self, place, *command):
        x, y = (round(value * self.scale) for value in place)
        self.screen.run("xdotool", "mousemove", str(x), str(y), *command)

    def click(self, node, place=None, button=1, times=1):
        clicks = ["click", "--repeat", str(times), "--delay", "60", str(button)]
        self._mouse(place or node.middle, *clicks)

    def double_click(self, node, place=None):
        self.click(node, place, times=2)

    def drag(self, start, end, steps=8, keys=()):
        for key in keys:
            self.screen.run("xdotool", "keydown", key)
        self._mouse(start, "mousedown", "1")
        for i in range(1, steps + 1):
            time.sleep(0.02)
            self._mouse([a + (b - a) * i / steps for a, b in zip(start, end)])
        self.screen.run("xdotool", "mouseup", "1")
        for key in keys:
            self.screen.run("xdotool", "keyup", key)

    def wheel(self, node, clicks, ctrl=False):
        if ctrl:
            self.screen.run("xdotool", "keydown", "ctrl")
        self._mouse(node.middle, "click", "--repeat", str(abs(clicks)), "4" if clicks > 0 else "5")
        if ctrl:
            self.screen.run("xdotool", "keyup", "ctrl")

    def take_focus(self):
        """Gives the keyboard to the open dialog, as a window manager would."""
        def focused():
            tree = self.tree_or_none()
            if tree and tree["focus"]:
                wanted = str(tree["focus"])
                if self._say("getwindowfocus", "-f") == wanted:
                    return True
                self._say("windowfocus", wanted)  # in vain while the window is not on the screen
            return False

        wait_for("a window that takes the keys", focused, step=0.02)

    def _say(self, *words):
        """What xdotool answers; nothing if it fails."""
        return subprocess.run(["xdotool", *words], env=self.screen.environment, timeout=PATIENCE, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout.strip()

    def key(self, *keys):
        self.take_focus()
        self.pressed += len(keys)
        self.screen.run("xdotool", "key", "--clearmodifiers", "--delay", "40", *keys)

    def type(self, text):
        self.take_focus()
        self.pressed += len(text)
        self.screen.run("xdotool", "type", "--clearmodifiers", "--delay", "15", text)

    def press(self, name, **tests):
        """A button by its name without mnemonics."""
        def places():
            found = self.find_now(("Button", "ButtonMenu"), name, **tests)
            return [button.rect for button in found if not button.has("disabled")]

        before = wait_for(f"button {name} to be enabled", places)
        while (now := places()) != before:  # until the layout settles
            before = now
        self.click(None, (before[0][0] + before[0][2] / 2, before[0][1] + before[0][3] / 2))

    def goes_on_to(self, song):
        """Another song opens. Tags of the last one that are not saved are left so."""
        def there():
            if self.find_now("Button", "Discard"):
                self.press("Discard")
            return self.title().startswith(song)

        wait_for(song, there)

    def job(self, what, keys):
        """A job that is done: the keys since pressed = 0, and how many they may be."""
        print(f"| {what} | {self.pressed} |", flush=True)
        if self.pressed > keys:
            raise WalkError(f"{what}: {self.pressed} keys, at most {keys}")

    def menu(self, *path):
        """Clicks an entry of the menus."""
        self.click(self.find("MenuItem", lambda text: text == path[0]))
        for step in path[1:]:
            entry = self.find("MenuItem", lambda text, step=step: text.startswith(step), within=path[0])
            self.click(entry)

    def page(self, name):
        """A click on the tab of a page. Tabs may move while the layout settles."""
        def shown():
            for tab in self.find_now("PageTab", lambda text: text == name):
                if tab.has("selected") or tab.has("focused"):  # Qt 6.4 says focused of the current one
                    return True
                self.click(tab)
            return False

        wait_for(f"the page {name}", shown)

    def answer_file_dialog(self, path):
        """Types a path into the file dialog of Qt."""
        self.find("Dialog", cls="QFileDialog")
        self.key("ctrl+a")
        self.type(path)
        self.find("EditableText", value=lambda text: text == path)
        self.key("Return")
        self.gone("Dialog", cls="QFileDialog")

    def show_menu(self, name):
        self.click(self.find("MenuItem", lambda text: text == name))
        self.find("PopupMenu")

    def hide_menus(self):
        def gone():
            if self.find_now("PopupMenu"):
                self.key("Escape")
            return not self.find_now("PopupMenu")

        wait_for("the menus to close", gone)
        self.key("Escape")  # the bar of menus gives the keyboard back
