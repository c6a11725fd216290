"""The Othello engine Bianca for scripts: an `Engine` is one process, a method one command.

>>> from bianca import Engine
>>> with Engine(level=1) as engine:
...     engine.play("f5d6")
...     engine.history()
['f5', 'd6']
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar

__all__ = [
    "Analysis",
    "BiancaError",
    "Cell",
    "CommandError",
    "Engine",
    "EngineGone",
    "GameState",
    "JudgedMove",
    "Line",
    "Review",
    "executable",
]


class BiancaError(Exception):
    """Something went wrong with an engine."""


class CommandError(BiancaError):
    """The engine refused a command and goes on; `command` and `reason` tell which and why."""

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command}: {reason}")
        self.command = command
        self.reason = reason


class EngineGone(BiancaError):
    """There is no engine: it could not be started, has ended, or was closed."""


@dataclass(frozen=True)
class Line:
    """One move that a search looked at."""

    rank: int
    """1 for the best move, 2 for the next."""
    move: str
    """A square, "pass", or "none" after the end of the game."""
    score: float
    """In discs for the side to move."""
    proven: Literal["no", "exact", "wld"]
    """Whether the score is proven; of "wld" only its sign is."""
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

    @classmethod
    def parse(cls, text: str) -> Line | None:
        """Reads an info line; None if it is none."""
        words = text.split()
        if not words or words[0] != "info":
            return None
        at = words.index("pv") if "pv" in words else len(words)
        pairs = dict(zip(words[1:at:2], words[2:at:2]))
        try:
            proven = pairs["proven"]
            return cls(
                rank=int(pairs["rank"]),
                move=pairs["move"],
                score=float(pairs["score"]),
                proven=proven if proven in ("exact", "wld") else "no",  # type: ignore[arg-type]
                depth=int(pairs["depth"]),
                confidence=int(pairs["confidence"]),
                nodes=int(pairs["nodes"]),
                time=float(pairs["time"]),
                pv=tuple(words[at + 1 :]),
            )
        except (KeyError, ValueError):
            return None


@dataclass(frozen=True)
class Cell:
    """A place on the board of a game."""

    move: str
    """The move that a click there is; it need not be legal."""
    piece: Literal["black", "white"] | None
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
    to_move: Literal["black", "white"]
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
    side: Literal["black", "white"]
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
    """Why a blunder is one, if that was asked for; docs/json.md has its names."""

    @classmethod
    def parse(cls, text: str) -> JudgedMove | None:
        """Reads a line of the command review; None if it is none. Names that later versions add are skipped."""
        if not text.startswith("{"):
            return None
        told = json.loads(text)
        named = {name: told[name] for name in cls.__dataclass_fields__ if name not in ("variation", "explanation")}
        return cls(**named, variation=tuple(told["variation"]), explanation=told.get("explanation"))


def executable() -> str:
    """The path of the executable: what BIANCA names, the one of this wheel, or the one in PATH."""
    named = os.environ.get("BIANCA")
    if named:
        return named
    name = "bianca.exe" if sys.platform == "win32" else "bianca"
    schemes = [sysconfig.get_path("scripts")]
    if hasattr(sysconfig, "get_preferred_scheme"):
        schemes.append(sysconfig.get_path("scripts", sysconfig.get_preferred_scheme("user")))
    # Next to the package where neither is right, as with `pip install --target`.
    schemes.append(str(Path(__file__).parent.parent / "bin"))
    for folder in schemes:
        path = Path(folder) / name
        if path.is_file():
            return str(path)
    found = shutil.which("bianca")
    if found is None:
        raise EngineGone("no executable bianca: neither beside this package nor in PATH")
    return found


Told = TypeVar("Told")


class _Answer(Iterator[Told]):
    """The lines of an answer as they are found; it ends with the next command."""

    def __init__(self, engine: Engine, command: str) -> None:
        self._engine = engine
        self._command = command
        self._begun = False
        self._open = True
        engine._send(command)

    def _read(self, text: str) -> Told | None:
        """What a line tells; None if that is nothing."""
        raise NotImplementedError

    def __next__(self) -> Told:
        while self._open:
            text = self._engine._line()
            if not self._begun:
                self._begun = True
                if not text.startswith("="):
                    self._open = False
                    self._engine._line()
                    raise CommandError(self._command, text[1:].strip())
            elif not text:
                self._open = False
            elif (told := self._read(text)) is not None:
                return told
        raise StopIteration

    def close(self) -> None:
        """Ends the search. Nothing happens if it has ended."""
        if self._open:
            self._open = False
            self._engine._send("stop")
            # What is left of the answer, then the reply to stop.
            while self._engine._line():
                pass
            self._engine._reply("stop")


class Analysis(_Answer[Line]):
    """The lines of an analysis as they are found, made by `Engine.analyze`."""

    def __init__(self, engine: Engine, command: str, moves: int | None) -> None:
        """Sends the command; nothing is left to find once the scores of so many moves are proven."""
        self._moves = moves
        self._proven: set[int] = set()
        super().__init__(engine, command)

    def _read(self, text: str) -> Line | None:
        return Line.parse(text)

    def __next__(self) -> Line:
        if self._moves is not None and len(self._proven) >= self._moves:
            # The engine says nothing more, but waits for the end.
            self.close()
        line = super().__next__()
        if line.proven == "exact":
            self._proven.add(line.rank)
        else:
            self._proven.clear()
        return line


class Review(_Answer[JudgedMove]):
    """The moves of a game as they are judged, the last one first, made by `Engine.review`."""

    def _read(self, text: str) -> JudgedMove | None:
        if text.startswith("error "):
            raise BiancaError(text.removeprefix("error "))
        return JudgedMove.parse(text)


class Engine:
    """A running engine with one game. Use it in a `with` statement, or `close` it.

    One thread at a time may use it.
    """

    def __init__(
        self,
        *,
        level: int | None = None,
        threads: int | None = None,
        hash: int | None = None,
        options: dict[str, object] | None = None,
        command: str | os.PathLike[str] | None = None,
    ) -> None:
        """Starts an engine: `level` 1 to 30, `threads`, `hash` in MiB, any other option by its name."""
        arguments = [os.fspath(command) if command is not None else executable(), "gtp"]
        self._answer: _Answer[Any] | None = None
        try:
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                errors="replace",
            )
        except OSError as error:
            raise EngineGone(f"{arguments[0]}: {error.strerror or error}") from error
        try:
            self.ask("name")
            named = {"Level": level, "Threads": threads, "Hash": hash}
            given = {name: setting for name, setting in named.items() if setting is not None}
            for name, setting in (given | (options or {})).items():
                self.option(name, setting)
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # The text protocol.

    def ask(self, command: str) -> str:
        """Sends any command of the protocol and gives the text of its reply.

        Raises CommandError if the engine refuses it, ValueError if it is not one line. Another exception
        in between, such as Ctrl-C, ends the engine: its answer would be taken for that of the next command.
        """
        self._end_answer()
        self._send(command)
        try:
            return self._reply(command)
        except BiancaError:
            raise
        except BaseException:
            self._process.kill()
            raise

    def _send(self, command: str) -> None:
        if "\n" in command or "\r" in command:
            raise ValueError("a command is one line")
        if not re.sub(r"[\x00-\x1f\x7f-\x9f]", "", command.split("#")[0]).strip():
            raise ValueError("a command that is answered is no blank line and no comment")
        stdin = self._process.stdin
        assert stdin is not None
        try:
            stdin.write(command + "\n")
            stdin.flush()
        except (OSError, ValueError) as error:
            raise EngineGone("the engine is gone") from error

    def _line(self) -> str:
        stdout = self._process.stdout
        assert stdout is not None
        try:
            line = stdout.readline()
        except ValueError as error:
            raise EngineGone("the engine is closed") from error
        if not line:
            raise EngineGone("the engine is gone")
        return line.rstrip("\r\n")

    def _reply(self, command: str) -> str:
        lines = [self._line()]
        while lines[-1]:
            lines.append(self._line())
        lines.pop()
        first = lines[0] if lines else "?"
        text = "\n".join([first[1:].strip(), *lines[1:]]).lstrip("\n")
        if not first.startswith("="):
            raise CommandError(command, text)
        return text

    # The game.

    def new_game(self, game: str = "othello") -> None:
        """Begins a game, of Othello if nothing is said."""
        self.ask(f"newgame {game}")

    def set_board(self, squares: str, side: str) -> None:
        """Sets up a position: 64 squares from a1, b1 to h8 ("X", "O", "-") and who is to move."""
        self.ask(f"setboard {squares} {side}")

    def play(self, moves: str | Iterable[str]) -> None:
        """Plays moves: "f5", "f5d6c3" or a sequence of them. If one is illegal none is played."""
        text = moves if isinstance(moves, str) else "".join(moves)
        self.ask(f"play {text}")

    def undo(self, moves: int = 1) -> None:
        """Takes moves back."""
        self.ask(f"gg-undo {moves}")

    def history(self) -> list[str]:
        """The moves that were played."""
        return self.ask("history").split()

    def legal(self) -> list[str]:
        """The moves that can be played."""
        return self.ask("legal").split()

    def board(self) -> str:
        """The board as text."""
        return self.ask("showboard")

    def state(self) -> GameState:
        """The game as data: its board cell by cell, whose turn it is, what was played, the result."""
        return GameState.parse(self.ask("state"))

    def explain(self, move: str = "") -> list[str]:
        """What the position, or a move, shows of the strategies that books teach."""
        return self.ask(f"explain {move}".strip()).splitlines()

    # Searching.

    def genmove(self) -> str:
        """Finds a move for the side to move, plays it and gives it."""
        return self.ask("genmove")

    def search(
        self,
        *,
        depth: int | None = None,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Line:
        """Finds the best move and plays nothing; the first limit ends it, or the level without one."""
        words = ["go"]
        if depth is not None:
            words.append(f"depth {depth}")
        if seconds is not None:
            words.append(f"movetime {max(1, round(seconds * 1000))}")
        if nodes is not None:
            words.append(f"nodes {nodes}")
        return self._best(" ".join(words))

    def solve(self, *, wld: bool = False) -> Line:
        """The exact result of the position, or only who wins."""
        return self._best("solve wld" if wld else "solve")

    def hint(self, moves: int = 1) -> list[Line]:
        """The best moves with their scores."""
        return [line for text in self.ask(f"hint {moves}").splitlines() if (line := Line.parse(text))]

    def analyze(self, moves: int = 1) -> Analysis:
        """Lines for the best moves, ever deeper, until nothing is left to find, the next command or its own `close`."""
        count = min(moves, len(self.legal())) if moves > 0 else None
        self._end_answer()
        analysis = self._answer = Analysis(self, f"analyze {moves}", count)
        return analysis

    def review(
        self,
        *,
        level: int | None = None,
        blunder: float | None = None,
        explain: Literal["en", "es", "fr", "ja", "zh"] | None = None,
    ) -> Review:
        """What each move of the game was worth, the last one first, until all are judged, the next command or its own `close`."""
        terms = {"level": level, "blunder": blunder, "explain": explain}
        words = [f" {name} {value}" for name, value in terms.items() if value is not None]
        self._end_answer()
        review = self._answer = Review(self, "review" + "".join(words))
        return review

    def _best(self, command: str) -> Line:
        for text in self.ask(command).splitlines():
            line = Line.parse(text)
            if line:
                return line
        raise BiancaError(f"{command} was answered without a move")

    def _end_answer(self) -> None:
        answer, self._answer = self._answer, None
        if answer is not None:
            answer.close()

    # Options and the end.

    def option(self, name: str, value: object) -> None:
        """Sets an option; a bool is true or false."""
        text = str(value).lower() if isinstance(value, bool) else str(value)
        self.ask(f"option {name} {text}")

    def close(self) -> None:
        """Ends the engine. Nothing happens if it has ended already."""
        process = self._process
        self._answer = None
        if process.stdin and not process.stdin.closed:
            try:
                process.stdin.write("quit\n")
                process.stdin.close()
            except OSError:
                pass
        try:
            process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        if process.stdout:
            process.stdout.close()
