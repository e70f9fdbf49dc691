"""Scores, features, networks, decoders and annotation files: the parts that research uses one by one."""

from __future__ import annotations

import os
import threading
import weakref
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _places, _tactus
from ._engine import PathLike, assignments, log, require_model, samples_as_frames
from ._errors import ArgumentError, in_python, require_file
from ._remote import is_url, local_file, source_of
from ._song import Activation, Activations, Song
from ._types import Head

if TYPE_CHECKING:
    import numpy.typing as npt

    FloatMatrix = npt.NDArray[np.float32]


def load(path: PathLike, format: str | None = None, layer: str | None = None) -> Song:
    """Reads an annotation file: JAMS, lab, beats, MIDI and all other formats of `formats()`.

    Its name or content gives the format, or `format` does. In text whose words could name several
    layers, `layer` ("beats", "chords", "keys" or "sections") decides. What was repaired or left out goes to
    logging.getLogger("tactus"). Raises FormatError with the place of the fault, MissingFileError.
    """
    require_file(path)
    song, notes = _tactus.read_song(_places.bytes_of_path(path), format or "", layer or "")
    for note in notes:
        log.warning("%s", in_python(note))
    return Song(song, os.fsdecode(path))


def formats() -> list[str]:
    """The names of the formats of annotation files: "jams", "lab", "beats", "csv", "midi", ..."""
    return _tactus.formats()


# ---- Scores ----


def _annotation(
    beats: Sequence[tuple[float, int, float, int]] = (),
    **layers: Sequence[tuple[float, float, bytes, float]],
) -> _tactus.Song:
    return _tactus.Song.of_layers(list(beats), list(layers.items()))


def _of_beats(values: Any, downbeats: bool) -> _tactus.Song:
    if values is None:
        raise TypeError("beats: None, expected a Song, a file, or times in seconds")
    array = np.asarray(values, float)
    if array.ndim == 2 and array.shape[1] >= 2:  # madmom: time, position
        array = array[array[:, 1] == 1, 0] if downbeats else array[:, 0]
    if array.ndim != 1:
        raise ArgumentError(f"beats of shape {array.shape}: expected (n,) seconds, or (n, 2) with positions")
    if np.any(np.diff(array) < 0):
        raise ArgumentError("beats: are not in order of time; sort them")
    return _annotation(beats=[(time, 1 if downbeats else 0, -1.0, 2) for time in array.tolist()])


def _of_segments(values: Any, layer: str) -> _tactus.Song:
    if isinstance(values, tuple) and len(values) == 2 and np.ndim(values[0]) == 2:
        intervals, labels = np.asarray(values[0], float), list(values[1])
        if intervals.shape != (len(labels), 2):
            raise ArgumentError(f"intervals of shape {intervals.shape}, expected ({len(labels)}, 2): one for each label")
        rows = [(start, end, label) for (start, end), label in zip(intervals.tolist(), labels)]
    else:
        rows = [(each[0], each[1], each[2]) for each in values]
    segments = [(float(start), float(end), label.encode(), -1.0) for start, end, label in rows]
    return _annotation(**{layer: segments})


def _is_file(value: Any, task: str) -> bool:
    if task == "key" and isinstance(value, str):
        return os.path.isfile(value)
    return isinstance(value, (str, bytes, os.PathLike))


def _side(value: Any, task: str) -> _tactus.Song:
    if isinstance(value, Song):
        return value._native
    if _is_file(value, task):
        return load(value)._native
    if task in ("beats", "downbeats", "fine"):
        return _of_beats(value, task == "downbeats")
    if task == "chords":
        return _of_segments(value, "chords")
    if task == "segments":
        return _of_segments(value, "sections")
    if task == "key" and isinstance(value, str):
        return _annotation(keys=[(0.0, 1.0, value.encode(), -1.0)])
    raise ArgumentError(f"{task}: expected a Song or a file, not {type(value).__name__}")


def _tempi(reference: Any, estimate: Any) -> list[tuple[str, float]]:
    def pair(tempi: Any) -> tuple[float, float]:
        values = np.atleast_1d(np.asarray(tempi, float)).tolist()
        return (values[0], values[-1])

    weight = 1.0
    if isinstance(reference, tuple) and len(reference) == 2 and np.ndim(reference[0]) == 1:
        reference, weight = reference
    elif np.ndim(reference) != 0:
        raise ArgumentError("tempo: expected a number, or ([slower, faster], weight of the first)")
    return _tactus.evaluate_tempi(pair(reference), float(weight), pair(estimate))


def evaluate(reference: Any, estimate: Any, task: str) -> dict[str, float]:
    """Scores an estimate against a reference, with the names and values of mir_eval (Raffel et al.,
    ISMIR 2014).

    task: "beats", "downbeats" (as mir_eval.beat.evaluate, without beats before 5 s), "chords"
        (mir_eval.chord), "key" (mir_eval.key), "tempo" (mir_eval.tempo, and Accuracy 1 and 2 of
        Gouyon et al. 2006 for songs and files), "segments" (mir_eval.segment), or "fine": how exactly
        beats lie in time.
    reference, estimate: each a Song, an annotation file, or plain values: times of beats (n,) or
        madmom's (n, 2); (intervals, labels) of chords or sections, or rows (start, end, label);
        "C:major"; for tempo a number, [slower, faster], or as reference ([slower, faster], weight).

    Raises ArgumentError if the reference cannot be scored, or values are out of order.
    """
    plain = not any(isinstance(each, Song) or _is_file(each, task) for each in (reference, estimate))
    if task == "tempo" and plain:
        return dict(_tempi(reference, estimate))
    return dict(_tactus.evaluate(_side(reference, task), _side(estimate, task), task))


# ---- Features ----


def features(
    source: Any, rate: float | None = None, *, kind: str = "beats", model: PathLike | None = None
) -> FloatMatrix:
    """Frames of features, (frames, bins) float32, as `tactus features` writes them.

    source: an audio file, a URL, an open file, bytes, or samples with their `rate`, as for tag().
    kind: "beats" (Böck and Schedl, DAFx 2011), "chords" (logarithmic filterbank), "chroma" (12
        pitch classes, C first), "nnls_chroma" (Mauch and Dixon, ISMIR 2010; 12 bass and 12 treble
        pitch classes, A first).
    model: instead of `kind`, the input of a model, not standardised: what Model.forward and an
        exported ONNX file take.
    """
    if model is not None:
        require_model(os.fsencode(model))

    def computed(place: bytes | None, frames: FloatMatrix | None, whole_rate: int) -> FloatMatrix:
        return _tactus.features(
            path=place,
            samples=frames,
            rate=whole_rate,
            kind=kind,
            model=None if model is None else os.fsencode(model),
            models_folder=_places.models_folder(),
            decoder=_places.decoder(),
        )

    if rate is not None or isinstance(source, np.ndarray):
        return computed(None, *samples_as_frames(source, rate))
    one = source_of(source)
    if one is None:
        raise TypeError(f"{type(source).__name__}: expected a file, an open file, bytes, or samples with their rate")
    if isinstance(one, str) and not is_url(one):
        require_file(one)
    with local_file(one) as (place, _):
        return computed(place, None, 0)


# ---- Networks ----

_models: weakref.WeakSet[Model] = weakref.WeakSet()


class Model:
    """The networks of a model without features and decoder; tactus.load_model makes it."""

    def __init__(self, name: PathLike, device: str, threads: int):
        self._arguments = (name, device, threads)
        self._open()
        _models.add(self)

    def _open(self) -> None:
        name, device, threads = self._arguments
        self._lock = threading.Lock()
        self._native: _tactus.Model | None = _tactus.Model(
            os.fsencode(name), _places.models_folder(), device, threads
        )
        self.task: str = self._native.task
        """"beats", "bars", "chords" or "sections\""""
        self.path: str = os.fsdecode(self._native.path)
        self.frame_rate: float = self._native.frame_rate
        """frames per second"""
        self.input_size: int = self._native.input
        """bins of a frame of features"""
        self.heads: list[Head] = []
        """the outputs, in the order of the columns of forward()"""
        first = 0
        for head, columns, softmax in self._native.heads:
            self.heads.append(Head(head, slice(first, first + columns), "softmax" if softmax else "sigmoid"))
            first += columns

    def _forget(self) -> None:
        if self._native is not None:
            self._native.abandon()
        self._native = None

    def __reduce__(self) -> tuple[Any, ...]:
        return Model, self._arguments

    def forward(self, x: npt.ArrayLike, *, logits: bool = False) -> FloatMatrix:
        """Runs the networks on features (frames, input_size), as features(..., model=) gives them.

        Returns (frames, columns) float32: the probabilities of all heads side by side, or their
        logits. An ensemble gives the mean of the logits of its networks. `tag` runs a chord
        model on as many transpositions as its decoder asks for.
        """
        if self._native is None:  # in a forked child
            self._open()
        assert self._native is not None
        x = np.ascontiguousarray(x, np.float32)
        if x.ndim != 2:
            raise ArgumentError(f"features of shape {x.shape}: expected (frames, {self.input_size})")
        values = self._native.logits(x)
        if logits:
            return values
        return np.hstack([_probabilities(values[:, head.columns], head.kind) for head in self.heads])

    def __repr__(self) -> str:
        heads = ", ".join(f"{head.name} [{head.columns.stop - head.columns.start}]" for head in self.heads)
        return f"<tactus.Model {self.path}: {self.task}, {self.input_size} -> {heads}>"


def _probabilities(logits: FloatMatrix, kind: str) -> FloatMatrix:
    if kind == "sigmoid":
        return (1.0 / (1.0 + np.exp(-logits))).astype(np.float32)
    powers: FloatMatrix = np.exp(logits - logits.max(axis=1, keepdims=True))
    powers /= powers.sum(axis=1, keepdims=True)
    return powers


def _after_fork() -> None:
    for model in list(_models):
        model._forget()


os.register_at_fork(after_in_child=_after_fork)


def load_model(name: PathLike, *, device: str = "cpu", threads: int = 0) -> Model:
    """Loads a model: the name of a shipped model ("beats", "bars", "chords", "sections"), or a file.

    device and threads: as for Engine. "cpu" computes in single precision. `tag` has the same outputs on the same device;
    its usual one, "auto", may compute in int16. Raises InputError (no such model) or ModelError (damaged).
    """
    require_model(os.fsencode(name))
    return Model(name, device, threads)


# ---- Decoders ----


def decode(
    activations: npt.ArrayLike | Activations | PathLike,
    rate: float | None = None,
    task: str | None = None,
    *,
    model: PathLike | None = None,
    labels: Sequence[str] | None = None,
    beats: npt.ArrayLike | None = None,
    **parameters: Any,
) -> Song:
    """Runs decoders on the activations of a song, or one decoder on those of any network.

    decode(song.activations), and decode(song.activations["beats"]) or a changed copy of it, decode as tag() has done with the
    models and settings of that engine: the same song without a change. They use all that tag() knew: the other tasks, the
    attacks of the sound, and the second pass where there was one.

    With `task` or other arguments one decoder runs alone, as `tactus decode` does:

    activations: (frames, columns) probabilities, or a file of them (.npy). task "beats": a beat, or (a beat that is not a
        downbeat, a downbeat); "downbeats": the latter; "chords": one column per label.
    rate: frames per second; None: that of the activations of a song.
    model: takes the settings of its decoder, by name or path.
    labels: of the columns, for "chords"; not needed for the vocabulary of Tactus.
    beats: times to which chord changes move, seconds, in order.
    parameters: settings of the decoder that override those: min_bpm=40, beats_per_bar=[3, 4];
        `tactus decode --help` lists them.

    Raises ArgumentError for activations that are not probabilities: logits, NaN.
    """
    if isinstance(activations, (str, bytes, os.PathLike)):
        require_file(activations)
        activations = np.load(os.fsdecode(activations), allow_pickle=False)
    alone = task is not None or rate is not None or model is not None or labels or beats is not None or parameters
    if not alone and isinstance(activations, (Activations, Activation)):
        return _decode_as_tagged(activations)
    if isinstance(activations, Activations):
        raise ArgumentError('activations of all tasks: choose those of one, activations["beats"]')
    if isinstance(activations, Activation):
        rate = rate or activations.rate
        task = task or ("downbeats" if activations.task == "beats" else activations.task)
    if rate is None or task is None:
        raise ArgumentError("activations: need their rate and a task: decode(activations, 50, 'downbeats')")
    return _decode_alone(activations, rate, task, model, labels, beats, parameters)


def _decode_as_tagged(given: Activations | Activation) -> Song:
    if isinstance(given, Activations):
        kept, changed = given, given
    else:
        kept = given.song  # type: ignore[assignment]
        if kept is None:
            raise ArgumentError("activations: not of a song; need their rate and a task: decode(activations, 50, 'downbeats')")
        if given.shape != kept[given.task].shape:
            raise ArgumentError(f"activations of shape {given.shape}, expected {kept[given.task].shape}; give rate and task "
                                "for a part of a song")  # fmt: skip
        changed = kept.replaced(given)
    song: Song = kept._engine().decode(changed)
    return song


def _decode_alone(
    activations: Any,
    rate: float,
    task: str,
    model: PathLike | None,
    labels: Sequence[str] | None,
    beats: npt.ArrayLike | None,
    parameters: dict[str, Any],
) -> Song:
    array = np.ascontiguousarray(activations, np.float32)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2 or not 0.0 < rate < np.inf:
        raise ArgumentError(f"activations of shape {array.shape}, rate {rate}: expected (frames, columns), rate > 0")
    if model is not None:
        require_model(os.fsencode(model))
    native = _tactus.decode(
        activations=array,
        rate=float(rate),
        task=task,
        model=None if model is None else os.fsencode(model),
        models_folder=_places.models_folder(),
        labels=list(labels or ()),
        beats=None if beats is None else np.asarray(beats, float).tolist(),
        set=assignments(parameters),
    )
    return Song(native)
