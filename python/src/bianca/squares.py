"""The numbers of squares, which programs that learn have instead of names.

They count from the top left as the board is drawn: 0 is a1, 1 is b1, 8 is a2, 63 is h8; 64 is a pass.
"""

from __future__ import annotations

from operator import index
from typing import SupportsIndex

__all__ = ["PASS", "square_name", "square_number"]

PASS = 64
"""The number of a pass."""

NAMES = [f"{file}{rank}" for rank in range(1, 9) for file in "abcdefgh"] + ["pass"]
NUMBERS = {name: number for number, name in enumerate(NAMES)}


def square_name(number: SupportsIndex) -> str:
    """The name of a square, or "pass". Raises ValueError if there is no such number.

    >>> import bianca
    >>> bianca.square_name(19), bianca.square_name(bianca.PASS)
    ('d3', 'pass')
    """
    at = index(number)
    if not 0 <= at <= PASS:
        raise ValueError(f"{at} is no square: 0 to 63, or 64 for a pass")
    return NAMES[at]


def square_number(name: str) -> int:
    """The number of a square, or of "pass". Raises ValueError if there is no such name.

    >>> import bianca
    >>> bianca.square_number("d3"), bianca.square_number("pass")
    (19, 64)
    """
    number = NUMBERS.get(name.lower())
    if number is None:
        raise ValueError(f"'{name}' is no square, and no pass")
    return number
