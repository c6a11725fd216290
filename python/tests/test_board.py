"""The rules without a process, held against their laws and against the engine."""

from __future__ import annotations

import copy
import pickle
import random
import xml.etree.ElementTree
from collections.abc import Iterator

import pytest

from bianca import Board, Engine

ENDING = "XXXXXXX-XXOOXXX-OXOOXXX--OXXXOXXXOOXXOXX-XOXO-OO-OOO--XO--OXX--- X"


def games(count: int, seed: int = 1) -> Iterator[Board]:
    """Boards as random games go on, from the first move to the end, the same in every run."""
    draw = random.Random(seed)
    for _ in range(count):
        board = Board()
        while not board.is_over:
            yield board
            board.play(draw.choice(board.legal()))
        yield board


def bits(squares: list[str]) -> int:
    return sum(1 << ("abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)) for name in squares)


def test_paths_are_as_many_as_the_literature_says() -> None:
    # OEIS A124004, and https://www.aartbik.com/strategy.php.
    assert [Board().perft(depth) for depth in range(8)] == [1, 4, 12, 56, 244, 1396, 8200, 55092]


def test_paths_by_play_and_undo_are_as_many() -> None:
    def paths(board: Board, depth: int) -> int:
        if depth == 0:
            return 1
        count = 0
        for move in board.legal():
            board.play(move)
            count += paths(board, depth - 1)
            board.undo()
        return count

    board = Board()
    assert [paths(board, depth) for depth in range(6)] == [1, 4, 12, 56, 244, 1396]
    # With passes and ends of the game.
    ending = Board("--OOOOOOX-OOOOOO-OOXXOOO-OXOXXOO-OOXXXOO--OOOOXX---OOOOO----OO-- X")
    assert [paths(ending, depth) for depth in range(5)] == [ending.perft(depth) for depth in range(5)]
    assert ending.history == []


def test_undo_is_the_inverse_of_play() -> None:
    for board in games(20):
        before = (board.text, board.history, board.legal())
        for move in before[2]:
            after = board.copy()
            after.play(move)
            assert after != board and after.history == [*before[1], move]
            after.undo()
            assert (after.text, after.history, after.legal()) == before
            assert after == board and hash(after) == hash(board)


def test_moves_turn_what_they_should() -> None:
    for board in games(20):
        mine, theirs = (board.black, board.white) if board.to_move == "black" else (board.white, board.black)
        assert mine & theirs == 0 and mine | theirs | board.empty == 2**64 - 1
        assert board.empties == board.empty.bit_count() == 64 - board.count("black") - board.count("white")
        squares = [move for move in board.legal() if move != "pass"]
        assert board.legal_bits == bits(squares)
        assert board.must_pass == (board.legal() == ["pass"])
        for move in squares:
            turned = board.flips(move)
            assert turned and turned & theirs == turned
            after = board.copy()
            after.play(move)
            now = (after.black, after.white) if board.to_move == "black" else (after.white, after.black)
            assert now == (mine | turned | bits([move]), theirs ^ turned)
            assert after[move] == board.to_move


def test_parsing_what_is_printed_gives_the_same() -> None:
    for board in games(20, seed=2):
        assert Board(board.text) == Board(board.fen()) == board
        assert eval(repr(board)) == board
        if board.history:
            assert Board(board.transcript()).history == board.history
        assert Board.of_bits(board.black, board.white, board.to_move) == board
        kept: Board = pickle.loads(pickle.dumps(board))
        assert (kept, kept.history) == (board, board.history)


def test_symmetries_keep_the_rules() -> None:
    for board in games(5, seed=3):
        images = board.symmetries()
        assert len(images) == 8 and images[0] == board
        for image in images:
            assert len(image.legal()) == len(board.legal())
            assert image.canonical() == board.canonical() and image.canonical() in images
            assert hash(image.canonical()) == hash(board.canonical())


def test_the_engine_agrees() -> None:
    with Engine(level=1) as engine:
        for board in games(2, seed=4):
            engine.set_board(board)
            state = engine.state()
            assert list(state.legal) == board.legal() and list(state.history) == board.history
            assert f"{state.board}" == board.text
            assert (state.over, state.score) == (board.is_over, board.result())
            assert state.over or state.to_move == board.to_move


def test_games_begin_and_end() -> None:
    board = Board()
    assert (board.to_move, board.legal(), board.result()) == ("black", ["d3", "c4", "f5", "e6"], None)
    # The shortest game there is.
    board.play("f5d6c5f4e7f6g5e6e3")
    assert board.is_over and board.result() == 64 and board.legal() == []
    assert not board.must_pass and not board.is_legal("pass")
    full = Board("X" * 40 + "O" * 24 + " O")
    assert full.result() == 16 and (full.solve().score, full.solve().move) == (-16, None)


def test_moves_come_in_any_form_and_passes_may_be_left_out() -> None:
    board = Board()
    board.play("f5")
    board.play("D6 c3")
    board.play(["d3", "c4"])
    board.play(iter(()))
    board.play("")
    assert board.transcript() == "f5d6c3d3c4"
    with_passes = [board for board in games(20) if board.is_over and "pass" in board.history]
    assert with_passes
    for played in with_passes:
        board = Board()
        board.play(move for move in played.history if move != "pass")
        assert board.history == played.history
        assert Board(played.transcript().replace("pass", "")) == played


@pytest.mark.parametrize("moves", ["a1", "f5a1", "zz", ["f5", "f5"], ["f5", "d6", "xx"], "pass"])
def test_what_is_refused_changes_nothing(moves: str | list[str]) -> None:
    board = Board()
    with pytest.raises(ValueError):
        board.play(moves)
    assert board == Board() and board.history == []


def test_what_is_printed_and_what_files_have_is_read() -> None:
    assert Board("") == Board(" \n") == Board() and Board([]) == Board()
    assert Board(["f5", "d6"]).history == Board(iter(("f5", "d6"))).history == ["f5", "d6"]
    board = Board("f5d6c3")
    for text in (str(board), board.text, board.fen(), "=\n" + str(board), f"{board.root().text} f5 d6 c3"):
        assert Board(text) == board, text
    # Without a side it is black, and GGS's size is read over.
    assert Board(Board().text[:64]) == Board(f"8 {Board().text}") == Board()
    assert Board('{"board": "8/8/8/3ox3/3xo3/8/8/8", "moves": ["f5"]}').history == ["f5"]
    with pytest.raises(ValueError, match="f5f5 for black"):
        Board().play("f5f5")
    for wrong in (5, [5]):
        with pytest.raises(TypeError):
            Board(wrong)  # type: ignore[arg-type]


def test_errors_say_what_is_wrong() -> None:
    for text, said in (("zz", "'zz'"), ("X" * 63, "63"), ("# f5", "no game"), ("f5a1", "a1 for white"), ("f5f5", "f5f5")):
        with pytest.raises(ValueError, match=said):
            Board(text)
    board = Board("f5")
    for count in (2, -1):
        with pytest.raises(ValueError, match=f"cannot undo {count} of 1 moves"):
            board.undo(count)
    with pytest.raises(ValueError, match="two discs"):
        Board.of_bits(1, 1)
    with pytest.raises(ValueError, match="'red' is not black or white"):
        board.count("red")  # type: ignore[arg-type]
    for call in (board.flips, board.is_legal, board.__getitem__):
        with pytest.raises(ValueError):
            call("i9")
    with pytest.raises(TypeError):
        board.play(5)  # type: ignore[arg-type]


def test_boards_are_keys_and_copies_go_their_own_way() -> None:
    board = Board("f5")
    other = copy.deepcopy(board)
    other.play("d6")
    assert {board: 1}[Board("f5")] == 1 and board != other and board != "f5"
    # The way there does not count, and whoever is to move does.
    assert Board(board.text) == board and Board(board.text).history == []
    assert Board.of_bits(board.black, board.white, "black") != board
    assert board.root() == Board() and copy.copy(other).history == ["f5", "d6"]


def test_endings_are_solved_exactly() -> None:
    def value(board: Board) -> int:
        """Minimax, for black."""
        result = board.result()
        if result is not None:
            return result
        found = []
        for move in board.legal():
            board.play(move)
            found.append(value(board))
            board.undo()
        return max(found) if board.to_move == "black" else min(found)

    checked = 0
    for board in games(60, seed=5):
        if board.empties == 6:
            solution = board.solve()
            assert solution.score == (value(board) if board.to_move == "black" else -value(board))
            after = board.copy()
            after.play(solution.pv)
            result = after.result()
            assert result == (solution.score if board.to_move == "black" else -solution.score)
            checked += 1
    assert checked > 50
    solution = Board(ENDING).solve()
    assert (solution.move, solution.score, solution.pv[0]) == ("a4", 10, "a4")
    assert solution.nodes > 0 and "score=10" in repr(solution)


def test_what_is_too_much_to_solve_is_refused() -> None:
    with pytest.raises(ValueError, match="60 squares are empty, more than 16"):
        Board().solve()


def test_pictures_show_the_discs_and_the_last_move() -> None:
    board = Board("f5d6c3")
    for svg in (board.svg(200), board._repr_svg_()):
        root = xml.etree.ElementTree.fromstring(svg)
        circles = root.findall("{http://www.w3.org/2000/svg}circle")
        filled = [circle.get("fill") for circle in circles]
        assert (filled.count("#111"), filled.count("#f5f5f5")) == (board.count("black"), board.count("white"))
        assert filled.count("#c0392b") == 1 and filled.count("#145a32") == len(board.legal())
    assert 'width="200"' in board.svg(200)
    drawn = str(board).splitlines()
    assert drawn[5] == "5 . . . O X X + ." and drawn[-1] == "white to move"
