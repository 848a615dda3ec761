"""The app: routes, problems, metrics, pages."""

import asyncio
import functools
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any

from fastapi import Depends, FastAPI, Response
from prometheus_client import generate_latest
from starlette.concurrency import run_in_threadpool

from services.desk import RequestTaker
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.http.access import Access
from services.http.answers import json_answer
from services.http.attempts import Attempts
from services.http.broadcast import FloorBroadcast, LogBroadcast
from services.http.command_path import CommandPath, DeskElsewhere
from services.http.denials import note_problem
from services.http.device_route import Devices
from services.http.guard import Guard
from services.http.headers import Forwarded
from services.http.heads import Heads
from services.http.kept_answers import KeptAnswers
from services.http.live_connections import LiveConnections, Shares
from services.http.masking import visible
from services.http.pace import Pace, PacedStreams
from services.http.problems import tell_problems
from services.http.queries import known_queries_only
from services.http.readers import InThreads
from services.http.reading_state import add_reading
from services.http.routes import add_api
from services.http.viewers import Viewers
from services.http.watching import Watching
from services.queries import Queries
from services.runtime.loop_lag import measure_loop_lag
from services.sessions.kept import KeptSessions
from services.sessions.sessions import Sessions
from services.settings import Settings
from services.store.ledger import Ledger
from services.web import actions, files, provider_login, signing_in
from services.web.pages import PAGES
from services.web.problems import show_problem

if TYPE_CHECKING:
    from services.oidc.provider import Provider


def make_app(  # noqa: PLR0913  the parts of a service
    *,
    settings: Settings,
    desk: RequestTaker | None,
    ledger: Ledger,
    books: Queries,
    checks: dict[str, Callable[[], str | None]],
    elsewhere: DeskElsewhere | None = None,
) -> FastAPI:
    """The service as one ASGI app; its parts are handed in, started and stopped elsewhere.

    Without a desk of its own it needs `elsewhere`, until `app.state.command_path.desk` is set.
    """
    settings.require_safe()
    tokens = Tokens.of(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        measuring = asyncio.create_task(measure_loop_lag())
        # Threads are loaded by their first use: some 50 ms, which no command is to wait.
        await run_in_threadpool(int)
        yield
        app.state.closing.set()
        measuring.cancel()
        await app.state.readers.close()

    app = FastAPI(
        lifespan=lifespan,
        dependencies=[Depends(known_queries_only)],
        telemetry={"tracing": False, "metrics": False, "logs": False},  # `Watching` has its own
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    add_reading(app.state, settings, ledger, books)
    app.state.readers = InThreads()
    sessions = Sessions(settings, KeptSessions(ledger.datastore), tokens)
    app.state.access = Access(tokens, sessions, _provider(settings, sessions))
    app.state.attempts = Attempts(settings)
    entry = app.state.entry = Entry(settings, books, tokens, secret_of=sessions.secret_of)
    app.state.command_path = CommandPath(entry, ledger, books, desk, elsewhere)
    app.state.checks = checks
    app.state.exposition = generate_latest
    app.state.notes = dict
    app.state.own_trouble = lambda: None
    app.state.leaving = threading.Event()
    closing = app.state.closing = threading.Event()
    app.state.heads = Heads(books.all_projected)
    app.state.viewers = Viewers(settings.viewers)
    pace = app.state.pace = Pace()
    app.state.floor_broadcast = FloorBroadcast(closing, pace, books.tables_changed)
    app.state.log_broadcast = LogBroadcast(
        closing, pace, ledger, lambda logged, actor: visible(logged, books, actor)
    )
    app.state.live_connections = LiveConnections(app.state.access)
    app.state.viewer_shares = Shares("streams", settings.viewers_per_client)
    app.state.device_shares = Shares("devices", settings.connections_per_client)
    app.state.devices = Devices()
    app.state.kept_charts = KeptAnswers()
    tell_problems(app, show_problem, note_problem)
    add_api(app)
    for part in (files, actions, signing_in, provider_login, *PAGES):
        app.include_router(part.router)
    app.add_middleware(Guard, loopback_only=tokens is None)
    app.add_middleware(PacedStreams, pace=pace)
    app.add_middleware(Watching)
    app.add_middleware(Forwarded, settings=settings)
    _describe(app, asks_who=tokens is not None)
    return app


def _provider(settings: Settings, sessions: Sessions) -> "Provider | None":
    """None where everybody signs in with a token of the house's own."""
    if settings.auth != "on" or not settings.oidc_issuer:
        return None
    from services.oidc.provider import Provider  # noqa: PLC0415  not at each start

    return Provider(settings, sessions)


@functools.cache
def _description(*, asks_who: bool) -> dict[str, Any]:
    """Made when somebody first asks for it; it is the same for every app of the process."""
    from services.http.description import describe  # noqa: PLC0415  not at each start

    bare = FastAPI()
    add_api(bare)
    return describe(bare.routes, asks_who=asks_who)


def _describe(app: FastAPI, *, asks_who: bool) -> None:
    """The API's own description, in place of what the framework makes."""

    def openapi() -> dict[str, Any]:
        return _description(asks_who=asks_who)

    app.openapi = openapi  # type: ignore[method-assign]

    # The framework's own address for it would take any query.
    @app.get("/openapi.json", include_in_schema=False)
    def get_description() -> Response:
        return json_answer(openapi())
