"""The pictures of a song: chords and beats in rows for notebooks, like the lines of a score, and on axes of matplotlib."""

from __future__ import annotations

import colorsys
from html import escape
from typing import TYPE_CHECKING, Any

from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._song import Song

_WIDTH, _MARGIN = 1000, 44  # pixels
_ROW = 30.0  # seconds
_ROW_HEIGHT, _TOP = 58, 26  # pixels
_ROWS = 20  # at most


def _colour(root: int, minor: bool) -> str:
    """Neighbours in the circle of fifths have similar colours, as in the window of Tactus."""
    if root < 0:
        return "#e4e4e4"
    red, green, blue = colorsys.hls_to_rgb((root * 7 % 12) / 12, 0.72 if minor else 0.82, 0.55)
    return "#%02x%02x%02x" % tuple(int(255 * value) for value in (red, green, blue))


def _is_minor(label: str) -> bool:
    return any(word in label for word in (":min", ":dim", ":hdim"))


class _Rows:
    def __init__(self) -> None:
        self.parts: list[str] = []

    def text(self, x: float, y: float, text: str, size: int, fill: str = "#222", anchor: str = "start") -> None:
        self.parts.append(
            f'<text x="{x:.1f}" y="{y:.1f}" font-size="{size}" fill="{fill}" text-anchor="{anchor}">{escape(text)}</text>'
        )

    def row(self, song: Song, number: int) -> None:
        begin, y = number * _ROW, _TOP + number * _ROW_HEIGHT
        scale = (_WIDTH - _MARGIN - 8) / _ROW

        def x_of(time: float) -> float:
            return _MARGIN + (min(max(time, begin), begin + _ROW) - begin) * scale

        self.text(4, y + 16, f"{int(begin) // 60}:{int(begin) % 60:02d}", 11, "#666")
        for chord in song.chords:
            if chord.end > begin and chord.start < begin + _ROW:
                self.chord(x_of(chord.start), x_of(chord.end), y, chord.symbol, chord.root, chord.label)
        for time, position in zip(song.beats, song.beat_positions):
            if begin <= time < begin + _ROW:
                self.beat(x_of(time), y + 26, position == 1)

    def chord(self, left: float, right: float, y: float, symbol: str, root: int, label: str) -> None:
        width = max(0.0, right - left)
        self.parts.append(
            f'<rect x="{left:.1f}" y="{y}" width="{width:.1f}" height="24" fill="{_colour(root, _is_minor(label))}" stroke="#fff">'
            f"<title>{escape(label)}</title></rect>"
        )
        if width > 7 * len(symbol) + 4 and root >= 0:
            self.text(left + 4, y + 16, symbol, 12)

    def beat(self, x: float, y: float, downbeat: bool) -> None:
        height, colour, width = (18, "#cc3311", 2) if downbeat else (10, "#4477aa", 1)
        self.parts.append(
            f'<line x1="{x:.1f}" x2="{x:.1f}" y1="{y}" y2="{y + height}" stroke="{colour}" stroke-width="{width}"/>'
        )


def end_of(song: Song) -> float:
    """The length, also of an annotation that does not know it."""
    return float(max([song.duration, *song.beats[-1:], *(each.end for each in song.chords[-1:])]))


def picture(song: Song) -> str:
    """An SVG: 30 seconds in a row, chords as boxes in the colour of their root, beats as lines, and
    downbeats as long red ones. Of a long recording it shows the first ten minutes."""
    last = end_of(song)
    rows = max(1, -int(-last // _ROW))
    shown = min(rows, _ROWS)
    made = _Rows()
    facts = [song.title or "samples"]
    if song.tempo is not None:
        facts.append(f"{song.tempo:.1f} BPM")
    if song.meter:
        compound = song.time_signature.endswith("/8")
        facts.append(song.time_signature if compound else f"{song.meter} beats in a bar")
    if song.key:
        facts.append(song.key)
    if shown < rows:
        facts.append(f"the first {int(shown * _ROW) // 60} of {int(last) // 60} minutes")
    made.text(_MARGIN, 16, " · ".join(facts), 13)
    for number in range(shown):
        made.row(song, number)
    height = _TOP + shown * _ROW_HEIGHT
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" height="{height}" '
        f'font-family="sans-serif"><rect width="100%" height="100%" fill="#fff"/>' + "".join(made.parts) + "</svg>"
    )


def plot(song: Song, ax: Any, start: float, end: float | None) -> Any:
    end = max(end_of(song), start + 1) if end is None else end
    if not start < end:
        raise ArgumentError(f"start={start}, end={end}: expected a start before the end")
    if ax is not None and not hasattr(ax, "axvspan"):
        raise TypeError(f"ax: {type(ax).__name__}, expected axes of matplotlib, as pyplot.subplots() returns them")
    if ax is None:
        from matplotlib import pyplot

        ax = pyplot.figure(figsize=(max(6.0, min(24.0, (end - start) / 3)), 2)).gca()
    width = ax.bbox.width * 72 / ax.figure.dpi  # points
    for chord in song.chords:
        left, right = max(start, chord.start), min(end, chord.end)
        if left < right:
            ax.axvspan(left, right, ymin=0.5, facecolor=_colour(chord.root, _is_minor(chord.label)), edgecolor="white")
            fits = len(chord.symbol) * 0.65 * 9 < (right - left) / (end - start) * width
            if chord.root >= 0 and fits:
                ax.text((left + right) / 2, 0.75, chord.symbol, ha="center", va="center", fontsize=9, clip_on=True)
    for time, position in zip(song.beats, song.beat_positions):
        if start <= time <= end:
            downbeat = position == 1
            ax.axvline(time, ymax=0.5 if downbeat else 0.3, color="#cc3311" if downbeat else "#4477aa",
                       linewidth=2 if downbeat else 1)  # fmt: skip
    ax.set(xlim=(start, end), ylim=(0, 1), yticks=[], xlabel="seconds")
    return ax
