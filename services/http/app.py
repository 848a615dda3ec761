"""The app: routes, problems, metrics, pages."""

import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from fastapi import Depends, FastAPI
from prometheus_client import generate_latest

from domain.commands.union import COMMANDS
from services.desk import DeskInterface
from services.entry.requests import Entry
from services.entry.tokens import Tokens
from services.http import commands, health, proofs, reading, reports, stream
from services.http.access import Access
from services.http.attempts import Attempts
from services.http.broadcast import FloorBroadcast, LogBroadcast
from services.http.guard import Guard
from services.http.heads import Heads
from services.http.masking import visible
from services.http.problems import PROBLEM_ANSWERS, PROBLEM_SCHEMA, tell_problems
from services.http.queries import known_queries_only
from services.http.viewers import Viewers
from services.http.watching import Watching
from services.queries import Queries
from services.settings import Settings
from services.store.ledger import Ledger
from services.web import files as floor_page


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
        docs_url=None,
        redoc_url=None,
    )
    app.state.settings = settings
    app.state.access = Access(tokens)
    app.state.attempts = Attempts(settings)
    app.state.entry = Entry(settings, books, tokens)
    app.state.desk = desk
    app.state.ledger = ledger
    app.state.books = books
    app.state.checks = checks
    app.state.exposition = generate_latest
    app.state.notes = dict
    closing = app.state.closing = threading.Event()
    app.state.heads = Heads(books.all_projected)
    app.state.viewers = Viewers(settings.viewers)
    app.state.floor_broadcast = FloorBroadcast(closing, books.tables)
    app.state.log_broadcast = LogBroadcast(
        closing, ledger, lambda logged, actor: visible(logged, books, actor)
    )
    tell_problems(app)
    commands.add_routes(app.router)
    for part in (proofs, reading, reports, stream, health, floor_page):
        app.include_router(part.router)
    app.add_middleware(Guard, loopback_only=tokens is None)
    app.add_middleware(Watching)
    _describe_commands(app)
    return app


def _describe_commands(app: FastAPI) -> None:
    """Put the vocabulary of commands into the API's own description."""
    made = app.openapi

    def openapi() -> dict[str, Any]:
        described = made()
        schema = COMMANDS.json_schema(ref_template="#/components/schemas/{model}")
        parts = described.setdefault("components", {}).setdefault("schemas", {})
        parts.update(schema.pop("$defs"))
        parts["Command"] = schema
        parts["Problem"] = PROBLEM_SCHEMA
        return described

    app.openapi = openapi  # type: ignore[method-assign]
