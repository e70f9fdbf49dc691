# The toy problem of tests/bench/peers/run in NumPy; sobel_rnn.cpp does the same steps on the same data.
# Prints seconds, the first and the last loss.
import time

import numpy as np

U, B, T, STEPS, RATE = 16, 32, 64, 200, np.float32(0.05)


def generator(seed):
    """x -> 1664525 x + 1013904223 mod 2^32; the upper 24 bits make [0,1)."""
    while True:
        seed = (1664525 * seed + 1013904223) & 0xFFFFFFFF
        yield (seed >> 8) / 2**24


def train():
    random = generator(1)
    values = lambda *shape: np.array([next(random) for _ in range(int(np.prod(shape)))], np.float32).reshape(shape)
    # h(t) = tanh(w x(t) + R h(t-1) + b); the output v h(t) + a is asked for x(t) - x(t-2), t >= 2
    w, R, v = values(U) - np.float32(.5), (values(U, U) - np.float32(.5)) / np.float32(2), values(U) - np.float32(.5)
    b, a = np.zeros(U, np.float32), np.float32(0)
    images = values(T, STEPS * B) - np.float32(.5)
    losses = []
    start = time.perf_counter()
    for step in range(STEPS):
        x = images[:, step * B:(step + 1) * B]  # [T,B]
        h = np.zeros((T + 1, B, U), np.float32)
        for t in range(T):
            h[t + 1] = np.tanh(x[t][:, None] * w + h[t] @ R.T + b)
        error = h[1:] @ v + a
        error[2:] -= x[2:] - x[:-2]
        error[:2] = 0
        count = np.float32((T - 2) * B)
        losses.append(float((error**2).sum() / count))
        dout = 2 * error / count  # [T,B]
        dv, da = np.einsum("tb,tbu->u", dout, h[1:]), dout.sum()
        dw, dR, db, dh = np.zeros_like(w), np.zeros_like(R), np.zeros_like(b), np.zeros((B, U), np.float32)
        for t in range(T - 1, -1, -1):
            ds = (dh + dout[t][:, None] * v) * (1 - h[t + 1]**2)
            dw += (ds * x[t][:, None]).sum(0)
            dR += ds.T @ h[t]
            db += ds.sum(0)
            dh = ds @ R
        for parameter, gradient in ((w, dw), (R, dR), (b, db), (v, dv)):
            parameter -= RATE * gradient
        a -= RATE * da
    return time.perf_counter() - start, losses[0], losses[-1]


print(*train())
