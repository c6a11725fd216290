"""What the documentation shows is true: the examples of every module, and those of the README."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import bianca

MODULES = ["bianca", *(f"bianca.{module.name}" for module in pkgutil.iter_modules(bianca.__path__))]


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


def test_the_program_of_the_readme(capsys: pytest.CaptureFixture[str]) -> None:
    text = (Path(__file__).parents[1] / "README.md").read_text(encoding="utf-8")
    _, _, rest = text.partition("```python\n")
    program, end, _ = rest.partition("```\n")
    assert end
    exec(compile(program, "README.md", "exec"), {})
    told = capsys.readouterr().out.splitlines()
    judged = [line.split()[:2] for line in told[-5:-1]]
    assert judged == [["4", told[0]], ["3", "c3"], ["2", "d6"], ["1", "f5"]]
    assert told[-1].startswith("a4 10.0 ('a4', ")
