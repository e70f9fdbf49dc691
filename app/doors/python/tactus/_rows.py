"""Songs of a run on many machines: their files and status rows. What tactus.dask and tactus.ray share."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any
from urllib.parse import quote, urlsplit

from ._engine import Engine
from ._errors import Error, OutputError
from ._remote import is_url
from ._song import Song

Row = dict[str, Any]


@lru_cache(maxsize=4)
def _engine(options: str) -> Engine:
    return Engine(**json.loads(options))


def engine(options: dict[str, Any]) -> Engine:
    """The engine of this process with these options; its models stay loaded."""
    return _engine(json.dumps({"threads": 1, "jobs": 1, **options}, sort_keys=True, default=os.fspath))


def tag(tagger: Engine, source: str) -> Song | Error:
    try:
        return tagger.tag(source)
    except Error as error:
        return error


def tag_file(
    tagger: Engine, source: str, output: str, root: str | None, endings: Sequence[str], overwrite: bool
) -> Row:
    """Tags a song into its output files. Returns its row, as `tactus tag --json` prints it."""
    begin = time.monotonic()
    row: Row = {"file": _text(source), "status": "failed"}
    if _text(source) != source:
        row["file_url"] = "file://localhost" + quote(os.fsencode(os.path.abspath(source)))
    try:
        row.update(_tagged(tagger, source, _stem(source, output, root), ["jams", *endings], overwrite))
    except (Error, OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        row.update(status="failed", message=_text(str(error)))
    row["processing_seconds"] = time.monotonic() - begin
    return row


def _text(name: str) -> str:
    """A name as JSON can hold it: bytes that are not UTF-8 become U+FFFD."""
    return os.fsencode(name).decode("utf-8", "replace")


def _stem(source: str, output: str, root: str | None) -> str:
    if is_url(source):  # without "?...", such as a signature
        path, base = "".join(urlsplit(source)[1:3]), "".join(urlsplit(root or "")[1:3])
    else:
        path, base = source, root or ""
    name = os.path.basename(path) if root is None else os.path.relpath(path, base)
    if not name or name.split(os.sep)[0] == os.pardir:
        raise OutputError(f"{source}: is not below root={root}")
    return os.path.join(output, os.path.splitext(name)[0])


def _tagged(tagger: Engine, source: str, stem: str, endings: Sequence[str], overwrite: bool) -> Row:
    outputs = [f"{stem}.{ending}" for ending in dict.fromkeys(endings)]
    row: Row = {"outputs": [_text(path) for path in outputs]}
    other = _other_song(outputs[0], source)
    if other:
        return {**row, "status": "exists", "message": other}
    if not overwrite and all(os.path.lexists(path) for path in outputs):
        return {**row, "status": "skipped", "message": "all outputs exist"}
    song = tagger.tag(source)
    row.update(_summary(song))
    os.makedirs(os.path.dirname(stem) or ".", exist_ok=True)
    for path in outputs:  # the JAMS file first: it says whose the others are
        if overwrite or not os.path.lexists(path):
            try:
                song.save(path, overwrite=overwrite)
            except OutputError:
                if overwrite or not os.path.lexists(path):
                    raise  # else another worker was faster: with the same bytes, if it is the same song
        other = _other_song(outputs[0], source)
        if other:
            return {**row, "status": "exists", "message": other}
    row["status"] = "damaged" if song.warning else "ok"
    if song.warning:
        row["message"] = _text(f"{source}: {song.warning}")
    return row


def _other_song(jams: str, source: str) -> str | None:
    """Why the outputs beside this JAMS file are not of this song; None if they are, or there is none."""
    try:
        with open(jams, encoding="utf-8") as file:
            known = json.load(file)["file_metadata"].get("identifiers", {}).get("audio", "")
    except (FileNotFoundError, ValueError, KeyError, TypeError, AttributeError):
        return None
    here = source if is_url(source) else os.path.abspath(source)
    if not known or known == _text(here):
        return None
    return _text(f"{jams}: belongs to {known}, not to {source}; give root=, or another output")


def _summary(song: Song) -> Row:
    return {
        "title": song.title,
        "artist": song.artist,
        "album": song.album,
        "duration": song.duration,
        "tempo": song.tempo or 0.0,
        "meter": song.time_signature if song.time_signature.endswith("/8") else song.meter,
        "key": song.key or "",
        "beats": len(song.beats),
        "chords": len(song.chords),
        "confidence": song.confidence,
    }
