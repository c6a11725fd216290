"""A checkout whose extension module was not built drives engines all the same."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import bianca


def test_engines_work_and_boards_say_what_is_missing(tmp_path: Path) -> None:
    shutil.copytree(
        Path(bianca.__file__).parent, tmp_path / "bianca", ignore=shutil.ignore_patterns("_rules*", "__pycache__")
    )
    program = """
import bianca
with bianca.Engine(level=1) as engine:
    engine.play("f5")
    print(engine.history())
for name in ("Board", "Game", "read_games"):
    try:
        getattr(bianca, name)
    except ImportError as error:
        print(error)
print(hasattr(bianca, "nonsense"))
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(tmp_path), "BIANCA": bianca.executable()},
        stdout=subprocess.PIPE,
        check=True,
        text=True,
    )
    told = done.stdout.splitlines()
    assert told[0] == "['f5']" and told[-1] == "False"
    assert [line.split(" needs the extension module")[0] for line in told[1:-1]] == [
        "bianca.Board",
        "bianca.Game",
        "bianca.read_games",
    ]
