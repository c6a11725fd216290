"""The Othello engine Bianca for programs: engines as processes.

>>> import bianca
>>> with bianca.Engine(level=1) as engine:
...     engine.play("f5d6")
...     engine.history()
['f5', 'd6']
"""

from __future__ import annotations

from .async_engine import AsyncAnalysis, AsyncEngine, AsyncResults, AsyncReview
from .engine import Analysis, Engine, Results, Review
from .errors import BiancaError, CommandError, EngineGone, EngineTimeout
from .executable import executable
from .values import (
    BookMove,
    BookScore,
    Cell,
    Color,
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
)

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "AsyncResults",
    "AsyncReview",
    "BiancaError",
    "BookMove",
    "BookScore",
    "Cell",
    "Color",
    "CommandError",
    "Engine",
    "EngineGone",
    "EngineTimeout",
    "GameState",
    "JudgedMove",
    "Language",
    "Limit",
    "Line",
    "Opening",
    "Option",
    "OptionValue",
    "PlayResult",
    "Proven",
    "Results",
    "Review",
    "executable",
]
