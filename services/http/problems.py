"""Problem details (RFC 9457) for everything that goes wrong."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from eventsourcing.persistence import InterfaceError, OperationalError
from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.types import Scope

from domain.commands import Command, CommandError
from domain.commands.errors import MOST_PROBLEMS
from domain.refusals import Refused
from services.desk import CommandRefused, DeskBusy, DeskClosed, OtherBody
from services.desk.request_queue import DeskAway, DeskFailed
from services.entry.identity import Denied
from services.store.archived import ArchiveAway
from services.store.database import StoreUnavailable
from services.store.rows import CorruptRow

RETRY_AFTER_SECONDS: Final = 1
MOST_ERRORS: Final = MOST_PROBLEMS + 1
"""The last one says how many more there are."""
MOST_TEXT: Final = 300
MOST_DETAIL: Final = 10_000
PROBLEM_JSON: Final = "application/problem+json"

_FOR_PROGRAMS: Final = frozenset({"/metrics", "/livez", "/readyz", "/readyz/api", "/openapi.json"})

PROBLEMS: Final = {
    "refused": (409, "The rules refuse the command"),
    "not-sealed": (409, "No checkpoint covers it yet"),
    "invalid-command": (422, "The command alone shows that it is wrong"),
    "invalid-request": (422, "The request cannot be read"),
    "other-body": (422, "The command id was used before with another body"),
    "bad-request": (400, "The request is not HTTP"),
    "too-large": (413, "The request is too large"),
    "head-too-large": (431, "The request's line and headers are too large"),
    "unsupported-media-type": (415, "The request is in a form that is not taken"),
    "too-slow": (408, "The request did not come in time"),
    "too-many-attempts": (429, "Too many wrong tokens came from this address"),
    "too-many-connections": (429, "This address has too many connections"),
    "not-found": (404, "There is no such thing here"),
    "upgrade-required": (426, "This address takes a connection that stays"),
    "method-not-allowed": (405, "This address does not take that method"),
    "forbidden": (403, "This caller may not do that"),
    "sign-in-failed": (403, "Signing in at the provider failed"),
    "provider-unavailable": (503, "The provider that people sign in at does not answer"),
    "unauthorized": (401, "A valid token is needed"),
    "busy": (503, "The desk is busy"),
    "full": (503, "The web server serves as many as it can"),
    "no-desk": (503, "No desk is at work"),
    "closing": (503, "The service is closing"),
    "store-unavailable": (503, "The store does not answer"),
    "archive-unavailable": (503, "The archive does not answer"),
    "reading-ended": (503, "The reading was ended before it was done"),
    "not-projected": (503, "The read models are not that far yet"),
    "not-as-sealed": (500, "The store does not hold what was sealed"),
    "broken-row": (500, "A row of a read model cannot be read"),
    "internal": (500, "The service failed"),
}
"""Every problem type: its status and its title."""


PROBLEM_SCHEMA: Final = {
    "type": "object",
    "title": "Problem",
    "description": "Problem details (RFC 9457); `type` says what to do about it.",
    "required": ["type", "title", "status", "detail"],
    "properties": {
        "type": {
            "type": "string",
            "pattern": "^urn:pitledger:problem:[a-z-]+$",
            "description": f"`urn:pitledger:problem:` and one of {', '.join(PROBLEMS)}; of one that"
            " is not known, the status says enough",
        },
        "title": {"type": "string"},
        "status": {"type": "integer", "minimum": 400, "maximum": 599},
        "detail": {"type": "string", "description": "what was wrong, where, and what to do"},
        "rule": {"type": "string", "description": "the paragraph or control a refusal cites"},
        "reason": {"type": "string", "description": "of a refusal: why"},
        "refusal": {
            "type": "string",
            "description": "of a refusal: its class, where it is not told again",
        },
        "command": {"type": "string", "description": "of a refusal: the command's name"},
        "command_id": {
            "type": "string",
            "format": "uuid",
            "description": "of a command that is rejected: its own, where its sender gave one that"
            " can be read",
        },
        "table": {"type": ["string", "null"], "description": "of a refusal: its table"},
        "index": {
            "type": "integer",
            "description": "of a refusal: the command's place in the list, from 0",
        },
        "seq": {"type": "integer", "description": "of a table not projected: how far it is"},
        "retry_after": {"type": "number", "description": "of a round not sealed: seconds"},
        "model": {"type": "string", "description": "of a broken row: its read model"},
        "row": {"type": "string", "description": "of a broken row: its id"},
        "errors": {
            "type": "array",
            "maxItems": MOST_ERRORS,
            "description": "every flaw of a request",
            "items": {
                "type": "object",
                "required": ["where", "what"],
                "properties": {"where": {"type": "string"}, "what": {"type": "string"}},
            },
        },
    },
}


class Problem(Exception):
    """Something to be answered with problem details."""

    def __init__(self, kind: str, detail: str, *, why: str | None = None, **more: Any) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.why = why
        """Where something is denied: what it is counted as, one word of a short list."""
        self.more = more
        self.headers: dict[str, str] = {}


class PassedOn(Problem):
    """What another process has answered, word by word."""

    def __init__(self, body: bytes, why: str | None) -> None:
        told: dict[str, Any] = msgspec.json.decode(body, type=dict[str, Any])
        kind = str(told["type"]).rpartition(":")[2]
        super().__init__(kind if kind in PROBLEMS else "internal", str(told["detail"]), why=why)
        self.told = told


def problem_response(problem: Problem) -> Response:
    body = problem_body(problem)
    headers = problem_headers(problem)
    return Response(msgspec.json.encode(body), body["status"], headers, media_type=PROBLEM_JSON)


def problem_body(problem: Problem) -> dict[str, Any]:
    """Bounded, whatever was sent: nobody gets back much more than was asked."""
    if isinstance(problem, PassedOn):
        return problem.told
    status, title = PROBLEMS[problem.kind]
    return {
        "type": f"urn:pitledger:problem:{problem.kind}",
        "title": title,
        "status": status,
        "detail": shorten(problem.detail, MOST_DETAIL),
        **_bounded(problem.more),
    }


def problem_headers(problem: Problem) -> dict[str, str]:
    """Those that belong to the problem, in whichever form it is answered."""
    status, _ = PROBLEMS[problem.kind]
    headers = dict(problem.headers)
    if status in (429, 503):
        headers.setdefault("Retry-After", str(RETRY_AFTER_SECONDS))
    if status == 401:
        headers["WWW-Authenticate"] = "Bearer"
    return headers


def wants_page(request: Request) -> bool:
    """A browser that shows what it gets; programs and our own scripts ask for something else."""
    path = request.url.path
    of_programs = path.startswith("/v1/") or path in _FOR_PROGRAMS
    return not of_programs and "text/html" in request.headers.get("accept", "")


def shorten(text: str, most: int = MOST_TEXT) -> str:
    return text if len(text) <= most else f"{text[:most]}… ({len(text)} characters)"


def _bounded(more: dict[str, Any]) -> dict[str, Any]:
    """The first errors, each shortened, and how many there are beside them."""
    errors = more.get("errors")
    if errors is None:
        return more
    shown = [{name: shorten(text) for name, text in one.items()} for one in errors[:MOST_ERRORS]]
    if len(errors) > MOST_ERRORS:
        shown[-1] = {"where": "request", "what": f"and {len(errors) - MOST_ERRORS + 1} more"}
    return {**more, "errors": shown}


def _of_refusal(error: CommandRefused) -> Problem:
    why = error.refusal
    # One that was kept and is told again has no class: the store keeps what it said.
    of_class = {} if type(why) is Refused else {"refusal": type(why).__name__}
    return Problem(
        "refused",
        str(why),
        rule=why.rule,
        reason=why.reason,
        **of_class,
        command=error.command.command,
        index=error.index,
        table=error.command.table,
        **id_of(error.command.command_id),
    )


def other_body(error: OtherBody, commands: Sequence[Command]) -> Problem:
    """With the id that its sender gave: a line or a proof may be what was used before."""
    ids = [one.command_id for one in commands]
    own = error.command_id if error.command_id in ids else ids[0] if len(ids) == 1 else None
    return Problem("other-body", str(error), **id_of(own))


def id_of(command_id: UUID | None) -> dict[str, str]:
    """For whoever has sent many and looks for the one this is about."""
    return {} if command_id is None else {"command_id": str(command_id)}


def _of_denial(error: Denied) -> Problem:
    return Problem("forbidden", str(error), why=error.why, **id_of(error.command_id))


def _of_command(error: CommandError) -> Problem:
    named = id_of(error.command_id)
    return Problem("invalid-command", str(error), errors=error.problems, **named)


def _of_http(error: HTTPException) -> Problem:
    kinds = {404: "not-found", 405: "method-not-allowed"}
    problem = Problem(kinds.get(error.status_code, "invalid-request"), str(error.detail))
    problem.headers = dict(error.headers or {})
    return problem


def _of_request(error: RequestValidationError) -> Problem:
    wrong = [
        {
            # Of a parameter that may stand there several times, what is wrong names which one.
            "where": ".".join(str(step) for step in detail["loc"][:2]),
            "what": detail["msg"].removeprefix("Value error, "),
        }
        for detail in error.errors()
    ]
    told = "; ".join(f"{one['where']}: {one['what']}" for one in wrong)
    return Problem("invalid-request", f"the request cannot be read: {told}", errors=wrong)


_TRANSLATIONS: Final[dict[type[Exception], Any]] = {
    Problem: lambda error: error,
    CommandRefused: _of_refusal,
    Denied: _of_denial,
    CommandError: _of_command,
    OtherBody: lambda error: Problem("other-body", str(error)),
    DeskBusy: lambda error: Problem("busy", str(error)),
    DeskAway: lambda error: Problem("no-desk", str(error)),
    DeskClosed: lambda error: Problem("closing", str(error)),
    DeskFailed: lambda error: Problem("internal", str(error)),
    StoreUnavailable: lambda error: Problem("store-unavailable", str(error)),
    ArchiveAway: lambda error: Problem("archive-unavailable", str(error)),
    OperationalError: lambda error: Problem("store-unavailable", str(error)),
    InterfaceError: lambda error: Problem("store-unavailable", str(error)),
    CorruptRow: lambda error: Problem("broken-row", str(error), model=error.model, row=error.row),
    RequestValidationError: _of_request,
    HTTPException: _of_http,
}


def problem_of(error: Exception) -> Problem | None:
    """As what it is answered; None where nobody foresaw it."""
    for kind in type(error).__mro__:
        if (translate := _TRANSLATIONS.get(kind)) is not None:
            problem: Problem = translate(error)
            return problem
    return None


def tell_problems(
    app: FastAPI,
    as_page: Callable[[Request, Problem], Awaitable[Response]],
    note: Callable[[Scope, Problem], None] = lambda *_: None,
) -> None:
    """Every error leaves as problem details, or as a page where a person asked for one."""
    for kind, translate in _TRANSLATIONS.items():

        async def handle(
            request: Request, error: Exception, translate: Any = translate
        ) -> Response:
            problem: Problem = translate(error)
            note(request.scope, problem)
            if wants_page(request):
                return await as_page(request, problem)
            return problem_response(problem)

        app.add_exception_handler(kind, handle)
