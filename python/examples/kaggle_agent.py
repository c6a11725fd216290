"""Bianca as an agent of Kaggle's environment open_spiel_othello.

The last function of the file is the agent. The package has to lie where it is imported.
"""

from __future__ import annotations

import json
from functools import cache
from typing import Any

import bianca

LIMIT = bianca.Limit(time=0.5)
"""For each move; the environment gives much more."""

NOTHING = -1
"""What is submitted when there is nothing to choose."""


@cache
def engine() -> bianca.Engine:
    """The engine, which is started when it is first needed."""
    return bianca.Engine()


def board_of(told: dict[str, Any]) -> bianca.Board:
    """The board of an observation, which has rows from the top."""
    squares = "".join(cell or "-" for row in told["board"] for cell in row)
    return bianca.Board(f"{squares} {told['current_player']}")


def agent(observation: Any, configuration: Any = None) -> dict[str, int]:
    """The action for an observation: the number of a square, or 64 for a pass."""
    text = observation.get("observationString", "")
    if not text or observation["isTerminal"] or observation["currentPlayer"] != observation["playerId"]:
        return {"submission": NOTHING}
    return {"submission": engine().play(board_of(json.loads(text)), LIMIT).square}
