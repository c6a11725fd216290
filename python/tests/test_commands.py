"""Each command of the protocol that is a method, at least once, beyond those of test_engine.py."""

from __future__ import annotations

import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from bianca import Board, CommandError, Engine, EngineTimeout, Language, Limit, Proven, executable

ENDING = "XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X"


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(level=2) as engine:
        yield engine


def test_moves_are_taken_back_and_played_again(engine: Engine) -> None:
    engine.play("f5d6c3d3")
    engine.undo(3)
    engine.redo()
    assert engine.history() == ["f5", "d6"]
    engine.redo(2)
    assert engine.history() == ["f5", "d6", "c3", "d3"]
    with pytest.raises(CommandError):
        engine.redo()
    engine.undo()
    engine.play("d3c4")
    with pytest.raises(CommandError):
        engine.redo()


def test_openings_have_names(engine: Engine) -> None:
    assert engine.opening() is None
    engine.play("f5d6c3d3c4")
    opening = engine.opening()
    assert opening is not None and (opening.name, opening.moves) == ("Tiger", 5)
    assert opening.names["japanese"]


def test_a_window_says_on_which_side_the_result_is(engine: Engine) -> None:
    engine.set_board(ENDING)
    assert engine.window(8, 12).proven is Proven.EXACT
    found = engine.window(-2, 0)
    assert found.proven is Proven.AT_LEAST and 0 <= found.score <= 10


def test_hints_are_the_best_moves_first(engine: Engine) -> None:
    engine.set_board(ENDING)
    hints = engine.hint(3)
    assert [line.rank for line in hints] == [1, 2, 3] and hints[0].move == "a4"
    assert hints[0].score >= hints[1].score >= hints[2].score


def test_people_are_asked_about(engine: Engine) -> None:
    crowd = engine.people(Board("f5"))
    assert crowd.rating == 1500 and [one.move for one in crowd.moves] == ["d6", "f6", "f4"]
    assert abs(sum(one.chance for one in crowd.moves) - 100) < 1
    assert engine.history() == ["f5"]
    strong = engine.people(rating=2300)
    assert strong.rating == 2300 and strong.moves != crowd.moves
    for wrong in (899, 2301):
        with pytest.raises(CommandError, match="is not a rating from 900 to 2300"):
            engine.people(rating=wrong)
    engine.set_board(Board("c4c3f5b4a4a5c2a3"))
    assert [(one.move, one.chance) for one in engine.people().moves] == [("pass", 100.0)]
    over = engine.people(Board("e6f4e3f6g5d6e7f5c5"))
    assert (over.moves, over.trap) == ((), None)


def test_a_skill_says_what_it_draws_from(engine: Engine) -> None:
    engine.option("Skill", "club")
    engine.play("f5")
    move = engine.genmove()
    line = engine.last_search()
    assert line is not None and line.chances is not None
    assert set(line.chances) == {"d6", "f6", "f4"} and line.chances[move] > 0


def test_the_book_is_asked_and_learns(engine: Engine, tmp_path: Path) -> None:
    # The one that the engine has within it.
    known = engine.book()
    assert len(known) == 4 and all(move.depth > 0 for move in known)
    engine.play("f5")
    with pytest.raises(CommandError):
        engine.book_add()
    engine.new_game()
    path = tmp_path / "my.book"
    (tmp_path / "games.txt").write_text("f5d6c3d3c4f4f6f3e6e7\n")
    subprocess.run([executable(), "book", "add", path, tmp_path / "games.txt"], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    engine.option("Book", str(path))
    engine.play("f5f6e6f4g5")
    engine.book_add()
    engine.book_store()
    assert path.stat().st_size >= 100
    engine.new_game()
    engine.play("f5")
    known = engine.book()
    assert {"d6", "f6"} <= {move.move for move in known}


def test_games_are_kept_in_files(engine: Engine, tmp_path: Path) -> None:
    engine.play("f5d6c3")
    folder = tmp_path / "my games"
    folder.mkdir()
    for name in ("game.sgf", "game.pgn", "game.ggf", "game.txt"):
        engine.save(folder / name)
        engine.new_game()
        engine.load(folder / name)
        assert engine.history() == ["f5", "d6", "c3"]
    (folder / "two.txt").write_text("f5f6\nf5f4e3\n")
    engine.load(folder / "two.txt", 2)
    assert engine.history() == ["f5", "f4", "e3"]
    with pytest.raises(CommandError):
        engine.load(folder / "two.txt", 3)
    with pytest.raises(ValueError, match="no way to say"):
        engine.save(folder / "a#b.sgf")
    assert engine.sgf().startswith("(;") and "B[fe];W[fd];B[ec]" in engine.sgf()


def test_clocks_limit_the_moves(engine: Engine) -> None:
    engine.set_clock(0.3)
    engine.time_left("black", 0.2)
    began = time.monotonic()
    engine.genmove()
    assert time.monotonic() - began < 5
    engine.set_clock(0, 0, 0)
    with pytest.raises(CommandError):
        engine.time_left("red", 1)  # type: ignore[arg-type]


def test_small_trees_are_drawn(engine: Engine) -> None:
    engine.new_game("tree 3 5 2 9")
    assert "3" in engine.tree()
    assert engine.tree("minimax", "dot").startswith("digraph")
    assert "<svg" in engine.tree("alphabeta", "svg")
    assert engine.tree("alphabeta", "steps")


def test_positions_are_evaluated_without_a_search(engine: Engine) -> None:
    before = engine.evaluate()
    assert -10 < before < 10
    engine.set_board("X" * 60 + "O---", "X")
    assert engine.evaluate() > 40


def test_the_last_search_is_told(engine: Engine) -> None:
    assert engine.last_search() is None
    engine.set_board(ENDING)
    move = engine.genmove()
    line = engine.last_search()
    assert line is not None and line.move == move and line.pv[0] == move


def test_options_have_types_and_ranges(engine: Engine) -> None:
    options = engine.options()
    level = options["Level"]
    assert (level.value, level.type, level.minimum) == (2, "number", 1)
    assert level.maximum is not None and level.maximum > 20
    assert {option.type for option in options.values()} == {"number", "switch", "text", "choice"}
    for name, option in options.items():
        assert option.help and option.name == name
        assert isinstance(option.value, {"number": int, "switch": bool}.get(option.type, str))
        engine.option(name, option.value)
    assert engine.options() == options
    with pytest.raises(CommandError):
        engine.configure({"Level": 3, "Hash": 0})
    assert engine.options()["Level"].value == 3


def test_reasons_come_in_five_languages(engine: Engine) -> None:
    engine.play("f5d6c3d3c4")
    languages: list[Language] = ["en", "es", "fr", "ja", "zh"]
    told = {language: engine.explain("f4", language)[0] for language in languages}
    assert len(set(told.values())) == 5 and all(told.values())
    assert engine.explain("f4")[0] == told["en"]
    with pytest.raises(ValueError):
        engine.explain(language="es")
    with pytest.raises(CommandError):
        engine.explain("a1")


def test_boards_are_searched_and_played(engine: Engine) -> None:
    board = Board("f5d6")
    for limit in (Limit(depth=4), Limit(nodes=1000), Limit(time=0.05), Limit(clock=3, increment=0.1), None):
        result = engine.play(board, limit)
        assert board.is_legal(result.move)
        assert engine.history() == ["f5", "d6", result.move]
    board.play(result.move)
    with engine.analysis(board, best=2, limit=Limit(depth=3)) as lines:
        assert {line.rank for line in lines} == {1, 2}
    assert engine.history() == board.history


def test_positions_are_analysed_within_limits(engine: Engine) -> None:
    board = Board("f5d6")
    line = engine.analyse(board, Limit(depth=4))
    assert (line.rank, line.depth) == (1, 4) and board.is_legal(line.move) and board.is_legal(line.square or 0)
    # Nothing was played, and the game is that of the board.
    assert engine.history() == board.history
    lines = engine.analyse(board, Limit(depth=3), best=3)
    assert [(line.rank, line.depth) for line in lines] == [(1, 3), (2, 3), (3, 3)]
    assert [line.rank for line in engine.analyse(best=2, limit=Limit(nodes=2000))] == [1, 2]
    assert engine.analyse().rank == 1 and [line.rank for line in engine.analyse(best=1)] == [1]
    assert engine.analyse(Board(ENDING)).move == "a4"
    assert engine.analyse(Board("X" * 64)).square is None
    wrongs: list[Any] = [2.5, 0]
    for wrong in wrongs:
        with pytest.raises(ValueError):
            engine.analyse(board, best=wrong)


def test_a_limit_may_stand_wherever_a_search_has_one(engine: Engine) -> None:
    engine.play("f5d6c3")
    for limit in (Limit(depth=3), Limit(time=0.05), Limit(nodes=1000), Limit(depth=3, nodes=100_000)):
        assert engine.search(limit).rank == 1
        assert [line.rank for line in engine.hint(2, limit)] == [1, 2]
        assert {line.rank for line in engine.analysis(None, limit, best=2)} == {1, 2}
    assert engine.search(Limit(depth=3)).depth == engine.search(depth=3).depth == 3
    assert len(list(engine.review(Limit(depth=2)))) == 3
    calls: list[Callable[[Limit], object]] = [
        engine.search,
        engine.review,
        lambda limit: engine.hint(2, limit),
        lambda limit: engine.analyse(None, limit),
        lambda limit: engine.analysis(limit=limit),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="a clock is for a move that is played"):
            call(Limit(clock=3))
    with pytest.raises(ValueError, match="stand by themselves"):
        engine.search(Limit(depth=3), depth=4)
    with pytest.raises(ValueError, match="depth is a whole number"):
        engine.search(depth=2.5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="nodes is a whole number"):
        engine.review(nodes=1e5)  # type: ignore[arg-type]


def test_squares_may_be_numbers(engine: Engine) -> None:
    engine.play(37)
    engine.play([43, "c3"])
    engine.play(Board("f5d6c3").legal_squares()[:1])
    assert engine.history()[:3] == ["f5", "d6", "c3"] and len(engine.history()) == 4
    engine.undo()
    assert engine.explain(19) == engine.explain("d3")
    for wrong in (65, -1):
        with pytest.raises(ValueError, match="no square"):
            engine.play(wrong)
    with pytest.raises(CommandError):
        engine.play(0)
    numpy: Any = pytest.importorskip("numpy")
    engine.play(numpy.array([19]))
    engine.play(numpy.int64(Board("f5d6c3d3").legal_squares()[0]))
    assert len(engine.history()) == 5


def test_the_engine_tells_of_itself(engine: Engine) -> None:
    assert {"Othello", "TicTacToe"} <= set(engine.games())
    before = engine.cpu_time()
    engine.search(seconds=0.3)
    assert engine.cpu_time() > before


def test_a_call_behind_an_endless_search_is_told_or_ends_it(engine: Engine) -> None:
    lines = engine.analysis()
    assert next(lines).rank == 1
    # What gives results one by one ends by the next call.
    assert engine.history() == []
    with pytest.raises(EngineTimeout):
        engine.ask("go infinite", timeout=0.1)
    assert engine.history() == []
