"""What engines tell, as values. They are read from lines of the protocol and know no engine.

Names and keys that later versions of the engine add are skipped.
"""

from __future__ import annotations

import json
import math
import re
from dataclasses import dataclass
from enum import Enum
from operator import index
from typing import Any, Literal, SupportsIndex, Union

from .squares import square_number

__all__ = [
    "BookMove",
    "BookScore",
    "Cell",
    "Color",
    "Crowd",
    "CrowdMove",
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
    "Trap",
]

Color = Literal["black", "white"]
"""A side; black begins."""

Language = Literal["en", "es", "fr", "ja", "zh"]
"""A language in which reasons are told."""

OptionValue = Union[bool, int, str]
"""The value of an option."""


class Proven(str, Enum):
    """What is proven of a score. Each is equal to its word in the protocol.

    >>> from bianca import Proven
    >>> Proven("atleast") is Proven.AT_LEAST, Proven.EXACT == "exact"
    (True, True)
    """

    NO = "no"
    """Nothing: it is an estimate."""
    EXACT = "exact"
    """It is the final score."""
    WLD = "wld"
    """Only its sign is; the score is -1, 0 or 1."""
    AT_LEAST = "atleast"
    """The final score is no less."""
    AT_MOST = "atmost"
    """The final score is no more; the move means nothing then."""

    def __str__(self) -> str:
        return self.value


@dataclass(frozen=True)
class BookScore:
    """What the opening book says of a move."""

    score: float
    """In discs for the side to move."""
    depth: int
    """Plies of the search that it is from; 0 if the move was only glanced at."""
    confidence: int
    """Percent, of that search."""


@dataclass(frozen=True)
class Limit:
    """How long a move or a search may take; without any limit the engine goes by its level.

    >>> from bianca import Limit
    >>> Limit(time=0.5)
    Limit(time=0.5, clock=None, increment=0.0, nodes=None, depth=None)
    >>> Limit(depth=2.5)
    Traceback (most recent call last):
    ValueError: depth is a whole number, and not 2.5
    """

    time: float | None = None
    """Seconds for this move."""
    clock: float | None = None
    """Seconds that the side to move has for the rest of the game."""
    increment: float = 0.0
    """Seconds that it gets after each move."""
    nodes: int | None = None
    """Positions to visit."""
    depth: int | None = None
    """Plies to search."""

    def __post_init__(self) -> None:
        for name in ("time", "clock"):
            positive(name, getattr(self, name))
        for name in ("nodes", "depth"):
            # Numbers of other kinds, such as numpy's, are Python's own from here on.
            object.__setattr__(self, name, whole(name, getattr(self, name)))
        if not 0 <= self.increment < math.inf:
            raise ValueError(f"increment cannot be less than 0, or without end, but is {self.increment}")


@dataclass(frozen=True)
class PlayResult:
    """The move that an engine has chosen."""

    move: str
    """A square, or "pass", also after the end of the game."""
    line: Line | None
    """What the search said of it; None if it needed none, as with a move of the book."""

    @property
    def square(self) -> int:
        """The number of the move: 0 to 63, or 64 for a pass."""
        return square_number(self.move)


@dataclass(frozen=True)
class Line:
    """One move that a search looked at."""

    rank: int
    """1 for the best move, 2 for the next."""
    move: str
    """A square, "pass", or "none" after the end of the game."""
    score: float
    """In discs for the side to move."""
    proven: Proven
    """What is proven of the score."""
    depth: int
    """Plies."""
    confidence: int
    """Percent; less than 100 after selective cuts."""
    nodes: int
    """Positions visited so far."""
    time: float
    """Seconds since the search began."""
    pv: tuple[str, ...]
    """The moves that both sides are expected to play."""
    book: BookScore | None = None
    """What the opening book says of the move."""
    chances: dict[str, float] | None = None
    """From what a person's move was drawn, below the full skill: moves and percents, the likeliest first."""

    @property
    def square(self) -> int | None:
        """The number of the move, 0 to 63, or 64 for a pass; None after the end of the game."""
        return None if self.move == "none" else square_number(self.move)

    @classmethod
    def parse(cls, text: str) -> Line | None:
        """Reads an info line; None if it is none."""
        words = text.split()
        if not words or words[0] != "info":
            return None
        at = words.index("pv") if "pv" in words else len(words)
        told = None
        if "book" in words[:at]:
            # The one key that has three values.
            book = words.index("book")
            told, words[book : book + 4] = words[book : book + 4], []
            at -= len(told)
        pairs = dict(zip(words[1:at:2], words[2:at:2]))
        try:
            return cls(
                rank=int(pairs["rank"]),
                move=pairs["move"],
                score=float(pairs["score"]),
                proven=Proven(pairs["proven"]),
                depth=int(pairs["depth"]),
                confidence=int(pairs["confidence"]),
                nodes=int(pairs["nodes"]),
                time=float(pairs["time"]),
                pv=tuple(words[at + 1 :]),
                book=BookScore(float(told[1]), int(told[2]), int(told[3])) if told else None,
                chances=drawn_from(pairs["chances"]) if "chances" in pairs else None,
            )
        except (KeyError, ValueError, IndexError):
            return None


def drawn_from(text: str) -> dict[str, float]:
    """Moves with their percents, from the word of an info line."""
    pairs = (pair.split("=") for pair in text.split(","))
    return {move: float(percent) for move, percent in pairs}


@dataclass(frozen=True)
class CrowdMove:
    """A move and how likely people are to play it."""

    move: str
    """A square, or "pass" where that is the only move."""
    chance: float
    """Percent."""
    loss: float
    """Discs that it loses against the best one, by a search of eight plies."""


@dataclass(frozen=True)
class Trap:
    """Where the move that most people play loses four discs or more."""

    after: tuple[str, ...]
    """The moves that lead there, two at most; none if it is here."""
    reached: float
    """Percent of people who play these."""
    move: str
    """What most people play there."""
    chance: float
    """Percent of people who do."""
    loss: float
    """Discs that it loses against the best move."""
    best: str
    """What they should have played."""


@dataclass(frozen=True)
class Crowd:
    """What people of a rating would play."""

    rating: int
    """Theirs."""
    moves: tuple[CrowdMove, ...]
    """The likeliest first; none after the end of the game."""
    trap: Trap | None
    """The nearest one, and of several as near the one that most people fall into."""

    @classmethod
    def parse(cls, text: str) -> Crowd:
        """Reads the answer to hint people as JSON; names that later versions add are skipped."""
        told = json.loads(text)
        moves = (CrowdMove(row["move"], row["chance"], row["loss"]) for row in told["moves"])
        trap = told["trap"]
        if trap is not None:
            named = {name: trap[name] for name in Trap.__dataclass_fields__ if name != "after"}
            trap = Trap(after=tuple(trap["after"]), **named)
        return cls(told["rating"], tuple(moves), trap)


@dataclass(frozen=True)
class Cell:
    """A place on the board of a game."""

    move: str
    """The move that a click there is; it need not be legal."""
    piece: Color | None
    """Whose disc or mark stands there; of frogs, whether it goes right (black) or left."""


@dataclass(frozen=True)
class GameState:
    """The game of an engine, whichever it is."""

    game: str
    """Its name."""
    pieces: Literal["discs", "marks", "frogs", "none"]
    """What stands on the board; nothing where there is no board."""
    board: str
    """The position in one line."""
    to_move: Color
    """Whose turn it is."""
    legal: tuple[str, ...]
    """The moves of that side: "pass" if that is the only one, none after the end."""
    history: tuple[str, ...]
    """All that was played, passes included."""
    last: str | None
    """The last of it."""
    over: bool
    """Whether the game is over."""
    score: int | None
    """Then the points of black, or of the first player."""
    in_hand: tuple[int, int] | None
    """The discs that black and white have in hand, in Reversi of the 1880s."""
    cells: tuple[tuple[Cell, ...], ...]
    """The rows of the board from the top."""

    @classmethod
    def parse(cls, text: str) -> GameState:
        """Reads the answer to the command state; names that later versions add are skipped."""
        told = json.loads(text)
        hands = told["in_hand"]
        rows = (tuple(Cell(cell["move"], cell["piece"]) for cell in row) for row in told["cells"])
        return cls(
            game=told["game"],
            pieces=told["pieces"],
            board=told["board"],
            to_move=told["to_move"],
            legal=tuple(told["legal"]),
            history=tuple(told["history"]),
            last=told["last"],
            over=told["over"],
            score=told["score"],
            in_hand=None if hands is None else (hands[0], hands[1]),
            cells=tuple(rows),
        )


@dataclass(frozen=True)
class JudgedMove:
    """A move of a game and what it was worth. Scores are in discs for the side that moved."""

    number: int
    """Which disc it is, from 1."""
    turn: int
    """Which turn of the game, from 0, passes counted."""
    side: Color
    """Who moved."""
    move: str
    """The move that was played."""
    score: float
    """What that leads to."""
    best: str
    """The best move, which is the one played if none is better."""
    best_score: float
    """What that leads to."""
    loss: float
    """The difference of the two."""
    grade: Literal["best", "good", "mistake", "blunder"]
    """What the difference amounts to."""
    proven: bool
    """Whether both scores are exact."""
    depth: int
    """Plies searched for the best move."""
    confidence: int
    """Percent; less than 100 after selective cuts."""
    to_end: bool
    """Whether that search saw the end of the game."""
    variation: tuple[str, ...]
    """What follows the best move, itself included."""
    explanation: dict[str, Any] | None
    """Why a mistake or a blunder is one, if that was asked for; docs/json.md has its names."""

    @classmethod
    def parse(cls, text: str) -> JudgedMove | None:
        """Reads a line of the command review; None if it is none. Names that later versions add are skipped."""
        if not text.startswith("{"):
            return None
        told = json.loads(text)
        named = {name: told[name] for name in cls.__dataclass_fields__ if name not in ("variation", "explanation")}
        return cls(**named, variation=tuple(told["variation"]), explanation=told.get("explanation"))


@dataclass(frozen=True)
class BookMove:
    """A move that the opening book knows."""

    move: str
    """A square."""
    score: float
    """In discs for the side to move."""
    depth: int
    """Plies of the search that it is from; 0 if the move was only glanced at."""
    confidence: int
    """Percent, of that search."""
    proven: Proven
    """What is proven of the score."""
    leaf: bool
    """Whether it leads out of the book."""
    lines: int
    """How many games or lines were learned through it."""

    @classmethod
    def parse(cls, text: str) -> BookMove | None:
        """Reads a line of the command book; None if it is none."""
        words = text.split()
        pairs = dict(zip(words[::2], words[1::2]))
        try:
            return cls(
                move=pairs["move"],
                score=float(pairs["score"]),
                depth=int(pairs["depth"]),
                confidence=int(pairs["confidence"]),
                proven=Proven(pairs["proven"]),
                leaf=pairs["leaf"] == "yes",
                lines=int(pairs["lines"]),
            )
        except (KeyError, ValueError):
            return None


@dataclass(frozen=True)
class Opening:
    """The last named position that a game went through."""

    name: str
    """In English."""
    moves: int
    """After how many moves it stood on the board."""
    names: dict[str, str]
    """In other languages, by the language's English name."""

    @classmethod
    def parse(cls, text: str) -> Opening | None:
        """Reads the answer to the command opening; None if there is no name."""
        lines = text.splitlines()
        if not lines:
            return None
        told = dict(line.split(" ", 1) for line in lines[1:] if " " in line)
        return cls(name=lines[0], moves=int(told.pop("moves")), names=told)


@dataclass(frozen=True)
class Option:
    """An option of an engine."""

    name: str
    """As it is set."""
    value: OptionValue
    """What it is now: a number, a bool, or a text."""
    default: OptionValue
    """What it is if nobody sets it."""
    type: Literal["number", "switch", "text", "choice"]
    """What kind of value it takes."""
    minimum: int | None
    """The least number."""
    maximum: int | None
    """The greatest number."""
    choices: tuple[str, ...]
    """The words that a choice takes."""
    help: str
    """What it is for."""

    @classmethod
    def parse(cls, text: str) -> Option | None:
        """Reads a line of the command options; None if it is none."""
        read = re.fullmatch(
            r"option (?P<name>\S+) value (?P<value>.*?) type (?P<type>\w+) default (?P<default>.*?)"
            r"(?: min (?P<min>\d+) max (?P<max>\d+))?(?: values (?P<values>.*?))?(?: drawn \d+)?"
            r"(?: help (?P<help>.*))?",
            text,
        )
        if read is None:
            return None
        kind = read["type"]

        def value(word: str) -> OptionValue:
            if kind == "number":
                return int(word)
            if kind == "switch":
                return word == "true"
            return "" if word == "-" else word

        try:
            return cls(
                name=read["name"],
                value=value(read["value"]),
                default=value(read["default"]),
                type=kind,  # type: ignore[arg-type]
                minimum=None if read["min"] is None else int(read["min"]),
                maximum=None if read["max"] is None else int(read["max"]),
                choices=tuple((read["values"] or "").split()),
                help=read["help"] or "",
            )
        except ValueError:
            return None


def positive(name: str, value: float | None) -> None:
    """Raises ValueError if a limit is given that is not more than nothing, or has no end."""
    if value is not None and not value > 0:
        raise ValueError(f"{name} has to be more than 0, not {value}")
    if value is not None and value == math.inf:
        raise ValueError(f"{name} has to have an end; leave it out if there is none")


def whole(name: str, value: SupportsIndex | None) -> int | None:
    """A number from 1 up, if there is one. Raises ValueError if it is another."""
    if value is None:
        return None
    try:
        number = index(value)
    except TypeError:
        raise ValueError(f"{name} is a whole number, and not {value}") from None
    positive(name, number)
    return number
