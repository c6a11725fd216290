"""The engine for threads: each method waits until it is answered.

It is made of the same requests as `AsyncEngine`; this module only knows how to wait.
"""

from __future__ import annotations

import inspect
import os
import time
import weakref
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import TimeoutError as FutureTimeout
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, overload

from . import requests
from .connection import Connection, Exchange
from .errors import EngineTimeout
from .executable import executable
from .requests import Playable, Request, Streaming
from .stream import Stream
from .values import JudgedMove, Limit, Line, OptionValue, PlayResult

__all__ = ["Analysis", "Engine", "Results", "Review"]

P = ParamSpec("P")
Told = TypeVar("Told")
Item = TypeVar("Item")
Shown = TypeVar("Shown")
Self = TypeVar("Self", bound="Results[Any]")


def blocking(request: Callable[P, Request[Told]]) -> Callable[Concatenate[Engine, P], Told]:
    """The method that makes a request and waits for what it amounts to."""

    @wraps(request)
    def method(self: Engine, /, *arguments: P.args, **named: P.kwargs) -> Told:
        return self._do(request(*arguments, **named))

    method.__signature__ = with_self(request)  # type: ignore[attr-defined]
    return method


def streaming(
    request: Callable[P, Streaming[Item]], results: Callable[[Stream[Item]], Shown]
) -> Callable[Concatenate[Engine, P], Shown]:
    """The method that makes a request and gives its results as they come."""

    @wraps(request)
    def method(self: Engine, /, *arguments: P.args, **named: P.kwargs) -> Shown:
        return results(Stream(self._connection, request(*arguments, **named)))

    method.__signature__ = with_self(request)  # type: ignore[attr-defined]
    return method


def with_self(request: Callable[..., object]) -> inspect.Signature:
    """The signature of a request as that of a method, of what it amounts to."""
    signature = inspect.signature(request)
    self = inspect.Parameter("self", inspect.Parameter.POSITIONAL_ONLY)
    told = str(signature.return_annotation)
    told = told[told.index("[") + 1 : -1] if told.startswith("Request[") else "Results"
    return signature.replace(
        parameters=[self, *signature.parameters.values()], return_annotation=told
    )


def begin(command: str | os.PathLike[str] | None) -> Connection:
    """Starts an engine."""
    return Connection([os.fspath(command) if command is not None else executable(), "gtp"])


def settings(
    level: int | None,
    threads: int | None,
    hash: int | None,
    options: Mapping[str, OptionValue | float] | None,
) -> dict[str, OptionValue | float]:
    """Options by their names, without those that were not given."""
    named = {"Level": level, "Threads": threads, "Hash": hash}
    given = {name: value for name, value in named.items() if value is not None}
    return {**given, **(options or {})}


def exchange_of(request: Request[Told], timeout: float | None) -> Exchange[Told]:
    """A request for a connection, with the seconds that its turn may take."""
    if request.timeout is not None:
        limit: float | None = request.timeout
    elif request.seconds is not None:
        limit = None if timeout is None else request.seconds + timeout
    else:
        limit = None if request.thinks else timeout
    return Exchange(request.steps, limit)


def too_late(connection: Connection, exchange: Exchange[Told], seconds: float) -> EngineTimeout:
    """What is raised if nothing was answered in time."""
    busy = connection.busy_with(exchange)
    if busy is not None:
        return EngineTimeout(
            f"no answer within {seconds:g} seconds: the engine is busy with {busy}; stop() ends that"
        )
    return EngineTimeout(f"{exchange.command}: no answer within {seconds:g} seconds")


class Results(Iterator[Item]):
    """Results as they are found, the last ones when the search ends, of `Engine.analysis` and the like.

    The search ends with the next command, too. In a `with` statement it ends with that.
    """

    def __init__(self, stream: Stream[Item]) -> None:
        self._stream = stream

    def __next__(self) -> Item:
        item = self.next()
        if item is None:
            raise StopIteration
        return item

    def next(self, timeout: float | None = None) -> Item | None:
        """The next result, None after the last one. Raises EngineTimeout if none comes in time."""
        future = self._stream.take()
        try:
            return future.result(timeout)
        except FutureTimeout:
            if future.cancel():
                raise EngineTimeout(f"no result within {timeout:g} seconds") from None
            return future.result()
        except BaseException:
            future.cancel()
            raise

    def stop(self) -> None:
        """Ends the search; what it has told still comes."""
        self._stream.stop()

    def close(self) -> None:
        """Ends the search, and nothing more comes. Nothing happens if it has ended."""
        self._stream.drop()

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class Analysis(Results[Line]):
    """The lines of an analysis as they are found, made by `Engine.analysis`.

    >>> from bianca import Engine
    >>> with Engine() as engine:
    ...     for line in engine.analysis(best=2):
    ...         if line.depth >= 4:
    ...             break
    >>> line.depth
    4
    """


class Review(Results[JudgedMove]):
    """The moves of a game as they are judged, the last one first, made by `Engine.review`.

    >>> from bianca import Engine
    >>> with Engine() as engine:
    ...     engine.play("f5d6c3")
    ...     [judged.move for judged in engine.review(level=1)]
    ['c3', 'd6', 'f5']
    """


class Engine:
    """A running engine with one game. Use it in a `with` statement, or `close` it.

    Any thread may use it; one call after the other has its turn, and `stop` ends the search that
    runs. A call that does not search waits `timeout` seconds at most, and as long as the calls
    before it are known to take; one that searches waits until it is answered, or as long as its own
    `timeout` says. Then `EngineTimeout` is raised, the search is ended, and the engine goes on.

    >>> from bianca import Engine
    >>> with Engine(level=1) as engine:
    ...     engine.play("f5d6")
    ...     engine.history()
    ['f5', 'd6']
    """

    timeout: float | None
    """Seconds that a call may take that does not search; None for as long as it likes."""

    def __init__(
        self,
        *,
        level: int | None = None,
        threads: int | None = None,
        hash: int | None = None,
        options: Mapping[str, OptionValue | float] | None = None,
        command: str | os.PathLike[str] | None = None,
        timeout: float | None = 10.0,
    ) -> None:
        """Starts an engine: `level` 1 to 60, `threads`, `hash` in MiB, any other option by its name."""
        self.timeout = timeout
        self._connection = begin(command)
        # The thread that reads holds the connection, not the engine: what nobody refers to is closed.
        self._end = weakref.finalize(self, self._connection.close)
        try:
            self._do(requests.beginning(settings(level, threads, hash, options)))
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

    ask = blocking(requests.ask)

    new_game = blocking(requests.new_game)
    set_board = blocking(requests.set_board)
    undo = blocking(requests.undo)
    redo = blocking(requests.redo)
    history = blocking(requests.history)
    legal = blocking(requests.legal)
    board = blocking(requests.board)
    state = blocking(requests.state)
    final_score = blocking(requests.final_score)
    opening = blocking(requests.opening)
    games = blocking(requests.games)
    explain = blocking(requests.explain)

    genmove = blocking(requests.genmove)
    search = blocking(requests.search)
    solve = blocking(requests.solve)
    window = blocking(requests.window)
    hint = blocking(requests.hint)
    evaluate = blocking(requests.evaluate)
    last_search = blocking(requests.last_search)
    perft = blocking(requests.perft)
    tree = blocking(requests.tree)
    cpu_time = blocking(requests.cpu_time)

    book = blocking(requests.book)
    book_add = blocking(requests.book_add)
    book_store = blocking(requests.book_store)

    save = blocking(requests.save)
    load = blocking(requests.load)
    sgf = blocking(requests.sgf)
    set_clock = blocking(requests.set_clock)
    time_left = blocking(requests.time_left)

    options = blocking(requests.options)
    option = blocking(requests.option)
    configure = blocking(requests.configure)

    @overload
    def play(self, position: str | Iterable[str]) -> None: ...
    @overload
    def play(
        self, position: Playable, limit: Limit | None = None, *, timeout: float | None = None
    ) -> PlayResult: ...
    def play(
        self,
        position: str | Iterable[str] | Playable,
        limit: Limit | None = None,
        *,
        timeout: float | None = None,
    ) -> PlayResult | None:
        if isinstance(position, (str, Iterable)):
            self._do(requests.play(position))
            return None
        return self._do(requests.play(position, limit, timeout=timeout))

    play.__doc__ = requests.play.__doc__

    analysis = streaming(requests.analysis, Analysis)
    review = streaming(requests.review, Review)

    def analyze(self, moves: int = 1) -> Analysis:
        """The same as `analysis(best=moves)`."""
        return self.analysis(best=moves)

    def stop(self) -> None:
        """Ends the search that runs, whichever thread waits for it. It answers with what it has."""
        self._connection.interrupt()

    def close(self) -> None:
        """Ends the engine. Nothing happens if it has ended already."""
        self._connection.close()
        self._end.detach()

    def _do(self, request: Request[Told]) -> Told:
        exchange = exchange_of(request, self.timeout)
        seconds = self._connection.submit(exchange)
        if request.timeout is not None:
            seconds = request.timeout
        return wait(self._connection, exchange, seconds)


def wait(connection: Connection, exchange: Exchange[Told], seconds: float | None) -> Told:
    """What a request amounts to, in so many seconds."""
    future = exchange.future
    try:
        return future.result(seconds)
    except FutureTimeout:
        error = too_late(connection, exchange, seconds or 0.0)
        if future.cancel():
            raise error from None
        # It came at the last moment.
        return future.result()
    except BaseException:
        # Ctrl-C, say: nobody waits for the answer any more.
        future.cancel()
        raise
