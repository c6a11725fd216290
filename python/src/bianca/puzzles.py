"""Puzzles, as `bianca puzzles --json` writes them. They know no engine.

Names that later versions add are skipped.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

__all__ = ["Answer", "Puzzle", "read_puzzles"]


@dataclass(frozen=True)
class Answer:
    """A move of a puzzle and what it is worth."""

    move: str
    """A square."""
    score: float
    """In discs for the side to move; whole ones if the puzzle is exact."""
    variation: tuple[str, ...]
    """What follows the move, itself included."""


@dataclass(frozen=True)
class Puzzle:
    """A position in which one move is clearly best."""

    position: str
    """The board and the side to move."""
    kind: Literal["ending", "trap", "two", "only"]
    """What there is to do; docs/puzzles.md says it."""
    empties: int
    """Empty squares."""
    rating: int
    """Of the players of whom half find the move, from 300 to 2700."""
    exact: bool
    """Whether all scores are exact."""
    answers: tuple[Answer, ...]
    """The move to find, the best of the others, the wrong move that people play most; best first."""
    tempting: str
    """That wrong move, which may be the best of the others."""
    theme: str
    """What the reason why it is wrong is called."""
    reason: str
    """The reason in a sentence."""
    played: str
    """What was played in the game; empty if the puzzle is of none that is known."""
    last: str | None
    """Where the opponent put its last disc; None if nobody knows."""
    game: int | None
    """The number of the game, over all inputs, from 1."""
    black: str
    """Who had the black discs; empty if nobody knows."""
    white: str
    """Who had the white discs."""
    event: str
    """The tournament."""
    date: str
    """When the game was played, as its source writes it."""

    @property
    def key(self) -> Answer:
        """The move to find."""
        return self.answers[0]

    @classmethod
    def parse(cls, text: str) -> Puzzle:
        """Reads a line. ValueError if it is no puzzle."""
        try:
            told: dict[str, Any] = json.loads(text)
            answers = tuple(Answer(one["move"], one["score"], tuple(one["variation"])) for one in told["answers"])
            needed = ("position", "kind", "empties", "rating", "exact", "tempting", "theme", "reason")
            known = {name: told[name] for name in needed}
            source = {name: told.get(name, "") for name in ("played", "black", "white", "event", "date")}
            if len(answers) < 2:
                raise ValueError("fewer than two answers")
            return cls(**known, **source, answers=answers, last=told.get("last"), game=told.get("game"))
        except KeyError as error:
            raise ValueError(f"no puzzle: there is no {error}") from None
        except (TypeError, ValueError) as error:
            raise ValueError(f"no puzzle: {error}") from None


def read_puzzles(path: str | os.PathLike[str]) -> Iterator[Puzzle]:
    """The puzzles of a file, one by one; blank lines are skipped.

    Raises OSError if it cannot be read, ValueError with the line at the first that is no puzzle.
    """
    with Path(path).open(encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            if line.strip():
                try:
                    puzzle = Puzzle.parse(line)
                except ValueError as error:
                    raise ValueError(f"{path}, line {number}: {error}") from None
                yield puzzle
