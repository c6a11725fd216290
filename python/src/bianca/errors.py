"""What can go wrong with an engine. Every exception of the engines is a `BiancaError`."""

from __future__ import annotations

__all__ = ["BiancaError", "CommandError", "EngineGone", "EngineTimeout"]


class BiancaError(Exception):
    """Something went wrong with an engine.

    >>> import bianca
    >>> try:
    ...     bianca.Engine(command="no-such-program")
    ... except bianca.BiancaError as error:
    ...     print(error)  # doctest: +ELLIPSIS
    no-such-program: ...
    """


class CommandError(BiancaError):
    """The engine refused a command and goes on; `command` and `reason` tell which and why.

    >>> import bianca
    >>> with bianca.Engine() as engine:
    ...     try:
    ...         engine.play("a1")
    ...     except bianca.CommandError as error:
    ...         print(error.command, "|", error.reason)
    play a1 | illegal move: a1 for black
    """

    def __init__(self, command: str, reason: str) -> None:
        super().__init__(f"{command}: {reason}")
        self.command = command
        self.reason = reason


class EngineGone(BiancaError):
    """There is no engine: it could not be started, has ended, or was closed.

    >>> import bianca
    >>> engine = bianca.Engine()
    >>> engine.close()
    >>> try:
    ...     engine.history()
    ... except bianca.EngineGone as error:
    ...     print(error)
    the engine was closed
    """


class EngineTimeout(BiancaError, TimeoutError):
    """The engine did not answer in time. It is still there, and its late answer is dropped.

    >>> import bianca
    >>> with bianca.Engine() as engine:
    ...     try:
    ...         engine.ask("go infinite", timeout=0.1)
    ...     except bianca.EngineTimeout as error:
    ...         print(error)
    ...     engine.history()
    go infinite: no answer within 0.1 seconds
    []
    """
