"""The system: every part with its state, how far the read models are, versions, settings."""

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from services.http.health import readiness
from services.http.reading import books, ledger_of
from services.web.frame import page
from services.web.system_view import system_of
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)


@router.get("/system")
async def system(request: Request, visitor: Visiting) -> Response:
    """For everybody who signed in: it holds no secret."""
    ready = await readiness(request)

    def shown() -> Response:
        found = system_of(request.app.state.settings, ledger_of(request), books(request))
        return page(
            request,
            visitor,
            "system.html",
            section="system",
            title="System",
            ready=ready,
            system=found,
        )

    return await run_in_threadpool(shown)
