"""libedax's functions through Python's ctypes, as the packages for it declare and use them:
python3 tests/c/libedax.py LIBRARY FOLDER."""
import ctypes
import os
import subprocess
import sys
import threading
from ctypes import POINTER, Structure, byref, c_bool, c_byte, c_char, c_char_p, c_int, c_longlong
from ctypes import c_short, c_ubyte, c_uint, c_ulonglong, c_ushort, c_void_p

BLACK, WHITE, PASS, NOMOVE = 0, 1, 64, 65


class Board(Structure):
    _fields_ = [("player", c_ulonglong), ("opponent", c_ulonglong)]


class Move(Structure):
    _fields_ = [("flipped", c_ulonglong), ("x", c_int), ("score", c_int), ("cost", c_uint), ("next", c_void_p)]


class MoveList(Structure):
    _fields_ = [("move", Move * 34), ("n_moves", c_int)]


class Line(Structure):
    _fields_ = [("move", c_char * 80), ("n_moves", c_int), ("color", c_int)]


class Hint(Structure):
    _fields_ = [
        ("depth", c_int), ("selectivity", c_int), ("move", c_int), ("score", c_int), ("upper", c_int),
        ("lower", c_int), ("pv", Line * 1), ("time", c_longlong), ("n_nodes", c_ulonglong), ("book_move", c_bool),
    ]


class HintList(Structure):
    _fields_ = [("hint", Hint * 34), ("n_hints", c_int)]


class Link(Structure):
    _fields_ = [("score", c_byte), ("move", c_ubyte)]


class Score(Structure):
    _fields_ = [("value", c_short), ("lower", c_short), ("upper", c_short)]


class FirstPosition(Structure):
    """As the first libedax had it: two bytes more at the end, and nothing behind the leaf."""

    _fields_ = [
        ("board", Board * 1), ("leaf", Link), ("link", POINTER(Link)), ("n_wins", c_uint), ("n_draws", c_uint),
        ("n_losses", c_uint), ("n_lines", c_uint), ("score", Score), ("n_link", c_ubyte), ("level", c_ubyte),
        ("done", c_ubyte), ("todo", c_ubyte),
    ]


class Position(Structure):
    """As it is today."""

    _fields_ = [
        ("board", Board * 1), ("leaf", Link), ("flag", c_ubyte), ("n_player_bestpaths", c_ushort),
        ("n_opponent_bestpaths", c_ushort), ("link", POINTER(Link)), ("n_wins", c_uint), ("n_draws", c_uint),
        ("n_losses", c_uint), ("n_lines", c_uint), ("score", Score), ("n_link", c_ubyte), ("level", c_ubyte),
    ]


edax = ctypes.CDLL(sys.argv[1])
folder = os.fsencode(sys.argv[2])
for name in ["edax_opening", "edax_ouverture", "edax_get_moves"]:
    getattr(edax, name).restype = c_char_p
edax.edax_get_moves.argtypes = [c_char_p]
edax.edax_move.restype = edax.edax_is_game_over.restype = c_bool
edax.edax_hint.argtypes = [c_int, POINTER(HintList)]
edax.edax_hint_prepare.argtypes = [c_void_p]
edax.edax_hint_next.argtypes = [POINTER(Hint)]
edax.get_moves.argtypes = [c_ulonglong, c_ulonglong]
edax.get_moves.restype = c_ulonglong
for name in ["libedax_initialize", "edax_play", "edax_go", "edax_stop", "edax_mode", "edax_undo"]:
    getattr(edax, name).restype = None
edax.libedax_initialize.argtypes = [c_int, POINTER(c_char_p)]


def begin(*words):
    words = [b"", b"-eval-file", b"data/eval.dat", b"-n-tasks", b"1", b"-h", b"14", *words]
    edax.libedax_initialize(len(words), (c_char_p * len(words))(*words))
    edax.edax_init()


def moves():
    return edax.edax_get_moves(ctypes.create_string_buffer(161)).decode()


def last_move():
    move = Move()
    edax.edax_get_last_move(byref(move))
    return move.x


book_file = os.path.join(folder, b"ctypes.dat")
begin(b"-book-file", book_file, b"-level", b"3")

# The first example: a game, hints at once and one by one, a move of the engine's.
edax.edax_play(b"f5d6c3d3c4f4f6")
assert moves() == "F5d6C3d3C4f4F6", moves()
board = Board()
edax.edax_get_board(byref(board))
assert edax.edax_get_current_player() == WHITE
assert (edax.edax_get_disc(WHITE), edax.edax_get_disc(BLACK)) == (board.player.bit_count(), board.opponent.bit_count())
assert edax.edax_get_disc(WHITE) + edax.edax_get_disc(BLACK) == 11
hints = HintList()
edax.edax_hint(3, hints)
assert hints.n_hints == 3
legal = edax.get_moves(board.player, board.opponent)
assert legal.bit_count() == edax.edax_get_mobility_count(edax.edax_get_current_player())
assert all(legal >> hints.hint[i].move & 1 for i in (1, 2, 3))
edax.edax_set_option(b"-level", b"2")
edax.edax_hint_prepare(None)
given, hint = [], Hint()
while True:
    edax.edax_hint_next(hint)
    if hint.move == NOMOVE:
        break
    given.append(hint.move)
assert len(set(given)) == len(given) == legal.bit_count()
edax.edax_undo()
assert edax.edax_move(b"f6") and not edax.edax_move(b"f6")
edax.edax_go()
assert legal >> last_move() & 1 and len(moves()) == 16
edax.edax_mode(2)
assert edax.edax_is_game_over()

# The second one: a book of one's own.
edax.edax_mode(3)
edax.edax_init()
edax.edax_book_new(2, 30)
edax.edax_book_depth(8)
for line in (b"f5d6c5f4e3", b"f5d6c3d3"):
    edax.edax_init()
    edax.edax_play(line)
    edax.edax_book_store()
edax.edax_init()
edax.edax_play(b"f5d6")
for kind in (Position, FirstPosition):
    position = kind()
    edax.edax_book_show(byref(position))
    assert position.n_link == 2 and position.level > 0 and position.n_lines == 2, kind
    links = {position.link[i].move for i in range(2)}
    legal = edax.get_moves(position.board[0].player, position.board[0].opponent)
    assert len(links) == 2 and all(legal >> square & 1 for square in links), links
edax.edax_book_save(book_file)
assert os.path.getsize(book_file) > 100
found = MoveList()
position = Position()
assert 0 <= edax.edax_get_bookmove_with_position_by_moves(b"f5", byref(found), byref(position)) < 8
assert found.n_moves >= 1 and found.move[1].x == 43 or found.n_moves > 1

# A search without an end, ended by another thread.
edax.edax_init()
edax.edax_book_off()
edax.edax_set_option(b"level", b"60")
edax.edax_play(b"f5")
thinking = threading.Thread(target=edax.edax_go)
thinking.start()
while thinking.is_alive():
    edax.edax_stop()
    thinking.join(0.01)
assert len(moves()) == 4
edax.libedax_terminate()
assert not edax.edax_is_game_over() and edax.edax_opening() is None

# Every function of the header is there, and the library has no other names but ours.
listed = subprocess.run(["nm", "-D", "--defined-only", sys.argv[1]], capture_output=True, text=True, check=True)
there = {line.split()[-1] for line in listed.stdout.splitlines()}
with open("include/libedax.h", encoding="utf-8") as header:
    lines = [line for line in header if "(" in line and not line.startswith(("//", " ", "}"))]
declared = {line.split("(")[0].split()[-1].lstrip("*") for line in lines}
assert len(declared) > 90, len(declared)
assert declared == {name for name in there if not name.startswith("bianca_")}
