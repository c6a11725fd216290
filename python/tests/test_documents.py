"""What the documentation shows is true: the examples of every module, and those of the README."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
import subprocess
import sys
from pathlib import Path
from types import CodeType

import pytest

import bianca

MODULES = ["bianca", *(f"bianca.{module.name}" for module in pkgutil.iter_modules(bianca.__path__))]


def examples_of_the_rules() -> list[doctest.DocTest]:
    """The examples of the extension module, whose classes call themselves those of `bianca`."""
    finder = doctest.DocTestFinder(exclude_empty=False)
    found: list[doctest.DocTest] = []
    for kind in (bianca.Board, bianca.Solution):
        found += finder.find(kind, f"bianca.{kind.__name__}", module=bianca)
    return [test for test in found if test.examples]


def test_the_rules_show_what_is_true() -> None:
    runner = doctest.DocTestRunner()
    for test in examples_of_the_rules():
        assert runner.run(test).failed == 0


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    result = doctest.testmod(importlib.import_module(name))
    assert result.failed == 0


def test_there_are_examples() -> None:
    found = [
        test
        for name in MODULES
        for test in doctest.DocTestFinder().find(importlib.import_module(name))
        if test.examples
    ]
    assert len(found) > 10
    for name in ("Board", "Solution"):
        assert any(test.name == f"bianca.{name}" for test in examples_of_the_rules())


TOUR = Path(__file__).parents[2] / "docs" / "python.md"


def test_the_tour_is_true_and_shows_every_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    text = TOUR.read_text(encoding="utf-8").replace("```", "")
    test = doctest.DocTestParser().get_doctest(text, {}, "python.md", str(TOUR), 0)
    result = doctest.DocTestRunner().run(test)
    assert result.failed == 0 and result.attempted > 50
    shown = "".join(example.source for example in test.examples)
    assert [name for name in bianca.__all__ if not re.search(rf"\b{name}\b", shown)] == []


def programs() -> list[CodeType]:
    """The programs of the README."""
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    blocks = [rest.partition("```\n")[0] for rest in text.split("```python\n")[1:]]
    return [compile(block, "README.md", "exec") for block in blocks]


def test_the_board_of_the_readme(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    _, program = programs()
    exec(program, {})
    told = capsys.readouterr().out.splitlines()
    assert "c4" in told[0] and told[1] == "  a b c d e f g h"
    assert told[-1].startswith("Solution(score=10, pv='a4 ")
    [game] = bianca.read_games("game.sgf")
    assert (game.black, game.moves()) == ("Ann", ["f5", "d6", "c3", "d3"])


def test_the_example_judges_games() -> None:
    root = TOUR.parents[1]
    done = subprocess.run(
        [sys.executable, root / "python/examples/judge.py", root / "examples/games/games.ggf", "1"],
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    lines = done.stdout.splitlines()
    assert len(lines) == len(bianca.read_games(root / "examples/games/games.ggf"))
    assert all(" lost " in line and " was better" in line for line in lines)


def test_the_program_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    program, _ = programs()
    exec(program, {})
    told = capsys.readouterr().out.splitlines()
    judged = [line.split()[:2] for line in told[-5:-1]]
    assert judged == [["4", told[0]], ["3", "c3"], ["2", "d6"], ["1", "f5"]]
    assert told[-1].startswith("a4 10.0 ('a4', ")
