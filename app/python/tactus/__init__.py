"""Beats, downbeats, tempo, chords and key of recorded music."""
from ._tactus import version as __version__
