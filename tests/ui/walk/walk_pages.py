"""The stations of the other pages: batch, training, speed, settings, and recovery after a crash."""

import csv
import os
import shutil
import time

from walk_annotate import beats, expect, heard, lane, place, save
from walk_driver import PATIENCE, wait_for

TRAINING = """task: beats
name: {name}
seed: {seed}
threads: 1
cache: {home}/features
data: [{{manifest: {corpus}/manifest.yaml}}]
network: {{layers: 1, hidden: 8}}
schedule: {{epochs: {epochs}, checkpoint_minutes: 0.05}}
batches: {{crop_seconds: 8, size: 4, passes: {passes}}}
validation: {{songs: 1, batches: 1}}
"""


# -- batch


def batch(walk):
    walk.album = os.path.join(walk.home, "album")
    os.makedirs(walk.album)
    for name in ("one", "two"):
        shutil.copy(os.path.join(walk.music, name + ".ogg"), walk.album)
    with open(os.path.join(walk.album, "broken.ogg"), "wb") as file:
        file.write(b"OggS, and then nothing that could be heard" * 20)
    walk.window.page("Batch")
    walk.window.says("No songs in the queue")
    walk.picture("batch-empty")
    walk.window.press("Add folder...")
    walk.window.answer_file_dialog(walk.album)
    walk.window.press("Start")
    walk.window.says("2 tagged")
    walk.window.says("1 failed")
    walk.window.find("Cell", "broken.ogg")
    walk.picture("batch-failed")
    for name in ("one", "two"):
        expect(len(beats(os.path.join(walk.album, name + ".jams"))) > 20, f"{name}: no beats from the batch")


def batch_retry(walk):
    shutil.copy(os.path.join(walk.music, "three.ogg"), os.path.join(walk.album, "broken.ogg"))
    walk.window.press("Retry failed")
    walk.window.says("3 tagged")
    walk.picture("batch-retried")
    expect(os.path.exists(os.path.join(walk.album, "broken.jams")), "the retry wrote nothing")
    walk.window.double_click(walk.window.find("Cell", "two.ogg"))
    walk.window.goes_on_to("two")
    heard(walk)


# -- library


def library(walk):
    """What the batch has tagged becomes an index; a query finds one song, and a double click opens it."""
    walk.window.page("Library")
    walk.window.says("No songs in the library")
    walk.picture("library-empty")
    walk.window.press("Add folder...")
    walk.window.answer_file_dialog(walk.album)
    walk.window.says("2 read")
    walk.window.says("2 songs")
    walk.picture("library")
    walk.window.click(walk.window.find("EditableText", "Query"))
    walk.window.type("tempi 3")
    walk.window.says("is not a field")
    walk.picture("library-fault")
    walk.window.key("ctrl+a")
    walk.window.type("path two.ogg and bpm > 40")
    walk.window.says("1 of 2 songs")
    walk.window.find("Cell", "two", within="Songs of the library")
    walk.picture("library-found")
    expect("two.ogg" in walk.tactus("library", "find", "path two.ogg"), "the program has another index")
    walk.window.double_click(walk.window.find("Cell", within="Songs of the library"))
    walk.window.goes_on_to("two")
    walk.window.page("Batch")


# -- train


def make_corpus(walk):
    scores = os.path.join(walk.home, "scores")
    os.makedirs(scores)
    for stem in ("01-morning-train", "02-paper-boats", "03-late-lamp", "06-hill-dance"):
        shutil.copy(os.path.join(walk.demo, stem + ".mid"), scores)
        for ending in (".beats", ".lab"):
            shutil.copy(os.path.join(walk.demo, "annotations", stem + ending), scores)
    walk.corpus = os.path.join(walk.home, "corpus")
    walk.tactus("synth", scores, "-o", walk.corpus, "--rate", "22050", "--variation", "none", "--soundfont", "TimGM6mb")
    manifest = os.path.join(walk.corpus, "manifest.yaml")
    with open(manifest, encoding="utf-8") as file:
        text = file.read()
    head, tail = text.rsplit("split: train", 1)
    with open(manifest, "w", encoding="utf-8") as file:
        file.write(head + "split: validation" + tail)


def configuration(walk, name, **values):
    path = os.path.join(walk.home, name + ".yaml")
    with open(path, "w", encoding="utf-8") as file:
        file.write(TRAINING.format(name=name, home=walk.home, corpus=walk.corpus, **values))
    return path


def states_of_runs(walk):
    return " ".join(cell.name for cell in walk.window.find_now("TreeItem", within="Runs"))


def train_recipe(walk):
    walk.window.page("Train")
    walk.picture("train-empty")
    walk.window.press("Beats recipe")
    walk.window.says("Add a corpus, then start.")
    walk.picture("train-recipe")


def train_corpus(walk):
    make_corpus(walk)
    walk.window.press("Open recipe...")
    walk.window.answer_file_dialog(configuration(walk, "little", seed=1, epochs=400, passes=4))
    walk.window.press("Check")
    wait_for("the corpus to be looked through", lambda: any(
        "4 songs" in node.name for node in walk.window.find_now("TreeItem", within="Corpora")))
    walk.picture("train-corpus")


def yaml(walk):
    return walk.window.find("EditableText", "Configuration as YAML").value


def train_fault(walk):
    """Two errors are in the list; a click on one moves the cursor to its line."""
    editor = walk.window.find("EditableText", "Configuration as YAML")
    walk.window.click(editor, editor.at(0.5, 0.6))
    walk.window.key("ctrl+Home")
    before = yaml(walk)
    walk.window.type("sneed: 1")
    walk.window.key("Return")
    walk.window.key("ctrl+End")
    walk.window.type("optimiser: many")
    unknown = walk.window.find("ListItem", "sneed")
    walk.window.find("ListItem", "many")
    walk.picture("train-fault")
    walk.window.click(unknown)
    walk.window.key("shift+End")
    walk.window.key("Delete")
    wait_for("the cursor at the error", lambda: "sneed" not in yaml(walk))
    for _ in range(40):  # one by one: more would restore the recipe before the file
        if yaml(walk) == before:
            break
        walk.window.key("ctrl+z")
        time.sleep(0.5)
    walk.window.gone("ListItem", "many")
    expect(yaml(walk) == before, "what was typed is not undone")


def train(walk):
    walk.window.press("Start")
    walk.window.page("Curves")
    wait_for("some epochs", lambda: "mean of" in figures(walk))
    time.sleep(1.5)
    walk.picture("training")


def figures(walk):
    return " ".join(node.name for node in walk.window.find_now("StaticText", "Gradient norm"))


def usable(walk, name):
    return any(not button.has("disabled") for button in walk.window.find_now("Button", name))


def pause(walk):
    walk.window.press("Pause")
    wait_for("the run to pause", lambda: usable(walk, "Resume") and not usable(walk, "Pause"))


def train_pause_resume(walk):
    pause(walk)
    walk.picture("training-paused")
    walk.window.press("Resume")
    wait_for("the run to go on", lambda: "epoch" in states_of_runs(walk))
    walk.window.press("Stop")
    wait_for("the run to end", lambda: "stopped" in states_of_runs(walk))


def train_second(walk):
    walk.window.page("Configuration")
    walk.window.press("Open recipe...")
    walk.window.answer_file_dialog(configuration(walk, "other", seed=7, epochs=12, passes=1))
    walk.window.press("Start")
    wait_for("the second run", lambda: "finished" in states_of_runs(walk))
    run = walk.window.find("TreeItem", "little", within="Runs")
    walk.window.click(run, (run.rect[0] + 10, run.middle[1]))
    walk.picture("runs-compared")
    walk.window.page("Log")
    walk.picture("run-log")


def train_stop(walk):
    """Begins a third run and stops it."""
    walk.window.page("Configuration")
    walk.window.press("Open recipe...")
    walk.window.answer_file_dialog(configuration(walk, "stopped", seed=8, epochs=4000, passes=4))
    walk.window.press("Start")
    wait_for("the third run", lambda: "epoch" in states_of_runs(walk))
    walk.window.press("Stop")
    wait_for("the run to end", lambda: not usable(walk, "Stop") and not usable(walk, "Kill"))


def tag_with_model(walk):
    """The model of the second run tags the open song."""
    walk.window.click(walk.window.find("TreeItem", "other", within="Runs"))
    walk.window.press("Tag the open song with this model")
    lane(walk, "BeatLane")
    time.sleep(0.3)
    heard(walk)
    wait_for("another tagging", lambda: walk.window.title().startswith("two*"))
    walk.picture("tagged-with-own-model")
    walk.window.key("ctrl+z")


def learn_from_corrections(walk):
    walk.window.page("Train")
    walk.window.page("Configuration")
    walk.window.press("Learn from corrections")
    walk.picture("learn-menu")
    walk.window.click(walk.window.find("MenuItem", "Add the checked songs"))
    walk.window.says("added to the corrections")
    walk.window.press("Learn from corrections")
    walk.window.click(walk.window.find("MenuItem", "Fine-tune beats"))
    walk.window.says("training needs at least")  # one song is too few
    walk.picture("learn-from-corrections")


# -- speed


def speed(walk):
    walk.window.page("Speed")
    walk.picture("speed-empty")
    walk.window.click(walk.window.find("CheckBox", "Graphics card"))
    walk.window.press("Measure")
    wait_for("some measurements", lambda: len(walk.window.find_now("Cell", "cpu", within="Measurements")) > 5)
    walk.picture("speed-measuring")
    walk.window.press("Cancel")
    walk.window.says("GFLOP/s count")
    walk.picture("speed")
    table = os.path.join(walk.home, "speed.csv")
    walk.window.press("Save as CSV...")
    walk.window.answer_file_dialog(table)
    wait_for(table, lambda: os.path.exists(table))
    with open(table, encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    expect(len(rows) > 3 and all(float(row["gflops"]) > 0 for row in rows), f"the table has no figures: {rows}")
    picture = os.path.join(walk.home, "speed.png")
    walk.window.press("Save as picture...")
    walk.window.answer_file_dialog(picture)
    wait_for(picture, lambda: os.path.exists(picture) and os.path.getsize(picture) > 2000)
    shutil.copy(picture, os.path.join(walk.options.out, "saved-picture.png"))


# -- settings, help, crash


def settings(walk):
    walk.window.page("Annotate")
    walk.window.key("ctrl+comma")
    walk.window.find("Dialog", "Settings")
    walk.picture("settings")
    theme = walk.window.find_now("ComboBox", within="Settings")[0]
    walk.window.click(theme)
    other = "Light" if walk.options.theme == "dark" else "Dark"
    walk.window.click(walk.window.find("ListItem", lambda text: text == other))
    walk.window.press("OK", within="Settings")
    walk.window.gone("Dialog", "Settings")
    for page in [tab.name for tab in walk.window.find_now("PageTab", within="Pages")]:
        walk.window.page(page)
        walk.picture(f"{other.lower()}-{page.lower()}")
    walk.window.page("Annotate")


def shortcut_sheet(walk):
    walk.window.key("F1")
    walk.window.find("Dialog", "Shortcuts")
    walk.picture("shortcuts")
    walk.window.key("Escape")
    walk.window.gone("Dialog", "Shortcuts")


def crash(walk):
    """Kills the program with unsaved work and starts it again with the song: it offers the work."""
    walk.jams = os.path.join(walk.album, "two.jams")
    walk.window.key("ctrl+0")
    before = beats(walk.jams)
    walk.window.click(lane(walk, "BeatLane"), place(walk, "BeatLane", before[6]))
    walk.window.key("Delete")
    wait_for("unsaved work", lambda: "*" in walk.window.title())
    recovery = os.path.join(walk.screen.environment["XDG_DATA_HOME"], "tactus", "tactus", "recovery")
    wait_for("the recovery file", lambda: recovered_files(recovery))
    walk.window.kill()
    expect(beats(walk.jams) == before, "the saved file was touched without saving")
    walk.window.start(os.path.join(walk.music, "one.ogg"))
    walk.window.says("before your changes to two")
    walk.picture("recovery")
    walk.window.press("Recover")
    wait_for("the recovered song", lambda: walk.window.title().startswith("two*"))
    # The recovered work stays; the song of the argument waits.
    walk.window.says("Save it, then open one.ogg")
    walk.window.key("ctrl+s")
    wait_for("the saved song", lambda: "*" not in walk.window.title())
    expect(beats(walk.jams) == before[:6] + before[7:], "the recovered work is not what was done")
    wait_for("the recovery file to go", lambda: not recovered_files(recovery))


def recovered_files(folder):
    return [os.path.join(root, name) for root, _, names in os.walk(folder) for name in names if name == "piece.jams"]


def train_demo(walk):
    """One button trains with the demo songs; another compares the new model with the shipped one."""
    walk.window.page("Train")
    walk.window.press("Try with the demo songs")
    folder = os.path.join(walk.screen.environment["XDG_DATA_HOME"], "tactus", "tactus", "training", "try-with-demo-songs")
    model = os.path.join(folder, "run-1.safetensors")
    wait_for("the first model of the demo run", lambda: os.path.exists(model), 10 * PATIENCE)
    walk.picture("demo-training")
    wait_for("the end of the demo run", lambda: "finished" in figures(walk), 10 * PATIENCE)
    walk.picture("demo-trained")
    walk.window.press("Compare old and new on this song")
    walk.window.goes_on_to("01-morning-train, new model")
    walk.window.says("beats F: old model")
    lane(walk, "BeatLane")
    time.sleep(1)
    walk.picture("old-and-new-model")


def quit_program(walk):
    walk.window.key("ctrl+q")
    wait_for("the program to end", lambda: walk.window.process.poll() is not None)
    expect(walk.window.process.returncode == 0, f"it ended with {walk.window.process.returncode}")
    said = [line for line in walk.window.said().splitlines() if "pulse" not in line.lower()]
    expect(not said, "the program complained: " + "\n".join(said))


STATIONS = [(station.__name__, station) for station in (
    batch, library, batch_retry, train_recipe, train_corpus, train_fault, train, train_pause_resume, train_second,
    train_stop, tag_with_model, learn_from_corrections, speed, settings, shortcut_sheet, crash, train_demo,
    quit_program)]
