"""The rules without a process, held against their laws and against the engine."""

from __future__ import annotations

import copy
import pickle
import random
import signal
import time
import xml.etree.ElementTree
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from bianca import PASS, Board, Engine, square_name, square_number

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


class Index:
    """A number of another kind than Python's own."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


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
    assert Board(board) == board and Board(board).history == board.history
    wrongs: list[Any] = [5, 65, 5.0, [5.0], [None], object()]
    for wrong in wrongs:
        with pytest.raises(TypeError):
            Board(wrong)


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
        board.play(5.0)  # type: ignore[arg-type]


def test_squares_have_numbers() -> None:
    assert [square_name(number) for number in (0, 7, 8, 63, 64)] == ["a1", "h1", "a2", "h8", "pass"]
    assert all(square_number(square_name(number)) == number for number in range(65))
    assert (square_number("F5"), PASS) == (37, 64)
    for number in (-1, 65):
        with pytest.raises(ValueError, match=f"{number} is no square"):
            square_name(number)
    for name in ("", "i1", "a9", "19", "pa"):
        with pytest.raises(ValueError, match=f"'{name}'"):
            square_number(name)


def test_numbers_stand_wherever_moves_do() -> None:
    for board in games(5, seed=6):
        assert board.legal_squares() == sorted(map(square_number, board.legal()))
        assert board.history_squares() == [square_number(move) for move in board.history]
        assert [board[number] for number in range(64)] == [board[square_name(number)] for number in range(64)]
        for number in range(65):
            assert board.is_legal(number) == board.is_legal(square_name(number)) == (number in board.legal_squares())
            assert number == PASS or board.flips(number) == board.flips(square_name(number))
        # What learns has kinds of numbers of its own.
        again = Board(Index(number) for number in board.history_squares())
        assert (again, again.history) == (board, board.history)
        for number in board.legal_squares():
            after, named = board.copy(), board.copy()
            after.play(number)
            named.play(square_name(number))
            assert after.history == named.history
    board = Board()
    board.play([37, "d6", 18])
    assert board.history == ["f5", "d6", "c3"]
    solution = Board(ENDING).solve()
    assert solution.square == square_number("a4") == 24
    assert Board("X" * 64).solve().square is None


def test_numbers_of_no_square_are_told() -> None:
    board = Board("f5")
    for number in (-1, 65, 2**70):
        for call in (board.play, board.is_legal, board.flips):
            with pytest.raises(ValueError, match=f"{number} is no square: 0 to 63, or 64 for a pass"):
                call(number)
    for number in (-1, 64, 2**70):
        with pytest.raises(IndexError, match=f"{number} is no square"):
            board[number]
    with pytest.raises(ValueError, match="a1 for white"):
        board.play(0)
    with pytest.raises(ValueError, match="pass"):
        board.play([43, PASS])
    with pytest.raises(ValueError, match="no square"):
        board.flips(PASS)
    assert board.history == ["f5"]


def test_planes_are_what_nets_are_shown() -> None:
    for board in games(3, seed=7):
        planes = board.planes()
        assert len(planes) == 192 and set(planes) <= {0, 1}
        other = "white" if board.to_move == "black" else "black"
        assert [at for at in range(64) if planes[at]] == [at for at in range(64) if board[at] == board.to_move]
        assert [at for at in range(64) if planes[64 + at]] == [at for at in range(64) if board[at] == other]
        legal = [at for at in range(64) if planes[128 + at]]
        assert legal == [at for at in board.legal_squares() if at != PASS]


def test_numpy_has_the_planes_without_a_copy() -> None:
    numpy: Any = pytest.importorskip("numpy")
    board = Board("f5d6c3")
    planes = numpy.frombuffer(board.planes(), numpy.uint8).reshape(3, 8, 8)
    assert planes[0].sum() == board.count("white") and planes[1, 4, 5] == 1
    squares = numpy.flatnonzero(planes[2])
    assert squares.tolist() == board.legal_squares()
    board.play(squares[0])
    board.play(numpy.array([board.legal_squares()[0]]))
    assert len(board.history) == 5


def test_whoever_plays_may_ask_the_board_meanwhile() -> None:
    board = Board()

    def moves() -> Iterator[str]:
        for _ in range(4):
            # It is as it was before all of them.
            assert board.history == [] and board.copy() == Board()
            yield from Board("f5d6c3d3").history[len(seen) : len(seen) + 1]
            seen.append(board.text)

    seen: list[str] = []
    board.play(moves())
    assert board.history == ["f5", "d6", "c3", "d3"] and len(seen) == 4

    class Asks:
        def __index__(self) -> int:
            return square_number(board.legal()[0])

    board.play(Asks())
    assert board.is_legal(Asks()) and board.flips(Asks())

    # And may play on it, too; what then cannot be played is refused.
    def other() -> Iterator[str]:
        board.undo(5)
        yield "f5"

    board.play(other())
    assert board.history == ["f5"]


def test_threads_may_share_a_board() -> None:
    board = Board(ENDING)
    solution = board.solve()
    later = board.copy()
    later.play(solution.pv[:3])
    empties, paths = {one.empties for one in (board, later)}, {one.perft(4) for one in (board, later)}
    stopped = False

    def search() -> tuple[set[int], set[int]]:
        """What is counted while the board changes."""
        found: tuple[set[int], set[int]] = (set(), set())
        while True:
            found[0].update((board.empties, board.copy().empties))
            found[1].add(board.perft(4))
            if stopped:
                return found

    def solve() -> list[int]:
        assert len(board.symmetries()) == len(later.symmetries())
        return [Board(ENDING).solve().score for _ in range(3)]

    with ThreadPoolExecutor(3) as pool:
        searches = [pool.submit(search) for _ in range(2)]
        solves = pool.submit(solve)
        try:
            for _ in range(2000):
                board.play(solution.pv[:3])
                assert board.copy() is not board
                board.undo(3)
        finally:
            stopped = True
        assert solves.result(60) == [solution.score] * 3 and board == Board(ENDING)
        for one in searches:
            counted = one.result(60)
            assert counted[0] and counted[0] <= empties and counted[1] <= paths


@pytest.mark.skipif(not hasattr(signal, "SIGALRM"), reason="for systems with signals")
def test_ctrl_c_ends_a_count_without_end() -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    began = time.monotonic()
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        with pytest.raises(KeyboardInterrupt):
            Board().perft(40)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert time.monotonic() - began < 10
    # Counted in parts it is the same.
    assert Board().perft(10) == 24571284


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
