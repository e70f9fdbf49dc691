"""The examples of app/doors/python/README.md run, one after the other, in a folder with the files that they name."""

import re
import shutil

import pytest

from conftest import DEMO, ROOT

README = (ROOT / "app" / "doors" / "python" / "README.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


@pytest.mark.filterwarnings("ignore:.*fork:DeprecationWarning")
def test_examples(tmp_path, monkeypatch, song):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "Music").mkdir()
    for name in ("song.flac", "a.mp3", "b.ogg", "Music/c.ogg", "Music/d.ogg"):  # the content decides
        shutil.copy(DEMO / "06-hill-dance.ogg", name)
    song.save("reference.jams")
    shutil.copytree(DEMO, "corpus")
    assert len(EXAMPLES) == 3
    known = {"__name__": "__main__"}
    for example in EXAMPLES:
        exec(compile(example, "app/doors/python/README.md", "exec"), known)


def test_length():
    assert len(README.splitlines()) <= 95
