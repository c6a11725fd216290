"""Results that come one by one, as a stream that threads and tasks wait for alike.

Invariant: nothing that was told is lost; what nobody has waited for comes to who asks next.
"""

from __future__ import annotations

import threading
from collections import deque
from concurrent.futures import Future
from typing import Generic, TypeVar

from .connection import Connection, Exchange, settle
from .requests import Streaming

__all__ = ["Stream"]

Item = TypeVar("Item")


class Stream(Generic[Item]):
    """What a request tells, until it ends or another request comes."""

    def __init__(self, connection: Connection, request: Streaming[Item]) -> None:
        self._connection = connection
        self._lock = threading.Lock()
        self._items: deque[Item] = deque()
        self._waiting: deque[Future[Item | None]] = deque()
        self._error: BaseException | None = None
        self._is_over = False
        self._timer = threading.Timer(request.seconds or 0.0, self.stop)
        self._timer.daemon = True
        self.exchange: Exchange[None] = Exchange(request.begin(self._tell), None, gives_way=True)
        self.exchange.future.add_done_callback(self._end)
        connection.submit(self.exchange)
        if request.seconds is not None:
            self._timer.start()

    def take(self) -> Future[Item | None]:
        """The next result; None after the last one, or the error that has ended them, once."""
        future: Future[Item | None] = Future()
        with self._lock:
            if self._items:
                future.set_result(self._items.popleft())
            elif not self._is_over:
                self._waiting.append(future)
            elif self._error is not None:
                error, self._error = self._error, None
                future.set_exception(error)
            else:
                future.set_result(None)
        return future

    def stop(self) -> None:
        """Ends the search; what it has told still comes."""
        self._connection.interrupt(self.exchange)

    def drop(self) -> None:
        """Ends it, and forgets what it has told and will tell."""
        self.exchange.future.cancel()
        with self._lock:
            self._items.clear()

    def _tell(self, item: Item) -> None:
        with self._lock:
            while self._waiting:
                future = self._waiting.popleft()
                # Who has waited may have gone meanwhile.
                if future.set_running_or_notify_cancel():
                    break
            else:
                self._items.append(item)
                return
        future.set_result(item)

    def _end(self, done: Future[None]) -> None:
        error = None if done.cancelled() else done.exception()
        self._timer.cancel()
        with self._lock:
            self._is_over = True
            told, self._waiting = self._waiting, deque()
            if not told:
                self._error = error
        for number, future in enumerate(told):
            if future.set_running_or_notify_cancel():
                settle(future, None, error if number == 0 else None)
