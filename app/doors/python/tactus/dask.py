"""Tags songs with Dask: on the cores of a machine, or on a cluster.

    import dask.bag, json, tactus.dask
    songs = dask.bag.from_sequence(paths, partition_size=20)
    rows = tactus.dask.tag_files(songs, "/tags", root="/archive")
    rows.map(json.dumps).to_textfiles("status/*.ndjson")          # tactus merge status/*.ndjson

Each worker process loads the models once. A partition whose worker dies is tagged again; songs
whose outputs exist are skipped. Workers need the package tactus, and see the songs under the same
paths or URLs.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any

from . import _rows
from ._errors import Error
from ._song import Song

if TYPE_CHECKING:
    import dask.bag

__all__ = ["tag", "tag_files"]


def _tag(sources: Iterable[str], options: dict[str, Any]) -> list[Song | Error]:
    tagger = _rows.engine(options)
    return [_rows.tag(tagger, str(source)) for source in sources]


def _tag_files(sources: Iterable[str], options: dict[str, Any], *place: Any) -> list[_rows.Row]:
    tagger = _rows.engine(options)
    return [_rows.tag_file(tagger, str(source), *place) for source in sources]


def tag(songs: dask.bag.Bag, **options: Any) -> dask.bag.Bag:
    """Bag of paths or URLs -> bag of tactus.Song, or tactus.Error for one that cannot be tagged.

    options: those of tactus.Engine; one thread for each song if there is no `threads`.
    """
    return songs.map_partitions(_tag, options)


def tag_files(
    songs: dask.bag.Bag,
    output: str,
    *,
    root: str | None = None,
    endings: Sequence[str] = (),
    overwrite: bool = False,
    **options: Any,
) -> dask.bag.Bag:
    """Tags songs into files, with the bytes of `tactus tag`.

    songs: bag of paths or URLs.
    output: folder that all workers see.
    root: folder above the songs: their outputs have the same places below `output`. None: names
        alone; songs with the same name in several folders then get the status "exists".
    endings: of the files to write besides the JAMS file, which says whose they are; an ending gives
        the format: "lab", "beats", "mid".
    overwrite: also replaces outputs; without it a song whose outputs exist is skipped.

    Returns a bag of status rows (dict), one for each song, as `tactus tag --json` prints them.
    """
    return songs.map_partitions(_tag_files, options, output, root, tuple(endings), overwrite)
