"""Files of games, read and written without a process."""

from __future__ import annotations

import errno
import gc
import os
import signal
import threading
import time
import warnings
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import bianca
from bianca import Board, Game, Mark, Node

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
        written = {"sgf": "2026-01-02", "pgn": "2026.01.02"}[extension]
        assert (first.event, first.date) == ("Club evening", written)


def noted() -> Game:
    game = Game.of(Board("f5d6c3"))
    f5, d6, _ = game.main_line()
    f5.score, f5.depth, f5.time = 1.5, 12, 0.25
    d6.glyphs, d6.marks = [2, 6], [Mark("c3", "triangle"), Mark("d3", "label", "A")]
    f5.add("f4", "or so").score = -3.0
    return game


def notes(game: Game) -> list[object]:
    return [(one.score, one.depth, one.time, one.glyphs, one.marks) for one in game.main_line()]


def test_scores_times_judgements_and_marks_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "games.sgf"
    bianca.write_games(path, [noted()])
    [game] = bianca.read_games(path)
    assert notes(game) == notes(noted())
    assert game.root.children[0].children[1].score == -3.0
    # The others keep what they have a place for.
    bianca.write_games(tmp_path / "games.pgn", [noted()])
    [game] = bianca.read_games(tmp_path / "games.pgn")
    assert [one.glyphs for one in game.main_line()] == [[], [2, 6], []]
    bianca.write_games(tmp_path / "games.ggf", [noted()])
    [game] = bianca.read_games(tmp_path / "games.ggf")
    assert [(one.score, one.time) for one in game.main_line()] == [(1.5, 0.25), (None, None), (None, None)]


@pytest.mark.parametrize(
    "node",
    [
        Node("f5", score=65.0),
        Node("f5", score=float("nan")),
        Node("f5", time=-1.0),
        Node("f5", glyphs=[256]),
        Node("f5", marks=[Mark("z9")]),
        Node("f5", marks=[Mark("d3", "star")]),  # type: ignore[arg-type]
    ],
)
def test_notes_that_say_nothing_are_refused(tmp_path: Path, node: Node) -> None:
    with pytest.raises(ValueError):
        bianca.write_games(tmp_path / "game.sgf", [Game(root=Node("", children=[node]))])
    assert list(tmp_path.iterdir()) == []


def test_games_come_one_by_one_and_go_on_behind_what_is_none(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\nf5a1\nf5f4\n")
    games = bianca.iter_games(path)
    assert next(games).moves() == ["f5", "d6", "c3"]
    with pytest.raises(ValueError, match="line 2"):
        next(games)
    assert [game.moves() for game in games] == [["f5", "f4"]]
    with pytest.raises(OSError):
        bianca.iter_games(tmp_path / "none.txt")


def test_large_files_need_little_memory(tmp_path: Path) -> None:
    resource = pytest.importorskip("resource")
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3d3c4\n" * 30_000)
    games = bianca.iter_games(path)
    next(games)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert sum(1 for _ in games) == 29_999
    # As a list they take 80 MB.
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 10_000


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


def seconds(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def test_many_variations_take_no_longer_for_each_turn(tmp_path: Path) -> None:
    def best(count: int, games: int) -> float:
        path = tmp_path / f"{games}.sgf"
        path.write_text(("(;GM[2];B[fe]" + "(;W[fd])" * count + ")") * games)
        return min(seconds(lambda: bianca.read_games(path)) for _ in range(2))

    # To look for the turn before each among all others took six times as long here.
    assert best(32_768, 1) < 4 * best(2_048, 16) + 0.1


def test_turns_that_come_after_themselves_are_refused(tmp_path: Path) -> None:
    game = Game.of(Board("f5d6c3"))
    f5, d6, c3 = game.main_line()
    c3.children.append(d6)
    calls: list[Callable[[], object]] = [
        lambda: game.text("sgf"),
        game.moves,
        game.board,
        lambda: bianca.write_games(tmp_path / "game.sgf", [game]),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="the turn d6 comes after itself"):
            call()
    c3.children = [game.root]
    for call in calls:
        with pytest.raises(ValueError, match="the turn at the start comes after itself"):
            call()
    assert list(tmp_path.iterdir()) == []
    # What comes after two others stands twice in the file, and there is an end of that, too.
    c3.children = []
    f5.children.append(other := Node("f4", children=[Node("e3")]))
    game.root.children.append(Node("f5", children=[other]))
    assert game.text("sgf").count("W[fd];B[ec]") == 1
    node = Node("c3")
    for _ in range(40):
        node = Node("c3", children=[node, node])
    with pytest.raises(ValueError, match="more than 65536 turns"):
        Game(root=Node("", children=[node])).text("sgf")


def test_what_is_not_there_is_the_error_that_python_has(tmp_path: Path) -> None:
    for read in (bianca.read_games, bianca.iter_games):
        with pytest.raises(FileNotFoundError) as missing:
            read(tmp_path / "nothere.sgf")
        assert (missing.value.errno, missing.value.filename) == (errno.ENOENT, str(tmp_path / "nothere.sgf"))
        with pytest.raises((IsADirectoryError, PermissionError)):
            read(tmp_path)
        (tmp_path / "games.sgf").write_bytes(b"\xff\xfe(;GM[2])")
        with pytest.raises(OSError, match="UTF-16"):
            list(read(tmp_path / "games.sgf"))


def test_files_are_closed(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    path.write_text("f5d6c3\n" * 3)
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        bianca.read_games(path)
        half = bianca.iter_games(path)
        next(half)
        del half
        gc.collect()
    path.unlink()


WITH_PIPES = pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="for systems with named pipes")


@WITH_PIPES
def test_a_pipe_that_is_slow_holds_nobody_else_up(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    os.mkfifo(path)
    with ThreadPoolExecutor(1) as pool:
        read = pool.submit(bianca.read_games, path)
        time.sleep(0.2)
        # It waits until somebody opens the pipe, and then for what comes; this thread goes on.
        with path.open("wb", buffering=0) as pipe:
            pipe.write(b"f5d6c3\nf5")
            time.sleep(0.2)
            assert not read.done()
            pipe.write(b"f4\n")
        assert [game.moves() for game in read.result(10)] == [["f5", "d6", "c3"], ["f5", "f4"]]


@WITH_PIPES
@pytest.mark.parametrize("is_open", [False, True])
def test_ctrl_c_is_heard_while_a_pipe_is_silent(tmp_path: Path, is_open: bool) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    path = tmp_path / "games.txt"
    os.mkfifo(path)
    # Open for both, so that neither side waits for the other.
    pipe = os.open(path, os.O_RDWR) if is_open else None
    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for written in (b"", b"f5d6\nf5"):
            if pipe is not None:
                os.write(pipe, written)
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                bianca.read_games(path)
    finally:
        signal.signal(signal.SIGALRM, before)
        if pipe is not None:
            os.close(pipe)


def test_threads_that_read_one_file_have_each_game_once(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    lines = ["f5d6c3d3c4", "f5f4e3", "f5f6e6f4", "d3c5"] * 500
    path.write_text("\n".join(lines))
    games = bianca.iter_games(path)
    with ThreadPoolExecutor(8) as pool:
        read = pool.map(lambda _: [game.moves() for game in games], range(8))
        found = ["".join(moves) for part in read for moves in part]
    assert sorted(found) == sorted(lines)
    assert list(games) == []


@WITH_PIPES
def test_who_reads_while_he_reads_is_told(tmp_path: Path) -> None:
    path = tmp_path / "games.txt"
    os.mkfifo(path)
    pipe = os.open(path, os.O_RDWR)
    os.write(pipe, b"f5d6\n")
    told: list[str] = []

    def again(*_: object) -> None:
        try:
            next(games)
        except ValueError as error:
            told.append(str(error))
        os.write(pipe, b"f5f4\nf5f6\n")

    games: Iterator[Game] = bianca.iter_games(path)
    before = signal.signal(signal.SIGALRM, again)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.3)
        assert [next(games).moves() for _ in range(2)] == [["f5", "d6"], ["f5", "f4"]]
    finally:
        signal.signal(signal.SIGALRM, before)
        os.close(pipe)
    assert told == ["this thread reads the file already"]


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
