"""Puzzles as the executable writes them."""

import json
import subprocess
from pathlib import Path

import pytest

from bianca import Puzzle, executable, read_puzzles

GAME = (
    "f5d6c7g5f4g4h5h6h7f6e3g6h4f3f7g3e6e7c6f8d8d7c3b6c5c4d3b4b3c2h3e2"
    "a6a4d2e1a3a2e8f2a5b5a1b2g8b7f1g2c1b8a8a7d1b1h2h1g1h8c8g7\n"
)


@pytest.fixture(scope="module")
def lines() -> list[str]:
    arguments = [executable(), "puzzles", "-", "--json", "--empties=6-13", "--per-game=9", "--hash=1"]
    drawn = subprocess.run(arguments, input=GAME, capture_output=True, text=True, check=True)
    return drawn.stdout.splitlines()


def test_puzzles_are_read_as_they_are_written(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("\n\n".join(lines))
    puzzles = list(read_puzzles(path))
    assert len(puzzles) == len(lines) >= 3
    for puzzle, line in zip(puzzles, lines):
        told = json.loads(line)
        assert puzzle.key.move == told["answers"][0]["move"] == puzzle.key.variation[0]
        assert (puzzle.rating, puzzle.theme, puzzle.game) == (told["rating"], told["theme"], 1)
        assert puzzle.key.score > puzzle.answers[1].score and puzzle.exact
        assert puzzle.tempting in [answer.move for answer in puzzle.answers[1:]]
        assert puzzle.last == told["last"] and len(puzzle.played) == 2
        assert (puzzle.black, puzzle.date) == ("", "")


def test_names_of_later_versions_are_skipped(lines: list[str]) -> None:
    told = json.loads(lines[0]) | {"colour": "blue", "event": "Open"}
    puzzle = Puzzle.parse(json.dumps(told))
    assert puzzle.event == "Open"


def test_the_built_in_puzzles_are_of_no_game(lines: list[str]) -> None:
    told = json.loads(lines[0])
    for name in ("last", "played", "game"):
        del told[name]
    puzzle = Puzzle.parse(json.dumps(told))
    assert (puzzle.last, puzzle.played, puzzle.game) == (None, "", None)


def test_what_is_no_puzzle_is_told_with_its_line(lines: list[str], tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    told = json.loads(lines[0])
    for wrong, why in [
        ("f5d6", "no puzzle: Expecting value"),
        ("[1]", "no puzzle: list indices"),
        ("{}", "no puzzle: there is no 'answers'"),
        (json.dumps(told | {"answers": told["answers"][:1]}), "fewer than two answers"),
    ]:
        path.write_text(f"{lines[0]}\n{wrong}\n{lines[1]}\n")
        puzzles = read_puzzles(path)
        assert next(puzzles).position == told["position"]
        with pytest.raises(ValueError, match=f"puzzles.jsonl, line 2: .*{why}"):
            next(puzzles)
    with pytest.raises(FileNotFoundError):
        next(read_puzzles(tmp_path / "nowhere"))
