"""Bianca as a bot of OpenSpiel: openspiel_agent.py [GAMES] plays against random moves.

It needs the package open_spiel.
"""

from __future__ import annotations

import random
import sys
from typing import Any

import pyspiel  # type: ignore[import-not-found,import-untyped,unused-ignore]

import bianca


class BiancaBot(pyspiel.Bot):  # type: ignore[misc,unused-ignore]
    """A bot for the game "othello", whose actions are the numbers of squares."""

    def __init__(self, engine: bianca.Engine, limit: bianca.Limit | None = None) -> None:
        pyspiel.Bot.__init__(self)
        self._engine = engine
        self._limit = limit

    def step(self, state: Any) -> int:
        """The action that is chosen."""
        board = bianca.Board(state.history())
        return self._engine.play(board, self._limit).square

    def restart(self) -> None:
        """Nothing is kept from one game to the next."""

    def restart_at(self, state: Any) -> None:
        """Nor from one state to the next."""


def main(games: int = 2) -> None:
    """Plays both colours by turns, and prints the results of black."""
    game = pyspiel.load_game("othello")
    with bianca.Engine(level=4) as engine:
        bot = BiancaBot(engine, bianca.Limit(time=0.05))
        for number in range(games):
            chance = pyspiel.make_uniform_random_bot(1 - number % 2, number)
            bots = [bot, chance] if number % 2 == 0 else [chance, bot]
            state = game.new_initial_state()
            pyspiel.evaluate_bots(state, bots, random.getrandbits(30))
            side = "black" if number % 2 == 0 else "white"
            print(f"Bianca has {side}: {bianca.Board(state.history()).result():+} discs for black")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
