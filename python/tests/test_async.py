"""The engine for asyncio: the same requests, awaited."""

import asyncio
import inspect
import os
import signal
import time
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest

import bianca
from bianca import AsyncEngine, CommandError, Engine, EngineGone, EngineTimeout, requests


Told = TypeVar("Told")


def run(main: Callable[[], Coroutine[Any, Any, Told]]) -> Told:
    """What a coroutine function gives, within a minute."""
    return asyncio.run(asyncio.wait_for(main(), 60))


def test_a_game_is_played() -> None:
    async def main() -> None:
        async with AsyncEngine(level=2) as engine:
            await engine.play("f5d6")
            move = await engine.genmove()
            assert await engine.history() == ["f5", "d6", move]
            assert (await engine.state()).to_move == "white"
            with pytest.raises(CommandError):
                await engine.play("a1")
            with pytest.raises(ValueError):
                await engine.search(seconds=0)
            await engine.configure({"Level": 3, "Ponder": True})
            options = await engine.options()
            assert (options["Level"].value, options["Ponder"].value) == (3, True)

    run(main)


def test_a_position_is_analysed_within_a_limit() -> None:
    async def main() -> None:
        async with AsyncEngine(level=2) as engine:
            board = bianca.Board("f5d6")
            line = await engine.analyse(board, bianca.Limit(depth=3))
            assert line.depth == 3 and line.square in board.legal_squares()
            lines = await engine.analyse(board, best=2)
            assert [line.rank for line in lines] == [1, 2]
            await engine.play(board.legal_squares()[:1])
            assert len(await engine.history()) == 3

    run(main)


def test_both_engines_have_the_same_methods() -> None:
    def methods(kind: type) -> set[str]:
        return {name for name in dir(kind) if callable(getattr(kind, name)) and not name.startswith("_")}

    assert methods(Engine) - {"analyze"} == methods(AsyncEngine)
    made = {"beginning", "asked", "obeyed", "words"}
    asked = {
        name
        for name, value in vars(requests).items()
        if inspect.isfunction(value) and value.__module__ == requests.__name__ and name not in made
        and str(inspect.signature(value).return_annotation).startswith(("Request", "Streaming"))
    }
    assert asked <= methods(Engine)
    assert str(inspect.signature(Engine.redo)) == "(self, /, moves: 'int' = 1) -> 'None'"
    assert str(inspect.signature(Engine.play)).endswith(" -> 'None | PlayResult'")
    assert str(inspect.signature(AsyncEngine.analysis)).endswith(" -> 'Results'")
    assert Engine.redo.__doc__ == AsyncEngine.redo.__doc__ == requests.redo.__doc__
    assert inspect.iscoroutinefunction(AsyncEngine.redo) and not inspect.iscoroutinefunction(Engine.redo)


def test_a_cancelled_task_ends_its_search_and_the_engine_goes_on() -> None:
    async def main() -> None:
        async with AsyncEngine(level=30) as engine:
            for call in (engine.search, engine.solve, lambda: engine.ask("go infinite")):
                task = asyncio.create_task(call())
                await asyncio.sleep(0.2)
                task.cancel()
                with pytest.raises(asyncio.CancelledError):
                    await task
                began = time.monotonic()
                assert await engine.history() == []
                assert time.monotonic() - began < 20
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.solve(), 0.1)
            assert await engine.history() == []

    run(main)


def test_an_analysis_comes_line_by_line() -> None:
    async def main() -> None:
        async with AsyncEngine(level=2) as engine:
            await engine.play("f5")
            line: bianca.Line | None = None
            async with engine.analysis(best=3) as lines:
                async for line in lines:
                    if line.depth >= 6:
                        break
            assert line is not None and line.depth == 6
            assert await engine.history() == ["f5"]
            # One that is stopped tells what it has.
            lines = engine.analysis(limit=bianca.Limit(time=0.3))
            assert [line.rank async for line in lines]
            lines = engine.analysis(limit=bianca.Limit(depth=5))
            assert [line.depth async for line in lines][-1] == 5
            with pytest.raises(CommandError):
                [line async for line in engine.analysis(best=0)]
            await engine.play("d6c3")
            assert [judged.move async for judged in engine.review(level=1)] == ["c3", "d6", "f5"]

    run(main)


def test_a_cancelled_analysis_loses_nothing() -> None:
    async def main() -> None:
        async with AsyncEngine() as engine:
            lines = engine.analysis()
            first = await lines.__anext__()
            with pytest.raises(asyncio.TimeoutError):
                while True:
                    await asyncio.wait_for(lines.__anext__(), 0.02)
            lines.stop()
            rest = [line async for line in lines]
            assert first.depth == 1 and all(line.depth > 1 for line in rest)
            assert await engine.history() == []

    run(main)


def test_several_engines_work_at_once() -> None:
    async def main() -> None:
        async with AsyncEngine() as one, AsyncEngine() as other, AsyncEngine() as third:
            began = time.monotonic()
            found = await asyncio.gather(*(engine.search(seconds=1.5) for engine in (one, other, third)))
            assert time.monotonic() - began < 4.4
            assert len(found) == 3
            games = await asyncio.gather(one.play("f5"), one.play("d6"), one.play("c3"), one.history(), other.history())
            assert games[3:] == [["f5", "d6", "c3"], []]

    run(main)


def test_a_task_stops_the_search_of_another() -> None:
    async def main() -> None:
        engine = await AsyncEngine()
        task = asyncio.create_task(engine.ask("go infinite"))
        await asyncio.sleep(0.2)
        engine.stop()
        assert (await task).startswith("info rank 1")
        await engine.close()
        await engine.close()
        with pytest.raises(EngineGone, match="closed"):
            await engine.history()

    run(main)


def test_engines_that_are_gone_or_silent_are_told() -> None:
    async def main() -> None:
        with pytest.raises(EngineGone, match="not started"):
            await AsyncEngine().history()
        with pytest.raises(EngineGone):
            await AsyncEngine(command="no such program")
        with pytest.raises(CommandError):
            await AsyncEngine(level=99)
        async with AsyncEngine() as engine:
            # Not before it has begun: that takes as long as the machine wants.
            engine.timeout = 0.2
            connection = engine._connection
            assert connection is not None
            process = connection.process
            if hasattr(signal, "SIGSTOP"):
                os.kill(process.pid, signal.SIGSTOP)
                with pytest.raises(EngineTimeout, match="history: no answer within 0.2 seconds"):
                    await engine.history()
            task = asyncio.create_task(engine.ask("go infinite"))
            await asyncio.sleep(0.1)
            process.kill()
            with pytest.raises(EngineGone, match="exit code"):
                await task

    run(main)
