"""How values are said in a command: limits, clocks, options, names of files, moves."""

from __future__ import annotations

import os
from operator import index
from typing import SupportsIndex, TypeGuard

from .squares import square_name
from .values import Limit, OptionValue, positive

__all__ = ["clock", "is_number", "limits", "named", "number", "one_limit", "quoted", "setting"]


def one_limit(
    limit: Limit | None, depth: int | None, seconds: float | None, nodes: int | None
) -> Limit:
    """The limit of a search, given as one or by its parts; ValueError if both are, or if it is a clock."""
    has_parts = (depth, seconds, nodes) != (None, None, None)
    if limit is None:
        positive("seconds", seconds)
        return Limit(depth=depth, time=seconds, nodes=nodes)
    if has_parts:
        raise ValueError("depth, seconds and nodes are in the limit, or stand by themselves")
    if limit.clock is not None:
        raise ValueError("a clock is for a move that is played, and not for a search")
    return limit


def limits(limit: Limit) -> str:
    """Limits of a search as words."""
    milliseconds = None if limit.time is None else max(1, round(limit.time * 1000))
    told = {"depth": limit.depth, "movetime": milliseconds, "nodes": limit.nodes}
    return "".join(f" {name} {value}" for name, value in told.items() if value is not None)


def is_number(value: object) -> TypeGuard[int]:
    """Whether a value is a whole number, of whatever kind; numpy's lists look as if they might be."""
    try:
        index(value)  # type: ignore[arg-type]
    except TypeError:
        return False
    return True


def named(move: str | SupportsIndex) -> str:
    """A move by its name, whose number may be given."""
    return move if isinstance(move, str) else square_name(move)


def clock(main: float, period: float, moves: int) -> str:
    """The command that starts the clocks."""
    return f"time_settings {number(main)} {number(period)} {moves}"


def number(value: float) -> str:
    """A number without an exponent."""
    return f"{value:.6f}".rstrip("0").rstrip(".")


def setting(name: str, value: OptionValue | float) -> str:
    """The command that sets an option."""
    if isinstance(value, bool):
        return f"option {name} {str(value).lower()}"
    return f"option {name} {value if value != '' else '-'}"


def quoted(path: str | os.PathLike[str]) -> str:
    """A file's name as commands take it; the engine may have started in another folder."""
    name = os.path.abspath(os.fspath(path))
    if any(letter in name for letter in '#"\n\r'):
        raise ValueError(f"the protocol has no way to say a file's name with # or quotes: {name}")
    return f'"{name}"'
