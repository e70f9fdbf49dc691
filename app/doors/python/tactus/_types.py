"""The tuples of which results consist. Times are seconds from the start of the recording."""

from __future__ import annotations

from typing import NamedTuple


class Chord(NamedTuple):
    """A chord from `start` up to `end`. The chords of a tagged song follow each other without gaps."""

    start: float
    """seconds"""
    end: float
    """seconds"""
    label: str
    """after Harte et al. (ISMIR 2005), as in MIREX: "Bb:min7/b3"; "N" means no chord"""
    symbol: str
    """as in lead sheets: "Bbm7/Db"; "N.C." means no chord"""
    confidence: float
    """0 to 1, -1: unknown"""
    root: int
    """pitch class, 0 = C to 11 = B; -1: no chord"""
    bass: int
    """pitch class; -1: no chord"""


class Segment(NamedTuple):
    """A stretch of music with a name: a key ("C:major", "F#:minor") or a section (any text)."""

    start: float
    """seconds"""
    end: float
    """seconds"""
    label: str
    confidence: float
    """0 to 1, -1: unknown"""


class Tempo(NamedTuple):
    """A tempo for the whole song."""

    bpm: float
    """beats per minute"""
    strength: float
    """0 to 1; the sum of all is at most 1"""


class Reading(NamedTuple):
    """A way to hear the beats and bars of a whole song."""

    bpm: float
    """beats per minute"""
    meter: int
    """beats in a bar; 0: unknown"""
    first_downbeat: float
    """seconds; the first beat if the meter is unknown"""
    off_beats: bool
    """whether its beats lie half-way between those of the first reading"""
    score: float
    """0 to 1; the sum of all is 1"""


class GridSegment(NamedTuple):
    """A stretch of one tempo, up to the next segment or the last beat. Its beats lie at
    start + k * 60 / bpm."""

    start: float
    """seconds, of the first beat"""
    bpm: float
    """beats per minute"""
    first_downbeat: float
    """seconds; means something only where the meter is known"""
    scatter: float
    """seconds by which attacks lie from the grid (standard deviation)"""
    meter: int
    """beats in a bar, 0: unknown"""


class Grid(NamedTuple):
    """How the tempo of a song behaves."""

    kind: str
    """"constant" (one segment), "piecewise" (some), "free" (none), or "none": not known"""
    segments: list[GridSegment]


class ModelInfo(NamedTuple):
    """A model of an engine."""

    task: str
    """"beats", "bars", "chords" or "sections\""""
    path: str
    """of the file, or the name of a model in memory"""
    fingerprint: str
    """16 hexadecimal digits of the hash of its content"""
    frame_rate: float
    """rows of activations per second"""
    labels: list[str]
    """what each column of the activations is"""


class Head(NamedTuple):
    """An output of a network."""

    name: str
    """"beat", "downbeat", "chord", ..."""
    columns: slice
    """its columns in what Model.forward gives"""
    kind: str
    """"sigmoid": each column is a probability of its own; "softmax": all are one distribution"""
