"""Training: runs of `tactus train`, and corpora as features and targets for networks of others."""

from __future__ import annotations

import json
import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Union

import numpy as np

from . import _places, _tactus
from ._engine import PathLike, assignments, log, require_model
from ._errors import ArgumentError, Interrupted, MissingFileError, OutputError, in_python, named, require_file
from ._progress import report_of
from ._types import Head

if TYPE_CHECKING:
    import numpy.typing as npt

Event = dict[str, Any]
CACHE = "~/.cache/tactus/features"  # as in the recipes


class Training(NamedTuple):
    """What a run has left."""

    model: str
    """the path of the model, which Engine, load_model and `tactus tag --model` take"""
    epochs: list[Event]
    """a row for each epoch of this call: epoch, loss, validation_loss, score, improved, seconds, and the figures of the
    validation songs by name; pandas.DataFrame(run.epochs)"""
    best: Event | None
    """the row of the epoch whose model was kept; None if no epoch of this call improved"""


def _row(event: Event) -> Event:
    row = {name: value for name, value in event.items() if not isinstance(value, list) and name != "event"}
    return {**row, **dict(event["metrics"])}


class _Watch:
    """Follows a run: rows of epochs, progress, notes for the log, and the function of the caller."""

    def __init__(self, report: Callable[[float], object] | None, callback: Callable[[Event], object] | None):
        self.epochs: list[Event] = []
        self._report, self._callback = report, callback

    def __call__(self, line: str) -> None:
        event: Event = json.loads(line)
        kind = event["event"]
        if kind == "epoch":
            self.epochs.append(_row(event))
        elif kind == "note":
            log.info("%s", in_python(event["text"]))
        elif kind == "batch" and self._report:
            done = event["epoch"] + (event["batch"] + 1) / max(1, event["batches"])
            self._report(min(1.0, done / max(1, event["epochs"])))
        if self._callback:
            self._callback(event)


def _recipe(config: PathLike) -> str:
    """The path of a recipe: a file, or the name of one that the package has."""
    path = os.fsdecode(config)
    inside = _places.recipe(path)
    if os.path.exists(path) and not (inside and os.path.isdir(path)):
        return path
    if not inside and "/" not in path:
        raise named(MissingFileError(f"{path}: no such file, and no recipe of that name; "
                                     f"recipes: {', '.join(_places.recipes())}"), path)  # fmt: skip
    if not inside:
        require_file(path)
    return inside or path


def _refuse_existing(output: str) -> None:
    for file in (output, f"{output}.state"):
        if os.path.isfile(file):
            raise OutputError(f"{file}: exists; use overwrite=True to start again, resume=True to continue that run")


def train(
    config: PathLike | Mapping[str, Any],
    output: PathLike | None = None,
    *,
    data: PathLike | Sequence[PathLike] | None = None,
    settings: Mapping[str, Any] | None = None,
    resume: bool = False,
    overwrite: bool = False,
    device: str | None = None,
    threads: int | None = None,
    cache: PathLike | None = None,
    progress: bool | Callable[[float], object] | None = None,
    callback: Callable[[Event], object] | None = None,
) -> Training:
    """Trains a network, as `tactus train` does.

    config: a recipe: the path of a YAML file, the name of a recipe of the package ("quick", "beats"), or its content as a
        dictionary, whose paths count from the current folder.
    output: the model to write; default: the name of the recipe with .safetensors in the current folder. MODEL.log and
        MODEL.state lie beside it.
    data: corpora in place of those of the recipe: manifests, folders, or folders of shards.
    settings: other values of the recipe: {"schedule.epochs": 5, "network.hidden": 32}.
    resume: continues an interrupted run, with the same result.
    overwrite: starts again where the model exists.
    device, threads: as for Engine; None: those of the recipe.
    cache: the folder that keeps the features of songs between runs.
    progress: True shows a bar on stderr; a function gets the share that is done, 0 to 1.
    callback: gets each event of the run as a dictionary, as `tactus train --progress json` prints it: "data", "batch",
        "epoch" and more (app/workshop/training/train_events.h). An exception that it raises stops the run, whose state
        is saved: resume=True goes on.

    The interpreter's lock is released; Ctrl-C stops the run and saves its state. Raises OutputError if the model exists,
    ConfigError with the place in the recipe, InputError without songs, TrainingError.
    """
    text = json.dumps(dict(config), default=os.fspath) if isinstance(config, Mapping) else None
    file = "config.yaml" if isinstance(config, Mapping) else _recipe(config)
    stem = os.path.splitext(os.path.basename(file))[0]
    model = os.fsdecode(output) if output is not None else f"{'model' if text else stem}.safetensors"
    if not resume and not overwrite:
        _refuse_existing(model)
    places = [data] if isinstance(data, (str, bytes, os.PathLike)) else list(data or ())
    for place in places:
        require_file(place)
    with report_of(progress) as report:
        watch = _Watch(report, callback)
        finished = _tactus.train(
            file=os.fsencode(file),
            text=text,
            assignments=assignments(settings or {}),
            output=os.fsencode(model),
            data=[os.fsdecode(place) for place in places],
            cache=None if cache is None else os.fsencode(cache),
            device=device or "",
            threads=-1 if threads is None else threads,
            resume=resume,
            models_folder=_places.models_folder(),
            event=watch,
        )
    if not finished:
        raise Interrupted(f"{model}: the run was stopped; resume=True continues it")
    best = next((row for row in reversed(watch.epochs) if row["improved"]), None)
    return Training(model, watch.epochs, best)


# ---- Corpora


class Example(NamedTuple):
    """A song, or a passage of one."""

    features: npt.NDArray[np.float32]
    """(frames, bins), not standardised: what Model.forward takes"""
    targets: dict[str, npt.NDArray[Any]]
    """by head: (frames, columns) probabilities, or for a softmax (frames,) numbers of classes, -1 = none"""
    weights: dict[str, npt.NDArray[np.float32]]
    """by head, (frames,): how much a frame counts in the loss; 0 behind the end of the song"""


class Corpus:
    """The songs of a corpus as features and targets: a map-style dataset, as torch.utils.data.DataLoader takes it.

        corpus = tactus.Corpus("my songs", model="beats", split="train", crop_seconds=20)
        for features, targets, weights in torch.utils.data.DataLoader(corpus, batch_size=16, shuffle=True):
            ...

    Tactus computes features and targets as in its own training. Songs without an annotation for the task are left out;
    their number and other remarks go to logging.getLogger("tactus").
    """

    ids: list[str]
    """the songs, in the order of the index"""
    splits: list[str]
    """of each song: "train", "validation" or "test\""""
    artists: list[str]
    """of each song, "" if unknown"""
    paths: list[str]
    """of the sound of each song"""
    heads: list[Head]
    """the outputs of a network for these targets"""
    frame_rate: float
    """frames per second"""

    def __init__(
        self,
        folder: PathLike,
        model: PathLike = "beats",
        *,
        split: str | None = None,
        crop_seconds: float | None = None,
        seed: int = 0,
        validation_share: float = 0.1,
        cache: PathLike = CACHE,
    ):
        """Finds the songs; opens no sound.

        folder: a corpus, or its manifest: see datasets/README.md.
        model: takes task, features and heads of this model: the name of a shipped one, or a path.
        split: "train", "validation" or "test"; None: all songs.
        crop_seconds: of each song a passage of this length, the same for a seed, an epoch and a song; songs that are
            shorter are filled up with zeros. None: whole songs.
        validation_share: of songs without a split; an artist stays together.
        cache: the folder that keeps features; `tactus train` finds them there, too.
        """
        require_file(folder)
        require_model(os.fsencode(model))
        if split not in (None, "train", "validation", "test"):
            raise ArgumentError(f"split={split!r}: expected 'train', 'validation' or 'test'")
        if crop_seconds is not None and not crop_seconds > 0:
            raise ArgumentError(f"crop_seconds={crop_seconds}: expected more than 0")
        self._arguments = (folder, model, split, crop_seconds, seed, validation_share, cache)
        self.epoch = 0
        """set it at the start of each epoch: other passages of the songs"""
        self._open()

    def _open(self) -> None:
        folder, model, split, crop_seconds, self._seed, share, cache = self._arguments
        kept = os.path.expanduser(os.fsdecode(cache))
        self._native = _tactus.Corpus(
            os.fsencode(folder), os.fsencode(model), _places.models_folder(), kept, share
        )
        for note in self._native.notes:
            log.info("%s", in_python(note))
        songs = [(i, *each) for i, each in enumerate(self._native.songs) if split in (None, each[1])]
        if not songs:
            raise ArgumentError(f"{os.fsdecode(folder)}: no song{f' of the split {split}' if split else ''} with sound and "
                                f"annotation for {self._native.task}")  # fmt: skip
        self._numbers = [each[0] for each in songs]
        self.ids, self.splits, self.artists = ([each[k] for each in songs] for k in (1, 2, 3))
        self.paths = [os.fsdecode(each[4]) for each in songs]
        self.frame_rate = self._native.frame_rate
        self.heads, first = [], 0
        for name, columns, softmax in self._native.heads:
            self.heads.append(Head(name, slice(first, first + columns), "softmax" if softmax else "sigmoid"))
            first += columns
        self._crop = None if crop_seconds is None else max(1, round(crop_seconds * self.frame_rate))

    def __reduce__(self) -> tuple[Any, ...]:
        return _corpus, (self._arguments, self.epoch)

    def __len__(self) -> int:
        return len(self.ids)

    def __iter__(self) -> Iterator[Example]:
        return (self[i] for i in range(len(self)))

    def __getitem__(self, index: int) -> Example:
        number = self._numbers[operator.index(index)]
        x = self._native.features(number).copy()  # torch wants arrays that can be written
        pairs = dict(zip([head.name for head in self.heads], self._native.targets(number, len(x))))
        targets = {name: _for_loss(values) for name, (values, _) in pairs.items()}
        whole = Example(x, targets, {name: weights.copy() for name, (_, weights) in pairs.items()})
        return whole if self._crop is None else self._passage(whole, index % len(self))

    def _passage(self, song: Example, index: int) -> Example:
        assert self._crop is not None
        random = np.random.default_rng((self._seed, self.epoch, index))
        begin = int(random.integers(0, max(1, len(song.features) - self._crop + 1)))

        def cut(values: npt.NDArray[Any], fill: float = 0) -> npt.NDArray[Any]:
            part = values[begin : begin + self._crop]
            missing = self._crop - len(part)
            if not missing:
                return part.copy()
            return np.concatenate([part, np.full((missing, *part.shape[1:]), fill, part.dtype)])

        targets = {name: cut(values, -1 if values.ndim == 1 else 0) for name, values in song.targets.items()}
        return Example(cut(song.features), targets, {name: cut(values) for name, values in song.weights.items()})

    def __repr__(self) -> str:
        heads = ", ".join(f"{head.name} [{head.columns.stop - head.columns.start}]" for head in self.heads)
        return f"<tactus.Corpus {self._native.task}: {len(self)} songs, {self.frame_rate:.4g} frames per second -> {heads}>"


def _corpus(arguments: tuple[Any, ...], epoch: int) -> Corpus:
    folder, model, split, crop_seconds, seed, share, cache = arguments
    made = Corpus(folder, model, split=split, crop_seconds=crop_seconds, seed=seed, validation_share=share, cache=cache)
    made.epoch = epoch
    return made


def _for_loss(values: npt.NDArray[Any]) -> npt.NDArray[Any]:
    """Classes as torch's losses want them."""
    return values.astype(np.int64) if values.ndim == 1 else values.copy()
