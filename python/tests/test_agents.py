"""The agents for the arenas of programs that learn, in those arenas; skipped where they cannot be had."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

import bianca
from bianca import Board, Engine, Limit

EXAMPLES = Path(__file__).parents[1] / "examples"


def program(name: str) -> Any:
    """One of the examples, as a module."""
    found = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert found is not None and found.loader is not None
    module = importlib.util.module_from_spec(found)
    found.loader.exec_module(module)
    return module


@pytest.fixture
def pyspiel() -> Any:
    """OpenSpiel, if it is there."""
    return pytest.importorskip("pyspiel", reason="without open_spiel")


def test_openspiel_has_the_same_rules_and_numbers(pyspiel: Any) -> None:
    game = pyspiel.load_game("othello")
    draw = random.Random(8)
    for _ in range(20):
        state, board = game.new_initial_state(), Board()
        while not state.is_terminal():
            assert state.legal_actions() == board.legal_squares()
            assert state.current_player() == (0 if board.to_move == "black" else 1)
            action = draw.choice(board.legal_squares())
            assert state.action_to_string(action) == bianca.square_name(action)
            state.apply_action(action)
            board.play(action)
        assert board.is_over and Board(state.history()).history == board.history
        result = board.result() or 0
        assert state.returns()[0] == (result > 0) - (result < 0)


def test_openspiel_plays_with_bianca(pyspiel: Any, capsys: pytest.CaptureFixture[str]) -> None:
    example = program("openspiel_agent")
    game = pyspiel.load_game("othello")
    with Engine(level=2) as engine:
        bot = example.BiancaBot(engine, Limit(depth=2))
        for ours in (0, 1):
            bots = [pyspiel.make_uniform_random_bot(player, 7) for player in (0, 1)]
            bots[ours] = bot
            state = game.new_initial_state()
            assert pyspiel.evaluate_bots(state, bots, 7)[ours] == 1
    example.main(2)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split(":")[0] for line in lines] == ["Bianca has black", "Bianca has white"]


def test_an_observation_of_kaggle_is_a_board() -> None:
    example = program("kaggle_agent")
    # As version 1.33.2 of kaggle-environments tells it after f5.
    rows = [[""] * 8 for _ in range(8)]
    rows[3][3], rows[3][4], rows[4][3], rows[4][4], rows[4][5] = "o", "x", "x", "x", "x"
    assert example.board_of({"board": rows, "current_player": "o"}) == Board("f5")
    assert example.agent({"remainingOverageTime": 12, "step": 0}) == {"submission": -1}


def test_kaggle_plays_with_bianca() -> None:
    environments: Any = pytest.importorskip("kaggle_environments", reason="without kaggle-environments")
    example = program("kaggle_agent")
    example.LIMIT = Limit(depth=2)
    for ours in (0, 1):
        arena = environments.make("open_spiel_othello", debug=True)
        agents: list[Any] = ["random", "random"]
        # By its file, as what is submitted is.
        agents[ours] = example.agent if ours == 0 else str(EXAMPLES / "kaggle_agent.py")
        last = arena.run(agents)[-1]
        assert [state.status for state in last] == ["DONE", "DONE"], last
        assert last[ours].reward == 1
    example.engine().close()
