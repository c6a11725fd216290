"""The Othello engine Bianca for programs: engines as processes, and the rules without one.

>>> import bianca
>>> with bianca.Engine(level=1) as engine:
...     engine.play("f5d6")
...     engine.history()
['f5', 'd6']
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .async_engine import AsyncAnalysis, AsyncEngine, AsyncResults, AsyncReview
from .engine import Analysis, Engine, Results, Review
from .errors import BiancaError, CommandError, EngineGone, EngineTimeout
from .executable import executable
from .matches import Match, MatchEngine, MatchGame, MatchResult, Standing
from .puzzles import Answer, Puzzle, read_puzzles
from .squares import PASS, square_name, square_number
from .values import (
    BookMove,
    BookScore,
    Cell,
    Color,
    Crowd,
    CrowdMove,
    GameState,
    JudgedMove,
    Language,
    Limit,
    Line,
    Opening,
    Option,
    OptionValue,
    PlayResult,
    Proven,
    Trap,
)

if TYPE_CHECKING:
    from ._rules import Board, Solution
    from .records import Game, Mark, Node, Shape, iter_games, read_games, write_games

__version__ = "0.2.0"
"""The version of the package, which is that of the engine within it."""

__all__ = [
    "PASS",
    "Analysis",
    "Answer",
    "AsyncAnalysis",
    "AsyncEngine",
    "AsyncResults",
    "AsyncReview",
    "BiancaError",
    "Board",
    "BookMove",
    "BookScore",
    "Cell",
    "Color",
    "CommandError",
    "Crowd",
    "CrowdMove",
    "Engine",
    "EngineGone",
    "EngineTimeout",
    "Game",
    "GameState",
    "JudgedMove",
    "Language",
    "Limit",
    "Line",
    "Mark",
    "Match",
    "MatchEngine",
    "MatchGame",
    "MatchResult",
    "Node",
    "Opening",
    "Option",
    "OptionValue",
    "PlayResult",
    "Proven",
    "Puzzle",
    "Results",
    "Review",
    "Shape",
    "Solution",
    "Standing",
    "Trap",
    "executable",
    "iter_games",
    "read_games",
    "read_puzzles",
    "square_name",
    "square_number",
    "write_games",
]


OF_THE_MODULE = {"Board", "Game", "Mark", "Node", "Shape", "Solution", "iter_games", "read_games", "write_games"}
"""What needs the extension module."""


def __getattr__(name: str) -> object:
    """What needs the extension module is looked for when it is asked for: engines work without."""
    if name not in OF_THE_MODULE:
        raise AttributeError(f"module 'bianca' has no attribute {name!r}")
    try:
        from . import _rules, records
    except ImportError as error:
        raise ImportError(f"bianca.{name} needs the extension module of the rules: {error}") from error
    found: object = getattr(_rules if name in ("Board", "Solution") else records, name)
    globals()[name] = found
    return found
