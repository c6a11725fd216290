"""Processes with all that they start: how they begin, and how they end in a time that is known.

Where the system has groups of processes each of them leads one, so that a script is ended with what it has
started. What a terminal sends to Python's group, such as Ctrl-C, does not reach it; nor does what ends
that whole group, so that a process that would outlive Python has a guard. Nothing here waits for longer
than it says.
"""

from __future__ import annotations

import os
import signal
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import Any

__all__ = ["end", "guarded", "kill", "start", "sweep", "terminate"]

HAS_GROUPS = hasattr(os, "killpg")
"""Whether a process is ended with what it has started; on Windows it is ended alone."""

GLANCE = 0.02
"""Seconds after which a group is looked at again."""


def start(command: Sequence[str], **streams: Any) -> subprocess.Popen[Any]:
    """Starts a program. Raises OSError if that cannot be."""
    return subprocess.Popen(command, start_new_session=HAS_GROUPS, **streams)


@contextmanager
def guarded(process: subprocess.Popen[Any], guard: Sequence[str]) -> Iterator[None]:
    """Has a process ended by another program, the guard, if Python is gone without having done so.

    The guard reads from a pipe which group it is to end once the system has closed the pipe. Without
    groups there is none, and where it cannot be started the process goes on without one.
    """
    watcher = None
    try:
        if HAS_GROUPS:
            with suppress(OSError):
                quiet = subprocess.DEVNULL
                watcher = start(guard, stdin=subprocess.PIPE, stdout=quiet, stderr=quiet, bufsize=0)
                assert watcher.stdin is not None
                watcher.stdin.write(f"+{process.pid}\n".encode())
        yield
    finally:
        if watcher is not None:
            # By force: it does nothing for whoever is still there, and has nothing of its own to end.
            kill(watcher)
            assert watcher.stdin is not None
            watcher.stdin.close()
            has_ended(watcher, 1)


def terminate(process: subprocess.Popen[Any]) -> None:
    """Asks a process and what it has started to end; on Windows it is ended."""
    if HAS_GROUPS:
        send(process, signal.SIGTERM)
    else:
        process.terminate()


def kill(process: subprocess.Popen[Any]) -> None:
    """Ends a process and what it has started by force."""
    if HAS_GROUPS:
        send(process, signal.SIGKILL)
    else:
        process.kill()


def end(process: subprocess.Popen[Any], patience: float) -> None:
    """Asks a process to end, and ends it by force after so many seconds, or at once if Ctrl-C comes."""
    try:
        terminate(process)
        has_ended(process, patience)
    finally:
        if process.returncode is None:
            kill(process)
            has_ended(process, patience)


def sweep(process: subprocess.Popen[Any], patience: float) -> None:
    """Ends what a process has left behind that has just ended itself, in so many seconds or by force."""
    latest = time.monotonic() + patience
    is_there = HAS_GROUPS and send(process, signal.SIGTERM)
    try:
        while is_there and time.monotonic() < latest:
            time.sleep(GLANCE)
            is_there = send(process, 0)
    finally:
        # After Ctrl-C as well.
        if is_there:
            kill(process)


def has_ended(process: subprocess.Popen[Any], patience: float) -> bool:
    """Whether a process ends within so many seconds."""
    try:
        process.wait(timeout=patience)
    except subprocess.TimeoutExpired:
        return False
    return True


def send(process: subprocess.Popen[Any], number: int) -> bool:
    """Sends a signal to the group of a process. Whether somebody is in it."""
    try:
        os.killpg(process.pid, number)
    except (ProcessLookupError, PermissionError):
        return False
    return True
