"""Matches run from Python: what comes out is that of the executable, as values."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import bianca
from bianca import BiancaError, Board, Limit, Match, MatchEngine, MatchGame, process


def test_a_match_is_played_and_every_game_told() -> None:
    seen: list[MatchGame] = []
    result = Match(["bianca:2", "random", "greedy"], games=2, seed=3).run(seen.append)
    assert list(result.games) == seen and [game.number for game in seen] == list(range(6))
    first = result.engines[0]
    assert (first.name, first.opponent, first.games) == ("bianca:2", None, 4)
    assert first.wins + first.draws + first.losses == 4 and first.elo_low is None
    assert len(result.pairings) == 3 and {one.opponent for one in result.pairings} == {"random", "greedy"}
    assert (result.seed, result.openings, result.sprt, result.game) == (3, "balanced", None, "Othello")
    for game in seen:
        board = Board(game.opening)
        board.play(game.moves)
        assert board.result() == game.discs and game.forfeit is None
        assert len(game.moves) == len(game.scores) == len(game.times)
    again = Match(["bianca:2", "random", "greedy"], games=2, seed=3).run()
    assert [game.opening for game in again.games] == [game.opening for game in seen]


def test_programs_take_part_with_options_and_limits_of_their_own(tmp_path: Path) -> None:
    program = tmp_path / f"my engine{Path(bianca.executable()).suffix}"
    program.symlink_to(bianca.executable())
    engine = MatchEngine(
        command=f"'{program}'", name="new one", folder=tmp_path, options={"Level": 2, "Ponder": False}, limit="level"
    )
    result = Match([engine, MatchEngine("bianca", name="old")], games=2, limit=Limit(depth=2)).run()
    assert {one.name for one in result.engines} == {"new one", "old"}
    assert all(game.forfeit is None for game in result.games)
    assert {game.black for game in result.games} == {"new one", "old"}
    assert any(score is not None for score in result.games[0].scores)


def test_a_program_is_a_line_or_a_list(tmp_path: Path) -> None:
    program = tmp_path / f"my engine{Path(bianca.executable()).suffix}"
    program.symlink_to(bianca.executable())
    commands: list[Any] = [program, str(program), [program, "--level", "1"], f"'{program}' --level=1"]
    for number, command in enumerate(commands):
        engine = MatchEngine(command=command, name=f"it {number}", limit=Limit(depth=1))
        result = Match([engine, "first"], games=2).run()
        assert all(game.forfeit is None for game in result.games)
    with pytest.raises(ValueError, match="name=x"):
        MatchEngine(command=["engine", "name=x"]).field()


def test_forfeits_are_told(tmp_path: Path) -> None:
    program = tmp_path / "broken.py"
    program.write_text(
        "import sys\n"
        "for line in sys.stdin:\n"
        "    print('= a1' if 'genmove' in line else '=', end='\\n\\n', flush=True)\n"
    )
    broken = MatchEngine(command=f"{sys.executable} {program}", name="broken")
    result = Match([broken, "random"], games=2, limit=Limit(time=1)).run()
    assert [game.forfeit is None for game in result.games] == [False, False]
    assert all(game.reason and game.discs is None for game in result.games)
    assert result.engines[-1].name == "broken" and result.engines[-1].losses == 2


def test_a_sequential_test_decides() -> None:
    result = Match(["bianca:2", "random"], games=400, sprt=(0, 400), seed=1).run()
    assert result.sprt == "H1" and len(result.games) < 400


def test_other_games_are_played() -> None:
    result = Match(["alphabeta", "first"], games=2, game="tictactoe").run()
    assert result.game == "TicTacToe" and len(result.games) == 2


@pytest.mark.parametrize(
    ("engines", "said"), [(["nobody", "random"], "nobody"), ([MatchEngine(command="no-such-program"), "random"], "no-such")]
)
def test_what_cannot_be_played_is_told(engines: list[MatchEngine | str], said: str) -> None:
    with pytest.raises(BiancaError, match=said):
        Match(engines, games=2, limit=Limit(time=0.1)).run()


def test_wrong_matches_are_refused_at_once() -> None:
    with pytest.raises(ValueError):
        Match(["random"])
    with pytest.raises(ValueError):
        Match(["random", "random"], games=0)
    for wrong in ({"games": 2.5}, {"concurrency": 1.5}):
        with pytest.raises(ValueError, match="is a whole number"):
            Match(["random", "random"], **wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError):
        MatchEngine()
    with pytest.raises(ValueError, match="quote"):
        MatchEngine("random", name='say "so"').field()


def test_a_match_is_stopped_from_another_thread() -> None:
    match = Match(["bianca:20", "bianca:19"], games=100)
    began = time.monotonic()
    threading.Timer(0.5, match.stop).start()
    with pytest.raises(BiancaError, match="stopped"):
        match.run()
    assert time.monotonic() - began < 20


@pytest.mark.skipif(not hasattr(os, "waitid"), reason="for systems where a process can be seen to end")
def test_a_match_that_is_stopped_after_its_end_has_its_result() -> None:
    match = Match(["random", "first"], games=2000, seed=1)
    is_seen: list[bool] = []

    def stop_late(game: MatchGame) -> None:
        running = match._process
        if running is not None and not is_seen:
            os.waitid(os.P_PID, running.pid, os.WEXITED | os.WNOWAIT)
            is_seen.append(True)
        match.stop()

    assert len(match.run(stop_late).games) == 2000 and is_seen
    match.stop()
    assert len(match.run().games) == 2000


def test_an_error_of_the_caller_ends_the_match() -> None:
    def give_up(game: MatchGame) -> None:
        raise RuntimeError("enough")

    match = Match(["random", "greedy"], games=50_000)
    with pytest.raises(RuntimeError, match="enough"):
        match.run(give_up)
    assert match._process is None


def test_ctrl_c_again_ends_the_match_by_force(monkeypatch: pytest.MonkeyPatch) -> None:
    match = Match(["random", "greedy"], games=50_000)
    running: list[subprocess.Popen[Any]] = []
    waits: list[float] = []

    def give_up(game: MatchGame) -> None:
        assert match._process is not None
        running.append(match._process)
        # Whoever is asked to end takes longer than it takes to press the keys.
        monkeypatch.setattr(process, "terminate", lambda _: None)
        monkeypatch.setattr(process, "has_ended", wait)
        raise KeyboardInterrupt

    def wait(one: subprocess.Popen[Any], patience: float) -> bool:
        waits.append(patience)
        if len(waits) <= 2:
            raise KeyboardInterrupt
        return True

    with pytest.raises(KeyboardInterrupt):
        match.run(give_up)
    assert running[0].wait(5) < 0 and len(waits) > 2
    monkeypatch.undo()
    with pytest.raises(BiancaError, match="stopped"):
        match.run(lambda game: match.stop())
