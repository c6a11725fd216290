"""The engine for asyncio: each method is awaited, and any number of engines work at once.

What it has in common with `Engine` stands in `commands`; this module only knows how to await. Who is
cancelled ends the search that was waited for, and the engine goes on.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Generator
from typing import Any, TypeVar

from . import requests
from .commands import HASTE, Commands, Running, streaming, too_late
from .connection import Connection
from .errors import EngineGone
from .requests import Request
from .values import JudgedMove, Line

__all__ = ["AsyncAnalysis", "AsyncEngine", "AsyncResults", "AsyncReview"]

Told = TypeVar("Told")
Item = TypeVar("Item")
Self = TypeVar("Self", bound="AsyncResults[Any]")


class AsyncResults(Running[Item], AsyncIterator[Item]):
    """Results as they are found, the last ones when the search ends, of `AsyncEngine.analysis` and the like.

    The search ends with the next command, too. In an `async with` statement it ends with that.
    """

    async def __anext__(self) -> Item:
        item = await asyncio.wrap_future(self._stream.take())
        if item is None:
            raise StopAsyncIteration
        return item

    async def __aenter__(self: Self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
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


class AsyncEngine(Commands):
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

    _connection: Connection | None = None

    async def _start(self) -> AsyncEngine:
        if self._connection is None:
            self._connection = self._begin()
            try:
                await self._do(requests.beginning(self._settings))
            except BaseException:
                # It has nothing to lose, and may be no engine at all.
                await asyncio.to_thread(self._connection.close, HASTE)
                self._end.detach()
                raise
        return self

    def __await__(self) -> Generator[Any, Any, AsyncEngine]:
        return self._start().__await__()

    async def __aenter__(self) -> AsyncEngine:
        return await self._start()

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    analysis = streaming(requests.analysis, AsyncAnalysis)
    review = streaming(requests.review, AsyncReview)

    async def close(self) -> None:
        """Ends the engine and what it has started, in seconds. Nothing happens if it has ended already."""
        if self._connection is not None:
            await asyncio.to_thread(self._connection.close)
            self._end.detach()

    @staticmethod
    def _method(request: Callable[..., Request[Any]]) -> Callable[..., Any]:
        async def method(self: AsyncEngine, /, *arguments: Any, **named: Any) -> Any:
            return await self._do(request(*arguments, **named))

        return method

    def _started(self) -> Connection:
        if self._connection is None:
            raise EngineGone("the engine was not started: use it in async with, or await it")
        return self._connection

    async def _do(self, request: Request[Told]) -> Told:
        exchange, seconds = self._submit(request)
        try:
            return await asyncio.wait_for(asyncio.wrap_future(exchange.future), seconds)
        except asyncio.TimeoutError:
            raise too_late(self._started(), exchange, seconds or 0.0) from None
