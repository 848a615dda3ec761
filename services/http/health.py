"""Whether the service lives, is ready, and what it measures."""

from fastapi import APIRouter, Request, Response
from prometheus_client import CONTENT_TYPE_LATEST

from services.http.answers import json_answer

router = APIRouter(tags=["health"])


@router.get("/metrics")
def get_metrics(request: Request) -> Response:
    """Of every part that is heard of."""
    return Response(request.app.state.exposition(), media_type=CONTENT_TYPE_LATEST)


@router.get("/livez")
def get_livez() -> Response:
    """The process answers; that is all it says."""
    return json_answer({"status": "alive"})


@router.get("/readyz")
def get_readyz(request: Request) -> Response:
    """Made of the parts' own checks: each says "ok" or what is wrong."""
    checks = {}
    for name, check in request.app.state.checks.items():
        try:
            checks[name] = check() or "ok"
        except Exception as error:  # noqa: BLE001  a failing check is the answer
            checks[name] = str(error)
    ready = all(said == "ok" for said in checks.values())
    told = {"status": "ready" if ready else "not ready", "checks": checks, **_notes(request)}
    return json_answer(told, 200 if ready else 503)


def _notes(request: Request) -> dict[str, list[str]]:
    """What must not be forgotten; where it cannot be read the checks have said why."""
    try:
        notes: dict[str, list[str]] = request.app.state.notes()
    except Exception:  # noqa: BLE001  a check has failed for the same reason
        return {}
    return notes
