"""Exceptions, one for each code of tactus.h."""

from __future__ import annotations


class Error(Exception):
    """Base of all exceptions of Tactus. `code` is the number of the error in tactus.h."""

    code: int = 101


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


class MissingFileError(AudioError, FileNotFoundError):
    """The audio file does not exist."""


class OutputError(Error, OSError):
    """A file cannot be written."""

    code = 7


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


def error_of(code: int, message: str) -> Error:
    """The exception for a code of tactus.h; the extension calls it."""
    made = _CLASSES.get(code, Error)(message)
    made.code = code
    return made
