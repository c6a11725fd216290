"""The engine for threads: each method waits until it is answered.

What it has in common with `AsyncEngine` stands in `commands`; this module only knows how to wait.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from concurrent.futures import TimeoutError as FutureTimeout
from typing import Any, TypeVar

from . import requests
from .commands import HASTE, Commands, Running, streaming, too_late
from .connection import Connection
from .errors import EngineTimeout
from .requests import Request
from .values import JudgedMove, Line

__all__ = ["Analysis", "Engine", "Results", "Review"]

Told = TypeVar("Told")
Item = TypeVar("Item")
Self = TypeVar("Self", bound="Results[Any]")


class Results(Running[Item], Iterator[Item]):
    """Results as they are found, the last ones when the search ends, of `Engine.analysis` and the like.

    The search ends with the next command, too. In a `with` statement it ends with that.
    """

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

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
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


class Engine(Commands):
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

    _connection: Connection

    def _set_up(self) -> None:
        self._connection = self._begin()
        try:
            self._do(requests.beginning(self._settings))
        except BaseException:
            # It has nothing to lose, and may be no engine at all.
            self._connection.close(HASTE)
            self._end.detach()
            raise

    def __enter__(self) -> Engine:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    analysis = streaming(requests.analysis, Analysis)
    review = streaming(requests.review, Review)

    def analyze(self, moves: int = 1) -> Analysis:
        """The same as `analysis(best=moves)`."""
        return self.analysis(best=moves)

    def close(self) -> None:
        """Ends the engine and what it has started, in seconds. Nothing happens if it has ended already."""
        self._connection.close()
        self._end.detach()

    @staticmethod
    def _method(request: Callable[..., Request[Any]]) -> Callable[..., Any]:
        def method(self: Engine, /, *arguments: Any, **named: Any) -> Any:
            return self._do(request(*arguments, **named))

        return method

    def _started(self) -> Connection:
        return self._connection

    def _do(self, request: Request[Told]) -> Told:
        exchange, seconds = self._submit(request)
        future = exchange.future
        try:
            return future.result(seconds)
        except FutureTimeout:
            error = too_late(self._connection, exchange, seconds or 0.0)
            if future.cancel():
                raise error from None
            # It came at the last moment.
            return future.result()
        except BaseException:
            # Ctrl-C, say: nobody waits for the answer any more.
            future.cancel()
            raise
