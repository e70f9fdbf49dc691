"""Exceptions, one for each code of tactus.h."""

from __future__ import annotations

import errno
import os
import re
from typing import TypeVar


class Error(Exception):
    """Base of all exceptions of Tactus. `code` is the number of the error in tactus.h."""

    code: int = 101
    path: str | None = None
    """the file that could not be tagged or is missing, if it is known"""


class ArgumentError(Error, ValueError):
    """An argument or option is wrong, or two contradict each other."""

    code = 1


class InputError(Error):
    """A file or folder is missing, or contains nothing to work on."""

    code = 2


class ConfigError(Error):
    """A configuration or manifest is wrong."""

    code = 3


class DeviceError(Error):
    """The chosen device does not exist here."""

    code = 4


class Interrupted(Error):
    """Engine.cancel() stopped the work."""

    code = 5


class AudioError(Error):
    """A file cannot be decoded, or samples are not valid sound."""

    code = 6


class OutputError(Error, OSError):
    """A file cannot be written."""

    code = 7


class _Missing:
    """What a FileNotFoundError knows, also behind pickle."""

    path: str | None
    errno = errno.ENOENT

    @property
    def filename(self) -> str | None:
        return self.path

    def __str__(self) -> str:
        return str(self.args[0])  # type: ignore[attr-defined]


class MissingFileError(_Missing, AudioError, InputError, FileNotFoundError):  # type: ignore[misc]
    """A file or folder does not exist. `filename` is its path."""


class MissingFolderError(_Missing, OutputError, FileNotFoundError):  # type: ignore[misc]
    """The folder of a file to write does not exist. `filename` is the path of that file."""


class FormatError(Error, ValueError):
    """An annotation file cannot be read or written in its format."""

    code = 8


class FeaturesError(Error):
    """A file of features cannot be read or written."""

    code = 9


class ModelError(Error):
    """A model cannot be read."""

    code = 10


class LabelError(Error, ValueError):
    """A chord label breaks its syntax."""

    code = 11


class DatasetError(Error):
    """A corpus or its cache cannot be used."""

    code = 12


class TrainingError(Error):
    """A training run cannot continue."""

    code = 13


class BackendError(Error):
    """A device fails while it computes."""

    code = 14


class RenderingError(Error):
    """A corpus cannot be rendered."""

    code = 15


class OutOfMemoryError(Error, MemoryError):
    """Memory ran out."""

    code = 100


class InternalError(Error):
    """A fault of the library itself, or of the system."""

    code = 101


_CLASSES: dict[int, type[Error]] = {
    each.code: each
    for each in (
        ArgumentError, InputError, ConfigError, DeviceError, Interrupted, AudioError, OutputError,
        FormatError, FeaturesError, ModelError, LabelError, DatasetError, TrainingError,
        BackendError, RenderingError, OutOfMemoryError, InternalError,
    )
}  # fmt: skip


_AnyMissing = TypeVar("_AnyMissing", MissingFileError, MissingFolderError)

_NAMES = {"model": "models", "from": "format", "set": "settings", "decoder-program": "decoder"}  # where they differ
_FUNCTIONS = {"eval": "evaluate"}
_FLAGS = ("overwrite", "resume")
_WITH_WORD = "device|from|layer|grid"  # a word follows
_VALUE = r"([^\s;,]+?)(?=[:;,.)]*(?:\s|$))"


def in_python(message: str) -> str:
    """A message of the library, with the names of arguments where it has options of the command line."""

    def models(found: re.Match[str]) -> str:
        return "models=[" + ", ".join(f'"{each}"' for each in found[0].split()[1::2]) + "]"

    def named(found: re.Match[str]) -> str:
        name = _NAMES.get(found[1], found[1].replace("-", "_"))
        return f"{name}=True" if found[1] in _FLAGS else name

    message = re.sub(rf"--model {_VALUE}(?: --model {_VALUE})*", models, message)
    message = re.sub(rf"--({_WITH_WORD}) {_VALUE}", lambda found: f'{_NAMES.get(found[1], found[1])}="{found[2]}"', message)
    message = message.replace("--dataset ", "")
    message = re.sub(r"`tactus (tag|train|features|decode|eval)(?: [^`]*)?`", lambda found: f"tactus.{_FUNCTIONS.get(found[1], found[1])}()",
                     message)  # fmt: skip
    return re.sub(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)", named, message)


def missing(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> MissingFileError:
    """The exception for a file that is not there."""
    return named(MissingFileError(f"{os.fsdecode(path)}: no such file"), path)


def named(error: _AnyMissing, path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> _AnyMissing:
    error.path = os.fsdecode(path)
    return error


def require_file(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> None:
    """Raises MissingFileError unless something is there."""
    if not os.path.exists(path):
        raise missing(path)


def error_of(code: int, message: str) -> Error:
    """The exception for a code of tactus.h; the extension calls it. What names a file that is not there is a
    MissingFileError, whichever part of the library missed it."""
    said = in_python(message)
    found = re.match(r"(?:\w+ )?([^\n]+?): no such (?:file|folder|program|model file)\b", said)
    if found and not os.path.exists(found[1]):
        made: Error = named(MissingFileError(said), found[1])
    else:
        made = _CLASSES.get(code, Error)(said)
    made.code = code
    return made
