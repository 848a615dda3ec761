"""Answers of the desk in the event loop: each comes to who waits for it, and none is lost."""

import asyncio
import threading
from concurrent.futures import Future
from typing import Any

import pytest

from services.desk import Answer
from services.http.desk_answers import DeskAnswers, desk_answers

_MANY = 2000


def test_many_threads_settle_and_each_who_waits_is_answered() -> None:
    async def run() -> list[Answer]:
        answers = DeskAnswers(asyncio.get_running_loop())
        asked: list[Future[Answer]] = [Future() for _ in range(_MANY)]
        waiting = [answers.wait_for(one) for one in asked]

        def settle(first: int) -> None:
            for n in range(first, _MANY, 4):
                asked[n].set_result(Answer((b"%d" % n,)))

        threads = [threading.Thread(target=settle, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        async with asyncio.timeout(30):
            return await asyncio.gather(*waiting)

    assert [one.events for one in asyncio.run(run())] == [(b"%d" % n,) for n in range(_MANY)]


def test_those_that_came_together_wake_the_loop_once(monkeypatch: pytest.MonkeyPatch) -> None:
    async def run() -> int:
        loop, woken = asyncio.get_running_loop(), 0
        was = loop.call_soon_threadsafe

        def counted(*arguments: Any, **more: Any) -> Any:
            nonlocal woken
            woken += 1
            return was(*arguments, **more)

        monkeypatch.setattr(loop, "call_soon_threadsafe", counted)
        answers = DeskAnswers(loop)
        for _ in range(2):
            asked: list[Future[Answer]] = [Future() for _ in range(100)]
            waiting = [answers.wait_for(one) for one in asked]
            settling = threading.Thread(
                target=lambda asked=asked: [one.set_result(Answer(())) for one in asked]
            )
            settling.start()
            settling.join()  # the loop has no turn meanwhile
            async with asyncio.timeout(30):
                await asyncio.gather(*waiting)
        return woken

    assert asyncio.run(run()) == 2


def test_a_refusal_comes_as_one_and_harms_no_other() -> None:
    async def run() -> list[Any]:
        answers = DeskAnswers(asyncio.get_running_loop())
        asked: list[Future[Answer]] = [Future() for _ in range(4)]
        waiting = [answers.wait_for(one) for one in asked]
        waiting[0].cancel()  # its client has gone
        asked[3].cancel()
        asked[0].set_result(Answer(()))
        asked[1].set_exception(ValueError("no"))
        asked[2].set_result(Answer((b"yes",)))
        return await asyncio.gather(*waiting, return_exceptions=True)

    gone, refused, accepted, called_off = asyncio.run(run())
    assert isinstance(gone, asyncio.CancelledError)
    assert isinstance(refused, ValueError)
    assert accepted == Answer((b"yes",))
    assert isinstance(called_off, BaseException)


def test_after_the_loop_has_ended_nobody_is_harmed() -> None:
    asked: Future[Answer] = Future()

    async def run() -> DeskAnswers:
        answers = desk_answers(None)
        answers.wait_for(asked)
        assert desk_answers(answers) is answers
        return answers

    before = asyncio.run(run())
    asked.set_result(Answer(()))

    async def run_again() -> None:
        assert desk_answers(before) is not before

    asyncio.run(run_again())
