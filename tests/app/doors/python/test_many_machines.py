"""URLs that fsspec reads, and the functions for Dask and Ray."""

import contextlib
import functools
import http.server
import json
import shutil
import sys
import threading

import pytest

import tactus
from conftest import DEMO
from tactus import _rows

SONG = DEMO / "06-hill-dance.ogg"


@pytest.fixture
def memory():
    """Storage of fsspec in this process, with a song and a file that is none."""
    fsspec = pytest.importorskip("fsspec")
    storage = fsspec.filesystem("memory")
    storage.pipe("/music/hill.ogg", SONG.read_bytes())
    storage.pipe("/music/broken.ogg", b"OggS and no more")
    yield "memory://music"
    storage.rm("/music", recursive=True)


def test_url_gives_what_the_file_gives(memory, song):
    heard = tactus.tag(f"{memory}/hill.ogg")
    assert heard.path == f"{memory}/hill.ogg"
    assert heard.title == "hill"
    for format in ("lab", "beats"):
        assert heard.to_bytes(format) == song.to_bytes(format)
    assert heard.to_jams()["file_metadata"]["identifiers"]["audio"] == f"{memory}/hill.ogg"


def test_errors_of_urls_name_the_url(memory):
    with pytest.raises(tactus.MissingFileError, match="memory://music/absent.ogg: no such file"):
        tactus.tag(f"{memory}/absent.ogg")
    with pytest.raises(tactus.AudioError, match="memory://music/broken.ogg") as raised:
        tactus.tag(f"{memory}/broken.ogg")
    assert "/proc/" not in str(raised.value)
    good, bad = tactus.tag([f"{memory}/hill.ogg", f"{memory}/absent.ogg"])
    assert isinstance(good, tactus.Song) and isinstance(bad, tactus.MissingFileError)
    with pytest.raises(tactus.Error, match="nonsense://a/b: cannot be read"):
        tactus.tag("nonsense://a/b")


def test_url_without_fsspec(monkeypatch):
    monkeypatch.setitem(sys.modules, "fsspec", None)
    with pytest.raises(tactus.ArgumentError, match="pip install fsspec"):
        tactus.tag("memory://music/hill.ogg")


@contextlib.contextmanager
def server_of(folder):
    handler = functools.partial(http.server.SimpleHTTPRequestHandler, directory=str(folder))
    handler.log_message = lambda *_: None
    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_http(song):
    pytest.importorskip("fsspec")
    pytest.importorskip("aiohttp")
    with server_of(DEMO) as place:
        assert tactus.tag(f"{place}/{SONG.name}").to_bytes("lab") == song.to_bytes("lab")
        with pytest.raises(tactus.MissingFileError, match="absent.ogg: no such file"):
            tactus.tag(f"{place}/absent.ogg")
    with pytest.raises(tactus.AudioError, match="cannot be read"):
        tactus.tag(f"{place}/{SONG.name}")


def test_s3(song, monkeypatch):
    pytest.importorskip("s3fs")
    server = pytest.importorskip("moto.server").ThreadedMotoServer(port=0)
    import fsspec

    server.start()
    try:
        host, port = server.get_host_and_port()
        options = {"key": "k", "secret": "s", "client_kwargs": {"endpoint_url": f"http://{host}:{port}"}}
        monkeypatch.setitem(fsspec.config.conf, "s3", options)
        storage = fsspec.filesystem("s3", **options)
        storage.mkdir("archive")
        storage.pipe("archive/hill.ogg", SONG.read_bytes())
        assert tactus.tag("s3://archive/hill.ogg").to_bytes("lab") == song.to_bytes("lab")
    finally:
        server.stop()


@pytest.fixture
def music(tmp_path):
    """Two songs in two folders, one of the same name, and a file that is none."""
    for place in ("a/hill.ogg", "b/hill.ogg"):
        (tmp_path / "music" / place).parent.mkdir(parents=True)
        shutil.copy(SONG, tmp_path / "music" / place)
    (tmp_path / "music" / "broken.ogg").write_bytes(b"OggS and no more")
    return tmp_path / "music"


def statuses(rows):
    return {row["file"].split("/music/")[1]: row["status"] for row in rows}


def rows_of(music, output, **options):
    options = {"root": str(music), "endings": ("lab",), "overwrite": False, **options}
    songs = sorted(map(str, music.rglob("*.ogg")))
    return [_rows.tag_file(_rows.engine({}), song, str(output), **options) for song in songs]


def test_rows_and_files_are_those_of_the_command_line(music, tmp_path, program):
    rows = rows_of(music, tmp_path / "out")
    assert statuses(rows) == {"a/hill.ogg": "ok", "b/hill.ogg": "ok", "broken.ogg": "failed"}
    done = program("tag", music, "-o", tmp_path / "whole", "--format", "jams,lab", "--json", check=False)
    for place in ("a/hill.jams", "a/hill.lab", "b/hill.jams", "b/hill.lab"):
        assert (tmp_path / "out" / place).read_bytes() == (tmp_path / "whole" / place).read_bytes()
    theirs = {row["file"]: row for row in map(json.loads, done.stdout.splitlines()) if "file" in row}
    for row in rows:
        for name in ("status", "duration", "tempo", "meter", "key", "beats", "chords", "confidence", "title"):
            assert row.get(name, 0) == theirs[row["file"]][name] or row["status"] == "failed", name
    status = tmp_path / "status.ndjson"
    status.write_text("".join(json.dumps(row) + "\n" for row in rows))
    merged = program("merge", status, check=False)
    assert b"3 songs: 2 tagged, 0 skipped, 0 kept, 1 failed" in merged.stdout


def test_a_song_that_is_done_is_skipped(music, tmp_path):
    rows_of(music, tmp_path / "out")
    assert statuses(rows_of(music, tmp_path / "out"))["a/hill.ogg"] == "skipped"
    (tmp_path / "out/a/hill.lab").unlink()
    assert statuses(rows_of(music, tmp_path / "out"))["a/hill.ogg"] == "ok"
    (tmp_path / "out/b/hill.lab").write_text("mine")
    assert statuses(rows_of(music, tmp_path / "out", overwrite=True))["b/hill.ogg"] == "ok"
    assert (tmp_path / "out/b/hill.lab.orig").read_text() == "mine"


def test_songs_of_one_name_are_not_mixed_up(music, tmp_path):
    rows = rows_of(music, tmp_path / "out", root=None)
    assert sorted(statuses(rows).values()) == ["exists", "failed", "ok"]
    (message,) = (row["message"] for row in rows if row["status"] == "exists")
    assert "hill.jams: belongs to" in message and "give root=, or another output" in message
    rows = rows_of(music, tmp_path / "other", root=str(music / "a"))
    assert statuses(rows)["b/hill.ogg"] == "failed"


def test_songs_that_differ_in_their_ending_alone(music, tmp_path):
    shutil.copy(SONG, music / "a" / "hill.wav")
    songs = [str(music / "a" / "hill.ogg"), str(music / "a" / "hill.wav")]
    for overwrite in (False, True):
        rows = [_rows.tag_file(_rows.engine({}), song, str(tmp_path), str(music), ("lab",), overwrite) for song in songs]
        assert [row["status"] for row in rows] == ["ok", "exists"] and "hill.ogg" in rows[1]["message"]


def test_odd_files_end_no_job(music, tmp_path):
    odd = music / "caf\udce9.ogg"
    shutil.copy(SONG, odd)
    (tmp_path / "a").mkdir()
    (tmp_path / "a" / "hill.jams").write_text("")
    options = (str(tmp_path), str(music), (), False)
    engine = _rows.engine({"models": DEMO.parent / "models" / "beats.safetensors"})
    assert _rows.tag_file(engine, "", *options)["status"] == "failed"
    assert _rows.tag_file(engine, str(music / "a/hill.ogg"), *options)["status"] in ("ok", "skipped")
    for status in ("ok", "skipped"):
        row = _rows.tag_file(engine, str(odd), *options)
        assert row["status"] == status, row
        assert row["file"].endswith("caf\ufffd.ogg") and row["file_url"].endswith("caf%E9.ogg")
        json.dumps(row).encode("utf-8")
    assert _rows._stem("memory://music/hill.ogg?sign=a/b.c", "/tags", None) == "/tags/hill"
    assert _rows._stem("s3://bucket/x/y.mp3", "/tags", "s3://bucket") == "/tags/x/y"


def test_dask(music, tmp_path, song):
    bags = pytest.importorskip("dask.bag")
    import tactus.dask

    songs = bags.from_sequence(sorted(map(str, music.rglob("*.ogg"))), npartitions=2)
    rows = tactus.dask.tag_files(songs, str(tmp_path / "out"), root=str(music)).compute(scheduler="processes")
    assert statuses(rows) == {"a/hill.ogg": "ok", "b/hill.ogg": "ok", "broken.ogg": "failed"}
    first, *_, last = tactus.dask.tag(songs).compute(scheduler="threads")
    assert first.to_bytes("lab") == song.to_bytes("lab")
    assert isinstance(last, tactus.AudioError)


def test_ray(music, tmp_path, song):
    ray = pytest.importorskip("ray")
    import tactus.ray

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    try:
        songs = sorted(map(str, music.rglob("*.ogg")))
        rows = list(tactus.ray.tag_files(songs, str(tmp_path / "out"), root=str(music), actors=2))
        assert statuses(rows) == {"a/hill.ogg": "ok", "b/hill.ogg": "ok", "broken.ogg": "failed"}
        first, *_, last = tactus.ray.tag(songs, actors=1)
        assert first.to_bytes("lab") == song.to_bytes("lab")
        assert isinstance(last, tactus.AudioError)
    finally:
        ray.shutdown()
