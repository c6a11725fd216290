"""The library for C through Python's ctypes: python3 tests/c/library.py LIBRARY."""
import ctypes
import sys
import threading

OK, STOPPED, BUSY, CLOSED, ILLEGAL = 0, 2, -7, -8, -10
Output = ctypes.CFUNCTYPE(None, ctypes.c_char_p, ctypes.c_size_t, ctypes.c_void_p)
u64 = ctypes.c_uint64


class Solution(ctypes.Structure):
    _fields_ = [("discs", ctypes.c_int32), ("square", ctypes.c_int32), ("nodes", u64)]


library = ctypes.CDLL(sys.argv[1])
library.bianca_abi.restype = ctypes.c_uint32
library.bianca_version.restype = ctypes.c_char_p
library.bianca_new.argtypes = [
    ctypes.c_uint32, ctypes.c_char_p, Output, ctypes.c_void_p, ctypes.POINTER(ctypes.c_void_p)
]
library.bianca_send.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.bianca_stop.argtypes = [ctypes.c_void_p]
library.bianca_stop.restype = ctypes.c_bool
library.bianca_free.argtypes = [ctypes.c_void_p]
library.bianca_legal.argtypes = [u64, u64]
library.bianca_legal.restype = u64
library.bianca_play.argtypes = [ctypes.POINTER(u64), ctypes.POINTER(u64), ctypes.c_int32]
library.bianca_solver_new.argtypes = [
    ctypes.c_uint32, ctypes.c_uint32, ctypes.c_uint32, ctypes.POINTER(ctypes.c_void_p)
]
library.bianca_solve.argtypes = [ctypes.c_void_p, u64, u64, ctypes.POINTER(Solution)]
library.bianca_solver_free.argtypes = [ctypes.c_void_p]


class Session:
    """A session whose output is kept, line by line."""

    def __init__(self, options):
        self.lines, self.meanwhile = [], lambda line: None
        # Python must hold on to what C calls.
        self.output = Output(self.hear)
        self.pointer = ctypes.c_void_p()
        made = library.bianca_new(library.bianca_abi(), options, self.output, None, self.pointer)
        assert made == OK, made

    def hear(self, line, length, _):
        assert len(line) == length
        self.lines.append(line.decode())
        self.meanwhile(line)

    def ask(self, line):
        self.lines.clear()
        assert library.bianca_send(self.pointer, line.encode()) == OK
        return list(self.lines)


assert library.bianca_version().count(b".") == 2

session = Session(b"Hash 1\nBook off")
assert session.ask("play f5d6") == ["=", ""]
assert session.ask("history") == ["= f5 d6", ""]
assert session.ask("play \N{LATIN SMALL LETTER E WITH ACUTE}")[0].startswith("? syntax error")

told = []
session.meanwhile = lambda line: told.append(library.bianca_send(session.pointer, b"undo"))
session.ask("name")
assert told == [BUSY, BUSY], told
session.meanwhile = lambda line: None

# A search without an end, ended by another thread.
answers = []
searcher = threading.Thread(target=lambda: answers.append(session.ask("go infinite")))
searcher.start()
while not library.bianca_stop(session.pointer):
    pass
searcher.join(60)
assert answers[0][0].startswith("= info rank 1 move "), answers
library.bianca_free(session.pointer)
assert library.bianca_send(session.pointer, b"name") == CLOSED

own, opp = u64(), u64()
assert library.bianca_start(ctypes.byref(own), ctypes.byref(opp)) == OK
legal = library.bianca_legal(own, opp)
assert [square for square in range(64) if legal >> square & 1] == [19, 26, 37, 44]
assert library.bianca_play(own, opp, 0) == ILLEGAL
assert library.bianca_play(own, opp, 37) == OK
assert (bin(own.value).count("1"), bin(opp.value).count("1")) == (1, 4)

solver, solution = ctypes.c_void_p(), Solution()
assert library.bianca_solver_new(library.bianca_abi(), 1, 1, solver) == OK
assert library.bianca_solve(solver, 7, 8, solution) == OK
assert (solution.discs, solution.square) == (64, 4) and solution.nodes > 0
library.bianca_solver_free(solver)
assert library.bianca_solve(solver, 7, 8, solution) == CLOSED
print("library.py: passed")
