#!/usr/bin/env python3
"""tests/bench/peers/gpu_peers.py [--build FOLDER] [--device cuda|cpu] [--seconds N] [--only peers,six,single,ladder,forum]
                            [--precision fp32,tf32,bf16] [--quick] [--csv FILE]

Compares the recurrent layers on a card with PyTorch's nn.LSTM and cuDNN's C API (the fastest algorithm for each
size), in one session, size by size. Events on the card time warm runs; the median counts. The output shows
milliseconds and the ratios PEER / TACTUS: above 1 Tactus is faster. The most important sizes come first; the last line
counts the sizes that --seconds left no time for. Needs lstm_gpu_bench (and peer_cudnn) of the build folder and Python
with torch; the output names missing peers. `--device cpu` tests this script without a card, at small sizes: PyTorch on
one thread against our CPU backend.
"""
import argparse
import csv
import math
import statistics
import sys
import time
from pathlib import Path

from line_program import LineProgram

ROOT = Path(__file__).resolve().parents[3]
GOALS = {"fp32": "about 1 at H 512, B 32 and more", "tf32": "5 to 9 at H up to 512", "bf16": "5 to 9 at H up to 512"}
# Appleyard, Kocisky & Blunsom (2016), M40: one layer but for the last.
LADDER_2016 = {"per-gate": 349, "combined-gates": 724, "streams": 994, "fused-pointwise": 1942, "transposed": 2199,
               "batched-inputs": 2290, "side-by-side": 3898}
RUNGS = [*LADDER_2016, "graph", "resident"]


class Case:
    def __init__(self, precision, training, layers=3, size=256, hidden=128, directions=2, peepholes=0, batch=1,
                 steps=1000):
        self.precision, self.training, self.layers, self.size, self.hidden = precision, training, layers, size, hidden
        self.directions, self.peepholes, self.batch, self.steps = directions, peepholes, batch, steps

    @property
    def mode(self):
        return "training" if self.training else "forward"

    def __str__(self):
        return (f"{self.precision} {self.mode} {self.layers}x{self.hidden} B={self.batch} T={self.steps}" +
                (" peepholes" if self.peepholes else ""))


class Tactus:
    def __init__(self, options):
        self.server = LineProgram(options.build / "lstm_gpu_bench", "serve")
        self.device, self.repeats = options.device, options.repeats
        self.why = ""

    def measure(self, case, rung="auto", device=None):
        """Milliseconds, GFLOP/s and the device's maximum, or None."""
        answer = self.server.ask(f"{device or self.device} {case.precision} {rung} {case.mode} {case.layers} {case.size} "
                                 f"{case.hidden} {case.directions} {case.peepholes} {case.batch} {case.steps} "
                                 f"{self.repeats}")
        if answer.startswith("absent"):
            self.why = answer
            return None
        return tuple(float(word) for word in answer.split())


class CuDnn:
    """cuDNN's C API; answers milliseconds and the algorithm's name."""

    def __init__(self, options):
        program = options.build / "tests" / "bench" / "peer_cudnn"
        if options.device == "cpu" or not program.exists():
            raise FileNotFoundError(f"{program} (built where cudnn.h is found)")
        self.server, self.repeats = LineProgram(program), options.repeats

    def measure(self, case, precision=None):
        if case.peepholes:
            return None  # cuDNN has none
        answer = self.server.ask(f"{precision or case.precision} {case.mode} {case.layers} {case.size} {case.hidden} "
                                 f"{case.directions} {case.batch} {case.steps} {self.repeats}")
        if answer.startswith("absent"):
            return None
        milliseconds, algorithm = answer.split()
        return float(milliseconds), algorithm


class PyTorch:
    """torch.nn.LSTM: cuDNN as PyTorch uses it."""

    def __init__(self, options):
        import torch
        self.torch, self.device, self.repeats = torch, options.device.split(":")[0], options.repeats
        torch.set_num_threads(1)
        if self.device == "cuda":
            if not torch.cuda.is_available():
                raise ModuleNotFoundError("torch sees no card")
            self.version = f"{torch.__version__}, cuDNN {torch.backends.cudnn.version()}"
        else:
            self.version = torch.__version__

    def step(self, case):
        torch = self.torch
        kind = torch.bfloat16 if case.precision == "bf16" else torch.float32
        for backend in (torch.backends.cuda.matmul, torch.backends.cudnn):
            backend.allow_tf32 = case.precision == "tf32"
        torch.manual_seed(1)
        network = torch.nn.LSTM(case.size, case.hidden, case.layers, bidirectional=case.directions == 2)
        network = network.to(device=self.device, dtype=kind)
        x = (torch.rand(case.steps, case.batch, case.size, device=self.device) * 2 - 1).to(kind)
        if not case.training:
            def forward():
                with torch.no_grad():
                    network(x)
            return forward
        dy = (torch.rand(case.steps, case.batch, case.directions * case.hidden, device=self.device) * 0.01).to(kind)

        def training():
            network.zero_grad(set_to_none=True)
            network(x)[0].backward(dy)
        return training

    def milliseconds(self, step, runs):
        if self.device == "cpu":
            start = time.perf_counter()
            for _ in range(runs):
                step()
            return (time.perf_counter() - start) * 1e3 / runs
        begin, end = (self.torch.cuda.Event(enable_timing=True) for _ in range(2))
        begin.record()
        for _ in range(runs):
            step()
        end.record()
        end.synchronize()
        return begin.elapsed_time(end) / runs

    def measure(self, case):
        if case.peepholes or (self.device == "cpu" and case.precision != "fp32"):
            return None
        try:
            step = self.step(case)
            for _ in range(2):
                step()
            if self.device == "cuda":
                self.torch.cuda.synchronize()
            runs = min(max(int(5.0 / self.milliseconds(step, 1)) + 1, 1), 50)
            return statistics.median(self.milliseconds(step, runs) for _ in range(self.repeats))
        except RuntimeError as error:  # usually out of memory
            print(f"PyTorch, {case}: {str(error).splitlines()[0]}", file=sys.stderr)
            return None
        finally:
            if self.device == "cuda":
                self.torch.cuda.empty_cache()


def available(kind, options):
    try:
        return kind(options)
    except (ImportError, FileNotFoundError, ModuleNotFoundError) as error:
        print(f"{kind.__name__} is left out: {error}")
        return None


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else float("nan")


class Session:
    def __init__(self, options):
        self.options = options
        self.tactus, self.torch, self.cudnn = Tactus(options), available(PyTorch, options), available(CuDnn, options)
        self.end = time.monotonic() + options.seconds
        self.rows, self.left_out = [], 0
        if self.torch:
            print(f"PyTorch {self.torch.version}")

    def in_time(self):
        if time.monotonic() < self.end:
            return True
        self.left_out += 1
        return False

    def compare(self, case, rung="auto"):
        """Measures all, prints and stores a row; None without time or without our own result."""
        if not self.in_time():
            return None
        ours = self.tactus.measure(case, rung)
        if ours is None:
            print(f"{str(case):<42} {self.tactus.why}")
            return None
        torch = self.torch.measure(case) if self.torch else None
        cudnn = self.cudnn.measure(case) if self.cudnn else None
        alone = case.precision == "fp32" and case.batch == 1 and case.layers == 3
        cpu = self.tactus.measure(case, device="cpus") if alone else None
        row = {"precision": case.precision, "mode": case.mode, "layers": case.layers, "input": case.size,
               "hidden": case.hidden, "directions": case.directions, "peepholes": case.peepholes, "batch": case.batch,
               "steps": case.steps, "rung": rung, "milliseconds": ours[0], "gflops": ours[1], "share": ours[1] / ours[2],
               "torch_milliseconds": torch, "torch_ratio": torch and torch / ours[0],
               "cudnn_milliseconds": cudnn and cudnn[0], "cudnn_algorithm": cudnn and cudnn[1],
               "cudnn_ratio": cudnn and cudnn[0] / ours[0], "cpu_milliseconds": cpu and cpu[0],
               "cpu_ratio": cpu and cpu[0] / ours[0]}
        self.rows.append(row)
        print(f"{str(case):<42} {ours[0]:>10.3f} {ours[1]:>9.0f} {row['share']:>6.3f}  " +
              (f"{torch:>10.3f} {row['torch_ratio']:>6.2f}" if torch else f"{'-':>10} {'-':>6}") + "  " +
              (f"{cudnn[0]:>10.3f} {row['cudnn_ratio']:>6.2f} {cudnn[1]}" if cudnn else f"{'-':>10} {'-':>6}"), flush=True)
        return row


def peer_cases(options):
    """The most informative first: one length for all sizes, then the others."""
    if options.device == "cpu":
        hidden, batches, lengths = [32, 64], [1, 8], [50]
    elif options.quick:
        hidden, batches, lengths = [128, 512], [1, 16], [1000]
    else:
        hidden, batches, lengths = [64, 128, 256, 512, 1024], [1, 8, 16, 32, 64], [1000, 500, 3000]
    for T in lengths:
        for precision in options.precision:
            for training in (False, True):
                for H in hidden:
                    for B in batches:
                        yield Case(precision, training, hidden=H, batch=B, steps=T)


def peers(session):
    print("\n3 layers, both directions, input 256")
    rows = [row for case in peer_cases(session.options) if (row := session.compare(case))]
    for peer in ("torch", "cudnn"):
        for precision in session.options.precision:
            for training in (False, True):
                mode = "training" if training else "forward"
                all_ratios = [row[f"{peer}_ratio"] for row in rows if row["precision"] == precision and
                              row["mode"] == mode and row[f"{peer}_ratio"]]
                ratios = [row[f"{peer}_ratio"] for row in rows if row["precision"] == precision and
                          row["mode"] == mode and row["hidden"] <= 512 and row[f"{peer}_ratio"]]
                if not ratios:
                    continue
                goal = f" (predicted: {GOALS[precision]})" if peer == "torch" else ""
                print(f"{peer} / tactus, {precision} {mode}: geometric mean for H <= 512 {geometric_mean(ratios):.2f} "
                      f"of {len(ratios)} sizes; smallest of all {min(all_ratios):.2f}{goal}")

    steps = [row["milliseconds"] * 1e3 / row["steps"] / row["layers"] for row in rows if row["mode"] == "forward" and
             row["hidden"] <= 256 and row["batch"] <= 16]
    if steps:
        print(f"a step of a layer, forward, H <= 256, B <= 16: {min(steps):.2f} to {max(steps):.2f} microseconds (wanted 1)")
    ratios = [row["cpu_ratio"] for row in rows if row["cpu_ratio"] and row["hidden"] >= 128 and row["steps"] >= 500]
    if ratios:
        print(f"our own CPU backend, all cores / tactus, batch 1, H >= 128, T >= 500: smallest {min(ratios):.2f} (wanted 1)")


def six(session):
    """The sizes of a short session: small and large, one song and a batch; then cuDNN's best case."""
    cpu = session.options.device == "cpu"
    print(f"\n3 layers, both directions, input 256, T {50 if cpu else 1000}; the last: one layer one way, H = input")
    for hidden, batch in ((32, 1), (32, 8)) if cpu else ((128, 1), (128, 16), (256, 16), (512, 1), (512, 32)):
        for precision in session.options.precision:
            for training in (False, True):
                session.compare(Case(precision, training, hidden=hidden, batch=batch, steps=50 if cpu else 1000))
    single(session)


def single(session):
    """cuDNN's own best case; published for fp16: 2.0 ms forward, 5.2 ms forward and backward."""
    H, T = (768, 1024) if session.options.device != "cpu" else (64, 32)
    print(f"\nOne layer one way, H {H}, B 16, T {T} (published for cuDNN in fp16 on an H100: 2.0 and 5.2 ms)")
    for precision in session.options.precision:
        for training in (False, True):
            case = Case(precision, training, layers=1, size=H, hidden=H, directions=1, batch=16, steps=T)
            row = session.compare(case)
            if row and precision == "bf16" and session.cudnn:
                half = session.cudnn.measure(case, "fp16")
                if half:
                    print(f"{'':<42} cuDNN in fp16: {half[0]:.3f} ms, {half[1]}")


def ladder(session):
    H, B, T = (512, 64, 100) if session.options.device != "cpu" else (32, 4, 10)
    print(f"\nThe ladder of 2016: one way, input = hidden = {H}, B {B}, T {T}, fp32 forward; GFLOP/s of an M40 then")
    before = 0.0
    for layers in (1, 4):
        for rung in RUNGS if session.options.device != "cpu" else RUNGS[:1]:
            if not session.in_time():
                continue
            case = Case("fp32", False, layers=layers, size=H, hidden=H, directions=1, batch=B, steps=T)
            ours = session.tactus.measure(case, rung)
            if ours is None:
                print(f"{layers} {rung:<16} {session.tactus.why}")
                continue
            paper = LADDER_2016[rung] if rung in LADDER_2016 and (layers == 4) == (rung == "side-by-side") else ""
            note = "" if ours[1] >= before else "  slower than the rung before"
            print(f"{layers} {rung:<16} {ours[0]:>9.3f} ms {ours[1]:>9.0f} GFLOP/s  {paper}{note}", flush=True)
            before = ours[1]
        before = 0.0
        session.compare(Case("fp32", False, layers=layers, size=H, hidden=H, directions=1, batch=B, steps=T))


def forum(session):
    print("\nThe forum's workload: one layer with peepholes one way, 700 inputs, 500 units, batch 1, T 80; peers without")
    for training in (False, True):
        case = Case("fp32", training, layers=1, size=700, hidden=500, directions=1, batch=1, steps=80)
        session.compare(case)
        case.peepholes = 1
        session.compare(case)


def write_csv(path, rows):
    if not rows:
        return
    with open(path, "w", newline="") as file:
        writer = csv.DictWriter(file, rows[0].keys())
        writer.writeheader()
        writer.writerows(rows)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--build", type=Path, default=ROOT / "build" / "core")
    parser.add_argument("--device", default="cuda", choices=["cuda", "cpu"])
    parser.add_argument("--seconds", type=float, default=240.0)
    parser.add_argument("--only", default="single,ladder,forum,peers")
    parser.add_argument("--precision", default="fp32,tf32,bf16", type=lambda text: text.split(","))
    parser.add_argument("--repeats", type=int, default=3)
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--csv", type=Path)
    options = parser.parse_args()
    session = Session(options)
    print(f"{'':<42} {'ms':>10} {'GFLOP/s':>9} {'share':>6}  {'PyTorch':>10} {'ratio':>6}  {'cuDNN':>10} {'ratio':>6}")
    parts = {"six": six, "single": single, "ladder": ladder, "forum": forum, "peers": peers}
    for name in options.only.split(","):
        parts[name](session)
    if session.left_out:
        print(f"\n{session.left_out} sizes were left out: no time left (--seconds {options.seconds:.0f})")
    if options.csv:
        write_csv(options.csv, session.rows)
    return 0 if session.rows else 1


if __name__ == "__main__":
    sys.exit(main())
