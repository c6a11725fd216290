"""What both engines have: their settings, and the methods, each made once of a request.

A request says what is asked and what is read of the replies. How one waits for that is the business
of the engine: a method of `Engine` gives what the request amounts to, one of `AsyncEngine` a
coroutine of that. Nothing here waits.
"""

from __future__ import annotations

import inspect
import os
import re
import weakref
from collections.abc import Callable, Coroutine, Iterable, Mapping
from functools import wraps
from types import MethodType
from typing import TYPE_CHECKING, Any, Concatenate, Generic, ParamSpec, Protocol, SupportsIndex, TypeVar, overload

from . import requests
from .connection import Connection, Exchange
from .errors import EngineTimeout
from .executable import CommandWords, command_words, executable
from .requests import Playable, Request, Streaming
from .stream import Stream
from .values import Limit, Line, OptionValue, PlayResult

if TYPE_CHECKING:
    from .async_engine import AsyncEngine
    from .engine import Engine

__all__ = ["HASTE", "Commands", "Running", "streaming", "too_late"]

HASTE = 0.5
"""Seconds that a process has for each step of its end if it has not even begun as an engine does."""

P = ParamSpec("P")
Told = TypeVar("Told")
Item = TypeVar("Item")
Shown = TypeVar("Shown")
Played = TypeVar("Played", covariant=True)
Found = TypeVar("Found", covariant=True)


def with_self(request: Callable[..., object]) -> inspect.Signature:
    """The signature of a request as that of a method, of what it amounts to."""
    signature = inspect.signature(request)
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    told = str(signature.return_annotation)
    told = re.sub(r"Request\[((?:[^][]|\[[^][]*\])*)\]", r"\1", told)
    told = "Results" if told.startswith("Streaming") else told
    return signature.replace(
        parameters=[self, *signature.parameters.values()], return_annotation=told
    )


class Method:
    """A method that each kind of engine makes of a request, in its way."""

    def __init__(self, request: Callable[..., Request[Any]]) -> None:
        self._request = request
        self._methods: dict[type[Commands], Callable[..., Any]] = {}

    def _of(self, engine: Commands | None, kind: type[Commands]) -> Any:
        method = self._methods.get(kind)
        if method is None:
            method = self._methods[kind] = wraps(self._request)(kind._method(self._request))
            method.__signature__ = with_self(self._request)  # type: ignore[attr-defined]
        return method if engine is None else MethodType(method, engine)


class Command(Method, Generic[P, Told]):
    """The method that makes a request, of an engine of either kind."""

    def __init__(self, request: Callable[P, Request[Told]]) -> None:
        super().__init__(request)

    @overload
    def __get__(self, engine: Engine, kind: type[Engine]) -> Callable[P, Told]: ...
    @overload
    def __get__(
        self, engine: AsyncEngine, kind: type[AsyncEngine]
    ) -> Callable[P, Coroutine[Any, Any, Told]]: ...
    @overload
    def __get__(
        self, engine: None, kind: type[Engine]
    ) -> Callable[Concatenate[Engine, P], Told]: ...
    @overload
    def __get__(
        self, engine: None, kind: type[AsyncEngine]
    ) -> Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, Told]]: ...
    def __get__(self, engine: Commands | None, kind: type[Commands]) -> Any:
        return self._of(engine, kind)


class Plays(Protocol[Played, Found]):
    """Plays moves, or finds the move of a position."""

    @overload
    def __call__(self, position: str | SupportsIndex | Iterable[str | SupportsIndex]) -> Played: ...
    @overload
    def __call__(
        self, position: Playable, limit: Limit | None = None, *, timeout: float | None = None
    ) -> Found: ...


class Play(Method):
    """The method `play`, which takes moves or a position."""

    @overload
    def __get__(self, engine: Engine | None, kind: type[Engine]) -> Plays[None, PlayResult]: ...
    @overload
    def __get__(
        self, engine: AsyncEngine | None, kind: type[AsyncEngine]
    ) -> Plays[Coroutine[Any, Any, None], Coroutine[Any, Any, PlayResult]]: ...
    def __get__(self, engine: Commands | None, kind: type[Commands]) -> Any:
        return self._of(engine, kind)


class Analyses(Protocol[Played, Found]):
    """Finds the best move of a position, or several."""

    @overload
    def __call__(
        self, position: Playable | None = None, limit: Limit | None = None, *, timeout: float | None = None
    ) -> Played: ...
    @overload
    def __call__(
        self,
        position: Playable | None = None,
        limit: Limit | None = None,
        *,
        best: int,
        timeout: float | None = None,
    ) -> Found: ...


class Analyse(Method):
    """The method `analyse`, which gives a line or several."""

    @overload
    def __get__(self, engine: Engine | None, kind: type[Engine]) -> Analyses[Line, list[Line]]: ...
    @overload
    def __get__(
        self, engine: AsyncEngine | None, kind: type[AsyncEngine]
    ) -> Analyses[Coroutine[Any, Any, Line], Coroutine[Any, Any, list[Line]]]: ...
    def __get__(self, engine: Commands | None, kind: type[Commands]) -> Any:
        return self._of(engine, kind)


def streaming(
    request: Callable[P, Streaming[Item]], results: Callable[[Stream[Item]], Shown]
) -> Callable[Concatenate[Any, P], Shown]:
    """The method that makes a request and gives its results as they come."""

    @wraps(request)
    def method(self: Commands, /, *arguments: P.args, **named: P.kwargs) -> Shown:
        return results(Stream(self._started(), request(*arguments, **named)))

    method.__signature__ = with_self(request)  # type: ignore[attr-defined]
    return method


def started(command: CommandWords | None) -> list[str] | None:
    """The words that start an engine; a program alone is told what to speak, unless it is in a list."""
    if command is None:
        return None
    words = command_words(command)
    is_alone = len(words) == 1 and isinstance(command, (str, os.PathLike))
    return [*words, "gtp"] if is_alone else words


class Commands:
    """An engine, of which is left open how one waits for it."""

    timeout: float | None
    """Seconds that a call may take that does not search; None for as long as it likes."""

    def __init__(
        self,
        *,
        level: int | None = None,
        threads: int | None = None,
        hash: int | None = None,
        options: Mapping[str, OptionValue | float] | None = None,
        command: CommandWords | None = None,
        timeout: float | None = 10.0,
    ) -> None:
        """An engine with `level` 1 to 60, `threads`, `hash` in MiB, any other option by its name.

        `command` starts another one: an executable, which is told `gtp`, or all of a command, as a list
        of arguments or as a line whose quotes protect blanks.
        """
        self.timeout = timeout
        self._command = started(command)
        named = {"Level": level, "Threads": threads, "Hash": hash}
        given = {name: value for name, value in named.items() if value is not None}
        self._settings: dict[str, OptionValue | float] = {**given, **(options or {})}
        self._set_up()

    ask = Command(requests.ask)

    new_game = Command(requests.new_game)
    set_board = Command(requests.set_board)
    play = Play(requests.play)
    undo = Command(requests.undo)
    redo = Command(requests.redo)
    history = Command(requests.history)
    legal = Command(requests.legal)
    board = Command(requests.board)
    state = Command(requests.state)
    final_score = Command(requests.final_score)
    opening = Command(requests.opening)
    games = Command(requests.games)
    explain = Command(requests.explain)

    genmove = Command(requests.genmove)
    search = Command(requests.search)
    analyse = Analyse(requests.analyse)
    solve = Command(requests.solve)
    window = Command(requests.window)
    hint = Command(requests.hint)
    people = Command(requests.people)
    evaluate = Command(requests.evaluate)
    last_search = Command(requests.last_search)
    perft = Command(requests.perft)
    tree = Command(requests.tree)
    cpu_time = Command(requests.cpu_time)

    book = Command(requests.book)
    book_add = Command(requests.book_add)
    book_store = Command(requests.book_store)

    save = Command(requests.save)
    load = Command(requests.load)
    sgf = Command(requests.sgf)
    set_clock = Command(requests.set_clock)
    time_left = Command(requests.time_left)

    options = Command(requests.options)
    option = Command(requests.option)
    configure = Command(requests.configure)

    def stop(self) -> None:
        """Ends the search that runs, whoever waits for it. It answers with what it has."""
        self._started().interrupt()

    # What each kind does in its way.

    def _set_up(self) -> None:
        """What there is to do once the settings are known."""

    @staticmethod
    def _method(request: Callable[..., Request[Any]]) -> Callable[..., Any]:
        """The method that makes a request."""
        raise NotImplementedError

    def _started(self) -> Connection:
        """The connection. Raises EngineGone if there was none yet."""
        raise NotImplementedError

    # What both do.

    def _begin(self) -> Connection:
        """Starts the process."""
        connection = Connection(self._command if self._command is not None else [executable(), "gtp"])
        # The thread that reads holds the connection, not the engine: what nobody refers to is closed.
        self._end = weakref.finalize(self, connection.let_go)
        return connection

    def _submit(self, request: Request[Told]) -> tuple[Exchange[Told], float | None]:
        """A request on its way, and for how many seconds whoever asks waits."""
        if request.timeout is not None:
            limit: float | None = request.timeout
        elif request.seconds is not None:
            limit = None if self.timeout is None else request.seconds + self.timeout
        else:
            limit = None if request.thinks else self.timeout
        exchange = Exchange(request.steps, limit)
        seconds = self._started().submit(exchange)
        return exchange, seconds if request.timeout is None else request.timeout


class Running(Generic[Item]):
    """Results that come one by one, until the search ends or the next command comes."""

    def __init__(self, stream: Stream[Item]) -> None:
        self._stream = stream

    def stop(self) -> None:
        """Ends the search; what it has told still comes."""
        self._stream.stop()

    def close(self) -> None:
        """Ends the search, and nothing more comes. Nothing happens if it has ended."""
        self._stream.drop()


def too_late(connection: Connection, exchange: Exchange[Told], seconds: float) -> EngineTimeout:
    """What is raised if nothing was answered in time."""
    busy = connection.busy_with(exchange)
    if busy is not None:
        return EngineTimeout(
            f"no answer within {seconds:g} seconds: the engine is busy with {busy}; stop() ends that"
        )
    return EngineTimeout(f"{exchange.command}: no answer within {seconds:g} seconds")
