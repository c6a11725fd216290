"""Files of games, read and written without a process."""

from __future__ import annotations

from pathlib import Path

import pytest

import bianca
from bianca import Board, Game, Node

ROOT = Path(__file__).parents[2]


def tree(node: Node) -> tuple[str, str, list[object]]:
    """A node as a value that can be compared."""
    return node.move, node.comment, [tree(child) for child in node.children]


def varied() -> Game:
    game = Game(black="Ann", white="Bob", event="Club evening", date="2026-01-02", comment="Played quickly.")
    f5 = game.root.add("f5", "as always")
    d6 = f5.add("d6")
    f5.add("f4", "perhaps").add("e3")
    d6.add("c3").add("d3")
    d6.add("c5")
    game.root.add("d3")
    return game


@pytest.mark.parametrize("extension", ["sgf", "pgn", "ggf"])
def test_reading_what_was_written_gives_the_same(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"games.{extension}"
    other = Game.of(Board("f5d6c3"), black="Cid")
    bianca.write_games(path, [varied(), other])
    first, second = bianca.read_games(path)
    assert (first.black, first.white) == ("Ann", "Bob") and second.black == "Cid"
    assert first.moves() == ["f5", "d6", "c3", "d3"] and second.moves() == ["f5", "d6", "c3"]
    if extension in ("sgf", "pgn"):
        assert tree(first.root) == tree(varied().root)
        assert (first.event, first.date) == ("Club evening", "2026-01-02")


@pytest.mark.parametrize("format", ["txt", "board", "obf"])
def test_lines_are_written(tmp_path: Path, format: str) -> None:
    path = tmp_path / "games"
    bianca.write_games(path, [varied(), Game.of(Board("f5"))], format)
    first, second = bianca.read_games(path)
    assert first.board() == Board("f5d6c3d3") and second.board() == Board("f5")


def test_games_from_other_starts_keep_them(tmp_path: Path) -> None:
    start = Board("XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X")
    board = start.copy()
    board.play(start.solve().pv)
    bianca.write_games(tmp_path / "end.sgf", [Game.of(board)])
    [game] = bianca.read_games(tmp_path / "end.sgf")
    assert game.board() == board and game.board().root() == start
    assert game.moves() == board.history


def test_the_examples_are_read() -> None:
    counts = {}
    texts = ROOT / "tests/data/texts"
    for path in (
        ROOT / "examples/games/games.ggf",
        texts / "othello-quest.json",
        texts / "pgn-quote-in-tag.pgn",
        texts / "named-line.txt",
    ):
        games = bianca.read_games(path)
        counts[path.suffix] = len(games)
        for game in games:
            assert game.board().history == game.moves()
    assert len(counts) == 4 and all(counts.values())
    positions = bianca.read_games(ROOT / "tests/data/endings.obf")
    assert len(positions) == 4 and all(game.moves() == [] for game in positions)


def test_what_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="none.sgf"):
        bianca.read_games(tmp_path / "none.sgf")
    path = tmp_path / "bad.txt"
    path.write_text("f5d6c3\nf5a1\n")
    with pytest.raises(ValueError, match="line 2"):
        bianca.read_games(path)


def test_what_cannot_be_written_leaves_no_file(tmp_path: Path) -> None:
    illegal = Game()
    illegal.root.add("f5").add("a1")
    path = tmp_path / "game.sgf"
    with pytest.raises(ValueError, match="a1"):
        bianca.write_games(path, [varied(), illegal])
    with pytest.raises(ValueError):
        bianca.write_games(tmp_path / "game.nonsense", [varied()])
    with pytest.raises(ValueError):
        bianca.write_games(tmp_path / "game.wtb", [varied()])
    assert list(tmp_path.iterdir()) == []


def test_the_engine_reads_what_is_written(tmp_path: Path) -> None:
    bianca.write_games(tmp_path / "game.ggf", [varied()])
    with bianca.Engine() as engine:
        engine.load(tmp_path / "game.ggf")
        assert engine.history() == ["f5", "d6", "c3", "d3"]
        engine.play("c4")
        engine.save(tmp_path / "back.sgf")
    [game] = bianca.read_games(tmp_path / "back.sgf")
    assert game.moves() == ["f5", "d6", "c3", "d3", "c4"]
