"""The app: routes, problems, metrics, pages."""

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI, Response
from prometheus_client import generate_latest

from domain.commands.union import COMMANDS
from services.desk import DeskInterface
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.http import (
    charts,
    commands,
    evidence,
    health,
    log,
    proofs,
    reading,
    reports,
    searching,
    stream,
)
from services.http.access import Access
from services.http.answers import json_answer
from services.http.attempts import Attempts
from services.http.broadcast import FloorBroadcast, LogBroadcast
from services.http.denials import note_problem
from services.http.described import describe_answers
from services.http.devices import Devices
from services.http.guard import Guard
from services.http.heads import Heads
from services.http.masking import visible
from services.http.problems import PROBLEM_ANSWERS, PROBLEM_SCHEMA, tell_problems
from services.http.queries import known_queries_only
from services.http.security import describe_security
from services.http.viewers import Viewers
from services.http.watching import Watching
from services.oidc.provider import Provider
from services.queries import Queries
from services.search.names import Names
from services.search.rounds import RoundSearch
from services.sessions.kept import KeptSessions
from services.sessions.sessions import Sessions
from services.settings import Settings
from services.store.ledger import Ledger
from services.transparency.sealed_log import SealedLog
from services.web import actions, files, provider_login, signing_in
from services.web.frame import Pages
from services.web.pages import PAGES
from services.web.problems import show_problem


def make_app(
    *,
    settings: Settings,
    desk: DeskInterface,
    ledger: Ledger,
    books: Queries,
    checks: dict[str, Callable[[], str | None]],
) -> FastAPI:
    """The service as one ASGI app; its parts are handed in, started and stopped elsewhere."""
    settings.require_safe()
    tokens = Tokens.of(settings)

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        yield
        app.state.closing.set()

    app = FastAPI(
        title="Pitledger",
        description="The books of a casino's table games, kept as events.",
        lifespan=lifespan,
        dependencies=[Depends(known_queries_only)],
        responses=PROBLEM_ANSWERS,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    sessions = Sessions(settings, KeptSessions(ledger.datastore), tokens)
    app.state.access = Access(tokens, sessions, Provider.of(settings, sessions))
    app.state.attempts = Attempts(settings)
    app.state.entry = Entry(settings, books, tokens, secret_of=sessions.secret_of)
    app.state.desk = desk
    app.state.desk_answers = None
    app.state.ledger = ledger
    app.state.books = books
    app.state.sealed = SealedLog(ledger.datastore)
    app.state.round_search = RoundSearch(ledger.datastore, books)
    app.state.names = Names(ledger.datastore, books)
    app.state.checks = checks
    app.state.exposition = generate_latest
    app.state.notes = dict
    closing = app.state.closing = threading.Event()
    app.state.heads = Heads(books.all_projected)
    app.state.viewers = Viewers(settings.viewers)
    app.state.floor_broadcast = FloorBroadcast(closing, books.tables_changed)
    app.state.log_broadcast = LogBroadcast(
        closing, ledger, lambda logged, actor: visible(logged, books, actor)
    )
    app.state.devices = Devices()
    app.state.kept_charts = {}
    app.state.pages = Pages(settings)
    tell_problems(app, show_problem, note_problem)
    commands.add_routes(app.router)
    for part in (
        *(proofs, reading, evidence, searching, reports, charts, stream, health, log),
        *(files, actions, signing_in, provider_login),
    ):
        app.include_router(part.router)
    for page in PAGES:
        app.include_router(page.router)
    app.add_middleware(Guard, loopback_only=tokens is None)
    app.add_middleware(Watching)
    _describe(app, asks_who=tokens is not None)
    return app


def _describe(app: FastAPI, *, asks_who: bool) -> None:
    """Put the vocabulary of commands, and how one signs in, into the API's own description."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        described = made()
        schema = COMMANDS.json_schema(ref_template="#/components/schemas/{model}")
        parts = described.setdefault("components", {}).setdefault("schemas", {})
        parts.update(schema.pop("$defs"))
        parts["Command"] = schema
        parts["Problem"] = PROBLEM_SCHEMA
        parts.update(searching.SCHEMAS)
        parts.update(charts.SCHEMAS)
        describe_answers(described)
        if asks_who:
            describe_security(described)
        return described

    app.openapi = openapi  # type: ignore[method-assign]

    # The framework's own address for it would take any query.
    @app.get("/openapi.json", include_in_schema=False)
    def get_description() -> Response:
        return json_answer(app.openapi())
