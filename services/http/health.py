"""Whether the service lives, is ready, and what it measures."""

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any, Final

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from services.http.answers import json_answer

router = APIRouter(tags=["health"])
_READY_SECONDS: Final = 1.8
"""So long the checks have to answer; what they have not said by then is the answer."""
_LEAVES: Final = "it is about to end: send requests to another"


@router.get("/metrics")
def get_metrics(request: Request) -> Response:
    """Of every part that reports."""
    return Response(request.app.state.exposition(), media_type=CONTENT_TYPE_LATEST)


@router.get("/livez")
async def get_livez() -> Response:
    """The process answers; that is all it says."""
    return json_answer({"status": "alive"})


@router.get("/readyz")
async def get_readyz(request: Request) -> Response:
    """Made of the parts' own checks: each says "ok" or what is wrong, within two seconds."""
    answer = await readiness(request)
    return json_answer(answer, 200 if answer["status"] == "ready" else 503)


@router.get("/readyz/api")
async def get_readyz_of_the_api(request: Request) -> Response:
    """Whether this API is one to send requests to, for load balancers.

    Not so where it is about to end, or reaches no desk or no database; another one may. Whatever
    else is wrong is no better at another API: `/readyz` has it.
    """
    state = request.app.state
    if not hasattr(state, "asking_own"):
        state.asking_own = _Asking("api", state.own_trouble)
    asked = state.asking_own.begin()
    await asyncio.wait({asyncio.wrap_future(asked)}, timeout=_READY_SECONDS)
    said = _LEAVES if state.leaving.is_set() else _said(state.asking_own, asked)
    ready = said == "ok"
    answer = {"status": "ready" if ready else "not ready", "checks": {"api": said}}
    return json_answer(answer, 200 if ready else 503)


async def readiness(request: Request) -> dict[str, Any]:
    """What every check says now, for programs and for the page of the system."""
    state = request.app.state
    if not hasattr(state, "asking"):
        state.asking = {name: _Asking(name, check) for name, check in state.checks.items()}
        state.asking_notes = _Asking("notes", state.notes)
    notes = state.asking_notes.begin()
    under_way = {name: asking.begin() for name, asking in state.asking.items()}
    waiting = {asyncio.wrap_future(one) for one in (notes, *under_way.values())}
    _, late = await asyncio.wait(waiting, timeout=_READY_SECONDS)
    for one in late:
        one.cancel()
    checks = {name: _said(state.asking[name], asked) for name, asked in under_way.items()}
    if state.leaving.is_set():
        checks["api"] = _LEAVES
    ready = all(said == "ok" for said in checks.values())
    return {"status": "ready" if ready else "not ready", "checks": checks, **_noted(notes)}


class _Asking:
    """One question, asked in a thread of its own, because it may hang; never twice at a time."""

    def __init__(self, name: str, question: Callable[[], Any]) -> None:
        self._name = name
        self._question = question
        self._under_way: Future[Any] | None = None
        self.began = 0.0

    def begin(self) -> "Future[Any]":
        """What is said now, or the question that still hangs since somebody else asked."""
        if self._under_way is None or self._under_way.done():
            self.began = time.monotonic()
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

    def _run(self, answer: "Future[Any]") -> None:
        """Also where it fails it has an answer: the failure."""
        try:
            answer.set_result(self._question())
        except Exception as error:  # noqa: BLE001  a failing check is the answer
            answer.set_result(error)


def _said(asking: _Asking, answer: "Future[Any]") -> str:
    if not answer.done():
        return f"does not answer: asked {time.monotonic() - asking.began:.1f} s ago"
    said = answer.result()
    return (str(said) or repr(said)) if isinstance(said, Exception) else said or "ok"


def _noted(notes: "Future[Any]") -> dict[str, list[str]]:
    """What must not be forgotten; where it cannot be read the checks say why."""
    noted = notes.result() if notes.done() else None
    return noted if isinstance(noted, dict) else {}
