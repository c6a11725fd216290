"""What the executable writes is opened by readers that are not Bianca's.

SGF by sgfmill, tags, comments and variations of PGN by python-chess, JSON by Python's json, books by the public
descriptions of their bytes. GGF, problems and what stands once are read in tests/suite/records/foreign.rs.
python-chess plays no Othello: it finds the words that are moves of squares, and passes are no word of it.
"""

from __future__ import annotations

import io
import json
import re
import struct
import subprocess
from pathlib import Path

import pytest

import bianca

chess = pytest.importorskip("chess", reason="python-chess is not installed")
chess_pgn = pytest.importorskip("chess.pgn", reason="python-chess is not installed")
sgf_reader = pytest.importorskip("sgfmill.sgf", reason="sgfmill is not installed")

PASSING = "c4 c3 f5 b4 a4 a5 c2 a3 pass d2"
RICH = f"""[Event "Own \\"cup\\" [1]"]
[Site "Rome"]
[Date "2026-01-01T00:00:00Z"]
[Round "2"]
[Black "A]nn"]
[White "Bob\\\\"]
[Result "1-0"]
[BlackElo "1500"]
[TimeControl "300+2"]
[Termination "resignation by white"]
[Theory "4:22"]

{{first ]line
second; \\line}} 1. f5 $1 $14 {{+0.50/12 0.25s good}} d6 $2 (1... f4 {{or so}} 2. e3 (2. d3)) 2. c3 1-0

[Event "Night"]
[Result "*"]

1. {PASSING} *
"""


def run(*arguments: str) -> str:
    done = subprocess.run([bianca.executable(), *arguments], check=True, capture_output=True)
    return done.stdout.decode()


def converted(folder: Path, extension: str, text: str = RICH) -> str:
    source, target = folder / "source.pgn", folder / f"target.{extension}"
    source.write_text(text, encoding="utf-8")
    run("convert", str(source), "-o", str(target))
    return target.read_text(encoding="utf-8")


def test_sgfmill_opens_sgf(tmp_path: Path) -> None:
    text = converted(tmp_path, "sgf")
    starts = [match.start() for match in re.finditer(r"^\(;FF", text, re.MULTILINE)]
    assert len(starts) == 2
    game = sgf_reader.Sgf_game.from_string(text[: starts[1]])
    root = game.get_root()
    assert root.get_raw_list("GM") == [b"2"] and root.get("FF") == 4 and game.get_size() == 8
    assert root.get("EV") == 'Own "cup" [1]' and root.get("PC") == "Rome" and root.get("RO") == "2"
    assert root.get("DT") == "2026-01-01" and root.get("RE") == "B+R" and not root.has_property("RU")
    assert (root.get("PB"), root.get("PW")) == ("A]nn", "Bob\\")
    assert root.get_raw_list("TH") == [b"4:22"] and root.get("TM") == 300
    assert root.get("C") == "first ]line\nsecond; \\line"
    for node in game.get_main_sequence():
        judged = [name for name in ("TE", "BM", "DO", "IT") if node.has_property(name)]
        assert len(judged) <= 1
        for name in node.properties():
            assert name == "NAG" or len(node.get_raw_list(name)) == 1
    moves = [node.get_move() for node in game.get_main_sequence()[1:]]
    # Its rows are counted from the bottom.
    assert moves == [("b", (3, 5)), ("w", (2, 3)), ("b", (5, 2))]
    f5 = root[0]
    assert len(f5) == 2 and [len(child) for child in f5] == [1, 2]
    assert f5.get("TE") == 1 and f5.get_raw_list("NAG") == [b"1", b"14"]
    passing = sgf_reader.Sgf_game.from_string(text[starts[1] :])
    words = [node.get_move()[1] for node in passing.get_main_sequence()[1:]]
    assert len(words) == 10 and words[8] is None


class Heard(chess_pgn.BaseVisitor):  # type: ignore[misc, name-defined]
    """What python-chess finds in a game; moves are only words to it."""

    def begin_game(self) -> None:
        self.tags: dict[str, str] = {}
        self.words: list[str] = []
        self.comments: list[str] = []
        self.nags: list[int] = []
        self.faults: list[Exception] = []

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        assert tagname not in self.tags
        self.tags[tagname] = tagvalue

    def parse_san(self, board: object, san: str) -> object:
        self.words.append(san)
        return chess.Move.null()

    def begin_variation(self) -> None:
        self.words.append("(")

    def end_variation(self) -> None:
        self.words.append(")")

    def visit_comment(self, comment: str) -> None:
        self.comments.append(comment)

    def visit_nag(self, nag: int) -> None:
        self.nags.append(nag)

    def visit_result(self, result: str) -> None:
        self.words.append(result)

    def handle_error(self, error: Exception) -> None:
        self.faults.append(error)

    def result(self) -> Heard:
        return self


def test_python_chess_opens_pgn(tmp_path: Path) -> None:
    text = io.StringIO(converted(tmp_path, "pgn"))
    first = chess_pgn.read_game(text, Visitor=Heard)
    second = chess_pgn.read_game(text, Visitor=Heard)
    assert chess_pgn.read_game(text, Visitor=Heard) is None
    assert not first.faults and not second.faults
    # It leaves the escapes of a tag as they are.
    assert first.tags["Event"] == 'Own \\"cup\\" [1]' and first.tags["White"] == "Bob\\\\"
    assert first.tags["Date"] == "2026.01.01" and first.tags["When"] == "2026-01-01T00:00:00Z"
    assert first.tags["Termination"] == "resignation by white" and first.tags["Theory"] == "4:22"
    assert first.words == ["f5", "d6", "(", "f4", "e3", "(", "d3", ")", ")", "c3", "1-0"]
    assert first.comments == ["first ]line\nsecond; \\line", "+0.50/12 0.25s good", "or so"]
    assert first.nags == [1, 14, 2]
    assert second.tags["Date"] == "????.??.??"
    assert second.words == [*PASSING.replace("pass ", "").split(), "*"]


def test_moves_and_problems_are_what_others_take(tmp_path: Path) -> None:
    for line in converted(tmp_path, "txt").splitlines():
        moves, _, comment = line.partition(" ")
        assert re.fullmatch(r"(?:[a-h][1-8]|pass)+", moves) and comment[:1] in ("", "%")
    for line in converted(tmp_path, "obf").splitlines():
        assert re.fullmatch(r"[XO-]{64} [XO];?[^%]*(?:%.*)?", line)


def unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """An object, none of whose names stands twice."""
    assert len({name for name, _ in pairs}) == len(pairs), pairs
    return dict(pairs)


def test_json_is_json(tmp_path: Path) -> None:
    source = tmp_path / "source.pgn"
    source.write_text(RICH, encoding="utf-8")
    lines = run("analyze", str(source), "--depth", "1", "--json").splitlines()
    assert len(lines) == 2
    for line in lines:
        assert isinstance(json.loads(line, object_pairs_hook=unique, parse_constant=pytest.fail), dict)


def test_books_have_the_bytes_that_edax_and_egaroucid_read(tmp_path: Path) -> None:
    edax, egaroucid = tmp_path / "book.dat", tmp_path / "book.egbk3"
    for path in (edax, egaroucid):
        run("book", "export", "builtin", str(path))
    data = edax.read_bytes()
    *head, count = struct.unpack_from("<8sBB8sIIIIII", data)
    assert head[0] == b"XADEKOOB" and head[1] == 4
    at = 42
    for _ in range(count):
        own, other, *_, value, low, high, links, level = struct.unpack_from("<QQIIIIhhhBB", data, at)
        assert own & other == 0 and low <= value <= high and level <= 60
        at += struct.calcsize("<QQIIIIhhhBB")
        for number in range(links + 1):
            score, square = struct.unpack_from("<bB", data, at + 2 * number)
            is_leaf = number == links
            assert -64 <= score <= 64 and square < 65 or is_leaf and (score, square) == (-127, 65)
            # A move goes to an empty square.
            assert square >= 64 or not (own | other) >> square & 1
        at += 2 * (links + 1)
    assert at == len(data) and count > 1000
    data = egaroucid.read_bytes()
    name, version, count = struct.unpack_from("<9sBi", data)
    assert name == b"DICUORAGE" and version == 3 and len(data) == 14 + 25 * count
    for own, other, value, level, lines, leaf_value, leaf, leaf_level in struct.iter_unpack("<QQbbIbbb", data[14:]):
        assert own & other == 0 and -64 <= value <= 64 and lines >= 0
        assert level >= 0 and leaf_level <= 60
        # A leaf is a move to an empty square, or there is none.
        assert not 0 <= leaf < 64 or (-64 <= leaf_value <= 64 and not (own | other) >> leaf & 1)
