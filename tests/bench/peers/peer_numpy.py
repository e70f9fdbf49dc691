# NumPy's side of tests/bench/peers/run: one LSTM direction with peepholes, forward, batch 1, written as the
# forum's author wrote it (KIND "separate": a product per gate and a diagonal matrix for each peephole)
# and as one would write it to be fast ("fused": one product for all gates, peepholes element by element).
# Asked "KIND PRECISION INPUT HIDDEN STEPS PASSES", answers with seconds.
import sys
import time

import numpy as np


def sigmoid(x):
    return 1 / (1 + np.exp(-x))


def separate(x, W, R, p, b):
    hidden = R[0].shape[0]
    h, c = np.zeros(hidden, x.dtype), np.zeros(hidden, x.dtype)
    P = [np.diag(v) for v in p]
    for x_t in x:
        i = sigmoid(W[0] @ x_t + R[0] @ h + P[0] @ c + b[0])
        f = sigmoid(W[1] @ x_t + R[1] @ h + P[1] @ c + b[1])
        g = np.tanh(W[2] @ x_t + R[2] @ h + b[2])
        c = f * c + i * g
        o = sigmoid(W[3] @ x_t + R[3] @ h + P[2] @ c + b[3])
        h = o * np.tanh(c)
    return h


def fused(x, W, R, p, b):
    hidden = R[0].shape[0]
    h, c = np.zeros(hidden, x.dtype), np.zeros(hidden, x.dtype)
    W, R = np.concatenate(W), np.concatenate(R)
    sums = x @ W.T + np.concatenate(b)
    for s in sums:
        s = s + R @ h
        i = sigmoid(s[:hidden] + p[0] * c)
        f = sigmoid(s[hidden:2 * hidden] + p[1] * c)
        c = f * c + i * np.tanh(s[2 * hidden:3 * hidden])
        h = sigmoid(s[3 * hidden:] + p[2] * c) * np.tanh(c)
    return h


for line in sys.stdin:
    kind, precision, *numbers = line.split()
    size, hidden, steps, passes = map(int, numbers)
    random = np.random.default_rng(1)
    make = lambda *shape: (random.uniform(-1, 1, shape) / np.sqrt(hidden)).astype(precision)
    x, W, R = make(steps, size), [make(hidden, size) for _ in range(4)], [make(hidden, hidden) for _ in range(4)]
    p, b = [make(hidden) for _ in range(3)], [make(hidden) for _ in range(4)]
    run = {"separate": separate, "fused": fused}[kind]
    run(x, W, R, p, b)
    start = time.perf_counter()
    for _ in range(passes):
        run(x, W, R, p, b)
    print(time.perf_counter() - start, flush=True)
