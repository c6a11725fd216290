"""Files of games, with variations. The readers and writers are those of the engine; no process runs."""

from __future__ import annotations

import os
import stat
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, cast

from ._rules import MOST_TURNS, Board, GameFile, format_game

__all__ = ["Game", "Mark", "Node", "Shape", "iter_games", "read_games", "write_games"]

Shape = Literal["triangle", "square", "circle", "cross", "label"]
"""What can be drawn on a square."""

Said = tuple[str, float | None, int | None, float | None, list[int], list[tuple[str, str, str]]]
"""Comment, score, depth, seconds, glyphs and marks of a turn, for the extension module."""

Turn = tuple[int, str, Said]
"""The number of the turn before it, from 0 for the start; the move, and what is noted of it."""


@dataclass(frozen=True)
class Mark:
    """A mark on a square of the board.

    >>> import bianca
    >>> node = bianca.Node("f5", marks=[bianca.Mark("d3"), bianca.Mark("c4", "label", "A")])
    >>> [(mark.square, mark.shape) for mark in node.marks]
    [('d3', 'circle'), ('c4', 'label')]
    """

    square: str
    """Where it is."""
    shape: Shape = "circle"
    """What is drawn there."""
    text: str = ""
    """What a label says."""


@dataclass(eq=False)
class Node:
    """A turn of a game, with those that were or might have been played after it."""

    move: str
    """A square or "pass"; empty at the start."""
    comment: str = ""
    """What is said of it."""
    children: list[Node] = field(default_factory=lambda: list[Node]())
    """The turns after it, that of the main line first."""
    score: float | None = None
    """What its player thought of it, in discs, from his own side."""
    depth: int | None = None
    """Plies that he searched."""
    time: float | None = None
    """Seconds that he took."""
    glyphs: list[int] = field(default_factory=lambda: list[int]())
    """Judgements by their numbers in PGN: 1 is "!", 2 "?", 3 "!!", 4 "??", 5 "!?" and 6 "?!"."""
    marks: list[Mark] = field(default_factory=lambda: list[Mark]())
    """What is marked on the board after it."""

    def add(self, move: str, comment: str = "") -> Node:
        """A turn after this one, behind those that are there."""
        node = Node(move, comment)
        self.children.append(node)
        return node


@dataclass(eq=False)
class Game:
    """A game of a file.

    >>> import bianca
    >>> game = bianca.Game(black="Ann", white="Bob")
    >>> f5 = game.root.add("f5")
    >>> d6, f4 = f5.add("d6"), f5.add("f4", "or so")
    >>> game.moves(), [node.move for node in f5.children]
    (['f5', 'd6'], ['d6', 'f4'])
    """

    start: str = "---------------------------OX------XO--------------------------- X"
    """The position at the start."""
    black: str = ""
    """Who had the black discs."""
    white: str = ""
    """Who had the white discs."""
    event: str = ""
    """The tournament."""
    place: str = ""
    """Where it was played."""
    round: str = ""
    """The round of the tournament."""
    date: str = ""
    """When, as the source writes it."""
    comment: str = ""
    """What is said of the game as a whole."""
    result: float | None = None
    """Black's result in discs, if it is known. It is not written: the moves say it."""
    root: Node = field(default_factory=lambda: Node(""))
    """The start, whose children are the first moves."""

    @classmethod
    def of(cls, board: Board, *, black: str = "", white: str = "") -> Game:
        """The game that a board holds, from where its history begins.

        >>> import bianca
        >>> bianca.Game.of(bianca.Board("f5d6c3"), black="Ann").text("transcript")
        'f5d6c3\\n'
        """
        game = cls(start=board.root().text, black=black, white=white)
        node = game.root
        for move in board.history:
            node = node.add(move)
        return game

    def main_line(self) -> Iterator[Node]:
        """The turns that were played. Raises ValueError at one that comes after itself."""
        node = self.root
        met = {id(node)}
        while node.children:
            node = node.children[0]
            if id(node) in met:
                raise circle(node)
            met.add(id(node))
            yield node

    def moves(self) -> list[str]:
        """The moves that were played, passes included."""
        return [node.move for node in self.main_line()]

    def board(self) -> Board:
        """The last position of the main line, with its moves."""
        board = Board(self.start)
        board.play(self.moves())
        return board

    def text(self, format: str) -> str:
        """The game in a format: "sgf", "pgn", "ggf", "transcript" …; ValueError if it has no place for it.

        A game has 65,536 turns at most, as in the files that are read, and no turn comes after itself.
        """
        turns: list[Turn] = []
        line = [self.root]
        met = {id(self.root)}
        todo = [(0, 1, child) for child in reversed(self.root.children)]
        while todo:
            parent, depth, node = todo.pop()
            for left in line[depth:]:
                met.discard(id(left))
            line[depth:] = [node]
            if id(node) in met:
                raise circle(node)
            met.add(id(node))
            turns.append((parent, node.move, said(node)))
            number = len(turns)
            if number > MOST_TURNS:
                raise ValueError(f"the game has more than {MOST_TURNS} turns")
            todo.extend((number, depth + 1, child) for child in reversed(node.children))
        names = ("start", "black", "white", "event", "place", "round", "date", "comment")
        return format_game({name: str(getattr(self, name)) for name in names}, turns, format)


def circle(node: Node) -> ValueError:
    """What is said of a turn that is among those after it."""
    return ValueError(f"the turn {node.move or 'at the start'} comes after itself")


def said(node: Node) -> Said:
    """What is noted of a turn, as the extension module takes it."""
    marks = [(mark.square, str(mark.shape), mark.text) for mark in node.marks]
    return node.comment, node.score, node.depth, node.time, node.glyphs, marks


def game_of(told: tuple[dict[str, str | float | None], list[Turn]]) -> Game:
    """The game that the extension module tells of."""
    about, turns = told
    nodes = [Node("")]
    for parent, move, (comment, score, depth, time, glyphs, marks) in turns:
        node = nodes[parent].add(move, comment)
        node.score, node.depth, node.time, node.glyphs = score, depth, time, glyphs
        node.marks = [Mark(square, cast(Shape, shape), text) for square, shape, text in marks]
        nodes.append(node)
    return Game(**about, root=nodes[0])  # type: ignore[arg-type]


def iter_games(path: str | os.PathLike[str]) -> Iterator[Game]:
    """The games of a file one after the other, in memory that does not grow with the file.

    Raises OSError at once if the file cannot be read, FileNotFoundError if there is none. What is no
    game raises ValueError with its place when its turn comes; the next `next()` goes on behind it.
    Other threads go on meanwhile, and Ctrl-C is heard, whatever the file is.

    >>> import bianca, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "games.txt"
    >>> _ = path.write_text("f5d6c3\\nf5f4\\n")
    >>> [game.moves() for game in bianca.iter_games(path)]
    [['f5', 'd6', 'c3'], ['f5', 'f4']]
    """
    path = Path(path)
    file = open(path, "rb", buffering=0)
    about = os.fstat(file.fileno())
    # It closes the file in the end, whatever happens.
    return map(game_of, GameFile(path, file, about.st_size if stat.S_ISREG(about.st_mode) else None))


def read_games(path: str | os.PathLike[str]) -> list[Game]:
    """The games of a file in any format that the engine reads, with their variations and notes.

    Raises OSError if it cannot be read, ValueError with the place at the first game that is none.

    >>> import bianca, pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp()) / "game.sgf"
    >>> _ = path.write_text("(;GM[2];B[f5](;W[d6];B[c3])(;W[f4]C[or so]))")
    >>> [game] = bianca.read_games(path)
    >>> game.moves()
    ['f5', 'd6', 'c3']
    """
    return list(iter_games(path))


def write_games(
    path: str | os.PathLike[str], games: Iterable[Game], format: str | None = None
) -> None:
    """Writes games to a file, in the format that its extension names if none is given.

    What a format has no place for raises ValueError, and nothing is written.
    """
    path = Path(path)
    named = format or path.suffix.lstrip(".")
    path.write_text("".join(game.text(named) for game in games), encoding="utf-8")
