"""The command line that comes with the module."""

import subprocess
import sys

import pytest

import tactus


def test_version(program):
    assert program("--version").stdout.decode().strip() == f"tactus {tactus.__version__}"
    run = subprocess.run([sys.executable, "-m", "tactus", "--version"], capture_output=True, text=True)
    assert run.stdout.strip() == f"tactus {tactus.__version__}"


def test_exit_codes_pass(program, tmp_path):
    assert program("tag", tmp_path / "none.flac", check=False).returncode == 1
    assert program("tagg", check=False).returncode == 2


def test_models_and_sandbox(program):
    said = program("info").stdout.decode()
    assert "beats" in said and "chords" in said


def test_stdin_and_stdout(program, song, song_file):
    with open(song_file, "rb") as file:
        assert program("tag", "-", "--format", "lab", stdin=file).stdout == song.to_bytes("lab")


def test_export(program, tmp_path):
    program("export", "beats", "-o", tmp_path / "beats.onnx")
    assert (tmp_path / "beats.onnx").stat().st_size > 1_000_000
