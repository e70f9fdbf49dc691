"""The last station: the window in German, as LANG asks for it. The pictures show whether all texts have room."""

import os
import shutil

from walk_annotate import expect
from walk_driver import WalkError, wait_for

MENUS = ("Datei", "Bearbeiten", "Schläge", "Akkorde", "Struktur", "Wiedergabe", "Ansicht", "Spuren", "Hilfe")
DIALOGS = (("ctrl+comma", "Einstellungen", "settings"), ("F1", "Tastenkürzel", "shortcuts"),
           ("ctrl+e", "Exportieren", "export"))


def german(walk):
    window = walk.window
    if window.process and window.process.poll() is None:
        window.kill()
    shutil.rmtree(walk.screen.environment["XDG_DATA_HOME"], ignore_errors=True)  # unsaved work of other stations
    window.environment["LANG"] = "de_DE.UTF-8"
    window.environment["QT_SCALE_FACTOR"] = str(walk.options.scale)
    window.scale = walk.options.scale
    window.start(os.path.join(walk.music, "one.ogg"))
    window.find("Cell", within="Tabellen")
    walk.picture("german")
    for menu in MENUS:
        window.show_menu(menu)
        walk.picture("german-menu-" + menu.lower().replace("ä", "ae"))
        window.hide_menus()
    for keys, title, name in DIALOGS:
        window.key(keys)
        window.find("Dialog", title)
        walk.picture("german-" + name)
        window.key("Escape")
        window.gone("Dialog", title)
    window.key("ctrl+o")
    window.find("Dialog", cls="QFileDialog")
    walk.picture("german-open")  # Qt's own texts
    window.key("Escape")
    window.gone("Dialog", cls="QFileDialog")
    for page in ("Stapel", "Bibliothek", "Trainieren", "Leistung"):
        window.page(page)
        walk.picture("german-" + page.lower())
    window.page("Annotieren")
    window.key("ctrl+q")

    def ended():  # a song that no station has saved before asks
        try:
            for button in window.find_now("Button", "Verwerfen"):
                window.click(button)
        except WalkError:  # there is no program to ask
            pass
        return window.process.poll() is not None
    wait_for("the program to end", ended)
    expect(window.process.returncode == 0, f"it ended with {window.process.returncode}")


STATIONS = [("german", german)]
