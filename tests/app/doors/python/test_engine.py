"""Engines: options, errors, threads, processes, stops."""

import logging
import multiprocessing
import os
import pathlib
import pickle
import signal
import subprocess
import sys
import textwrap
import threading
import time

import numpy as np
import pytest

import tactus

CLASSES = [each for each in vars(tactus).values() if isinstance(each, type) and issubclass(each, tactus.Error)]


@pytest.fixture(scope="module")
def long_samples():
    """Minutes of noise: some seconds of work."""
    return np.random.default_rng(2).standard_normal(22050 * 600).astype(np.float32) * 0.1, 22050


def test_errors_have_codes_and_builtin_bases():
    codes = {each.code for each in CLASSES if each is not tactus.Error}
    assert codes == {*range(1, 16), 100, 101}
    assert issubclass(tactus.ArgumentError, ValueError) and issubclass(tactus.OutputError, OSError)
    assert issubclass(tactus.OutOfMemoryError, MemoryError)


def test_missing_and_broken_files(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        tactus.tag(tmp_path / "none.flac")
    assert isinstance(caught.value, tactus.AudioError) and caught.value.code == 6
    (tmp_path / "text.mp3").write_text("no sound")
    with pytest.raises(tactus.AudioError, match="text.mp3"):
        tactus.tag(str(tmp_path / "text.mp3"))


def test_names_with_any_bytes(tmp_path, song_file):
    name = os.path.join(os.fsencode(tmp_path), b"\xff\xfe.ogg")
    with open(song_file, "rb") as source, open(name, "wb") as file:
        file.write(source.read())
    assert len(tactus.tag(name).beats) == 53
    assert len(tactus.tag(os.fsdecode(name)).beats) == 53


@pytest.mark.parametrize(
    "options, error",
    [
        ({"device": "abacus"}, tactus.DeviceError),
        ({"models": "nonsense"}, tactus.InputError),
        ({"models": ["beats", "beats"]}, tactus.ArgumentError),
        ({"models": {"mine": b"no model"}}, tactus.ModelError),
        ({"min_bpm": 200, "max_bpm": 100}, tactus.ArgumentError),
        ({"grid": "square"}, tactus.ArgumentError),
        ({"settings": {"min_bmp": 80}}, tactus.ArgumentError),
        ({"threads": -1}, tactus.ArgumentError),
        ({"decoder": "/nothing"}, tactus.InputError),
    ],
)
def test_wrong_options(options, error):
    with pytest.raises(error):
        tactus.Engine(**options)


def test_samples(samples):
    values, rate = samples
    with pytest.raises(tactus.ArgumentError, match="rate"):
        tactus.tag(values)
    with pytest.raises(tactus.ArgumentError, match="samples.T"):
        tactus.tag(np.zeros((2, 44100), np.float32), rate)
    with pytest.raises(tactus.AudioError):
        tactus.tag(np.full(1000, np.nan, np.float32), rate)
    mono = tactus.tag(values, rate)
    assert 119 < mono.tempo < 121
    both = tactus.tag(np.stack([values, values], 1), rate)
    assert np.array_equal(both.beats, mono.beats)
    assert np.array_equal(tactus.tag(values.astype(float), float(rate)).beats, mono.beats)
    assert np.array_equal(tactus.tag(list(values), rate).beats, mono.beats)


def test_integers_have_full_range(samples):
    values, rate = samples
    frames = {kind: (values * 0.99 * 2**bits).astype(kind) for kind, bits in (("int16", 15), ("int32", 31))}
    frames["uint8"] = (values * 127 + 128).astype("uint8")
    for made in frames.values():
        assert tactus.tag(made, rate).beats == pytest.approx(tactus.tag(values, rate).beats, abs=0.03)


def test_models_and_facts(song_file):
    with tactus.Engine("beats", device="cpu", threads=1) as engine:
        (model,) = engine.models
        assert model.task == "beats" and model.labels == ["beat", "downbeat"] and model.frame_rate == 50
        assert engine.device.startswith("cpu, 1 thread") and engine.sample_rate == 22050
        song = engine.tag(song_file)
        assert len(song.beats) == 53 and song.chords == []
        content = pathlib.Path(model.path).read_bytes()
    with pytest.raises(tactus.ArgumentError, match="closed"):
        engine.tag(song_file)
    with tactus.Engine({"beats in memory": content}) as engine:
        assert np.array_equal(engine.tag(song_file).beats, song.beats)


def test_list_with_a_broken_file(song, song_file, tmp_path):
    (tmp_path / "broken.ogg").write_bytes(b"OggS")
    seen = []
    files = [song_file, tmp_path / "broken.ogg", song_file]
    songs = tactus.tag(files, progress=lambda *words: seen.append(words))
    assert isinstance(songs[1], tactus.AudioError)
    assert songs[0].to_bytes("jams") == songs[2].to_bytes("jams") == song.to_bytes("jams")
    assert [done for done, total, _ in seen] == [1, 2, 3] and {each[1] for each in seen} == {3}
    assert {each[2] for each in seen} == {str(each) for each in files}
    assert tactus.tag([]) == []


def test_progress(song_file, capsys):
    seen = []
    tactus.tag(song_file, progress=seen.append)
    assert seen == sorted(seen) and seen[-1] == 1.0
    tactus.tag(song_file, progress=True)
    said = capsys.readouterr()
    assert said.out == "" and "100 %" in said.err and said.err.endswith("\n")


def test_bar_that_nobody_sees(song_file, monkeypatch, capsys):
    monkeypatch.setattr("sys.stderr", None)
    assert len(tactus.tag(song_file, progress=True).beats) > 0
    assert capsys.readouterr().out == ""
    with open("/dev/full", "w") as full:
        monkeypatch.setattr("sys.stderr", full)
        assert len(tactus.tag(song_file, progress=True).beats) > 0
        monkeypatch.undo()
        with pytest.raises(OSError):
            full.close()


def test_exception_of_progress_stops(song_file):
    def fail(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        tactus.tag(song_file, progress=fail)
    with pytest.raises(RuntimeError, match="enough"):
        tactus.tag([song_file] * 3, progress=fail)
    assert len(tactus.tag(song_file).beats) == 53


def test_cancel(long_samples):
    with tactus.Engine() as engine:
        timer = threading.Timer(0.3, engine.cancel)
        timer.start()
        begun = time.monotonic()
        with pytest.raises(tactus.Interrupted):
            engine.tag(*long_samples)
        assert time.monotonic() - begun < 20
        assert len(engine.tag(long_samples[0][: 22050 * 3], 22050).beats) >= 0  # it goes on


def test_ctrl_c(tmp_path):
    script = """
        import os, signal, threading, numpy as np, tactus
        signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell in the background ignores it
        sound = np.random.default_rng(1).standard_normal(22050 * 1800).astype(np.float32)
        threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            tactus.tag(sound, 22050)
        except KeyboardInterrupt:
            print("stopped")
    """
    begun = time.monotonic()
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
    assert run.stdout == "stopped\n" and run.stderr == ""
    assert time.monotonic() - begun < 60


def test_ctrl_c_stops_a_list(song_file):
    script = f"""
        import os, signal, threading, tactus
        signal.signal(signal.SIGINT, signal.default_int_handler)
        threading.Timer(1.0, os.kill, (os.getpid(), signal.SIGINT)).start()
        try:
            tactus.tag([{song_file!r}] * 500)
        except KeyboardInterrupt:
            print("stopped")
    """
    run = subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, text=True)
    assert run.stdout == "stopped\n" and run.stderr == ""


def test_lock_is_released(long_samples):
    stop, steps = threading.Event(), [0]

    def count():
        while not stop.is_set():
            steps[0] += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    begun = time.monotonic()
    tactus.tag(long_samples[0][: 22050 * 60], 22050)
    seconds = time.monotonic() - begun
    stop.set()
    counter.join()
    assert steps[0] > 100 * seconds


def test_threads(song, song_file):
    found = []
    threads = [threading.Thread(target=lambda: found.append(tactus.tag(song_file))) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert [each.to_bytes("jams") for each in found] == [song.to_bytes("jams")] * 4


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_processes(song, song_file, method):
    tactus.tag(song_file)  # an engine with threads in the parent
    with multiprocessing.get_context(method).Pool(2) as pool:
        found = pool.map_async(tactus.tag, [song_file] * 3).get(timeout=120)
    assert [each.to_bytes("jams") for each in found] == [song.to_bytes("jams")] * 3


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_engine_and_model_in_a_forked_child(song_file):
    engine, model = tactus.Engine("beats"), tactus.load_model("beats", threads=2)
    x = tactus.features(song_file, model="beats")
    engine.tag(song_file), model.forward(x)
    child = os.fork()
    if child == 0:
        good = len(engine.tag(song_file).beats) == 53 and len(model.forward(x)) == len(x)
        del engine, model
        os._exit(0 if good else 1)
    for _ in range(600):
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            break
        time.sleep(0.1)
    else:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        pytest.fail("the child hangs")
    assert os.waitstatus_to_exitcode(status) == 0


def test_engine_can_be_pickled(song_file):
    with tactus.Engine("beats", grid="constant") as engine:
        copy = pickle.loads(pickle.dumps(engine))
        assert copy.tag(song_file).grid == engine.tag(song_file).grid


def test_log(song_file, caplog, tmp_path):
    with caplog.at_level(logging.INFO, "tactus"), tactus.Engine("beats") as engine:
        engine.tag([song_file] * 3)
    said = [each.getMessage() for each in caplog.records]
    assert len([each for each in said if each.startswith("computing on")]) == 1
    caplog.clear()
    cut = tmp_path / "cut.ogg"
    with open(song_file, "rb") as file:
        cut.write_bytes(file.read()[:200_000])
    song = tactus.tag(cut)
    assert song.warning and any("cut.ogg" in each.getMessage() for each in caplog.records)


def test_import_is_quiet_and_light():
    script = """
        import os, sys
        import numpy
        before = set(sys.modules)
        import tactus
        assert len(os.listdir("/proc/self/task")) == 1, "threads"
        maps = open("/proc/self/maps").read()
        assert "cuda" not in maps and "libavcodec" not in maps and "fluidsynth" not in maps
    """
    run = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(script)],
        capture_output=True, text=True, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"},
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
