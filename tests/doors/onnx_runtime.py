"""Part of tests/doors/onnx: onnx_runtime.py BUILD ROOT SCRATCH."""
import pathlib
import subprocess
import sys

import numpy as np
import onnxruntime

BUILD, ROOT, SCRATCH = map(pathlib.Path, sys.argv[1:])
SONG = ROOT / 'datasets' / 'demo' / '05-corner-cafe.ogg'


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f'{command[0]}: {done.stderr.strip()}')
    return done.stdout


def features(model):
    run(BUILD / 'tactus', 'features', SONG, '--model', model, '-o', SCRATCH / model)
    return next((SCRATCH / model).glob('*.npy'))


def compare(model):
    """The outputs of onnxruntime by name; ends with an error if logits differ."""
    run(BUILD / 'tactus', 'export', model, '-o', SCRATCH / f'{model}.onnx')
    session = onnxruntime.InferenceSession(SCRATCH / f'{model}.onnx', providers=['CPUExecutionProvider'])
    frames = features(model)
    names = [output.name for output in session.get_outputs()]
    outputs = dict(zip(names, session.run(names, {'features': np.load(frames)[np.newaxis]})))
    own = SCRATCH / f'{model}.logits.npy'
    program = next(BUILD.rglob('network_states'))
    run(program, '--logits', ROOT / 'datasets' / 'models' / f'{model}.safetensors', frames, own)
    theirs = np.concatenate([outputs[name][0] for name in names if name.endswith('_logits')], axis=1)
    ours = np.load(own)
    assert theirs.shape == ours.shape, (theirs.shape, ours.shape)
    probability = np.abs(1 / (1 + np.exp(-theirs)) - 1 / (1 + np.exp(-ours))).max()
    print(f'{model}: {len(ours)} frames, {ours.shape[1]} outputs; largest difference of logits '
          f'{np.abs(theirs - ours).max():.1e}, of activations {probability:.1e}')
    if not probability <= 1e-5:
        sys.exit(f'{model}: activations differ by more than 1e-5')
    return outputs


def decoded(activations, task, fps, model):
    return run(BUILD / 'tactus', 'decode', activations, '--task', task, '--fps', fps, '--model', model)


def main():
    beats = compare('beats')
    downbeat = beats['downbeat'][0]
    np.save(SCRATCH / 'beats.npy', np.hstack([np.maximum(0, beats['beat'][0] - downbeat), downbeat]))
    run(BUILD / 'tactus', 'tag', SONG, '-o', SCRATCH / 'tagged', '--model', 'beats', '--save-activations',
        '--device', 'cpu')
    own = next((SCRATCH / 'tagged').glob('*.beat_activations.npy'))
    theirs, ours = (decoded(path, 'downbeats', 50, 'beats') for path in (SCRATCH / 'beats.npy', own))
    if theirs != ours or len(ours.splitlines()) < 20:
        sys.exit('other beats after decoding')
    print(f'beats: {len(ours.splitlines())} beats, the same')
    compare('chords')


main()
