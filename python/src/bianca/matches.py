"""Matches between engines, played by the executable's `match`, with results as values.

A match is a process of its own; this module writes its command line and reads what it tells. The log
that it keeps holds each game as it ends, so that games are told while the match goes on.
"""

from __future__ import annotations

import json
import os
import subprocess
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

from . import process
from .errors import BiancaError, EngineGone
from .executable import CommandWords, command_words, executable, line_of
from .values import Color, Limit, OptionValue, whole

__all__ = ["Match", "MatchEngine", "MatchGame", "MatchResult", "Standing"]

FIELDS = {"cmd", "name", "dir", "proto", "limit", "st", "tc", "depth", "nodes"}
"""What an engine of a match says of itself."""

GLANCE = 0.1
"""Seconds after which the log of a match is looked at again."""

Protocol = Literal["gtp", "nboard", "ugi", "cassio", "xboard"]


@dataclass(frozen=True)
class MatchEngine:
    """One that takes part in a match.

    >>> from bianca import Limit, MatchEngine
    >>> MatchEngine(player="bianca:8").field()
    'cmd=player:bianca:8'
    >>> MatchEngine(command="gtp-rhino --level=4", name="rhino", limit="level").field()
    'cmd=gtp-rhino --level=4 name="rhino" limit=level'
    >>> MatchEngine(command=["gtp-rhino", "--level=4"]).field()
    'cmd=gtp-rhino --level=4'
    """

    player: str | None = None
    """One of Bianca's own: "bianca:8", "bianca:beginner", "greedy", "minimax:4", "random" …"""
    command: CommandWords | None = None
    """Or a program: its command line, whose quotes protect blanks, or a list of arguments."""
    name: str | None = None
    """What it is called in the result; of itself the words above."""
    protocol: Protocol = "gtp"
    """What the program speaks."""
    folder: str | os.PathLike[str] | None = None
    """Where the program is started."""
    options: Mapping[str, OptionValue | float] = field(default_factory=lambda: dict[str, OptionValue | float]())
    """Options of the program, in GTP and UGI."""
    limit: Limit | Literal["level"] | None = None
    """A limit of its own, which goes before the match's; "level" plays by its own level."""

    def __post_init__(self) -> None:
        if (self.player is None) == (self.command is None):
            raise ValueError("an engine has a player or a command")

    def field(self) -> str:
        """What stands behind --engine."""
        if self.command is not None:
            told = [f"cmd={command_line(self.command)}"]
        else:
            told = [f"cmd=player:{self.player}"]
        if self.name is not None:
            told.append(f"name={quoted(self.name)}")
        if self.protocol != "gtp":
            told.append(f"proto={self.protocol}")
        if self.folder is not None:
            told.append(f"dir={quoted(os.fspath(self.folder))}")
        for name, value in self.options.items():
            word = str(value).lower() if isinstance(value, bool) else str(value)
            told.append(f"option.{name}={quoted(word)}")
        if self.limit == "level":
            told.append("limit=level")
        elif self.limit is not None:
            told += [f"{name}={value}" for name, value in terms(self.limit)]
        return " ".join(told)


@dataclass(frozen=True)
class MatchGame:
    """A game of a match."""

    number: int
    """Which game of the match it is, from 0."""
    black: str
    """The name of the engine that had the black discs."""
    white: str
    """The name of the other one."""
    opening: str
    """The moves, or the position, that it began with."""
    moves: tuple[str, ...]
    """What the engines played from there on, passes included."""
    scores: tuple[float | None, ...]
    """What they thought of each move, in discs for whoever moved."""
    times: tuple[float, ...]
    """Seconds for each move."""
    discs: int | None
    """Black's result; None if the game was not played to its end."""
    forfeit: Color | None
    """Who has lost it by a forfeit."""
    reason: str | None
    """Why the game was forfeited, or ended before its end."""


@dataclass(frozen=True)
class Standing:
    """What was counted for an engine, against all others or against one."""

    name: str
    """The engine, from whose side everything is counted."""
    opponent: str | None
    """The other one; None if it is all others."""
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    """Games that were forfeited, by either side."""
    mean_discs: float
    """How many discs it was ahead by, a game."""
    pairs: tuple[int, ...]
    """Pairs of games with one opening by the points of both, from none to two by halves."""
    elo: float | None
    """How much stronger it is; None if it cannot be said, as when all games were won."""
    elo_low: float | None
    """The lower end of the interval in which it lies with 95 %."""
    elo_high: float | None
    """The upper end."""
    superiority: float | None
    """The probability of being the stronger one."""


@dataclass(frozen=True)
class MatchResult:
    """What has come out of a match."""

    game: str
    """What was played."""
    engines: tuple[Standing, ...]
    """Each engine against all others, the best one first."""
    pairings: tuple[Standing, ...]
    """Each engine against each other that it has met."""
    games: tuple[MatchGame, ...]
    """All games in the order in which they ended."""
    seed: int
    """It draws the same openings again."""
    openings: str
    """Where those come from."""
    worst_overshoot: float
    """Seconds that the slowest reply was late."""
    sprt: Literal["H0", "H1", "undecided"] | None
    """What the sequential test has decided, if there was one."""


class Match:
    """A match between two or more engines. Each opening is played with both colours.

    >>> import bianca
    >>> result = bianca.Match(["bianca:1", "random"], games=2, seed=1).run()
    >>> result.engines[0].name, result.engines[0].wins, len(result.games)
    ('bianca:1', 2, 2)

    Other options of `bianca match` are given as words: `more=["--resign", "movecount=3 score=20"]`.
    """

    def __init__(
        self,
        engines: Sequence[MatchEngine | str],
        *,
        games: int = 100,
        limit: Limit | None = None,
        openings: str | os.PathLike[str] | None = None,
        seed: int | None = None,
        concurrency: int = 1,
        game: str = "othello",
        gauntlet: bool = False,
        sprt: tuple[float, float] | None = None,
        more: Sequence[str] = (),
    ) -> None:
        """Nothing is played yet. A text among the engines is one of Bianca's own players.

        `games` are those of each pairing. `openings` is "balanced", "start", "random:PLIES" or a file; of
        Othello it is the first of these if nothing is said.
        In a `gauntlet` the first engine meets all others. `sprt` stops the match as soon as a sequential
        test has decided between two numbers of Elo.
        """
        if len(engines) < 2:
            raise ValueError("a match is between two engines or more")
        games, concurrency = whole("games", games) or 1, whole("concurrency", concurrency) or 1
        own = [engine if isinstance(engine, MatchEngine) else MatchEngine(engine) for engine in engines]
        words = ["match", "--json", "--quiet"]
        for engine in own:
            words += ["--engine", engine.field()]
        words += ["--games", str(games), "--concurrency", str(concurrency), "--game", *game.split()]
        words += ["--openings", os.fspath(openings)] if openings is not None else []
        words += ["--seed", str(seed)] if seed is not None else []
        words += ["--tournament", "gauntlet"] if gauntlet else []
        words += ["--sprt", f"elo0={sprt[0]}", f"elo1={sprt[1]}"] if sprt is not None else []
        options = {"st": "--time", "tc": "--tc", "depth": "--depth", "nodes": "--nodes"}
        for name, value in terms(limit or Limit()):
            words += [options[name], value]
        self._words = [*words, *more]
        self._lock = threading.Lock()
        self._process: subprocess.Popen[Any] | None = None
        self._is_stopped = False

    def run(self, on_game: Callable[[MatchGame], None] | None = None) -> MatchResult:
        """Plays it to its end and tells each game to `on_game` as it ends, on this thread.

        Raises BiancaError with the words of the match if it cannot be played, or was stopped. Whatever is
        raised here, Ctrl-C also, ends the match and its engines.
        """
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            log, told, said = (Path(folder) / name for name in ("match.jsonl", "result", "errors"))
            command = [executable(), *self._words, "--log", str(log)]
            # Files, not pipes: what others hold on to has no end that one could wait for.
            with told.open("wb") as output, said.open("wb") as errors:
                reader = Log(log)
                games: list[MatchGame] = []
                with self._playing(command, output, errors) as match:
                    while not process.has_ended(match, GLANCE):
                        games += reader.tell(on_game)
                games += reader.tell(on_game)
            words = said.read_text(encoding="utf-8", errors="replace").strip()
            result = told.read_text(encoding="utf-8")
        if match.returncode != 0:
            if self._is_stopped:
                raise BiancaError("the match was stopped")
            raise BiancaError(words or f"the match ended with exit code {match.returncode}")
        return result_of(json.loads(result), games)

    def stop(self) -> None:
        """Ends the match that runs, from any thread; `run` raises BiancaError then.

        One that has come to its end before keeps its result.
        """
        with self._lock:
            # The number of one that was seen to end may be another's.
            if self._process is not None and self._process.returncode is None:
                self._is_stopped = True
                process.terminate(self._process)

    @contextmanager
    def _playing(self, command: list[str], output: Any, errors: Any) -> Iterator[subprocess.Popen[Any]]:
        with self._lock:
            if self._process is not None:
                raise BiancaError("the match runs already")
            self._is_stopped = False
            try:
                match = process.start(command, stdin=subprocess.DEVNULL, stdout=output, stderr=errors)
            except OSError as error:
                raise EngineGone(f"{command[0]}: {error.strerror or error}") from error
            self._process = match
        try:
            # With 0 the guard asks it at once; the engines of the match have a guard of their own.
            with process.guarded(match, [command[0], "engine-guard", "0"]):
                try:
                    yield match
                finally:
                    try:
                        if match.poll() is None:
                            # It asks its engines to end, waits for ten seconds, and forces those that stay.
                            process.end(match, 20)
                    finally:
                        process.sweep(match, 1)
        finally:
            with self._lock:
                self._process = None


class Log:
    """The log of a match that grows while it is read."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._read = 0
        self._header: dict[str, Any] = {}

    def tell(self, on_game: Callable[[MatchGame], None] | None) -> list[MatchGame]:
        """Tells the games that have ended since, and gives them."""
        told: list[MatchGame] = []
        for game in self.games():
            told.append(game)
            if on_game is not None:
                on_game(game)
        return told

    def games(self) -> Iterator[MatchGame]:
        """Those that have ended since it was asked last."""
        if not self._path.exists():
            return
        with self._path.open("rb") as file:
            file.seek(self._read)
            for line in file:
                # The last line may not be whole yet.
                if not line.endswith(b"\n"):
                    return
                self._read += len(line)
                told = json.loads(line)
                if "bianca_match" in told:
                    self._header = told
                elif "game" in told:
                    yield self._game(told)

    def _game(self, told: dict[str, Any]) -> MatchGame:
        names = self._header["engines"]
        forfeit = told.get("forfeit")
        moves = told["moves"]
        return MatchGame(
            number=told["game"],
            black=names[told["black"]],
            white=names[told["white"]],
            opening=self._header["openings"][told["opening"]],
            moves=tuple(move["mv"] for move in moves),
            scores=tuple(move.get("score") for move in moves),
            times=tuple(move["ms"] / 1000 for move in moves),
            discs=told.get("discs"),
            forfeit=None if forfeit is None else "black" if forfeit["by_black"] else "white",
            reason=told.get("adjudged") if forfeit is None else forfeit["reason"],
        )


def result_of(told: dict[str, Any], games: list[MatchGame]) -> MatchResult:
    """What the match says at its end; names that later versions add are skipped."""
    test = told["sprt"]
    return MatchResult(
        game=told["game"],
        engines=tuple(standing(one, one["name"], None) for one in told["engines"]),
        pairings=tuple(standing(one, one["first"], one["second"]) for one in told["pairings"]),
        games=tuple(games),
        seed=told["seed"],
        openings=told["openings"],
        worst_overshoot=told["worst_overshoot_ms"] / 1000,
        sprt=None if test is None else test["verdict"].split()[0],
    )


def standing(told: dict[str, Any], name: str, opponent: str | None) -> Standing:
    """The numbers of an engine or of a pairing."""
    known = {key: told[key] for key in Standing.__dataclass_fields__ if key not in ("name", "opponent", "pairs")}
    return Standing(name=name, opponent=opponent, pairs=tuple(told["pairs"]), **known)


def terms(limit: Limit) -> Iterator[tuple[str, str]]:
    """A limit in the names that fields of engines have for it."""
    if limit.time is not None:
        yield "st", f"{limit.time:g}"
    if limit.clock is not None:
        yield "tc", f"{limit.clock:g}" + (f"+{limit.increment:g}" if limit.increment else "")
    if limit.depth is not None:
        yield "depth", str(limit.depth)
    if limit.nodes is not None:
        yield "nodes", str(limit.nodes)


def command_line(command: CommandWords) -> str:
    """A command as it stands behind `cmd=`."""
    if isinstance(command, str) and not os.path.isfile(command):
        return command
    words = command_words(command)
    for word in words[1:]:
        name = word.split("=")[0]
        if "=" in word and (name in FIELDS or name.startswith("option.")):
            raise ValueError(f"an argument is a field of an engine of a match as well: {word}")
    return line_of(words)


def quoted(text: str) -> str:
    """A value whose blanks belong to it."""
    if '"' in text:
        raise ValueError(f"the fields of an engine have no way to say a quote: {text}")
    return f'"{text}"'
