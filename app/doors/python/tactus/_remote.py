"""Sound that is no file on disk: URLs that fsspec reads (s3://, https://, sftp:// and more), open files, and bytes."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import IO, Any, Union
from urllib.parse import unquote_to_bytes

from ._errors import ArgumentError, AudioError, missing


Source = Union[str, bytes, bytearray, memoryview, IO[bytes]]
_LONGEST_PATH = 4096  # bytes, of Linux


def is_url(path: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


def source_of(source: Any) -> Source | None:
    """What `tag` was given for one song: a path as text, the content of a file, or a file that is open. None: something
    else. Bytes are a path unless no path can be like that: with a zero byte in it, or too long."""
    if isinstance(source, (bytearray, memoryview)) or hasattr(source, "read"):
        return source  # type: ignore[no-any-return]
    if isinstance(source, bytes) and (not source or b"\0" in source or len(source) > _LONGEST_PATH):
        return source
    if isinstance(source, (str, bytes, os.PathLike)):
        return _local(os.fsdecode(source))
    return None


def _local(path: str) -> str:
    """The path of a file:// address of this computer, as file managers and the command line take it."""
    found = re.match(r"(?i)file:(?://(?:localhost)?)?(?=/[^/])", path)
    return os.fsdecode(unquote_to_bytes(os.fsencode(path[found.end():]))) if found else path


def name_of(source: Source) -> str | None:
    """What the sound is called; None: it has no name."""
    if isinstance(source, str):
        return source
    name = getattr(source, "name", None)
    return name if isinstance(name, str) else None


@contextmanager
def local_file(source: Source) -> Iterator[tuple[bytes, bytes | None]]:
    """The path of the bytes, and what the file is called if that is something else.

    What is no file on disk comes in blocks into a file in memory without a name: decoders read by position. It ends
    with the block, and with the process, however that ends.
    """
    if isinstance(source, str) and not is_url(source):
        yield os.fsencode(source), None
        return
    called = name_of(source) or "samples"
    with os.fdopen(os.memfd_create("tactus"), "wb") as memory:
        if isinstance(source, str):
            _read_url(source, memory)
        else:
            _copy(source, memory, called)
        memory.flush()
        place = f"/proc/{os.getpid()}/fd/{memory.fileno()}"
        try:
            yield os.fsencode(place), os.fsencode(called)
        except AudioError as error:
            raise type(error)(str(error).replace(place, called)) from None


def _copy(source: Any, memory: IO[bytes], called: str) -> None:
    if not hasattr(source, "read"):
        memory.write(source)
        return
    if getattr(source, "closed", False):
        raise ValueError(f"{called}: this file is closed; open it again with mode 'rb'")
    if hasattr(source, "readable") and not source.readable():
        raise TypeError(f"{called}: is not open for reading; open it with mode 'rb'")
    while block := source.read(1 << 20):
        if isinstance(block, str):
            raise TypeError(f"{called}: is open as text; open it with mode 'rb'")
        memory.write(block)


def _read_url(path: str, memory: IO[bytes]) -> None:
    try:
        import fsspec
    except ImportError:
        raise ArgumentError(f"{path}: a URL needs the package fsspec: pip install fsspec") from None
    try:
        with fsspec.open(path, "rb") as remote:
            shutil.copyfileobj(remote, memory, 1 << 20)
    except FileNotFoundError as error:  # also for a server that does not answer
        if isinstance(error.__cause__, OSError):
            raise AudioError(f"{path}: cannot be read: {error.__cause__}") from error
        raise missing(path) from None
    except MemoryError:
        raise
    except Exception as error:  # each kind of storage has errors of its own
        raise AudioError(f"{path}: cannot be read: {error or type(error).__name__}") from error
