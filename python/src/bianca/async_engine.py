"""The engine for asyncio: each method is awaited, and any number of engines work at once.

It is made of the same requests as `Engine`; this module only knows how to await. Who is cancelled
ends the search that was waited for, and the engine goes on.
"""

from __future__ import annotations

import asyncio
import os
import weakref
from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterable, Mapping
from functools import wraps
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar, overload

from . import requests
from .connection import Connection
from .engine import begin, exchange_of, settings, too_late, with_self
from .errors import EngineGone
from .requests import Playable, Request, Streaming
from .stream import Stream
from .values import JudgedMove, Limit, Line, OptionValue, PlayResult

__all__ = ["AsyncAnalysis", "AsyncEngine", "AsyncResults", "AsyncReview"]

P = ParamSpec("P")
Told = TypeVar("Told")
Item = TypeVar("Item")
Shown = TypeVar("Shown")
Self = TypeVar("Self", bound="AsyncResults[Any]")


def awaited(
    request: Callable[P, Request[Told]],
) -> Callable[Concatenate[AsyncEngine, P], Coroutine[Any, Any, Told]]:
    """The method that makes a request and awaits what it amounts to."""

    @wraps(request)
    async def method(self: AsyncEngine, /, *arguments: P.args, **named: P.kwargs) -> Told:
        return await self._do(request(*arguments, **named))

    method.__signature__ = with_self(request)  # type: ignore[attr-defined]
    return method


def streaming(
    request: Callable[P, Streaming[Item]], results: Callable[[Stream[Item]], Shown]
) -> Callable[Concatenate[AsyncEngine, P], Shown]:
    """The method that makes a request and gives its results as they come."""

    @wraps(request)
    def method(self: AsyncEngine, /, *arguments: P.args, **named: P.kwargs) -> Shown:
        return results(Stream(self._started(), request(*arguments, **named)))

    method.__signature__ = with_self(request)  # type: ignore[attr-defined]
    return method


class AsyncResults(AsyncIterator[Item]):
    """Results as they are found, the last ones when the search ends, of `AsyncEngine.analysis` and the like.

    The search ends with the next command, too. In an `async with` statement it ends with that.
    """

    def __init__(self, stream: Stream[Item]) -> None:
        self._stream = stream

    async def __anext__(self) -> Item:
        item = await asyncio.wrap_future(self._stream.take())
        if item is None:
            raise StopAsyncIteration
        return item

    def stop(self) -> None:
        """Ends the search; what it has told still comes."""
        self._stream.stop()

    def close(self) -> None:
        """Ends the search, and nothing more comes. Nothing happens if it has ended."""
        self._stream.drop()

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


class AsyncAnalysis(AsyncResults[Line]):
    """The lines of an analysis as they are found, made by `AsyncEngine.analysis`.

    >>> import asyncio, bianca
    >>> async def deepest():
    ...     async with bianca.AsyncEngine() as engine:
    ...         async with engine.analysis(best=2) as lines:
    ...             async for line in lines:
    ...                 if line.depth >= 4:
    ...                     return line.depth
    >>> asyncio.run(deepest())
    4
    """


class AsyncReview(AsyncResults[JudgedMove]):
    """The moves of a game as they are judged, the last one first, made by `AsyncEngine.review`.

    >>> import asyncio, bianca
    >>> async def judged():
    ...     async with bianca.AsyncEngine() as engine:
    ...         await engine.play("f5d6c3")
    ...         return [judged.move async for judged in engine.review(level=1)]
    >>> asyncio.run(judged())
    ['c3', 'd6', 'f5']
    """


class AsyncEngine:
    """A running engine with one game, for asyncio. It has the methods of `Engine`, to be awaited.

    Use it in an `async with` statement, or await it and `close` it. Any task may use it; one call
    after the other has its turn, and `stop` ends the search that runs. Cancelled calls and those
    that take too long (see `Engine`) end their search; the engine goes on.

    >>> import asyncio, bianca
    >>> async def two():
    ...     async with bianca.AsyncEngine(level=1) as one, bianca.AsyncEngine(level=1) as other:
    ...         await asyncio.gather(one.play("f5"), other.play("f5d6"))
    ...         return await asyncio.gather(one.history(), other.history())
    >>> asyncio.run(two())
    [['f5'], ['f5', 'd6']]
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
        """The engine that starts when it is awaited; what is said of it is that of `Engine`."""
        self.timeout = timeout
        self._command = command
        self._settings = settings(level, threads, hash, options)
        self._connection: Connection | None = None

    async def _start(self) -> AsyncEngine:
        if self._connection is None:
            self._connection = begin(self._command)
            self._end = weakref.finalize(self, self._connection.close)
            try:
                await self._do(requests.beginning(self._settings))
            except BaseException:
                await self.close()
                raise
        return self

    def __await__(self) -> Generator[Any, Any, AsyncEngine]:
        return self._start().__await__()

    async def __aenter__(self) -> AsyncEngine:
        return await self._start()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()

    ask = awaited(requests.ask)

    new_game = awaited(requests.new_game)
    set_board = awaited(requests.set_board)
    undo = awaited(requests.undo)
    redo = awaited(requests.redo)
    history = awaited(requests.history)
    legal = awaited(requests.legal)
    board = awaited(requests.board)
    state = awaited(requests.state)
    final_score = awaited(requests.final_score)
    opening = awaited(requests.opening)
    games = awaited(requests.games)
    explain = awaited(requests.explain)

    genmove = awaited(requests.genmove)
    search = awaited(requests.search)
    solve = awaited(requests.solve)
    window = awaited(requests.window)
    hint = awaited(requests.hint)
    evaluate = awaited(requests.evaluate)
    last_search = awaited(requests.last_search)
    perft = awaited(requests.perft)
    tree = awaited(requests.tree)
    cpu_time = awaited(requests.cpu_time)

    book = awaited(requests.book)
    book_add = awaited(requests.book_add)
    book_store = awaited(requests.book_store)

    save = awaited(requests.save)
    load = awaited(requests.load)
    sgf = awaited(requests.sgf)
    set_clock = awaited(requests.set_clock)
    time_left = awaited(requests.time_left)

    options = awaited(requests.options)
    option = awaited(requests.option)
    configure = awaited(requests.configure)

    @overload
    async def play(self, position: str | Iterable[str]) -> None: ...
    @overload
    async def play(
        self, position: Playable, limit: Limit | None = None, *, timeout: float | None = None
    ) -> PlayResult: ...
    async def play(
        self,
        position: str | Iterable[str] | Playable,
        limit: Limit | None = None,
        *,
        timeout: float | None = None,
    ) -> PlayResult | None:
        if isinstance(position, (str, Iterable)):
            await self._do(requests.play(position))
            return None
        return await self._do(requests.play(position, limit, timeout=timeout))

    play.__doc__ = requests.play.__doc__

    analysis = streaming(requests.analysis, AsyncAnalysis)
    review = streaming(requests.review, AsyncReview)

    def stop(self) -> None:
        """Ends the search that runs, whichever task waits for it. It answers with what it has."""
        self._started().interrupt()

    async def close(self) -> None:
        """Ends the engine. Nothing happens if it has ended already."""
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)
            self._end.detach()

    def _started(self) -> Connection:
        if self._connection is None:
            raise EngineGone("the engine was not started: use it in async with, or await it")
        return self._connection

    async def _do(self, request: Request[Told]) -> Told:
        connection = self._started()
        exchange = exchange_of(request, self.timeout)
        seconds = connection.submit(exchange)
        if request.timeout is not None:
            seconds = request.timeout
        try:
            return await asyncio.wait_for(asyncio.wrap_future(exchange.future), seconds)
        except asyncio.TimeoutError:
            raise too_late(connection, exchange, seconds or 0.0) from None
