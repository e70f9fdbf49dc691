"""scale_dask.py MUSIC OUTPUT LOG WORKERS: tags a folder with local workers of Dask and kills one in the middle."""

import json
import os
import pathlib
import signal
import sys
import threading
import time

import dask.bag
import tactus.dask
from dask.distributed import Client, LocalCluster


def kill_one(client, output, songs):
    while len(list(pathlib.Path(output).rglob('*.jams'))) < songs // 4:
        time.sleep(0.02)
    os.kill(next(iter(client.run(os.getpid).values())), signal.SIGKILL)


def main():
    music, output, log, workers = sys.argv[1:]
    songs = sorted(str(path) for path in pathlib.Path(music).rglob('*.wav'))
    with LocalCluster(n_workers=int(workers), threads_per_worker=1, dashboard_address=None) as cluster, \
            Client(cluster) as client:
        threading.Thread(target=kill_one, args=(client, output, len(songs)), daemon=True).start()
        rows = tactus.dask.tag_files(dask.bag.from_sequence(songs, partition_size=10), output, root=music).compute()
    pathlib.Path(log).write_text(''.join(json.dumps(row) + '\n' for row in rows))


if __name__ == '__main__':
    main()
