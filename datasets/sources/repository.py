"""Public git repositories as sources of corpora: cloned, or read from copies that are there."""
import pathlib
import re
import shutil
import subprocess
import sys


class Repository:
    """The files of the newest commit. Sizes tell which files a partial copy lacks."""

    def __init__(self, folder):
        self.command = ['git', '-c', 'safe.directory=*', '--git-dir', str(folder)]
        listing = self.git('ls-tree', '-r', '-l', '-z', 'HEAD').decode(errors='replace')
        rows = (row.split('\t', 1) for row in listing.split('\0') if row)
        self.sizes = {path: size for about, path in rows if (size := about.split()[-1]).isdigit() and size != '0'}
        self.reader = None

    def git(self, *words):
        return subprocess.run(self.command + list(words), capture_output=True, check=True).stdout

    def commit(self):
        return self.git('rev-parse', 'HEAD').decode().strip()

    def read(self, path):
        if not self.reader:  # one process for all files
            words = self.command + ['cat-file', '--batch']
            self.reader = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.reader.stdin.write(f'HEAD:{path}\n'.encode())
        self.reader.stdin.flush()
        about = self.reader.stdout.readline().split()
        if about[-1] == b'missing':
            raise FileNotFoundError(f'{path}: is not in the repository')
        return self.reader.stdout.read(int(about[2]) + 1)[:-1]

    def text(self, path):
        return self.read(path).decode('utf-8-sig', errors='replace')

    def matches(self, pattern):
        return [match for path in sorted(self.sizes) if (match := re.fullmatch(pattern, path))]


def git_folder(repository, mirrors, clones):
    """The git directory of OWNER/NAME, cloned if it is not there; None if it cannot be had."""
    for base in filter(None, (mirrors, clones)):
        for folder in (base / repository.replace('/', '+'), base / repository):
            for inner in ('repo/.git', 'repo', '.git', ''):
                if (folder / inner / 'HEAD').is_file():
                    return folder / inner
    if mirrors:
        return None
    folder = clones / repository.replace('/', '+')
    print(f'cloning {repository}', file=sys.stderr)
    clone = ['git', 'clone', '-q', '--depth', '1', '--bare', f'https://github.com/{repository}', str(folder)]
    if subprocess.run(clone).returncode != 0:
        shutil.rmtree(folder, ignore_errors=True)
        return None
    return folder


def opened(repository, mirrors, clones):
    """The repository, or None with a message."""
    folder = git_folder(repository, mirrors, clones)
    try:
        return Repository(pathlib.Path(folder))
    except (TypeError, subprocess.CalledProcessError):  # also without a folder
        print(f'{repository}: no such repository here; its songs are skipped', file=sys.stderr)
        return None
