"""What can be asked of an engine: the commands that it takes, and what is read of the replies.

Nothing here waits, and nothing knows of processes, threads or event loops: `Engine` and
`AsyncEngine` are made of the same requests. Arguments are looked at when a request is made.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, Generic, Literal, Protocol, SupportsIndex, TypeVar, cast, overload

from .connection import Steps, Streamed
from .errors import BiancaError, CommandError
from .values import (
    BookMove,
    Color,
    Crowd,
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
    whole,
)
from .wording import clock, is_number, limits, named, number, one_limit, quoted, setting

Told = TypeVar("Told")
Item = TypeVar("Item")


class Playable(Protocol):
    """A position with the moves that led to it, such as a `Board`."""

    @property
    def history(self) -> list[str]:
        """The moves, passes included."""
        ...

    @property
    def to_move(self) -> Color:
        """Whose turn it is after them."""
        ...

    def root(self) -> HasText:
        """Where they begin."""
        ...


class HasText(Protocol):
    """A position."""

    @property
    def text(self) -> str:
        """64 squares and the side to move."""
        ...


@dataclass(frozen=True)
class Request(Generic[Told]):
    """A request whose result comes at once, whole."""

    steps: Steps[Told]
    timeout: float | None = None
    """Seconds that whoever asks waits, if that was said."""
    thinks: bool = False
    """Whether nobody knows how long it takes."""
    seconds: float | None = None
    """Seconds that the engine is told to think."""


@dataclass(frozen=True)
class Streaming(Generic[Item]):
    """A request whose results come one by one."""

    begin: Callable[[Callable[[Item], None]], Steps[None]]
    """What is asked, given who is told the results."""
    seconds: float | None = None
    """After how many seconds it ends."""


def asked(command: str) -> Steps[str]:
    """One command and the text of its reply."""
    return (yield command)


def obeyed(*commands: str) -> Steps[None]:
    """Commands whose replies say nothing."""
    for command in commands:
        yield command


def words(command: str) -> Steps[list[str]]:
    """The words of a reply."""
    return (yield command).split()


# Any command.


def ask(command: str, *, timeout: float | None = None) -> Request[str]:
    """Sends any command of the protocol and gives the text of its reply.

    Raises CommandError if the engine refuses it, ValueError if it is not one line.
    """
    return Request(asked(command), timeout, thinks=True)


# The game.


def new_game(game: str = "othello") -> Request[None]:
    """Begins a game, of Othello if nothing is said."""
    return Request(obeyed(f"newgame {game}"))


def set_board(position: str | Playable, side: str = "") -> Request[None]:
    """Sets up a position: 64 squares from a1, b1 to h8 ("X", "O", "-"), or rows from the top with
    "/" between them, and who is to move. Of a `Board` it takes the moves that led there, too.
    """
    if isinstance(position, str):
        return Request(obeyed(f"setboard {position} {side}".strip()))
    return Request(obeyed(*position_of(position)))


@overload
def play(position: str | SupportsIndex | Iterable[str | SupportsIndex]) -> Request[None]: ...
@overload
def play(
    position: Playable, limit: Limit | None = None, *, timeout: float | None = None
) -> Request[PlayResult]: ...
def play(
    position: str | SupportsIndex | Iterable[str | SupportsIndex] | Playable,
    limit: Limit | None = None,
    *,
    timeout: float | None = None,
) -> Request[None] | Request[PlayResult]:
    """Plays moves: "f5", "f5d6c3", 37 or a sequence of them; if one is illegal none is played.

    Of a `Board` it finds the move that the engine plays there, within a `Limit`. The engine's game
    is that of the board then, with its move. Limits of nodes and depth are those of `search`;
    otherwise the book, the skill and the level count.
    """
    if isinstance(position, str) or is_number(position):
        word = named(position)
        return Request(obeyed(*([f"play {word}"] if word.strip() else [])))
    if isinstance(position, Iterable):
        moves = [named(move) for move in position]
        return Request(obeyed(*([f"play {' '.join(moves)}"] if moves else [])))
    limit = limit or Limit()
    seconds = limit.time or limit.clock
    board = cast(Playable, position)
    return Request(played(board, limit), timeout, thinks=seconds is None, seconds=seconds)


def undo(moves: int = 1) -> Request[None]:
    """Takes moves back."""
    return Request(obeyed(f"gg-undo {moves}"))


def redo(moves: int = 1) -> Request[None]:
    """Plays moves again that were taken back."""
    return Request(obeyed(f"redo {moves}"))


def history() -> Request[list[str]]:
    """The moves that were played."""
    return Request(words("history"))


def legal() -> Request[list[str]]:
    """The moves that can be played."""
    return Request(words("legal"))


def board() -> Request[str]:
    """The board as text."""
    return Request(asked("showboard"))


def state() -> Request[GameState]:
    """The game as data: its board cell by cell, whose turn it is, what was played, the result."""

    def steps() -> Steps[GameState]:
        return GameState.parse((yield "state"))

    return Request(steps())


def final_score() -> Request[int]:
    """The points of black, or of the first player, at the end of the game."""

    def steps() -> Steps[int]:
        text = yield "final_score"
        points = int(text.lstrip("BW+"))
        return -points if text.startswith("W") else points

    return Request(steps())


def opening() -> Request[Opening | None]:
    """The last named position that the game went through."""

    def steps() -> Steps[Opening | None]:
        return Opening.parse((yield "opening"))

    return Request(steps())


def games() -> Request[list[str]]:
    """The names of the games that can be played."""
    return Request(words("list_games"))


def explain(move: str | SupportsIndex = "", language: Language | None = None) -> Request[list[str]]:
    """What the position, or a move, shows of the strategies that books teach; of a move first the
    reason why it is good or bad, in a language.
    """
    word = named(move)
    if language is not None and not word:
        raise ValueError("a language is for the explanation of a move")

    def steps() -> Steps[list[str]]:
        return (yield f"explain {word} {language or ''}".strip()).splitlines()

    return Request(steps(), thinks=True)


# Searching.


def genmove(*, timeout: float | None = None) -> Request[str]:
    """Finds a move for the side to move, plays it and gives it."""
    return Request(asked("genmove"), timeout, thinks=True)


def search(
    limit: Limit | None = None,
    *,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    timeout: float | None = None,
) -> Request[Line]:
    """Finds the best move and plays nothing; the first limit ends it, or the level without one.

    The limits are a `Limit`, or stand by themselves.
    """
    limit = one_limit(limit, depth, seconds, nodes)
    return Request(the_best("go" + limits(limit)), timeout, thinks=limit.time is None, seconds=limit.time)


@overload
def analyse(
    position: Playable | None = None, limit: Limit | None = None, *, timeout: float | None = None
) -> Request[Line]: ...
@overload
def analyse(
    position: Playable | None = None,
    limit: Limit | None = None,
    *,
    best: int,
    timeout: float | None = None,
) -> Request[list[Line]]: ...
def analyse(
    position: Playable | None = None,
    limit: Limit | None = None,
    *,
    best: int | None = None,
    timeout: float | None = None,
) -> Request[Line] | Request[list[Line]]:
    """The best move of a board within a `Limit`, or the `best` so many; of the engine's game without a
    board. The engine's game is that of the board then, and nothing is played.

    Without a limit it goes by the level. Results that come one by one are those of `analysis`.
    """
    limit = one_limit(limit, None, None, None)
    if best is None:
        one = behind(position, the_best("go" + limits(limit)))
        return Request(one, timeout, thinks=limit.time is None, seconds=limit.time)
    several = behind(position, rows(f"hint {whole('best', best)}" + limits(limit), Line.parse))
    return Request(several, timeout, thinks=limit.time is None, seconds=limit.time)


def solve(*, wld: bool = False, timeout: float | None = None) -> Request[Line]:
    """The exact result of the position, or only who wins."""
    return Request(the_best("solve wld" if wld else "solve"), timeout, thinks=True)


def window(low: int, high: int, *, timeout: float | None = None) -> Request[Line]:
    """Whether the result is at least `high` or at most `low` discs; between them, what it is."""
    if low >= high:
        raise ValueError(f"a window goes up, and not from {low} to {high}")
    return Request(the_best(f"go window {low} {high}"), timeout, thinks=True)


def hint(
    moves: int = 1, limit: Limit | None = None, *, timeout: float | None = None
) -> Request[list[Line]]:
    """The best moves with their scores, within a `Limit` or by the level."""
    limit = one_limit(limit, None, None, None)
    command = f"hint {moves}" + limits(limit)
    return Request(rows(command, Line.parse), timeout, thinks=limit.time is None, seconds=limit.time)


def people(
    position: Playable | None = None, rating: SupportsIndex = 1500, *, timeout: float | None = None
) -> Request[Crowd]:
    """How likely people of a rating from 900 to 2300 are to play each move of a board, and the trap that
    most of them fall into; of the engine's game without a board. The engine's game is that of the
    board then.
    """
    command = f"hint people {index(rating)} json"

    def steps() -> Steps[Crowd]:
        return Crowd.parse((yield command))

    return Request(behind(position, steps()), timeout, thinks=True)


def evaluate() -> Request[float]:
    """What the position is worth without a search, in discs for the side to move."""

    def steps() -> Steps[float]:
        return float((yield "eval"))

    return Request(steps())


def last_search() -> Request[Line | None]:
    """The best line that the last `genmove` of this game has found; None without one."""
    return Request(found())


def perft(depth: int, *, timeout: float | None = None) -> Request[int]:
    """How many paths of so many moves there are, a pass being a move."""

    def steps() -> Steps[int]:
        return int((yield f"perft {depth}"))

    return Request(steps(), timeout, thinks=True)


def tree(
    algorithm: Literal["minimax", "alphabeta"] = "alphabeta",
    form: Literal["text", "steps", "dot", "svg"] = "text",
) -> Request[str]:
    """What a search does from here to the end of the game, drawn, where that is a small tree."""
    return Request(asked(f"tree {algorithm} {form}"))


def analysis(
    position: Playable | None = None, limit: Limit | None = None, *, best: int = 1
) -> Streaming[Line]:
    """Lines for the best moves, ever deeper, of the engine's game or of a board, which the engine's
    game is then: until nothing is left to find, the limit is reached, the next command or `stop`.
    """
    end = one_limit(limit, None, None, None)

    def begin(tell: Callable[[Line], None]) -> Steps[None]:
        if position is not None:
            yield from obeyed(*position_of(position))
        count = min(best, len((yield "legal").split()))
        if best > 0 and count == 0:
            return
        proven: set[int] = set()

        def take(text: str) -> bool:
            line = Line.parse(text)
            if line is None:
                return False
            if end.depth is not None and line.depth > end.depth:
                return True
            tell(line)
            if line.proven is Proven.EXACT:
                proven.add(line.rank)
            else:
                proven.clear()
            # The engine would say nothing more, but wait for the end.
            is_done = len(proven) >= count
            return is_done or (end.nodes is not None and line.nodes >= end.nodes)

        yield Streamed(f"analyze {best}", take)

    return Streaming(begin, end.time)


def review(
    limit: Limit | None = None,
    *,
    level: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    nodes: int | None = None,
    blunder: float | None = None,
    explain: Language | None = None,
) -> Streaming[JudgedMove]:
    """What each move of the game was worth, the last one first, until all are judged, the next
    command or `stop`. One of the limits, or a `Limit`, is for each search; without any it is the level.
    """
    terms = {"level": level, "blunder": blunder, "explain": explain}
    given = "".join(f" {name} {value}" for name, value in terms.items() if value is not None)
    command = "review" + limits(one_limit(limit, depth, seconds, nodes)) + given

    def begin(tell: Callable[[JudgedMove], None]) -> Steps[None]:
        def take(text: str) -> bool:
            if text.startswith("error "):
                raise BiancaError(text.removeprefix("error "))
            judged = JudgedMove.parse(text)
            if judged is not None:
                tell(judged)
            return False

        yield Streamed(command, take)

    return Streaming(begin)


def cpu_time() -> Request[float]:
    """How many seconds the processors have worked for the engine."""

    def steps() -> Steps[float]:
        return float((yield "cputime"))

    return Request(steps())


# The book.


def book() -> Request[list[BookMove]]:
    """The moves that the opening book knows here, best first."""
    return Request(rows("book", BookMove.parse))


def book_add() -> Request[None]:
    """Teaches the game to the book that the option Book names."""
    return Request(obeyed("book add"), thinks=True)


def book_store() -> Request[None]:
    """Writes the file of the book anew, with all that was learned."""
    return Request(obeyed("book store"), thinks=True)


# Files and clocks.


def save(path: str | os.PathLike[str]) -> Request[None]:
    """Writes the game to a file; its extension names the format."""
    return Request(obeyed(f"savegame {quoted(path)}"), thinks=True)


def load(path: str | os.PathLike[str], number: int = 1) -> Request[None]:
    """Takes the game of a file, or one of several by its number."""
    return Request(obeyed(f"loadgame {quoted(path)} {number}"), thinks=True)


def sgf() -> Request[str]:
    """The game in the Smart Game Format, on one line."""
    return Request(asked("printsgf"))


def set_clock(main: float, period: float = 0.0, moves: int = 0) -> Request[None]:
    """Starts both clocks: `main` seconds, then again and again `period` seconds for `moves` moves;
    or, with no number of moves, `period` seconds more after each move. All 0: no limit.
    """
    return Request(obeyed(clock(main, period, moves)))


def time_left(side: Color, seconds: float, moves: int = 0) -> Request[None]:
    """What the clock of a side shows, for so many moves or for the rest of the game."""
    return Request(obeyed(f"time_left {side} {number(seconds)} {moves}"))


# Options.


def options() -> Request[dict[str, Option]]:
    """All options by their names, with their values, types and ranges."""

    def steps() -> Steps[dict[str, Option]]:
        found = yield from rows("options", Option.parse)
        return {option.name: option for option in found}

    return Request(steps())


def option(name: str, value: OptionValue | float) -> Request[None]:
    """Sets an option; a bool is true or false, an empty text is none."""
    return Request(obeyed(setting(name, value)), thinks=True)


def configure(values: Mapping[str, OptionValue | float]) -> Request[None]:
    """Sets options by their names, one after the other, up to the first that is refused."""
    return Request(obeyed(*(setting(*pair) for pair in values.items())), thinks=True)


def beginning(values: Mapping[str, Any]) -> Request[None]:
    """What is said to an engine first."""
    return Request(obeyed("name", *(setting(*pair) for pair in values.items())))


# What requests are made of.


def the_best(command: str) -> Steps[Line]:
    """The first line of a search."""
    lines = yield from rows(command, Line.parse)
    if not lines:
        raise BiancaError(f"{command} was answered without a move")
    return lines[0]


def rows(command: str, parse: Callable[[str], Item | None]) -> Steps[list[Item]]:
    """The lines of a reply that can be read."""
    text = yield command
    return [row for line in text.splitlines() if (row := parse(line)) is not None]


def found() -> Steps[Line | None]:
    """The line of the last search of the game, if there was one."""
    try:
        return Line.parse((yield "last_search"))
    except CommandError:
        return None


def position_of(board: Playable) -> Iterator[str]:
    """The commands that set up a board with the moves that led to it."""
    yield f"setboard {board.root().text}"
    if board.history:
        yield f"play {' '.join(board.history)}"


def played(board: Playable, limit: Limit) -> Steps[PlayResult]:
    """A move that is played from a board."""
    yield from obeyed(*position_of(board))
    if limit.depth is not None or limit.nodes is not None:
        line = yield from the_best("go" + limits(limit))
        # At the end of the game there is no move, and nobody but the engine's own word for it.
        move = "pass" if line.move == "none" else line.move
        yield f"play {board.to_move} {move}"
        return PlayResult(move, line)
    if limit.time is not None:
        yield clock(0, limit.time, 1)
    elif limit.clock is not None:
        yield clock(limit.clock, limit.increment, 0)
    else:
        yield clock(0, 0, 0)
    move = yield f"genmove {board.to_move}"
    return PlayResult(move, (yield from found()))


def behind(board: Playable | None, steps: Steps[Told]) -> Steps[Told]:
    """What is asked once a board is set up, if there is one."""
    if board is not None:
        yield from obeyed(*position_of(board))
    return (yield from steps)
