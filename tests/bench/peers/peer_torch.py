# PyTorch's side of tests/bench/peers/run; the same questions and answers as peer_tactus.cpp.
import sys
import time

import torch

description, step = None, None


def make_step(mode, layers, size, hidden, directions, peepholes, batch, steps, threads):
    if mode == "bf16" or peepholes:
        return None  # nn.LSTM on the CPU has neither
    torch.set_num_threads(threads)
    torch.manual_seed(1)
    network = torch.nn.LSTM(size, hidden, layers, bidirectional=directions == 2)
    x = torch.rand(steps, batch, size) * 2 - 1
    if mode == "forward":
        def forward():
            with torch.no_grad():
                network(x)
        return forward
    dy = torch.rand(steps, batch, directions * hidden) * 0.01

    def training():
        network.zero_grad(set_to_none=True)
        network(x)[0].backward(dy)
    return training


for line in sys.stdin:
    mode, *numbers = line.split()
    *numbers, passes = map(int, numbers)
    if line != description:
        description, step = line, make_step(mode, *numbers)
        for _ in range(passes if step else 0):
            step()
    if not step:
        print("absent", flush=True)
        continue
    start = time.perf_counter()
    for _ in range(passes):
        step()
    print(time.perf_counter() - start, flush=True)
