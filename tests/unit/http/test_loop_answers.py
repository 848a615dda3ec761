"""Answers of the desk in an event loop: each comes to who waits for it, and none is lost."""

import asyncio
import threading
from typing import Any

from services.desk import Answer, Request
from services.desk.request import make_probe, settle
from services.http.command_path import hand_in

_MANY = 2000


class _Desk:
    """Keeps what is handed in."""

    def __init__(self) -> None:
        self.requests: list[Request] = []

    def hand_in(self, request: Request) -> None:
        self.requests.append(request)


def test_many_threads_settle_and_each_who_waits_is_answered() -> None:
    async def run() -> list[Answer]:
        desk = _Desk()
        waiting = [hand_in(desk, make_probe()) for _ in range(_MANY)]

        def settle_some(first: int) -> None:
            for n in range(first, _MANY, 4):
                settle(desk.requests[n], Answer((b"%d" % n,)))

        threads = [threading.Thread(target=settle_some, args=(n,)) for n in range(4)]
        for thread in threads:
            thread.start()
        async with asyncio.timeout(30):
            return await asyncio.gather(*waiting)

    assert [one.events for one in asyncio.run(run())] == [(b"%d" % n,) for n in range(_MANY)]


def test_a_refusal_comes_as_one_and_harms_no_other() -> None:
    async def run() -> list[Any]:
        desk = _Desk()
        waiting = [hand_in(desk, make_probe()) for _ in range(3)]
        waiting[0].cancel()  # its client has gone
        settle(desk.requests[0], Answer(()))
        settle(desk.requests[1], ValueError("no"))
        settle(desk.requests[2], Answer((b"yes",)))
        settle(desk.requests[2], ValueError("the first outcome counts"))
        return await asyncio.gather(*waiting, return_exceptions=True)

    gone, refused, accepted = asyncio.run(run())
    assert isinstance(gone, asyncio.CancelledError)
    assert isinstance(refused, ValueError)
    assert accepted == Answer((b"yes",))


def test_after_the_loop_has_ended_nobody_is_harmed() -> None:
    desk = _Desk()

    async def run() -> None:
        hand_in(desk, make_probe())

    asyncio.run(run())
    settling = threading.Thread(target=settle, args=(desk.requests[0], Answer(())))
    settling.start()
    settling.join()
    assert desk.requests[0].is_settled
