"""The bar of progress=True."""

from __future__ import annotations

import sys
from collections.abc import Callable
from types import TracebackType
from typing import Any

_WIDTH = 30


def _write(text: str) -> None:
    """To stderr. A bar that nobody can see ends no work."""
    try:
        if sys.stderr:
            sys.stderr.write(text)
            sys.stderr.flush()
    except (OSError, ValueError):
        pass


class Bar:
    """A line on stderr that shows how much is done; it ends with a line break."""

    def __init__(self) -> None:
        self._shown = ""

    def share(self, done: float) -> None:
        self._show(done, "")

    def songs(self, done: int, total: int, path: str) -> None:
        self._show(done / total, f" {done}/{total}")

    def _show(self, done: float, text: str) -> None:
        full = int(_WIDTH * done)
        line = f"\r[{'#' * full}{'.' * (_WIDTH - full)}] {100 * done:3.0f} %{text}"
        if line != self._shown:
            _write(line)
            self._shown = line

    def end(self) -> None:
        if self._shown:
            _write("\n")


class Report:
    """Gives the function to call, or None, and ends the bar."""

    def __init__(self, function: Callable[..., object] | None, bar: Bar | None = None):
        self._function, self._bar = function, bar

    def __enter__(self) -> Callable[..., object] | None:
        return self._function

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._bar:
            self._bar.end()


def report_of(progress: Any, songs: int | None = None) -> Report:
    """What calls `progress`: None, True, or a function. `songs`: for a list of so many."""
    if progress is True:
        bar = Bar()
        return Report(bar.share if songs is None else bar.songs, bar)
    return Report(progress or None)
