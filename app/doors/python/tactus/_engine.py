"""Engines: loaded models that tag files and samples."""

from __future__ import annotations

import atexit
import logging
import os
import threading
import weakref
from collections.abc import Callable, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Iterator, Union, overload

import numpy as np

from . import _places, _tactus
from ._errors import ArgumentError, AudioError, Error, Interrupted, in_python, missing, require_file
from ._progress import report_of
from ._remote import Source, is_url, local_file, name_of, source_of
from ._song import Activations, Song
from ._types import ModelInfo

if TYPE_CHECKING:
    import numpy.typing as npt

PathLike = Union[str, bytes, "os.PathLike[str]", "os.PathLike[bytes]"]
Progress = Union[bool, Callable[..., object], None]

log = logging.getLogger("tactus")


def assignments(settings: Mapping[str, Any]) -> list[str]:
    """Settings of decoders as `tactus tag --set` takes them: "beats_per_bar=3,4"."""

    def word(value: Any) -> str:
        if isinstance(value, (list, tuple)):
            return ",".join(word(each) for each in value)
        return str(value).lower() if isinstance(value, bool) else str(value)

    return [f"{name}={word(value)}" for name, value in settings.items()]


class _Lines:
    """Hands lines to the log; those of opening only from the first of the native engines of an Engine."""

    def __init__(self, opens_again: bool):
        self._quiet = opens_again

    def opened(self) -> None:
        self._quiet = False

    def __call__(self, level: int, line: str) -> None:
        if not self._quiet:
            log.log(logging.WARNING if level else logging.INFO, "%s", in_python(line))


def samples_as_frames(samples: npt.ArrayLike, rate: float | None) -> tuple[npt.NDArray[np.float32], int]:
    """Samples as (frames, channels) of full scale +-1, and their rate as a whole number."""
    if isinstance(samples, (str, bytes, os.PathLike)) or hasattr(samples, "read"):
        raise TypeError(f"{type(samples).__name__} with a rate: expected samples; a file has a rate of its own")
    if rate is None:
        raise ArgumentError("samples: need their rate: tag(samples, rate)")
    if np.ndim(rate) or isinstance(rate, (str, bytes)):
        raise TypeError(f"rate of type {type(rate).__name__}: expected a number of Hz: tag(samples, rate)")
    if not np.isfinite(rate) or rate != int(rate):
        raise ArgumentError(f"rate {rate}: expected a whole number of Hz")
    array = np.asarray(samples)
    if array.ndim == 1:
        array = array[:, np.newaxis]
    if array.ndim != 2:
        raise ArgumentError(f"samples of shape {array.shape}: expected (frames,) or (frames, channels)")
    if array.shape[1] > 256 >= array.shape[0]:
        raise ArgumentError(
            f"samples of shape {array.shape}: {array.shape[1]} channels? expected (frames, channels); "
            "librosa has (channels, frames): give samples.T"
        )
    if array.dtype.kind == "u":
        half = 2.0 ** (8 * array.dtype.itemsize - 1)
        array = (array - half) / half
    elif array.dtype.kind == "i":
        array = array / 2.0 ** (8 * array.dtype.itemsize - 1)
    elif array.dtype.kind != "f":
        raise ArgumentError(f"samples of type {array.dtype}: expected numbers")
    return np.ascontiguousarray(array, np.float32), int(rate)


class Engine:
    """Loaded models on an open device, which tag files and samples.

    Any number of threads may use an engine at the same time: it opens one native engine for each
    that works, and keeps it. After fork() a child opens its own. An engine can be pickled: it is
    opened again where it arrives. Results depend neither on threads nor on processes.

    Log lines go to logging.getLogger("tactus"): INFO says which files and device are used, WARNING
    says that sound is damaged or that files are decoded without a sandbox.
    """

    def __init__(
        self,
        models: PathLike | Sequence[PathLike] | Mapping[str, bytes] | None = None,
        *,
        device: str = "auto",
        threads: int = 0,
        jobs: int = 0,
        min_bpm: float | None = None,
        max_bpm: float | None = None,
        beats_per_bar: Sequence[int] | None = None,
        grid: str | None = None,
        snap_chords: bool | None = None,
        settings: Mapping[str, Any] | None = None,
        models_folder: PathLike | None = None,
        decoder: PathLike | None = None,
        stall_seconds: float | None = None,
        cuda_module: PathLike | None = None,
    ):
        """Loads the models, in some tenths of a second. None and 0 stand for the defaults.

        models: names of shipped models ("beats", "bars", "chords", "sections"), paths of files, or contents of files by
            name; at most one for each task. "best": the most accurate models of all tasks; "fast": the fastest models. None:
            all shipped models.
        device: "auto" (the processor, in int16 where that is faster), "cpu", "cpu:avx2", "cpu:int16", "cuda", ...
        threads: of the CPU for one song; 0: all cores, shared by the songs that `jobs` tags at a time.
        jobs: songs of a list or folder at a time; 0: one per core.
        min_bpm, max_bpm: the range of tempi, beats per minute.
        beats_per_bar: meters to choose from, [3, 4], or the only one.
        grid: "auto" decides from the music, "constant" puts all beats on one tempo, "free" keeps
            the time of each beat.
        snap_chords: whether chord changes move to the nearest beat.
        settings: other settings of the decoders, {"threshold": 0.1, "chords.stay_bonus": 3}, by name for each decoder
            that has it, or for one task; `tactus decode --help` lists them.
        models_folder: of the shipped models. Default: $TACTUS_MODELS, else those of the package.
        decoder: the program tactus-decode, which decodes files without privileges; "": this process
            decodes.
        stall_seconds: a decoder that sends nothing for this long is stopped (60).
        cuda_module: the file libtactus_cuda.so.

        Raises ArgumentError, InputError (no model), ModelError (damaged), DeviceError.
        """
        self._arguments: dict[str, Any] = {
            name: value for name, value in locals().items() if name not in ("self", "__class__")
        }
        meters = None if beats_per_bar is None else [int(each) for each in np.atleast_1d(np.asarray(beats_per_bar))]
        self._arguments["beats_per_bar"] = meters
        if threads < 0 or jobs < 0:
            raise ArgumentError(f"threads={threads}, jobs={jobs}: expected 0 or more")
        named, in_memory = _model_names(models)
        for name in named:
            require_model(name)
        self._options: dict[str, Any] = {
            "models_folder": _path(models_folder) or _places.models_folder(),
            "models": named,
            "models_in_memory": in_memory,
            "decoder": _places.decoder() if decoder is None else _path(decoder),
            "stall_seconds": stall_seconds or 0.0,
            "device": os.fsencode(device),
            "cuda_module": _path(cuda_module),
            "min_bpm": min_bpm or 0.0,
            "max_bpm": max_bpm or 0.0,
            "beats_per_bar": meters,
            "grid": None if grid is None else os.fsencode(grid),
            "snap_chords": 0 if snap_chords is None else 1 if snap_chords else 2,
            "settings": [os.fsencode(each) for each in assignments(settings or {})],
        }
        self._threads, self._jobs = threads, jobs
        self._has_opened = False
        self._renew()
        with self._native(threads):  # wrong options shall raise here
            pass
        _engines.add(self)

    def _renew(self) -> None:
        self._lock = threading.Lock()
        self._idle: dict[int, list[_tactus.Engine]] = {}
        self._busy: set[_tactus.Engine] = set()
        self._cancels = 0
        self._closed = False

    def _forget(self) -> None:
        """In a forked child: the threads of the native engines are not there to end them."""
        for native in [*self._busy, *(each for idle in self._idle.values() for each in idle)]:
            native.abandon()
        self._renew()

    def __reduce__(self) -> tuple[Any, ...]:
        return _opened, (self._arguments,)

    def _open(self, threads: int) -> _tactus.Engine:
        lines = _Lines(self._has_opened)
        native = _tactus.Engine(**self._options, threads=threads, log=lines)
        lines.opened()
        self._has_opened = True
        return native

    @contextmanager
    def _native(self, threads: int) -> Iterator[_tactus.Engine]:
        with self._lock:
            if self._closed:
                raise ArgumentError("the engine is closed")
            idle = self._idle.setdefault(threads, [])
            native = idle.pop() if idle else None
        if native is None:
            native = self._open(threads)
        with self._lock:
            self._busy.add(native)
        try:
            yield native
        finally:
            with self._lock:
                self._busy.discard(native)
                native.cancel_reset()
                if not self._closed:
                    self._idle.setdefault(threads, []).append(native)

    @property
    def device(self) -> str:
        """The device in words: "cpu, 2 threads, avx512 (no CUDA: no NVIDIA card was found)"."""
        with self._native(self._threads) as native:
            return native.device()

    @property
    def sample_rate(self) -> int:
        """The rate to which all sound is converted, Hz: samples of this rate are used as they are."""
        with self._native(self._threads) as native:
            return native.sample_rate()

    @property
    def models(self) -> list[ModelInfo]:
        """The models, in the order in which their tasks are decoded."""
        with self._native(self._threads) as native:
            return [ModelInfo(*each) for each in native.models()]

    def cancel(self) -> None:
        """Stops all that the engine tags now, from any thread: it raises Interrupted within seconds."""
        with self._lock:
            self._cancels += 1
            for native in self._busy:
                native.cancel()

    def close(self) -> None:
        """Frees models and threads; songs remain valid. `with tactus.Engine() as engine:` does it, too."""
        with self._lock:
            self._closed = True
            self._idle.clear()

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @overload
    def tag(  # type: ignore[overload-overlap]
        self, source: PathLike, *, activations: bool = ..., progress: Progress = ...
    ) -> Song: ...
    @overload
    def tag(
        self, source: npt.ArrayLike, rate: float, *, activations: bool = ..., progress: Progress = ...
    ) -> Song: ...
    @overload
    def tag(
        self, source: Iterable[PathLike], *, activations: bool = ..., progress: Progress = ...
    ) -> list[Song | Error]: ...
    def tag(
        self,
        source: Any,
        rate: float | None = None,
        *,
        activations: bool = False,
        progress: Progress = None,
    ) -> Any:
        """Finds beats, tempo, chords and key; see tactus.tag."""
        return self._tag(source, rate, activations, progress)

    def _tag(self, source: Any, rate: float | None, activations: bool, progress: Progress) -> Any:
        if rate is not None or isinstance(source, np.ndarray):
            return self._tag_samples(source, rate, activations, progress)
        one = source_of(source)
        if one is None:
            return self._tag_many(_sources(source), activations, progress)
        if isinstance(one, str) and os.path.isdir(one):
            songs = _tactus.songs_in(_places.bytes_of_path(one))
            return self._tag_many([os.fsdecode(path) for path, _ in songs], activations, progress)
        with report_of(progress) as report:
            return self._tag_file(one, activations, report, self._threads)

    def _tag_file(
        self, source: Source, activations: bool, progress: Callable[[float], object] | None, threads: int
    ) -> Song:
        path = source if isinstance(source, str) else None
        try:
            with local_file(source) as (place, called), self._native(threads) as native:
                song = native.tag_file(place, activations, progress, called)
        except AudioError:
            if path is None or is_url(path) or os.path.exists(os.fsencode(path)):
                raise
            raise missing(path) from None
        again = _Again(_EngineOf(self, self._arguments), path) if path else None
        return Song(song, name_of(source), self._kept(song, activations), again)

    def _tag_samples(self, samples: Any, rate: float | None, activations: bool, progress: Progress) -> Song:
        frames, whole_rate = samples_as_frames(samples, rate)
        with report_of(progress) as report, self._native(self._threads) as native:
            song = native.tag_samples(frames, whole_rate, activations, report)
        return Song(song, None, self._kept(song, activations))

    def _kept(self, song: _tactus.Song, activations: bool) -> Activations | None:
        if not activations:
            return None
        models = {each.task: each.path for each in self.models}
        engine = _EngineOf(self, self._arguments)
        return Activations(song.activations(), song.context(), song.seconds, models, engine)

    def decode(self, activations: Activations) -> Song:
        """Decodes activations that this engine, or one with the same models, has kept. See tactus.decode."""
        if not activations._context:
            raise ArgumentError("activations: of a recording longer than half an hour; give rate and task to decode parts")
        tasks = [(task, "", activations.rates[task], np.asarray(activations[task])) for task in activations]
        with self._native(self._threads) as native:
            song = native.decode_again(tasks, activations._context, activations._seconds)
        return Song(song, None, self._kept(song, True))

    def _tag_many(self, paths: list[Any], activations: bool, progress: Progress) -> list[Song | Error]:
        cores = len(os.sched_getaffinity(0))
        jobs = max(1, min(len(paths), self._jobs or cores))
        threads = self._threads if jobs == 1 else self._threads or max(1, cores // jobs)
        begun = self._cancels

        def work(path: Source) -> Song | Error:
            if self._cancels != begun:
                raise Interrupted("interrupted")
            try:
                return self._tag_file(path, activations, None, threads)
            except Interrupted:
                raise
            except Error as error:
                error.path = name_of(path)
                return error

        with report_of(progress, len(paths)) as report, ThreadPoolExecutor(jobs, "tactus") as pool:
            futures = {pool.submit(work, path): name_of(path) or "" for path in paths}
            try:
                _watch(futures, report)
            except BaseException:
                pool.shutdown(wait=False, cancel_futures=True)
                self.cancel()
                raise
        return [each.result() for each in futures]


class _EngineOf:
    """The engine of a song. Where a pickled song arrives, it is opened when it is needed."""

    def __init__(self, engine: Engine | None, arguments: dict[str, Any]):
        self._engine, self._arguments = engine, arguments

    def __call__(self) -> Engine:
        if self._engine is None or self._engine._closed:
            known = default_engine()
            self._engine = known if known._arguments == self._arguments else Engine(**self._arguments)
        return self._engine

    def __reduce__(self) -> tuple[Any, ...]:
        return _EngineOf, (None, self._arguments)


class _Again:
    """Tags a file once more, for the activations of a song that was tagged without them."""

    def __init__(self, engine: _EngineOf, path: str):
        self._engine, self._path = engine, path

    def __call__(self) -> Song:
        song: Song = self._engine().tag(self._path, activations=True)
        return song


def _watch(futures: dict[Future[Song | Error], str], report: Callable[..., object] | None) -> None:
    """Waits for all, reports each that ends, and raises what one of them raises."""
    left, done = set(futures), 0
    while left:
        finished, left = wait(left, return_when="FIRST_COMPLETED")
        for each in finished:
            each.result()
            done += 1
            if report:
                report(done, len(futures), futures[each])


def _sources(source: Any) -> list[Source]:
    """The songs of a list."""
    expected = "expected a file, a folder, a list of them, an open file, bytes, or samples with their rate"
    if not isinstance(source, Iterable) or isinstance(source, Mapping):
        raise TypeError(f"{type(source).__name__}: {expected}")
    found = []
    for each in source:
        one = source_of(each)
        if one is None:
            samples = isinstance(each, (int, float, np.ndarray, np.generic))
            hint = ": samples need their rate: tag(samples, rate)" if samples else f"; {expected}"
            raise TypeError(f"a list with {type(each).__name__}{hint}")
        found.append(one)
    return found


def require_model(name: bytes) -> None:
    """Raises MissingFileError for the path of a model that is not there; names of shipped models have no ending."""
    if name.endswith((b".safetensors", b".variant")) or name.startswith((b"/", b"./", b"../")):
        require_file(name)


def _path(path: PathLike | None) -> bytes | None:
    return None if path is None else _places.bytes_of_path(path)


def _model_names(models: Any) -> tuple[list[bytes], list[tuple[bytes, bytes]]]:
    if models is None:
        return [], []
    if isinstance(models, (str, bytes, os.PathLike)):
        return [os.fsencode(models)], []
    if isinstance(models, Mapping):
        return [], [(os.fsencode(name), bytes(content)) for name, content in models.items()]
    return [os.fsencode(each) for each in models], []


def _opened(arguments: dict[str, Any]) -> Engine:
    return Engine(**arguments)


# ---- The engine that tactus.tag uses ----

_engines: weakref.WeakSet[Engine] = weakref.WeakSet()
_default: Engine | None = None
_default_lock = threading.Lock()


def _after_fork() -> None:
    global _default_lock
    _default_lock = threading.Lock()
    for engine in list(_engines):
        engine._forget()


def _at_exit() -> None:
    """The native engines end while the interpreter still runs."""
    for engine in list(_engines):
        engine.close()


os.register_at_fork(after_in_child=_after_fork)
atexit.register(_at_exit)


def default_engine() -> Engine:
    global _default
    with _default_lock:
        if _default is None:
            _default = Engine()
        return _default


@overload
def tag(  # type: ignore[overload-overlap]
    source: PathLike, *, activations: bool = ..., progress: Progress = ...
) -> Song: ...
@overload
def tag(
    source: npt.ArrayLike, rate: float, *, activations: bool = ..., progress: Progress = ...
) -> Song: ...
@overload
def tag(
    source: Iterable[PathLike], *, activations: bool = ..., progress: Progress = ...
) -> list[Song | Error]: ...
def tag(
    source: Any, rate: float | None = None, *, activations: bool = False, progress: Progress = None
) -> Any:
    """Finds the beats, downbeats, tempo, chords and key of music.

    source: an audio file of any kind (its content decides, not its name); a URL that the package
        fsspec reads ("s3://bucket/song.flac", "https://..."), a file that is open for reading bytes, or
        the bytes of a file, all of which need the memory of the file, and no disk; samples as an array
        (frames,) or (frames, channels), then with their `rate` in Hz: floats of full scale +-1, or
        integers of full range; a list of files; or a folder, which is searched as by `tactus tag`.
    activations: keeps the outputs of the networks (Song.activations).
    progress: True shows a bar on stderr. A function gets the share that is done, 0 to 1; for a list
        or folder it gets (songs done, songs, path). An exception that it raises stops the work.

    Returns a Song; for a list or folder a list, in the order of the files, in which a file that cannot
    be tagged has its Error in place of a Song. The results are those of `tactus tag` with the
    shipped models, bit for bit. A damaged file is tagged up to the fault or around it: see
    Song.warning.

    The interpreter's lock is released. Ctrl-C stops the work within seconds. Raises AudioError for
    what cannot be decoded, MissingFileError (a FileNotFoundError), ArgumentError, and TypeError.
    """
    return default_engine()._tag(source, rate, activations, progress)

