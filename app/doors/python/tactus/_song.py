"""What was found in one recording."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _tactus
from ._errors import ArgumentError, Error, MissingFolderError, OutputError, named
from ._places import bytes_of_path
from ._types import Chord, Grid, GridSegment, Reading, Segment, Tempo

if TYPE_CHECKING:  # costs a fifth of the time of the import
    import numpy.typing as npt

    FloatArray = npt.NDArray[np.float64]

_GRID_KINDS = ("none", "constant", "piecewise", "free")


class Activation(np.ndarray):
    """The outputs of the networks of one task for a song, (frames, columns): an array that knows where it comes from.
    Views and changed copies know it too: tactus.decode(activation) decodes them as tag() has done. Pickled alone it is a
    plain array; pickle song.activations to keep the rest."""

    task: str
    """"beats", "bars", "chords" or "sections\""""
    rate: float
    """rows per second"""
    labels: list[str]
    """what each column is"""
    model: str
    """the model: its name or path"""
    passes: int
    """how many times the networks have heard the song for the decoder. 2: its metrical level was in doubt, and they
    heard it at another speed, too; the rows are those of the first pass, and Activations.second_pass those of the other."""
    song: Activations | None
    """all activations of the song"""

    def __array_finalize__(self, source: Any) -> None:
        for name, otherwise in (("task", ""), ("rate", 0.0), ("labels", []), ("model", ""), ("passes", 1), ("song", None)):
            setattr(self, name, getattr(source, name, otherwise))

    def __reduce__(self) -> Any:
        return np.asarray(self).__reduce__()  # alone it is numbers; Activations keep the rest


class Activations(Mapping[str, "npt.NDArray[np.float32]"]):
    """The outputs of the networks of a song, probabilities between 0 and 1.

    `activations["beats"]` (frames, 2), `["bars"]` (frames, 1), `["chords"]` (frames, K) and `["sections"]` (frames, 10)
    are those of a task, each an Activation;
    `activations["beat"]`, `["downbeat"]`, `["C:maj"]` (frames,) are columns by their label. Row i
    describes the sound around i / rates[task] seconds. As in Böck et al. (ISMIR 2016), "beat" is a
    beat that is not a downbeat: the probability of any beat is the sum of both.
    """

    def __init__(
        self,
        tasks: list[tuple[str, float, list[str], npt.NDArray[np.float32]]],
        context: list[tuple[str, str, float, npt.NDArray[np.float32]]] | None = None,
        seconds: float = 0.0,
        models: dict[str, str] | None = None,
        engine: Any = None,
    ):
        self.rates: dict[str, float] = {task: rate for task, rate, _, _ in tasks}
        """rows per second, by task"""
        self.labels: dict[str, list[str]] = {task: labels for task, _, labels, _ in tasks}
        """what each column is, by task"""
        self.models: dict[str, str] = models or {}
        """the model, by task"""
        self._context, self._seconds, self._engine = context or [], seconds, engine
        passes = 1 if self.second_pass is None else 2
        self._values: dict[str, Activation] = {}
        for task, rate, labels, values in tasks:
            made = values.view(Activation)
            made.task, made.rate, made.labels, made.model = task, rate, labels, self.models.get(task, "")
            made.passes, made.song = passes if task == "beats" else 1, self
            self._values[task] = made

    @property
    def second_pass(self) -> tuple[float, npt.NDArray[np.float32]] | None:
        """Speed and outputs (frames, 2) of the second pass of the beats; None: one pass was enough. At speed 2 the
        networks hear the song twice as fast; row i is at i * speed / rates["beats"] seconds."""
        for task, name, rate, values in self._context:
            if (task, name) == ("beats", "second pass") and len(values):
                return self.rates["beats"] / rate, values
        return None

    def __reduce__(self) -> tuple[Any, ...]:
        tasks = [(task, self.rates[task], self.labels[task], np.asarray(each)) for task, each in self._values.items()]
        return Activations, (tasks, self._context, self._seconds, self.models, self._engine)

    def __getitem__(self, name: str) -> npt.NDArray[np.float32]:
        if name in self._values:
            return self._values[name]
        for task, labels in self.labels.items():
            if name in labels:
                return np.asarray(self._values[task])[:, labels.index(name)]
        raise KeyError(name)

    def replaced(self, changed: Activation) -> Activations:
        """The same with other values for one task."""
        tasks = [(task, self.rates[task], self.labels[task], np.asarray(changed if task == changed.task else each, np.float32))
                 for task, each in self._values.items()]  # fmt: skip
        return Activations(tasks, self._context, self._seconds, self.models, self._engine)

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __repr__(self) -> str:
        shapes = ", ".join(f"{task} {values.shape}" for task, values in self._values.items())
        return f"<tactus.Activations {shapes}>"


class Song:
    """Beats, downbeats, tempo, chords and key of one recording, as `tactus.tag` gives them.

    A song never changes; its arrays are read-only. It can be pickled and shared between threads.
    Times are seconds from the start of the recording, confidences lie between 0 and 1, or are -1 if
    unknown.
    """

    path: str | None
    """the file that was tagged or read; None: samples or activations"""

    def __init__(
        self,
        native: _tactus.Song,
        path: str | None = None,
        activations: Activations | None = None,
        again: Callable[[], Song] | None = None,
    ):
        """Songs come from tactus.tag, tactus.load and tactus.decode."""
        self._native = native
        self.path = path
        self._activations = activations
        self._again = again

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._native.state(), self.path, self._activations, self._again)

    # ---- Beats ----

    @cached_property
    def _beats(self) -> tuple[FloatArray, npt.NDArray[np.int32], FloatArray]:
        return self._native.beats()

    @property
    def beats(self) -> FloatArray:
        """Times of the beats, (n,) seconds. A recurrent network with the features of Böck and
        Schedl (DAFx 2011), decoded by a bar pointer model (Krebs et al., ISMIR 2015)."""
        return self._beats[0]

    @property
    def beat_positions(self) -> npt.NDArray[np.int32]:
        """Position of each beat in its bar, (n,): 1 = downbeat, 0 = unknown."""
        return self._beats[1]

    @property
    def beat_confidences(self) -> FloatArray:
        """Confidence of each beat, (n,)."""
        return self._beats[2]

    @cached_property
    def downbeats(self) -> FloatArray:
        """Times of the downbeats, the beats at position 1, (m,) seconds."""
        return _frozen(self.beats[self.beat_positions == 1])

    @property
    def meter(self) -> int:
        """The most frequent number of beats in a bar; 0: unknown."""
        return self._native.meter

    @property
    def time_signature(self) -> str:
        """The meter as scores write it: "4/4"; "6/8", "9/8" and "12/8" have two, three and four
        beats in a bar, each a dotted quarter. "": unknown."""
        return self._native.time_signature

    @property
    def swing(self) -> float:
        """Where in a beat its second note begins, if this holds throughout the song: 0.6 is a light swing,
        0.67 a shuffle. 0: straight, or unknown."""
        return self._native.swing

    # ---- Tempo ----

    @property
    def tempo(self) -> float | None:
        """The tempo of the song in beats per minute; None without beats."""
        return self.tempi[0].bpm if self.tempi else None

    @cached_property
    def tempi(self) -> list[Tempo]:
        """Tempi that the song may have, the best first (McKinney and Moelants 2006: listeners tap
        several)."""
        return [Tempo(*each) for each in self._native.tempi()]

    @cached_property
    def tempo_curve(self) -> FloatArray:
        """The local tempo at each beat, (n,) beats per minute; empty with fewer than two beats."""
        return self._native.tempo_curve()

    @cached_property
    def grid(self) -> Grid:
        """The grid of tempi on which the beats lie."""
        kind, segments = self._native.grid()
        return Grid(_GRID_KINDS[kind], [GridSegment(*each) for each in segments])

    @cached_property
    def readings(self) -> list[Reading]:
        """Ways to hear the beats and bars: that of the beats first, then others, the best first."""
        return [Reading(*each) for each in self._native.readings()]

    # ---- Chords, keys, sections ----

    @cached_property
    def chords(self) -> list[Chord]:
        """The chords, in order of time."""
        return [Chord(*each) for each in self._native.chords()]

    @cached_property
    def chord_intervals(self) -> FloatArray:
        """Start and end of each chord, (n, 2) seconds, as mir_eval takes them."""
        return _frozen(np.array([each[:2] for each in self.chords], float).reshape(-1, 2))

    @property
    def chord_labels(self) -> list[str]:
        """The label of each chord, as mir_eval takes them."""
        return [each.label for each in self.chords]

    @property
    def key(self) -> str | None:
        """The key that sounds longest in total: "C:major", "F#:minor"; None without one."""
        return self._native.key or None

    @property
    def key_label(self) -> str | None:
        """The key as mir_eval.key takes it: "C major", "F# minor"; None without one."""
        return self.key.replace(":", " ") if self.key else None

    @cached_property
    def keys(self) -> list[Segment]:
        """The keys, in order of time."""
        return [Segment(*each) for each in self._native.segments("keys")]

    @cached_property
    def sections(self) -> list[Segment]:
        """The parts of the song: names ("verse"), or letters; parts with the same letter sound alike."""
        return [Segment(*each) for each in self._native.segments("sections")]

    def segments(self, layer: str) -> list[Segment]:
        """The segments of any layer by its name: "chords", "keys", "sections" and more; empty if the song has none."""
        return [Segment(*each) for each in self._native.segments(layer)]

    # ---- The recording ----

    @property
    def duration(self) -> float:
        """Seconds of sound; 0: unknown."""
        return self._native.duration

    @property
    def confidence(self) -> float:
        """The mean confidence of beats and chords; 0 if neither was found."""
        return self._native.confidence

    @property
    def warning(self) -> str:
        """Where the sound is damaged: "truncated at 12.345 s: ..."; "" if it is whole."""
        return self._native.warning

    @property
    def title(self) -> str:
        """From the tags of the file; its name if they have none."""
        return self._native.title

    @property
    def artist(self) -> str:
        """From the tags of the file; "" if unknown."""
        return self._native.artist

    @property
    def album(self) -> str:
        """From the tags of the file; "" if unknown."""
        return self._native.album

    @property
    def annotator(self) -> str:
        """Program and models, or who made the file: "tactus 1.0.0, beats.safetensors 0123..."."""
        return self._native.annotator

    @property
    def activations(self) -> Activations:
        """The outputs of the networks.

        `tag(..., activations=True)` keeps them: some 0.5 MB for a minute of sound. Without it the
        first use tags the file once more. Samples are not kept for that: then it raises
        ArgumentError.
        """
        if self._activations is None:
            if self._again is None:
                raise ArgumentError("activations: were not kept; use tag(..., activations=True)")
            self._activations = self._again()._activations
            assert self._activations is not None
        return self._activations

    # ---- Tables and files ----

    def to_dict(self) -> dict[str, Any]:
        """The song as plain values, which json.dump takes: numbers and texts, and lists of dictionaries for tempi, beats,
        chords, keys and sections. pandas and polars make a table of such a list: pandas.DataFrame(song.to_dict()["beats"])."""
        beats = zip(self.beats.tolist(), self.beat_positions.tolist(), self.beat_confidences.tolist())
        return {
            **summary(self),
            "tempi": [each._asdict() for each in self.tempi],
            "beats": [{"time": time, "position": position, "confidence": known} for time, position, known in beats],
            **{
                layer: [each._asdict() for each in segments]
                for layer, segments in (("chords", self.chords), ("keys", self.keys), ("sections", self.sections))
            },
        }

    def to_bytes(self, format: str) -> bytes:
        """The song in a format of `tactus.formats()`, the bytes of the file that `tactus tag` writes.

        What a format cannot contain is left out.
        """
        return self._native.text(format)

    def to_text(self, format: str) -> str:
        """As to_bytes, for formats that are text: all but MIDI."""
        content = self.to_bytes(format)
        try:
            return content.decode("utf-8")
        except UnicodeDecodeError:
            raise ArgumentError(f"{format}: is not text; use to_bytes or save") from None

    def to_jams(self) -> dict[str, Any]:
        """The song as JAMS 0.3 (Humphrey et al., ISMIR 2014): the content of a .jams file."""
        made: dict[str, Any] = json.loads(self.to_bytes("jams"))
        return made

    def save(
        self, path: str | os.PathLike[str], format: str | None = None, *, overwrite: bool = False
    ) -> None:
        """Writes a file, completely or not at all. The extension gives the format: "song.jams",
        "song.lab", "song.beats", "song.mid", or `format` does.

        With `overwrite` a file that Tactus did not write, or that was changed since, is kept as
        NAME.orig. Raises OutputError if the file exists, unless `overwrite`, and for a link;
        ArgumentError if no single format has the extension.
        """
        place = bytes_of_path(path)
        chosen = format or _tactus.format_of_file(place)
        if not chosen:
            known = ", ".join(_tactus.formats())
            raise ArgumentError(f"{os.fsdecode(place)}: no format has this extension; give format=, one of {known}")
        if not os.path.isdir(os.path.dirname(os.path.abspath(place))):
            raise named(MissingFolderError(f"{os.fsdecode(place)}: its folder does not exist"), place)
        if not _tactus.write_file(place, self.to_bytes(chosen), overwrite):
            raise OutputError(f"{os.fsdecode(place)}: exists; use overwrite=True to replace it")

    # ---- For people ----

    def plot(self, ax: Any = None, start: float = 0.0, end: float | None = None) -> Any:
        """Draws chords as coloured boxes, beats as lines and downbeats as longer ones, from `start` to `end` seconds.

        ax: axes of matplotlib; None: new ones. Below a waveform or a spectrogram, share its x axis. Returns the axes.
        """
        from ._picture import plot

        return plot(self, ax, start, end)

    def __repr__(self) -> str:
        facts = [f"{int(self.duration) // 60}:{int(self.duration) % 60:02d}"]
        if self.tempo is not None:
            facts.append(f"{self.tempo:.1f} BPM")
        if self.key:
            facts.append(self.key)
        facts += [f"{n} {what}{'' if n == 1 else 's'}" for n, what in ((len(self.beats), "beat"), (len(self.chords), "chord"))]
        return f"<tactus.Song {self.path or self.title or 'samples'}: {', '.join(facts)}>"

    def _repr_svg_(self) -> str:
        """The picture of beats and chords that a notebook shows."""
        from ._picture import picture

        return picture(self)


def _restored(
    state: Any, path: str | None, activations: Activations | None, again: Callable[[], Song] | None
) -> Song:
    return Song(_tactus.Song.from_state(state), path, activations, again)


def _frozen(array: FloatArray) -> FloatArray:
    array.flags.writeable = False
    return array


def summary(song: Song) -> dict[str, Any]:
    """What is one value of a song: a row of tactus.table()."""
    return {
        "path": song.path,
        "title": song.title,
        "artist": song.artist,
        "album": song.album,
        "duration": song.duration,
        "tempo": song.tempo,
        "meter": song.meter,
        "time_signature": song.time_signature,
        "key": song.key,
        "confidence": song.confidence,
        "warning": song.warning,
        "annotator": song.annotator,
    }


def table(songs: Song | Error | Iterable[Song | Error]) -> dict[str, list[Any]]:
    """A column for each value of the songs, a row for each song: pandas.DataFrame(tactus.table(songs)), or polars.DataFrame.

    Columns: path, title, artist, album, duration (s), tempo (beats per minute), meter, time_signature, key, confidence,
    warning, annotator, beats, chords (how many) and error: the message of a song that could not be tagged, else None.
    """
    columns: dict[str, list[Any]] = {name: [] for name in (*_SUMMARY, "beats", "chords", "error")}
    if isinstance(songs, (Song, Error)):
        songs = [songs]
    for song in songs:
        if not isinstance(song, (Song, Error)):
            raise TypeError(f"{type(song).__name__}: expected songs, as tactus.tag() returns them for a list or folder")
        row: dict[str, Any] = {"path": song.path, "error": str(song)} if isinstance(song, Error) else summary(song)
        if not isinstance(song, Error):
            row.update(beats=len(song.beats), chords=len(song.chords))
        for name, column in columns.items():
            column.append(row.get(name))
    return columns


_SUMMARY = ("path", "title", "artist", "album", "duration", "tempo", "meter", "time_signature", "key", "confidence",
            "warning", "annotator")  # fmt: skip
