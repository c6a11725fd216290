"""Nothing hangs: threads, cancelled tasks, engines that do not answer and engines that are gone."""

import asyncio
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeVar

import pytest

import bianca
from bianca import AsyncEngine, BiancaError, Engine, EngineGone, EngineTimeout, Match

Told = TypeVar("Told")

WITH_SIGNALS = pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="for systems with signals")


@pytest.fixture
def engine() -> Iterator[Engine]:
    with Engine(level=2) as engine:
        yield engine


# In seconds: what a busy machine keeps, and whoever waits for SLEEPS does not.
SOON = 20


def soon(call: Callable[[], Told]) -> Told:
    """What a call gives, which may not take long."""
    began = time.monotonic()
    told = call()
    assert time.monotonic() - began < SOON
    return told


def begin_search(engine: Engine) -> tuple[threading.Thread, list[str]]:
    """A thread that searches until it is stopped, or its engine is gone before it has answered; it has begun."""
    found: list[str] = []

    def search() -> None:
        with suppress(EngineGone):
            found.append(engine.ask("go infinite"))

    thread = threading.Thread(target=search)
    thread.start()
    while engine._connection._current is None:
        time.sleep(0.01)
    return thread, found


def test_an_engine_answers_after_a_task_that_waited_in_a_thread_was_cancelled(engine: Engine) -> None:
    async def main() -> list[str]:
        task = asyncio.create_task(asyncio.to_thread(engine.search, seconds=1))
        await asyncio.sleep(0.2)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        # The thread still waits for its search, and gets its own answer.
        assert engine.history() == []
        engine.play("f5")
        return engine.history()

    assert soon(lambda: asyncio.run(main())) == ["f5"]


def test_threads_get_their_own_answers(engine: Engine) -> None:
    engine.play("f5")

    def ask(number: int) -> tuple[list[str], list[str], int]:
        return [engine.ask(f"known_command {name}") for name in ("play", "nonsense", "go")], engine.history(), number

    with ThreadPoolExecutor(16) as pool:
        for number, told in enumerate(pool.map(ask, range(200))):
            assert told == (["true", "false", "true"], ["f5"], number)


def test_a_search_can_be_stopped_by_another_thread(engine: Engine) -> None:
    thread, found = begin_search(engine)
    engine.stop()
    thread.join(5)
    assert not thread.is_alive() and found[0].startswith("info rank 1")
    # Without a search nothing is stopped, nor is the next one.
    engine.stop()
    assert engine.search(depth=4).depth == 4


def test_whoever_waits_too_long_for_a_turn_is_told(engine: Engine) -> None:
    thread, found = begin_search(engine)
    engine.timeout = 0.2
    with pytest.raises(EngineTimeout, match=r"busy with go infinite; stop\(\) ends that"):
        engine.history()
    engine.stop()
    thread.join(5)
    assert found and engine.history() == []


def test_calls_wait_as_long_as_those_before_them_take(engine: Engine) -> None:
    engine.timeout = 5
    with ThreadPoolExecutor(1) as pool:
        search = pool.submit(engine.search, seconds=1)
        time.sleep(0.2)
        engine.timeout = 0.4
        assert engine.history() == []
        assert search.result().time > 0.5


def test_a_call_that_takes_too_long_ends_and_the_engine_goes_on(engine: Engine) -> None:
    for _ in range(3):
        with pytest.raises(EngineTimeout, match="no answer within 0.05 seconds"):
            engine.ask("go infinite", timeout=0.05)
    with pytest.raises(TimeoutError):
        engine.perft(14, timeout=0.1)
    engine.play("f5")
    assert soon(engine.history) == ["f5"]


def test_every_kind_of_search_has_a_time_out(engine: Engine) -> None:
    engine.option("Level", 30)
    engine.play("f5d6c3d3c4")
    for call in (engine.solve, engine.search, engine.genmove, lambda timeout: engine.window(0, 1, timeout=timeout)):
        with pytest.raises(EngineTimeout):
            call(timeout=0.0)
    lines = engine.analysis()
    with pytest.raises(EngineTimeout):
        for _ in range(1000):
            lines.next(0.01)
    lines.close()
    engine.undo()
    assert engine.history()[:3] == ["f5", "d6", "c3"]


@WITH_SIGNALS
def test_an_engine_that_does_not_answer_is_told_and_can_be_closed(engine: Engine) -> None:
    process = engine._connection.process
    os.kill(process.pid, signal.SIGSTOP)
    engine.timeout = 0.2
    with pytest.raises(EngineTimeout, match="history: no answer"):
        engine.history()
    # A command that no pipe holds, and others behind it.
    for command in ("play " + "f5" * 500_000, "name", "x" * 200_000):
        with pytest.raises(EngineTimeout):
            engine.ask(command, timeout=0.2)
    engine.stop()
    soon(engine.close)
    with pytest.raises(EngineGone, match="closed"):
        engine.history()


@WITH_SIGNALS
def test_an_engine_goes_on_after_it_has_slept(engine: Engine) -> None:
    process = engine._connection.process
    os.kill(process.pid, signal.SIGSTOP)
    with pytest.raises(EngineTimeout):
        engine.ask("play f5", timeout=0.1)
    os.kill(process.pid, signal.SIGCONT)
    engine.play("d6")
    assert engine.history() == ["f5", "d6"]


def test_long_commands_are_whole(engine: Engine) -> None:
    values = " ".join(str(number % 10) for number in range(4096))
    engine.new_game(f"tree {values}")
    assert engine.legal() == ["a1", "a2"]


@WITH_SIGNALS
def test_ctrl_c_ends_the_search_and_the_engine_goes_on(engine: Engine) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        for call in (lambda: engine.ask("go infinite"), lambda: list(engine.analysis())):
            signal.setitimer(signal.ITIMER_REAL, 0.3)
            with pytest.raises(KeyboardInterrupt):
                call()
            assert soon(engine.history) == []
    finally:
        signal.signal(signal.SIGALRM, before)


def test_everybody_who_waits_is_told_that_the_engine_is_gone(engine: Engine) -> None:
    waiting: list[Callable[[], object]] = [lambda: engine.ask("go infinite"), engine.history, lambda: list(engine.analysis()), engine.solve]
    with ThreadPoolExecutor(4) as pool:
        calls = [pool.submit(call) for call in waiting]
        time.sleep(0.3)
        engine._connection.process.kill()
        for call in calls:
            with pytest.raises(EngineGone, match="the engine is gone: it ended with exit code"):
                call.result(5)
    later: list[Callable[[], object]] = [engine.history, engine.analysis, engine.search]
    for ask in later:
        with pytest.raises(EngineGone, match="exit code"):
            ask()


def test_closing_ends_what_others_wait_for(engine: Engine) -> None:
    thread, _ = begin_search(engine)
    lines = engine.analysis()
    soon(engine.close)
    thread.join(5)
    assert not thread.is_alive()
    with pytest.raises(EngineGone, match="closed"):
        lines.next()
    assert lines.next() is None


def test_programs_that_are_no_engines_are_told() -> None:
    program = [sys.executable, "-c", "print('hello'); print(); import time; time.sleep(60)"]
    with pytest.raises(EngineGone):
        Engine(command=os.devnull)
    from bianca.connection import Connection, Exchange
    from bianca.requests import history

    connection = Connection(program)
    exchange = Exchange(history().steps, None)
    connection.submit(exchange)
    with pytest.raises(TimeoutError):
        exchange.future.result(1)
    soon(lambda: connection.close(0.2))
    assert isinstance(exchange.future.exception(1), EngineGone)


WITH_GROUPS = pytest.mark.skipif(not hasattr(os, "killpg"), reason="for systems with groups of processes")

SLEEPS = "import time; time.sleep(60)"
DEAF = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEPS}"
ELSEWHERE = f"import os; os.setsid(); {SLEEPS}"


def with_child(folder: Path, child: str, last: str = 'exec "$BIANCA" "$@"') -> tuple[str, Path]:
    """A script that starts another program, which holds its output, and the file with its number."""
    script, number = folder / "engine.sh", folder / "number"
    script.write_text(f"#!/bin/sh\n'{sys.executable}' -c '{child}' &\necho $! > '{number}'\n{last}\n")
    script.chmod(0o700)
    return str(script), number


def is_there(number: Path) -> bool:
    """Whether that program still runs; one that has ended may wait for somebody to see it."""
    try:
        os.kill(int(number.read_text()), 0)
        state = Path(f"/proc/{int(number.read_text())}/stat")
        return not state.exists() or state.read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except ProcessLookupError:
        return False


def is_gone(number: Path, patience: float = 1) -> bool:
    """Whether it has ended, or does so within so many seconds."""
    latest = time.monotonic() + patience
    while is_there(number) and time.monotonic() < latest:
        time.sleep(0.02)
    return not is_there(number)


@pytest.fixture
def bianca_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """The variable that the scripts go by."""
    monkeypatch.setenv("BIANCA", bianca.executable())


@WITH_GROUPS
@pytest.mark.usefixtures("bianca_is_named")
@pytest.mark.parametrize("child", [SLEEPS, DEAF])
def test_what_a_script_has_started_ends_with_it(tmp_path: Path, child: str) -> None:
    script, number = with_child(tmp_path, child)
    engine = Engine(command=script)
    engine.play("f5")
    assert engine.history() == ["f5"] and is_there(number)
    began = time.monotonic()
    engine.close()
    assert time.monotonic() - began < SOON
    assert is_gone(number)

    async def main() -> None:
        async with AsyncEngine(command=script) as other:
            assert await other.history() == [] and is_there(number)

    soon(lambda: asyncio.run(main()))
    assert is_gone(number)


@WITH_GROUPS
@pytest.mark.usefixtures("bianca_is_named")
def test_who_has_left_the_group_and_holds_the_output_is_not_waited_for(tmp_path: Path) -> None:
    script, number = with_child(tmp_path, ELSEWHERE)
    engine = Engine(command=script)
    try:
        began = time.monotonic()
        engine.close()
        assert time.monotonic() - began < SOON and is_there(number)
        with pytest.raises(EngineGone, match="closed"):
            engine.history()
    finally:
        os.kill(int(number.read_text()), signal.SIGKILL)


@WITH_GROUPS
@pytest.mark.parametrize("last", ["sleep 60", "wait", f"exec '{sys.executable}' -c '{SLEEPS}'"])
def test_a_program_that_says_nothing_is_given_up_in_time(tmp_path: Path, last: str) -> None:
    script, number = with_child(tmp_path, SLEEPS, last)
    began = time.monotonic()
    with pytest.raises(EngineTimeout):
        Engine(command=script, timeout=0.5)
    assert time.monotonic() - began < SOON
    with pytest.raises(EngineTimeout):
        asyncio.run(AsyncEngine(command=script, timeout=0.5)._start())
    assert time.monotonic() - began < SOON and is_gone(number)


@WITH_GROUPS
@pytest.mark.usefixtures("bianca_is_named")
@pytest.mark.parametrize("child", [SLEEPS, DEAF, ELSEWHERE])
def test_that_an_engine_is_gone_is_told_though_others_hold_its_output(tmp_path: Path, child: str) -> None:
    script, number = with_child(tmp_path, child)
    with Engine(command=script) as engine, ThreadPoolExecutor(2) as pool:
        calls: list[Future[Any]] = [
            pool.submit(engine.ask, "go infinite"),
            pool.submit(lambda: list(engine.analysis())),
        ]
        time.sleep(0.3)
        engine._connection.process.kill()
        for call in calls:
            with pytest.raises(EngineGone, match="exit code -9"):
                call.result(4)
        with pytest.raises(EngineGone):
            engine.history()
    if child == ELSEWHERE:
        os.kill(int(number.read_text()), signal.SIGKILL)
    assert is_gone(number)


@WITH_GROUPS
def test_an_engine_that_has_closed_its_output_is_gone(tmp_path: Path) -> None:
    script = tmp_path / "engine.sh"
    script.write_text("#!/bin/sh\nexec >&-\nsleep 60\n")
    script.chmod(0o700)
    began = time.monotonic()
    with pytest.raises(EngineGone):
        Engine(command=str(script))
    assert time.monotonic() - began < SOON


@WITH_GROUPS
@pytest.mark.usefixtures("bianca_is_named")
def test_a_match_ends_though_others_hold_its_output(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    script, number = with_child(tmp_path, SLEEPS, f"exec '{bianca.executable()}' \"$@\"")
    monkeypatch.setenv("BIANCA", script)
    result = soon(Match(["first", "random"], games=2).run)
    assert len(result.games) == 2 and is_gone(number)
    match = Match(["bianca:20", "bianca:19"], games=100)
    threading.Timer(0.5, match.stop).start()
    with pytest.raises(BiancaError, match="stopped"):
        soon(match.run)
    assert is_gone(number)
    monkeypatch.setenv("BIANCA", str(tmp_path / "nothere"))
    with pytest.raises(EngineGone, match="nothere"):
        Match(["first", "random"], games=2).run()


@WITH_GROUPS
@pytest.mark.parametrize("last_word", [signal.SIGKILL, signal.SIGTERM])
def test_a_match_does_not_outlive_python(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, last_word: signal.Signals
) -> None:
    script, number = tmp_path / "bianca.sh", tmp_path / "number"
    notes = f'if test "$1" = match; then echo $$ > "{number}"; fi'
    script.write_text(f"#!/bin/sh\n{notes}\nexec '{bianca.executable()}' \"$@\"\n")
    script.chmod(0o700)
    monkeypatch.setenv("BIANCA", str(script))
    program = "import bianca; bianca.Match(['bianca:20', 'bianca:19'], games=100).run()"
    python = subprocess.Popen([sys.executable, "-c", program], start_new_session=True)
    try:
        while not (number.exists() and number.read_text()):
            time.sleep(0.02)
        time.sleep(0.5)
        assert is_there(number) and python.poll() is None
        os.killpg(python.pid, last_word)
        assert python.wait(5) == -last_word
        assert is_gone(number, 5)
    finally:
        python.kill()
        python.wait()
        with suppress(OSError):
            os.killpg(int(number.read_text()), signal.SIGKILL)


def test_an_engine_may_be_let_go_in_the_middle_of_anything() -> None:
    engine = Engine()
    connection = engine._connection
    engine._end.detach()
    # The collector of what nobody refers to runs wherever memory is taken, under this lock as well.
    with connection._lock:
        soon(connection.let_go)
        assert connection.process.returncode is None
    connection.process.wait(8)
    assert connection.process.returncode == 0


@WITH_GROUPS
def test_ctrl_c_at_a_terminal_does_not_reach_the_engine(engine: Engine) -> None:
    assert os.getpgid(engine._connection.process.pid) == engine._connection.process.pid


def test_an_analysis_of_another_thread_ends_with_the_next_command(engine: Engine) -> None:
    with ThreadPoolExecutor(1) as pool:
        depths = pool.submit(lambda: [line.depth for line in engine.analysis()])
        time.sleep(0.3)
        assert soon(engine.history) == []
        assert depths.result(5)[0] == 1


def test_results_that_were_told_are_not_lost(engine: Engine) -> None:
    lines = engine.analysis(best=2)
    while engine._connection._current is None or len(lines._stream._items) < 10:
        time.sleep(0.01)
    lines.stop()
    told = list(lines)
    assert [line.rank for line in told[:4]] == [1, 1, 2, 1] or len(told) >= 10
    assert lines.next() is None


def test_a_search_that_waits_for_its_turn_can_be_given_up(engine: Engine) -> None:
    thread, _ = begin_search(engine)
    with pytest.raises(EngineTimeout):
        engine.search(depth=3, timeout=0.1)
    assert thread.is_alive()
    engine.stop()
    thread.join(5)
    assert not thread.is_alive()
