"""What tests/bench/property, faults and scale share: small songs, small models, and calls of the commands."""

import functools
import hashlib
import math
import os
import pathlib
import struct
import subprocess

RATE = 22050


@functools.lru_cache(maxsize=64)
def song(base_hz, seconds):
    """The bytes of a WAV file: a chord with a click every half second."""
    samples = bytearray()
    for i in range(int(seconds * RATE)):
        t = i / RATE
        value = sum(math.sin(2 * math.pi * base_hz * ratio * t) for ratio in (1, 1.26, 1.5)) / 6
        value += (0.4 if t % 0.5 < 0.01 else 0) * math.sin(2000 * t)
        samples += struct.pack('<h', int(30000 * max(-1, min(1, value))))
    header = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(samples), b'WAVE', b'fmt ', 16, 1, 1, RATE, 2 * RATE,
                         2, 16, b'data', len(samples))
    return header + bytes(samples)


def write_song(path, base_hz=220.0, seconds=2.0):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(song(base_hz, seconds))


def write_corpus(folder):
    """A corpus of six songs with labels, and a recipe that learns it in a second."""
    lines = ['name: toy', 'licence: CC0', 'source: made here', 'items:']
    for song in range(6):
        write_song(folder / f's{song}.wav', 200 + 20 * song, 8.0)
        (folder / f's{song}.lab').write_text('0\t4\tC:maj\n4\t8\tA:min\n')
        (folder / f's{song}.beats').write_text(''.join(f'{i / 2}\t{i % 4 + 1}\n' for i in range(1, 16)))
        lines.append(f'  - {{id: s{song}, audio: s{song}.wav, beats: s{song}.beats, chords: s{song}.lab, '
                     f'split: {"train" if song < 4 else "validation"}}}')
    (folder / 'manifest.yaml').write_text('\n'.join(lines) + '\n')
    (folder / 'train.yaml').write_text(
        'task: beats\ndata: [{manifest: manifest.yaml}]\nthreads: 1\nnetwork: {layers: 1, hidden: 4, dropout: 0}\n'
        'schedule: {epochs: 1}\nbatches: {crop_seconds: 4, size: 2, passes: 1}\nvalidation: {batches: 1}\n')
    for song in range(2):  # for `tactus synth`
        (folder / 'midi').mkdir(exist_ok=True)
        (folder / 'midi' / f'm{song}.mid').write_bytes(midi_song(60 + song))
        (folder / 'midi' / f'm{song}.lab').write_text('0\t2\tC:maj\n')
        (folder / 'midi' / f'm{song}.beats').write_text(''.join(f'{i / 2}\t{i % 4 + 1}\n' for i in range(4)))


def midi_song(pitch):
    events = b''.join(b'\x00\x90' + bytes([pitch + 4 * (i % 2), 90]) + b'\x60\x80' + bytes([pitch + 4 * (i % 2), 0])
                      for i in range(4)) + b'\x00\xff\x2f\x00'
    return (b'MThd' + struct.pack('>IHHH', 6, 0, 1, 96) + b'MTrk' + struct.pack('>I', len(events)) + events)


def tree_of(folder):
    """Path below the folder -> bytes of a regular file, or the target of a link as text."""
    found = {}
    for top, folders, files in os.walk(folder):
        for name in folders + files:
            path = pathlib.Path(top, name)
            place = path.relative_to(folder).as_posix()
            if path.is_symlink():
                found[place] = os.readlink(path)
            elif path.is_file():
                found[place] = path.read_bytes()
    return found


def without_serial(content):
    """An Ogg file without the random number of its stream and the checksums over it; other files as they are."""
    if not isinstance(content, bytes) or not content.startswith(b'OggS'):
        return content
    pages, at = bytearray(content), 0
    while content[at:at + 4] == b'OggS' and at + 27 <= len(content):
        pages[at + 14:at + 18] = pages[at + 22:at + 26] = bytes(4)
        at += 27 + content[at + 26] + sum(content[at + 27:at + 27 + content[at + 26]])
    return bytes(pages)


def digest(content):
    return hashlib.sha1(content).hexdigest()


class Commands:
    """Runs the built program and the helper, with a writer that fails if asked."""

    def __init__(self, build, models):
        self.tactus = pathlib.Path(build, 'tactus')
        if not self.tactus.exists():
            self.tactus = pathlib.Path(build, 'app', 'tactus')
        self.helper = pathlib.Path(build, 'tests', 'ownership_helper')
        self.shim = next(pathlib.Path(build).glob('tests/**/libfailing_writes.so'), None)
        self.environment = dict(os.environ, TACTUS_MODELS=str(models), QT_QPA_PLATFORM='offscreen', OMP_NUM_THREADS='1')
        subprocess.run([self.helper, 'models', models], check=True)

    def run(self, arguments, folder, fault=None):
        """`fault`: (how, at, log). Returns the finished process."""
        program = self.helper if arguments[0] == 'save' else self.tactus
        environment = dict(self.environment)
        if fault:
            environment.update(LD_PRELOAD=str(self.shim), FAIL_HOW=fault[0], FAIL_AT=str(fault[1]), FAIL_LOG=str(fault[2]))
        return subprocess.run([program, *map(str, arguments)], cwd=folder, env=environment, capture_output=True,
                              timeout=300)
