"""What the lines of the protocol say, without an engine."""

import math
from dataclasses import replace
from typing import Any

import pytest

from bianca import (
    PASS, BookMove, BookScore, Crowd, CrowdMove, Limit, Line, Opening, Option, PlayResult, Proven, Trap
)


def test_lines_with_keys_of_later_versions_are_read() -> None:
    line = Line.parse(
        "info rank 1 move pass score -3.50 proven wld depth 7 confidence 95 nodes 12 time 0.5 new 1 pv pass d3"
    )
    assert line == Line(1, "pass", -3.5, Proven.WLD, 7, 95, 12, 0.5, ("pass", "d3"))
    assert Line.parse("mobility: black 4") is None
    assert Line.parse("info rank x") is None
    assert Line.parse("") is None


@pytest.mark.parametrize("proven", list(Proven))
def test_what_is_proven_is_kept(proven: Proven) -> None:
    line = Line.parse(f"info rank 1 move a1 score +6.00 proven {proven} depth 7 confidence 95 nodes 12 time 0.5")
    assert line is not None and line.proven is proven and line.pv == ()


def test_what_the_book_says_is_kept() -> None:
    line = Line.parse(
        "info rank 2 move f4 score +1.10 proven no depth 16 confidence 73 nodes 26362 time 0.557 book +1.56 22 70 pv f4 c5"
    )
    assert line is not None and line.book == BookScore(1.56, 22, 70)
    assert (line.time, line.pv) == (0.557, ("f4", "c5"))
    cut = Line.parse("info rank 2 move f4 score +1.10 proven no depth 16 confidence 73 nodes 1 time 0.5 book +1.56")
    assert cut is None


def test_chances_are_kept() -> None:
    told = "info rank 1 move f4 score +1.10 proven no depth 8 confidence 73 nodes 9 time 0.5"
    drawn = Line.parse(f"{told} chances f4=61.2,d6=38.8 pv f4 c5")
    assert drawn is not None and drawn.chances == {"f4": 61.2, "d6": 38.8}
    assert list(drawn.chances or ()) == ["f4", "d6"] and drawn.pv == ("f4", "c5")
    found = Line.parse(f"{told} pv f4 c5")
    assert found is not None and found.chances is None
    assert Line.parse(f"{told} chances f4 pv f4") is None


def test_what_people_play_is_read() -> None:
    moves = '[{"move":"d6","chance":70.5,"loss":0.0,"new":1},{"move":"f6","chance":29.5,"loss":4.5}]'
    trap = '{"after":["d6"],"reached":70.5,"move":"c3","chance":60.0,"loss":4.25,"best":"c4","new":1}'
    told = f'{{"rating":1500,"board":"…","moves":{moves},"trap":{trap},"new":1}}'
    crowd = Crowd.parse(told)
    assert crowd == Crowd(
        1500,
        (CrowdMove("d6", 70.5, 0.0), CrowdMove("f6", 29.5, 4.5)),
        Trap(("d6",), 70.5, "c3", 60.0, 4.25, "c4"),
    )
    assert Crowd.parse(told.replace(trap, "null")).trap is None


def test_moves_of_the_book_are_read() -> None:
    move = BookMove.parse("move f3 score -5.84 depth 0 confidence 0 proven no leaf yes lines 3")
    assert move == BookMove("f3", -5.84, 0, 0, Proven.NO, True, 3)
    assert BookMove.parse("nothing") is None


def test_openings_are_read() -> None:
    opening = Opening.parse("Tiger\nmoves 5\njapanese 虎定石\nspanish Tigre")
    assert opening == Opening("Tiger", 5, {"japanese": "虎定石", "spanish": "Tigre"})
    assert Opening.parse("") is None


def test_options_have_their_types() -> None:
    seed = Option.parse("option Seed value 0 type number default 0 min 0 max 9223372036854775807 drawn 68 help draws")
    assert seed == Option("Seed", 0, 0, "number", 0, 2**63 - 1, (), "draws")
    player = Option.parse("option Player value uc3m type choice default bianca values bianca uc3m help who; minimax:4")
    assert player == Option("Player", "uc3m", "bianca", "choice", None, None, ("bianca", "uc3m"), "who; minimax:4")
    ponder = Option.parse("option Ponder value false type switch default true help think")
    assert ponder is not None and ponder.value is False and ponder.default is True
    log = Option.parse("option LogFile value my log.txt type text default - help file")
    assert log is not None and (log.value, log.default) == ("my log.txt", "")
    assert Option.parse("option Level value x type number default 0 min 0 max 1 help") is None


def test_limits_are_more_than_nothing() -> None:
    wrongs: list[dict[str, Any]] = [
        {"time": 0}, {"clock": -1}, {"nodes": 0}, {"depth": 0}, {"increment": -1}, {"depth": -3}
    ]
    wrongs += [{name: math.inf} for name in ("time", "clock", "increment")]
    wrongs += [{name: math.nan} for name in ("time", "clock", "increment", "nodes", "depth")]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=next(iter(wrong))):
            Limit(**wrong)


@pytest.mark.parametrize("name", ["depth", "nodes"])
def test_what_is_counted_is_whole(name: str) -> None:
    wrongs: list[Any] = [2.5, 2.0, "2", [2]]
    for wrong in wrongs:
        with pytest.raises(ValueError, match=f"{name} is a whole number, and not"):
            Limit(**{name: wrong})

    class Two:
        def __index__(self) -> int:
            return 2

    two: Any = Two()
    assert Limit(**{name: two}) == Limit(**{name: 2}) and "=2" in repr(Limit(**{name: two}))


def test_moves_that_were_found_have_numbers() -> None:
    line = Line.parse("info rank 1 move f5 score +6.00 proven no depth 7 confidence 95 nodes 12 time 0.5")
    assert line is not None and line.square == 37
    assert replace(line, move="pass").square == PASS and replace(line, move="none").square is None
    assert PlayResult("d3", None).square == 19 and PlayResult("pass", None).square == PASS
