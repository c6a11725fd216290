"""The client with the real executable: pytest, after `pip install .[test]` or with BIANCA=PATH."""

import gc
import os
import subprocess
import sys
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import bianca
from bianca import Cell, CommandError, Engine, EngineGone, Proven, requests
from bianca.connection import Connection, Exchange

ENDING = "XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX---"


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(level=2) as engine:
        yield engine


def test_a_game_is_played_to_its_end(engine: Engine) -> None:
    engine.play("f5d6")
    moves = ["f5", "d6"]
    while engine.legal():
        moves.append(engine.genmove())
    assert engine.history()[: len(moves)] == moves
    assert len([move for move in moves if move != "pass"]) >= 9
    engine.undo(2)
    assert engine.history() == moves[:-2]
    engine.new_game()
    assert engine.history() == []


def test_moves_may_be_a_sequence(engine: Engine) -> None:
    engine.play(["f5", "d6", "c3"])
    engine.play(iter(()))
    engine.play([])
    engine.play("")
    assert engine.history() == ["f5", "d6", "c3"]
    assert "white to move" in engine.board()
    assert any(finding.startswith("mobility") for finding in engine.explain())


def test_the_state_of_any_game_is_data(engine: Engine) -> None:
    engine.play("f5")
    state = engine.state()
    assert (state.game, state.to_move, state.last, state.over, state.score) == ("Othello", "white", "f5", False, None)
    assert list(state.legal) == engine.legal() and list(state.history) == ["f5"]
    assert state.cells[4][5] == Cell("f5", "black") and state.cells[0][0] == Cell("a1", None)
    engine.new_game("tictactoe 2 2 2")
    engine.play(["11", "12", "22"])
    state = engine.state()
    assert (state.over, state.score, state.legal) == (True, 1, ())
    engine.new_game("reversi-1880")
    assert engine.state().in_hand == (32, 32)


def test_what_is_refused_is_an_exception_and_nothing_changes(engine: Engine) -> None:
    with pytest.raises(CommandError) as refused:
        engine.play("f5a1")
    assert refused.value.command == "play f5a1"
    assert "a1" in refused.value.reason
    assert engine.history() == []
    with pytest.raises(CommandError):
        engine.option("NoSuchThing", 1)


@pytest.mark.parametrize("command", ["name\nquit", "", "  ", "# stop", "name\r", "\0", "\x1b # x"])
def test_what_would_not_be_answered_once_is_no_command(engine: Engine, command: str) -> None:
    with pytest.raises(ValueError):
        engine.ask(command)
    assert engine.ask("name") == "Bianca"


def test_searches_tell_moves_and_scores(engine: Engine) -> None:
    engine.play("f5")
    found = engine.search(depth=6)
    assert (found.rank, found.depth, found.proven) == (1, 6, "no")
    assert found.move == found.pv[0] and found.move in engine.legal()
    assert [line.rank for line in engine.hint(3)] == [1, 2, 3]
    assert engine.search(seconds=0.05).time < 10
    assert engine.search(seconds=0.0001).time < 10


@pytest.mark.parametrize(
    "limit", [{"seconds": 0}, {"seconds": -1}, {"depth": 0}, {"depth": -3}, {"nodes": 0}, {"seconds": float("nan")}]
)
def test_a_limit_of_nothing_is_an_error(engine: Engine, limit: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="more than 0"):
        engine.search(**limit)
    with pytest.raises(ValueError, match="more than 0"):
        engine.review(**limit)
    for wrong in (engine.undo, engine.redo, engine.hint):
        with pytest.raises(CommandError):
            wrong(-1)
    assert engine.ask("name") == "Bianca"


def test_endings_are_solved(engine: Engine) -> None:
    engine.set_board(ENDING, "X")
    result = engine.solve()
    assert (result.move, result.score, result.proven) == ("a4", 10.0, "exact")
    result = engine.solve(wld=True)
    assert (result.score, result.proven) == (1.0, Proven.WLD)
    result = engine.window(4, 6)
    assert (result.proven, result.score >= 6) == (Proven.AT_LEAST, True)
    result = engine.window(20, 22)
    assert (result.proven, result.score <= 20) == (Proven.AT_MOST, True)
    with pytest.raises(ValueError):
        engine.window(6, 4)


def test_an_analysis_goes_deeper_until_it_is_left(engine: Engine) -> None:
    engine.play("f5")
    depths = []
    for line in engine.analyze(3):
        depths.append(line.depth)
        if line.depth >= 6:
            break
    assert depths[0] < depths[-1]
    assert engine.history() == ["f5"]
    # One that nobody has looked at, one that ends itself by the next, one that is closed.
    engine.analyze()
    first = engine.analyze(2)
    assert next(first).rank == 1
    second = engine.analyze()
    assert all(line.rank in (1, 2) for line in first)
    assert next(second).rank == 1
    second.close()
    second.close()
    assert list(second) == []
    assert engine.ask("name") == "Bianca"


def test_the_moves_of_a_game_are_judged_from_the_last(engine: Engine) -> None:
    engine.play("f5d6c3d3c4f4f6f3e6e7")
    judged = list(engine.review(level=3, blunder=0.5, explain="es"))
    assert [move.turn for move in judged] == list(range(9, -1, -1))
    assert [move.move for move in judged][-2:] == ["d6", "f5"]
    assert all(move.loss == pytest.approx(move.best_score - move.score) for move in judged)
    assert all((move.explanation is not None) == (move.grade in ("mistake", "blunder")) for move in judged)
    # One that is left, one that ends by the next command.
    review = engine.review(level=20)
    assert next(review).turn == 9
    review.close()
    review = engine.review(level=20)
    assert engine.history()[-1] == "e7"
    assert len(list(review)) < 10
    engine.new_game()
    with pytest.raises(CommandError):
        list(engine.review())


def test_an_analysis_ends_where_nothing_is_left_to_find(engine: Engine) -> None:
    engine.set_board("XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX---", "X")
    lines = list(engine.analyze(2))
    assert [(line.rank, line.proven) for line in lines[-2:]] == [(1, "exact"), (2, "exact")]
    engine.set_board("X" * 64, "X")
    assert list(engine.analyze(2)) == []
    assert engine.ask("name") == "Bianca"


def test_an_analysis_that_is_refused_says_so(engine: Engine) -> None:
    with pytest.raises(CommandError):
        list(engine.analyze(0))
    assert engine.ask("name") == "Bianca"


def test_engines_that_are_gone_are_told() -> None:
    engine = Engine()
    engine.close()
    engine.close()
    with pytest.raises(EngineGone):
        engine.ask("name")
    with pytest.raises(EngineGone):
        Engine(command=os.path.join(os.path.dirname(__file__), "no such engine"))
    engine = Engine()
    engine._connection.process.kill()
    with pytest.raises(EngineGone, match="exit code"):
        engine.search(depth=60)
    engine.close()


def test_a_command_is_a_path_a_line_or_a_list(tmp_path: Path) -> None:
    blank = tmp_path / f"my engine{Path(bianca.executable()).suffix}"
    blank.symlink_to(bianca.executable())
    commands: list[Any] = [
        blank,
        str(blank),
        f"'{blank}' gtp --level 3",
        f"'{blank}'",
        [blank],
        [str(blank), "gtp", "--level", "3"],
        (blank, "--level", "3"),
    ]
    for command in commands:
        with Engine(command=command) as engine:
            assert engine.ask("name") == "Bianca"
            has_level = "--level" in str(command)
            assert (engine.options()["Level"].value == 3) == has_level
    wrongs: list[Any] = ["", [], [""], "'open", "  "]
    for wrong in wrongs:
        with pytest.raises(ValueError):
            Engine(command=wrong)
    with pytest.raises(EngineGone, match="no such"):
        Engine(command="'no such' engine")


def test_one_that_does_not_end_is_ended(tmp_path: Path) -> None:
    program, note = tmp_path / "stays.py", tmp_path / "note"
    program.write_text(
        "import signal, sys, time\n"
        "def term(*_):\n"
        f"    open({str(note)!r}, 'w').write('asked')\n"
        "    sys.exit(0)\n"
        "signal.signal(signal.SIGTERM, term)\n"
        "for line in sys.stdin:\n"
        "    words = line.split()\n"
        "    if words[0].isdigit():\n"
        "        print('=' + words[0], end='\\n\\n', flush=True)\n"
        "time.sleep(1000)\n"
    )
    connection = Connection([sys.executable, str(program)])
    told = Exchange(requests.asked("name"), None)
    connection.submit(told)
    assert told.future.result(60) == ""
    connection.close(0.5)
    assert note.read_text() == "asked"


def test_options_are_given_at_the_start() -> None:
    with Engine(level=3, threads=2, hash=8, options={"Ponder": True}) as engine:
        options = engine.ask("options")
    assert "Threads" in options
    wrongs: list[dict[str, Any]] = [{"level": 99}, {"threads": 0}, {"hash": 0}, {"options": {"Level": 99}}]
    for wrong in wrongs:
        with pytest.raises(CommandError):
            Engine(**wrong)


def test_nothing_is_left_behind() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", ResourceWarning)
        with Engine() as engine:
            engine.analyze()
        assert engine._connection.process.returncode is not None
        # One that nobody refers to any more is closed.
        engine = Engine()
        process = engine._connection.process
        del engine
        gc.collect()
        assert process.returncode is not None


def test_the_command_is_installed() -> None:
    version = subprocess.run([bianca.executable(), "--version"], stdout=subprocess.PIPE, check=True, text=True).stdout
    assert version.split()[:2] == ["bianca", bianca.__version__]


if __name__ == "__main__":
    sys.exit(pytest.main([__file__]))
