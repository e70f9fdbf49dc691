"""Where models and programs lie: inside the package of a wheel, else where libtactus looks for them."""

from __future__ import annotations

import os

PACKAGE = os.path.dirname(os.path.abspath(__file__))


def _inside(*parts: str) -> bytes | None:
    path = os.path.join(PACKAGE, *parts)
    return os.fsencode(path) if os.path.exists(path) else None


def models_folder() -> bytes | None:
    """$TACTUS_MODELS, as for the command line; the models of the wheel; None: libtactus looks for them."""
    named = os.environ.get("TACTUS_MODELS")
    return os.fsencode(named) if named else _inside("share", "tactus", "models")


def decoder() -> bytes | None:
    """The program tactus-decode of the wheel; None: libtactus looks for it."""
    return _inside("libexec", "tactus", "tactus-decode")


def recipe(name: str) -> str | None:
    """A recipe of the package by its name; None: there is none."""
    found = _inside("share", "tactus", "recipes", f"{name}.yaml") if "/" not in name else None
    return os.fsdecode(found) if found else None


def recipes() -> list[str]:
    """The names of the recipes of the package."""
    folder = os.path.join(PACKAGE, "share", "tactus", "recipes")
    files = os.listdir(folder) if os.path.isdir(folder) else []
    return sorted(name[: -len(".yaml")] for name in files if name.endswith(".yaml"))


def program() -> str:
    """The command line of the wheel, else the one on the PATH."""
    inside = _inside("bin", "tactus")
    return os.fsdecode(inside) if inside else "tactus"


def bytes_of_path(path: str | bytes | os.PathLike[str] | os.PathLike[bytes]) -> bytes:
    return os.fsencode(path)
