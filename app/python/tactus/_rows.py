"""Songs of a run on many machines: their files and status rows. What tactus.dask and tactus.ray share."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

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
    return _engine(json.dumps({"threads": 1, "jobs": 1, **options}, sort_keys=True))


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
    name = source.rsplit("/", 1)[-1] if root is None else os.path.relpath(source, root)
    stem = os.path.join(output, os.path.splitext(name)[0])
    outputs = [f"{stem}.{ending}" for ending in endings]
    row: Row = {"file": source, "status": "failed"}
    try:
        if name.startswith(os.pardir + os.sep):
            raise OutputError(f"{source}: does not lie below root={root}")
        there = [path for path in outputs if os.path.lexists(path)]
        if there and not overwrite and len(there) == len(outputs):
            return _there(row, source, outputs)
        song = tagger.tag(source)
        row.update(_summary(song))
        os.makedirs(os.path.dirname(stem) or ".", exist_ok=True)
        for path in outputs:
            if overwrite or not os.path.lexists(path):
                _save(song, path, overwrite)
        row["status"] = "damaged" if song.warning else "ok"
        if song.warning:
            row["message"] = f"{source}: {song.warning}"
    except (Error, OSError) as error:
        row["message"] = str(error)
    row["processing_seconds"] = time.monotonic() - begin
    row["outputs"] = outputs
    return row


def _save(song: Song, path: str, overwrite: bool) -> None:
    try:
        song.save(path, overwrite=overwrite)
    except OutputError:
        if overwrite or not os.path.lexists(path):
            raise  # else another worker was faster, with the same bytes


def _there(row: Row, source: str, outputs: list[str]) -> Row:
    """All outputs exist. Are they of this song? Only a JAMS file says so."""
    row.update(status="skipped", message="all outputs exist", outputs=outputs)
    for path in outputs:
        if not path.endswith(".jams"):
            continue
        with open(path, encoding="utf-8") as file:
            known = json.load(file)["file_metadata"].get("identifiers", {}).get("audio", "")
        if known and known != (source if is_url(source) else os.path.abspath(source)):
            row.update(status="exists", message=f"{path}: is of {known}, not of {source}; give another root")
    return row


def _summary(song: Song) -> Row:
    return {
        "title": song.title,
        "artist": song.artist,
        "album": song.album,
        "duration": song.duration,
        "tempo": song.tempo or 0.0,
        "meter": song.meter,
        "key": song.keys[0].label if song.keys else "",
        "beats": len(song.beats),
        "chords": len(song.chords),
        "confidence": song.confidence,
    }
