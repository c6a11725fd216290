"""Says which moves of the games in a file lost most: judge.py FILE [LEVEL]."""

from __future__ import annotations

import asyncio
import sys

import bianca


async def worst(game: bianca.Game, level: int) -> str:
    """The worst move of a game, in a line."""
    async with bianca.AsyncEngine() as engine:
        await engine.set_board(game.board())
        judged = [move async for move in engine.review(level=level)]
    move = max(judged, key=lambda move: move.loss)
    return (
        f"{game.black or '?'} - {game.white or '?'}: {move.number}. {move.move} of {move.side} "
        f"lost {move.loss:.1f} discs, {move.best} was better"
    )


async def main(path: str, level: int = 6) -> None:
    """Judges all games at once, an engine for each."""
    games = [game for game in bianca.read_games(path) if game.moves()]
    for line in await asyncio.gather(*(worst(game, level) for game in games)):
        print(line)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], *map(int, sys.argv[2:])))
