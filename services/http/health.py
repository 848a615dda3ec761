"""Whether the service lives, is ready, and what it measures."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST
from starlette.concurrency import run_in_threadpool

from services.http.answers import json_answer

router = APIRouter(tags=["health"])
_READY_SECONDS: Final = 1.8
"""So long the checks have to answer; what they have not said by then is the answer."""


@router.get("/metrics")
def get_metrics(request: Request) -> Response:
    """Of every part that is heard of."""
    return Response(request.app.state.exposition(), media_type=CONTENT_TYPE_LATEST)


@router.get("/livez")
async def get_livez() -> Response:
    """The process answers; that is all it says."""
    return json_answer({"status": "alive"})


@router.get("/readyz")
async def get_readyz(request: Request) -> Response:
    """Made of the parts' own checks: each says "ok" or what is wrong, within two seconds."""
    state = request.app.state
    noted = asyncio.create_task(run_in_threadpool(_notes, request))
    if not hasattr(state, "checking"):
        state.checking = {name: _Checking(name, check) for name, check in state.checks.items()}
    under_way = {name: checking.begin() for name, checking in state.checking.items()}
    if under_way:
        waiting = {asyncio.wrap_future(said) for said in under_way.values()}
        _, late = await asyncio.wait(waiting, timeout=_READY_SECONDS)
        for one in late:
            one.cancel()
    checks = {name: state.checking[name].said(said) for name, said in under_way.items()}
    ready = all(said == "ok" for said in checks.values())
    told = {"status": "ready" if ready else "not ready", "checks": checks, **await noted}
    return json_answer(told, 200 if ready else 503)


def _notes(request: Request) -> dict[str, list[str]]:
    """What must not be forgotten; where it cannot be read the checks say why."""
    try:
        notes: dict[str, list[str]] = request.app.state.notes()
    except Exception:  # noqa: BLE001  a check has failed for the same reason
        return {}
    return notes


class _Checking:
    """One check, made in a thread of its own, because it may hang; never twice at a time."""

    def __init__(self, name: str, check: Callable[[], str | None]) -> None:
        self._name = name
        self._check = check
        self._began = 0.0
        self._under_way: Future[str] | None = None

    def begin(self) -> "Future[str]":
        """What it says now, or the check that still hangs since somebody else asked."""
        if self._under_way is None or self._under_way.done():
            self._began = time.monotonic()
            self._under_way = Future()
            # From here on it cannot be cancelled by whoever does not wait for it any more.
            self._under_way.set_running_or_notify_cancel()
            threading.Thread(
                target=self._run,
                args=(self._under_way,),
                name=f"check {self._name}",
                daemon=True,
            ).start()
        return self._under_way

    def _run(self, told: "Future[str]") -> None:
        try:
            told.set_result(self._check() or "ok")
        except Exception as error:  # noqa: BLE001  a failing check is the answer
            told.set_result(str(error) or repr(error))

    def said(self, told: "Future[str]") -> str:
        if told.done():
            return told.result()
        return f"does not answer: asked {time.monotonic() - self._began:.1f} s ago"
