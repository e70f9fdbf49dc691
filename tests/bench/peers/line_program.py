"""What peers/run and peers/gpu_peers.py share."""

import os
import subprocess


class LineProgram:
    """A program that replies to each line with a line."""

    def __init__(self, *command, threads=None):
        environment = dict(os.environ)
        if threads:
            environment |= dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), str(threads))
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def ask(self, question):
        try:
            self.process.stdin.write(question + "\n")
            self.process.stdin.flush()
            answer = self.process.stdout.readline().strip()
        except BrokenPipeError:
            answer = ""
        return answer or "absent: the program ended"
