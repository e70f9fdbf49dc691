"""Beats, downbeats, tempo, chords and key of recorded music.

    import tactus
    song = tactus.tag("song.flac")        # or tactus.tag(samples, rate), a list of files, a folder
    song.beats, song.downbeats, song.tempo, song.key, song.chords
    song.save("song.lab")

Times are seconds from the start of the recording, tempi are beats per minute, rates are in Hz,
confidences lie between 0 and 1, or are -1 if unknown.
"""

from ._engine import Engine, tag
from ._errors import (
    ArgumentError,
    AudioError,
    BackendError,
    ConfigError,
    DatasetError,
    DeviceError,
    Error,
    FeaturesError,
    FormatError,
    InputError,
    InternalError,
    Interrupted,
    LabelError,
    MissingFileError,
    MissingFolderError,
    ModelError,
    OutOfMemoryError,
    OutputError,
    RenderingError,
    TrainingError,
)
from ._research import Model, decode, evaluate, features, formats, load, load_model
from ._song import Activation, Activations, Song, table
from ._tactus import version as __version__
from ._training import Corpus, Example, Training, train
from ._types import Chord, Grid, GridSegment, Head, ModelInfo, Reading, Segment, Tempo

__all__ = [
    "Activation",
    "Activations",
    "ArgumentError",
    "AudioError",
    "BackendError",
    "Chord",
    "ConfigError",
    "Corpus",
    "DatasetError",
    "DeviceError",
    "Engine",
    "Error",
    "Example",
    "FeaturesError",
    "FormatError",
    "Grid",
    "GridSegment",
    "Head",
    "InputError",
    "InternalError",
    "Interrupted",
    "LabelError",
    "MissingFileError",
    "MissingFolderError",
    "Model",
    "ModelError",
    "ModelInfo",
    "OutOfMemoryError",
    "OutputError",
    "Reading",
    "RenderingError",
    "Segment",
    "Song",
    "Tempo",
    "Training",
    "TrainingError",
    "__version__",
    "decode",
    "evaluate",
    "features",
    "formats",
    "load",
    "load_model",
    "table",
    "tag",
    "train",
]
