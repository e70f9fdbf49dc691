"""Files behind a URL, read by fsspec: s3://, https://, sftp:// and many more."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from ._errors import ArgumentError, AudioError, MissingFileError


def is_url(path: str) -> bool:
    return re.match(r"[A-Za-z][A-Za-z0-9+.-]+://", path) is not None


@contextmanager
def local_file(path: str) -> Iterator[tuple[bytes, bytes | None]]:
    """The path of the bytes, and what the file is called if that is something else.

    The bytes of a URL come in blocks into a file in memory without a name: decoders read by
    position. It ends with the block, and with the process, however that ends.
    """
    if not is_url(path):
        yield os.fsencode(path), None
        return
    try:
        import fsspec
    except ImportError:
        raise ArgumentError(f"{path}: a URL needs the package fsspec: pip install fsspec") from None
    place = f"/proc/{os.getpid()}/fd/"
    with os.fdopen(os.memfd_create("tactus"), "wb") as memory:
        try:
            with fsspec.open(path, "rb") as remote:
                shutil.copyfileobj(remote, memory, 1 << 20)
            memory.flush()
        except FileNotFoundError as error:  # also for a server that does not answer
            if isinstance(error.__cause__, OSError):
                raise AudioError(f"{path}: cannot be read: {error.__cause__}") from error
            raise MissingFileError(f"{path}: no such file") from None
        except MemoryError:
            raise
        except Exception as error:  # each kind of storage has errors of its own
            raise AudioError(f"{path}: cannot be read: {error or type(error).__name__}") from error
        place += str(memory.fileno())
        try:
            yield os.fsencode(place), os.fsencode(path)
        except AudioError as error:
            raise type(error)(str(error).replace(place, path)) from None
