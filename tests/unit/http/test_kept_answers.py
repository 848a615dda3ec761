"""Answers that many ask for at once are made once, and what failed is made again."""

import asyncio
from collections.abc import Coroutine
from typing import Any

import pytest
from fastapi import Response

from services.http import kept_answers
from services.http.kept_answers import KeptAnswers

KEY = ("/v1/charts/hours", "2026-11-14")


class Making:
    """Goes on when it is let, and fails where it should."""

    def __init__(self) -> None:
        self.times = 0
        self.goes_on = asyncio.Event()
        self.fails = False

    async def __call__(self) -> Response:
        self.times += 1
        await self.goes_on.wait()
        if self.fails:
            raise ValueError("nothing to be had")
        return Response(str(self.times))


async def begun(*asked: Coroutine[Any, Any, Response]) -> list["asyncio.Task[Response]"]:
    tasks = [asyncio.create_task(one) for one in asked]
    for _ in range(3):
        await asyncio.sleep(0)
    return tasks


def test_all_who_ask_get_the_same_answer() -> None:
    async def ask() -> None:
        kept, making = KeptAnswers(), Making()
        first, second = await begun(kept.get(KEY, making), kept.get(KEY, making))
        first.cancel()  # who hangs up takes it from nobody else
        making.goes_on.set()
        assert (await second).body == b"1"
        assert (await kept.get(KEY, making)).body == b"1"
        assert (await kept.get((KEY[0], "2026-11-15"), making)).body == b"2"

    asyncio.run(ask())


def test_it_is_kept_for_a_moment(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        kept, making = KeptAnswers(), Making()
        making.goes_on.set()
        assert [(await kept.get(KEY, making)).body for _ in range(2)] == [b"1", b"2"]

    monkeypatch.setattr(kept_answers, "_KEPT_SECONDS", 0.0)
    asyncio.run(ask())


def test_a_failure_is_told_to_all_who_wait_and_not_kept() -> None:
    async def ask() -> None:
        kept, making = KeptAnswers(), Making()
        making.fails = True
        waiting = await begun(kept.get(KEY, making), kept.get(KEY, making))
        making.goes_on.set()
        for one in waiting:
            with pytest.raises(ValueError, match="nothing"):
                await one
        making.fails = False
        assert (await kept.get(KEY, making)).body == b"2"

    asyncio.run(ask())
