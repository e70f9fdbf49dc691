"""scale_ray.py MUSIC OUTPUT LOG ACTORS: tags a folder with local actors of Ray and kills one in the middle."""

import json
import os
import pathlib
import signal
import sys

import psutil
import ray
import tactus.ray


def main():
    music, output, log, actors = sys.argv[1:]
    songs = sorted(str(path) for path in pathlib.Path(music).rglob('*.wav'))
    ray.init(include_dashboard=False, log_to_driver=False)
    rows = []
    for row in tactus.ray.tag_files(songs, output, root=music, actors=int(actors)):
        rows.append(row)
        if len(rows) == len(songs) // 4:
            workers = [each.pid for each in psutil.process_iter() if 'ray::Tagger' in ' '.join(each.cmdline())]
            os.kill(workers[0], signal.SIGKILL)
    pathlib.Path(log).write_text(''.join(json.dumps(row) + '\n' for row in rows))


if __name__ == '__main__':
    main()
