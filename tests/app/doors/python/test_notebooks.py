"""The notebooks of app/doors/python/notebooks run from their first cell to the last, without a kernel."""

import ast
import json

import pytest

from conftest import ROOT

FOLDER = ROOT / "app" / "doors" / "python" / "notebooks"


def run(notebook):
    """Runs the cells in one namespace. Returns it, and the value of the last line of each cell."""
    cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
    known, values = {"__name__": "__main__"}, []
    for number, cell in enumerate(cells, 1):
        if cell["cell_type"] != "code":
            continue
        assert not cell["outputs"], f"{notebook.name}: cell {number} holds outputs; clear them"
        tree = ast.parse("".join(cell["source"]), f"{notebook.name}, cell {number}")
        last = tree.body.pop() if isinstance(tree.body[-1], ast.Expr) else None
        exec(compile(tree, f"{notebook.name}, cell {number}", "exec"), known)
        values.append(eval(compile(ast.Expression(last.value), f"{notebook.name}, cell {number}", "eval"), known) if last else None)
    return known, values


@pytest.fixture(autouse=True)
def _here(monkeypatch, tmp_path):
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    monkeypatch.setenv("MPLBACKEND", "agg")
    monkeypatch.setattr("tempfile.tempdir", None)
    monkeypatch.chdir(FOLDER)


def test_tag_and_evaluate():
    known, values = run(FOLDER / "tag_and_evaluate.ipynb")
    assert len(known["songs"]) == 6 and known["means"]["beats"] > 0.9 and known["means"]["chords"] > 0.8
    assert values[-1][0] == "01-morning-train.jams" and len(values[-1]) == 6


def test_train_and_compare():
    known, values = run(FOLDER / "train_and_compare.ipynb")
    assert known["losses"][-1] < known["losses"][0] and [row["model"] for row in known["rows"]] == ["small", "shipped"]
    assert known["rows"][1]["F"] > 0.9 and 0 <= values[-1] <= 1


def test_all_are_tested():
    assert {path.name for path in FOLDER.iterdir()} == {"tag_and_evaluate.ipynb", "train_and_compare.ipynb"}
