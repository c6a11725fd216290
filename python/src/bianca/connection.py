"""The engine's process at work: one thread reads what it writes, another sees it end, one request has its turn.

A request is a generator (see `requests`): it yields a command, is sent the text of the reply, and
returns what the whole amounts to. It knows nothing of processes, threads or event loops. Whoever
asks gets a `concurrent.futures.Future`, on which a thread waits, and which asyncio wraps.

Invariants: the next command is only written when the reply to the last one was read, so that no two
answers can be mistaken; nothing waits for the process while it holds the lock; once the process is
gone every request fails, also those that come later, whoever still holds its output; what waits for a
process or a thread does so for a time that is known.
"""

from __future__ import annotations

import os
import re
import subprocess
import threading
from collections import deque
from collections.abc import Callable, Generator
from concurrent.futures import Future, InvalidStateError
from dataclasses import dataclass
from typing import Any, Generic, TypeVar, Union

from . import process
from .errors import CommandError, EngineGone

__all__ = ["Connection", "Exchange", "Streamed", "Steps"]

Told = TypeVar("Told")


@dataclass(frozen=True)
class Streamed:
    """A command whose reply is told line by line, as it comes."""

    command: str
    take: Callable[[str], bool]
    """Takes a line; whether it was the last one that is wanted."""


Steps = Generator[Union[str, Streamed], str, Told]
"""Commands, the texts of their replies, and what they amount to."""

INTERRUPT = "# interrupt"
"""Ends a search at once and is not answered."""

LONG = 2048
"""A command of more bytes may not fit into the pipe and is written by a thread of its own."""

LAST_WORDS = 1.0
"""Seconds after the end of a process in which what it has written is read, if others hold its output."""


class Exchange(Generic[Told]):
    """A request on its way: it waits for its turn, has it, or has had it."""

    def __init__(self, steps: Steps[Told], limit: float | None, *, gives_way: bool = False) -> None:
        """`limit` is in seconds, of its turn. One that `gives_way` ends when another comes."""
        self.future: Future[Told] = Future()
        self.limit = limit
        self.gives_way = gives_way
        self.command = ""
        """The one under way."""
        self.is_stopped = False
        """Whether it was interrupted; once is enough."""
        self.steps = steps
        self.number = 0
        """That of the command, which its reply repeats."""
        self.take: Callable[[str], bool] | None = None
        self.lines: list[str] | None = None
        """What was read of the reply; None before its first line."""


class Connection:
    """A process that speaks the protocol."""

    def __init__(self, command: list[str]) -> None:
        """Starts it. Raises EngineGone if that cannot be."""
        try:
            self.process = process.start(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0
            )
        except OSError as error:
            raise EngineGone(f"{command[0]}: {error.strerror or error}") from error
        self._lock = threading.Lock()
        self._current: Exchange[Any] | None = None
        self._waiting: deque[Exchange[Any]] = deque()
        self._gone: str | None = None
        self._is_closed = False
        self._number = 0
        self._skips = False
        self._writer: threading.Thread | None = None
        self._reader = threading.Thread(target=self._read, name="bianca", daemon=True)
        self._reader.start()
        self._watcher = threading.Thread(target=self._watch, name="bianca-watcher", daemon=True)
        self._watcher.start()

    # What clients call, from any thread.

    def submit(self, exchange: Exchange[Any]) -> float | None:
        """Lets a request wait for its turn: for how many seconds at most; None if nobody knows.

        Raises EngineGone if there is no process any more.
        """
        with self._lock:
            if self._gone is not None:
                raise EngineGone(self._gone)
            ahead = [one for one in (self._current, *self._waiting) if one is not None]
            self._waiting.append(exchange)
            if self._current is not None and self._current.gives_way:
                self._interrupt(self._current)
        exchange.future.add_done_callback(lambda future: self._drop(exchange, future))
        self._go_on()
        if exchange.limit is None:
            return None
        # Those ahead that have no end of their own count for nothing: who waits for one of them is told.
        return exchange.limit + sum(one.limit or 0 for one in ahead)

    def interrupt(self, exchange: Exchange[Any] | None = None) -> None:
        """Ends the search that runs, if it is that of the exchange. It answers with what it has."""
        with self._lock:
            current = self._current
            if current is not None and exchange in (None, current):
                self._interrupt(current)

    def busy_with(self, exchange: Exchange[Any]) -> str | None:
        """The command for which an exchange waits; None if it has its turn."""
        with self._lock:
            current = self._current
            return None if current is None or current is exchange else current.command

    def close(self, patience: float = 2.0) -> None:
        """Ends the process and what it has started. Nothing happens if it was closed.

        It is asked by `quit` and the end of its input, then by SIGTERM, where there is such a signal, then
        ended by force; it has so many seconds for each. Who has left its group and holds its output is
        not waited for.
        """
        with self._lock:
            if self._gone is None:
                self._gone = "the engine was closed"
            if not self._is_closed:
                self._is_closed = True
                self._write(f"{INTERRUPT}\nquit")
        writer = self._writer
        if writer is not None:
            writer.join(patience)
        if writer is None or not writer.is_alive():
            self._close_input()
        if not process.has_ended(self.process, patience):
            process.end(self.process, patience)
        self._close_input()
        # The first may wait for what is left to read, and then for what is left behind.
        for thread, seconds in ((self._watcher, 3 * LAST_WORDS), (self._reader, LAST_WORDS)):
            if thread is not threading.current_thread():
                thread.join(seconds)
        self._end("it could not be ended")

    def let_go(self) -> None:
        """Closes it for an engine that nobody refers to any more, on whatever thread that is noticed.

        That may be in the middle of what this connection does under its lock.
        """
        if self._lock.acquire(blocking=False):
            self._lock.release()
            self.close()
            return
        try:
            threading.Thread(target=self.close, name="bianca-closer", daemon=True).start()
        except RuntimeError:
            # The interpreter ends, and no thread is begun any more; those there are go on.
            self.close()

    # Turns. `_go_on` is never called with the lock held: what is done calls others back.

    def _go_on(self) -> None:
        """Gives the next request its turn if nobody has it."""
        while True:
            with self._lock:
                if self._current is not None or not self._waiting or self._gone is not None:
                    return
                exchange = self._current = self._waiting.popleft()
            if self._step(exchange, lambda: next(exchange.steps)):
                return

    def _step(self, exchange: Exchange[Any], resume: Callable[[], str | Streamed]) -> bool:
        """Lets the generator of the current exchange run on to its next command, which is sent.

        Whether there was one; otherwise the turn is over and what came of it is told.
        """
        result: Any = None
        error: BaseException | None = None
        try:
            if exchange.future.done():
                # Who has asked does not want it any more.
                exchange.steps.close()
            else:
                step = resume()
                command = step.command if isinstance(step, Streamed) else step
                check(command)
                with self._lock:
                    exchange.command = command
                    exchange.take = step.take if isinstance(step, Streamed) else None
                    exchange.lines = None
                    self._number += 1
                    exchange.number = self._number
                    self._write(f"{self._number} {command}")
                    if exchange.is_stopped or (exchange.gives_way and self._waiting):
                        exchange.is_stopped = False
                        self._interrupt(exchange)
                return True
        except StopIteration as end:
            result = end.value
        except BaseException as caught:  # It goes to whoever asked; Ctrl-C may come in between.
            error = caught
        with self._lock:
            if self._current is exchange:
                self._current = None
        settle(exchange.future, result, error)
        return False

    def _drop(self, exchange: Exchange[Any], future: Future[Any]) -> None:
        """Forgets a request that nobody wants any more, and ends its search."""
        if not future.cancelled():
            return
        with self._lock:
            if exchange in self._waiting:
                self._waiting.remove(exchange)
            elif self._current is exchange:
                self._interrupt(exchange)

    def _interrupt(self, exchange: Exchange[Any]) -> None:
        """Ends its search, with the lock held."""
        if not exchange.is_stopped:
            exchange.is_stopped = True
            if exchange.command:
                self._write(INTERRUPT)

    # The pipe to the process, with the lock held.

    def _write(self, line: str) -> None:
        """Writes a line. That the process is gone is for its reader to find out."""
        data = f"{line}\n".encode()
        if self._writer is None and len(data) <= LONG:
            self._write_all(data)
            return
        before = self._writer

        def write() -> None:
            if before is not None:
                before.join()
            self._write_all(data)

        self._writer = threading.Thread(target=write, name="bianca-writer", daemon=True)
        self._writer.start()

    def _write_all(self, data: bytes) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        try:
            while data:
                data = data[stdin.write(data) :]
        except (OSError, ValueError):
            pass

    def _close_input(self) -> None:
        stdin = self.process.stdin
        assert stdin is not None
        try:
            stdin.close()
        except OSError:
            pass

    # The threads that read, and that see the process end.

    def _read(self) -> None:
        stdout = self.process.stdout
        assert stdout is not None
        rest = b""
        try:
            with stdout:
                while chunk := os.read(stdout.fileno(), 1 << 16):
                    *lines, rest = (rest + chunk).split(b"\n")
                    for line in lines:
                        self._take(line.rstrip(b"\r").decode(errors="replace"))
        finally:
            # It writes nothing more, so that nobody can be answered.
            if not process.has_ended(self.process, LAST_WORDS):
                process.kill(self.process)

    def _watch(self) -> None:
        code = self.process.wait()
        # Others may hold its output, and then there is no end of it to read.
        self._reader.join(0.0 if self._is_closed else LAST_WORDS)
        self._end(f"it ended with exit code {code}")
        process.sweep(self.process, LAST_WORDS)

    def _take(self, line: str) -> None:
        """A line of a reply: the first begins with = or ? and the number, an empty one ends it."""
        exchange = self._current
        if exchange is None or self._skips:
            # What nobody waits for.
            self._skips = bool(line)
        elif exchange.lines is None:
            first = re.match(r"[=?](\d*)", line)
            self._skips = bool(line) and (first is None or first.group(1) != str(exchange.number))
            if line and not self._skips:
                exchange.lines = [line]
        elif not line:
            self._answered(exchange, exchange.lines)
        elif exchange.take is None or exchange.lines[0].startswith("?"):
            exchange.lines.append(line)
        elif self._is_last(exchange, exchange.take, line):
            self.interrupt(exchange)

    def _is_last(self, exchange: Exchange[Any], take: Callable[[str], bool], line: str) -> bool:
        try:
            return take(line)
        except Exception as error:  # It goes to whoever asked.
            settle(exchange.future, None, error)
            return True

    def _answered(self, exchange: Exchange[Any], lines: list[str]) -> None:
        text = "\n".join([re.sub(r"^[=?]\d*", "", lines[0]).strip(), *lines[1:]]).lstrip("\n")
        with self._lock:
            if self._writer is not None and not self._writer.is_alive():
                # The process has read all of it, or it would not have answered.
                self._writer = None
        if lines[0].startswith("="):
            has_more = self._step(exchange, lambda: exchange.steps.send(text))
        else:
            refused = CommandError(exchange.command, text)
            has_more = self._step(exchange, lambda: exchange.steps.throw(refused))
        if not has_more:
            self._go_on()

    def _end(self, reason: str) -> None:
        """Tells everybody who waits that there is no process any more, or none that answers."""
        with self._lock:
            if self._gone is None:
                self._gone = f"the engine is gone: {reason}"
            told = [one for one in (self._current, *self._waiting) if one is not None]
            self._current = None
            self._waiting.clear()
        for exchange in told:
            settle(exchange.future, None, EngineGone(self._gone))


def settle(future: Future[Any], result: Any, error: BaseException | None) -> None:
    """Tells a future; nothing happens if it is cancelled or knows already."""
    try:
        if error is not None:
            future.set_exception(error)
        else:
            future.set_result(result)
    except InvalidStateError:
        pass


def check(command: str) -> None:
    """Raises ValueError if a command would not be answered exactly once."""
    if "\n" in command or "\r" in command:
        raise ValueError("a command is one line")
    if not re.sub(r"[\x00-\x1f\x7f-\x9f]", "", command.split("#")[0]).strip():
        raise ValueError("a command that is answered is no blank line and no comment")
