"""The part `mpi` of tests/bench/scale: one training by 1, 2 and 4 ranks, and the cost of summing gradients.

Each rank has one thread and, with up to two ranks here, one core. The corpus is made up: frames of twelve chroma values
with the notes of the chords that they are labelled with, and noise.
"""

import json
import os
import random
import shutil
import statistics
import struct
import subprocess

FPS, MINUTES, SONGS = 10, 3, 24
RECIPE = '''task: chords
data: [{manifest: manifest.yaml}]
cache: cache
threads: 1
features: {fps: 10, bins_per_octave: 12, octaves: 1}
network: {layers: 2, hidden: 128, dropout: 0}
optimiser: {learning_rate: 0.002}
schedule: {epochs: 4, warm_up: 0.1}
batches: {crop_seconds: 20, size: 32, passes: 2}
validation: {batches: 1, songs: 2}
'''
CHORDS = {'C:maj': (0, 4, 7), 'A:min': (9, 0, 4), 'F:maj': (5, 9, 0), 'G:maj': (7, 11, 2)}


def write_corpus(folder):
    folder.mkdir()
    lines = ['name: made up', 'licence: CC0', 'source: here', 'items:']
    for song in range(SONGS):
        rng, values, labels = random.Random(song), [], []
        for second in range(0, MINUTES * 60, 2):
            name = rng.choice(list(CHORDS))
            labels.append(f'{second}\t{second + 2}\t{name}')
            for _ in range(2 * FPS):
                frame = [rng.gauss(0, 0.6) for _ in range(12)]
                for note in CHORDS[name]:
                    frame[note] += 1
                values += frame
        header = f"{{'descr': '<f4', 'fortran_order': False, 'shape': ({MINUTES * 60 * FPS}, 12), }}"
        header += ' ' * (63 - (len(header) + 10) % 64) + '\n'
        (folder / f'{song}.npy').write_bytes(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header.encode() +
                                             struct.pack(f'<{len(values)}f', *values))
        (folder / f'{song}.lab').write_text('\n'.join(labels) + '\n')
        split = 'validation' if song % 12 == 0 else 'train'
        lines.append(f'  - {{id: "{song}", audio: {song}.npy, chords: {song}.lab, split: {split}}}')
    (folder / 'manifest.yaml').write_text('\n'.join(lines) + '\n')
    (folder / 'train.yaml').write_text(RECIPE)


def mpirun(bench, ranks, command):
    bound = ['--bind-to', 'core'] if ranks <= os.cpu_count() else ['--bind-to', 'none', '--oversubscribe']
    environment = {**bench.environment, 'OMPI_ALLOW_RUN_AS_ROOT': '1', 'OMPI_ALLOW_RUN_AS_ROOT_CONFIRM': '1'}
    done = subprocess.run(['mpirun', '-n', str(ranks), *bound, *map(str, command)], env=environment, capture_output=True,
                          text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr)
    return done.stdout


def mpi(bench):
    if not shutil.which('mpirun') or not (bench.tactus.parent / 'libtactus_mpi.so').exists():
        return 'no mpirun, or this build has no MPI module'
    folder = bench.folder / 'training'
    write_corpus(folder)
    epochs, speeds, losses = {}, {}, {}
    for ranks in (1, 2) * 3 + (4,):  # in turn, since other work comes and goes on the machine
        events = mpirun(bench, ranks, [bench.tactus, 'train', folder / 'train.yaml', '--device', 'cpu', '--progress', 'json',
                                       '-q', '--overwrite', '-o', folder / f'{ranks}.safetensors'])
        rows = [json.loads(line) for line in events.splitlines()]
        done = [row for row in rows if row['event'] == 'epoch']
        epochs.setdefault(ranks, []).extend(row['seconds'] for row in done)
        speeds.setdefault(ranks, []).extend(row['frames_per_second'] for row in rows if row['event'] == 'batch')
        losses[ranks] = ' '.join(f"{row['loss']:.4f}" for row in done)
    print('\n| ranks, one thread each | training, frames/s, median | times one rank | epoch, s, median | times one rank | '
          'loss of the epochs |\n| ---: | ---: | ---: | ---: | ---: | --- |')
    median = statistics.median
    for ranks in epochs:
        print(f'| {ranks} | {median(speeds[ranks]):,.0f} | {median(speeds[ranks]) / median(speeds[1]):.2f} | '
              f'{median(epochs[ranks]):.2f} | {median(epochs[1]) / median(epochs[ranks]):.2f} | {losses[ranks]} |', flush=True)
    program = bench.tactus.parent / 'exchange_bench'
    if not program.exists():
        return f'{program} does not exist: build the target exchange_bench'
    print('\n| sum of gradients, MB (two ranks here) | ms, median | GB/s from each rank |\n| ---: | ---: | ---: |')
    print(mpirun(bench, 2, [program]), end='', flush=True)
    return True
