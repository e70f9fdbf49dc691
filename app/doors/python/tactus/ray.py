"""Tags songs with Ray: actors that keep the models loaded, on the cores of a machine or on a cluster.

    import ray, tactus.ray
    ray.init()
    for row in tactus.ray.tag_files(paths, "/tags", root="/archive", actors=8):
        print(row["file"], row["status"])

    tagger = tactus.ray.Tagger.remote()                  # one actor
    song = ray.get(tagger.tag.remote("song.flac"))

An actor that dies is started again and repeats its song, three times at most; songs whose outputs exist are
skipped. All machines need the package tactus, and see the songs under the same paths or URLs.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import ray

from . import _rows
from ._errors import Error
from ._song import Song

__all__ = ["Tagger", "tag", "tag_files"]


@ray.remote(num_cpus=1, max_restarts=-1, max_task_retries=3)
class Tagger:
    """An engine in a process of its own. Options: those of tactus.Engine; one thread if there is no
    `threads`."""

    def __init__(self, **options: Any):
        self._engine = _rows.engine(options)

    def tag(self, source: str) -> Song | Error:
        return _rows.tag(self._engine, source)

    def tag_file(
        self, source: str, output: str, root: str | None, endings: Sequence[str], overwrite: bool
    ) -> _rows.Row:
        return _rows.tag_file(self._engine, source, output, root, endings, overwrite)

    def process(self) -> int:
        return os.getpid()


def _actors(count: int | None, options: dict[str, Any]) -> Any:
    from ray.util import ActorPool

    cores = max(1, int(ray.cluster_resources().get("CPU", 1)))
    number = min(count or cores, cores)  # more would wait for ever
    return ActorPool([Tagger.remote(**options) for _ in range(number)])


def tag(songs: Iterable[str], *, actors: int | None = None, **options: Any) -> Iterator[Song | Error]:
    """Paths or URLs -> tactus.Song, or tactus.Error for one that cannot be tagged, in their order.

    actors: how many, at most one for each core of the cluster; None: as many.
    """
    yield from _actors(actors, options).map(lambda actor, song: actor.tag.remote(str(song)), songs)


def tag_files(
    songs: Iterable[str],
    output: str,
    *,
    root: str | None = None,
    endings: Sequence[str] = (),
    overwrite: bool = False,
    actors: int | None = None,
    **options: Any,
) -> Iterator[_rows.Row]:
    """Tags songs into files, as tactus.dask.tag_files. Gives their rows as they are finished."""
    yield from _actors(actors, options).map_unordered(
        lambda actor, song: actor.tag_file.remote(str(song), output, root, tuple(endings), overwrite), songs
    )
