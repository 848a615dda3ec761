"""Signing in and out: by a token where AUTH is on, else by choosing whom to be."""

from typing import Any, Final
from urllib.parse import parse_qs, urlsplit

import structlog
from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from domain.roles import ROLES
from services.entry.requests import Entry
from services.http.access import Access
from services.http.attempts import Attempts
from services.http.bodies import read_body
from services.http.cookies import ROLE, clear_session, session_cookie, set_cookie, set_session
from services.http.denials import client_of, note_denied
from services.http.problems import Problem
from services.sessions.sessions import NoSession, Session, Sessions
from services.settings import Settings
from services.web.addresses import own_path
from services.web.frame import Pages, back_of, html
from services.web.visitor import Visitor, visitor_of

_log = structlog.get_logger("access")
router = APIRouter(include_in_schema=False)
_SEE_OTHER: Final = 303
_YEAR_SECONDS: Final = 365 * 24 * 3600
_LOGIN: Final = "/login"
Form = dict[str, str]


@router.get(_LOGIN)
async def get_login(request: Request, next: str = "/") -> Response:  # noqa: A002  the address says so
    """Where whoever must sign in is led to; `next` is where they wanted to go."""
    access: Access = request.app.state.access
    visitor, why = None, None
    try:
        visitor = await visitor_of(request)
    except Problem as problem:
        if problem.why != "anonymous":
            why = _sentence(problem.detail.partition(";")[0])
    answer = _page(request, visitor, own_path(next), why)
    if access.is_on and visitor is None and session_cookie(request) is not None:
        clear_session(request, answer)
    return answer


@router.post(_LOGIN)
async def post_login(request: Request) -> Response:
    """`Guard` has seen to it that the form is of our own page."""
    form = _read(await read_body(request))
    access: Access = request.app.state.access
    if not access.is_on:
        return _choose(request, form)
    goes_on = own_path(form.get("next", "/"))
    attempts: Attempts = request.app.state.attempts
    attempts.require_few(request)
    entry: Entry = request.app.state.entry
    known = entry.signer(form.get("token", "").strip())
    if known is None:
        attempts.failed(request)
        why = "This token is not known here"
        note_denied(request.scope, "unauthorized", why)
        return _page(request, None, goes_on, why, status=401)
    return await go_on_as(request, access.sessions.of_token(known), goes_on)


async def go_on_as(request: Request, session: Session, address: str) -> Response:
    """Signed in: the session that was is over, the new one has an id of its own."""
    access: Access = request.app.state.access
    sessions = access.sessions

    def written() -> str:
        _end(sessions, session_cookie(request))
        return sessions.written(session)

    _log.info("signed in", who=session.who, role=session.role, client=client_of(request.scope))
    answer = Response(status_code=_SEE_OTHER, headers={"Location": address})
    cookie = await run_in_threadpool(written)
    set_session(request, answer, cookie, session.expires - session.issued)
    return answer


@router.post("/logout")
async def post_logout(request: Request) -> Response:
    """Over for good, in every process: the cookie is worth nothing from now on."""
    access: Access = request.app.state.access
    answer = Response(status_code=_SEE_OTHER, headers={"Location": _LOGIN})
    try:
        await access.identify(request)
    except Problem as problem:
        if problem.kind != "unauthorized":
            raise
    if access.is_on:
        await run_in_threadpool(_end, access.sessions, session_cookie(request))
        who = request.scope.get("pitledger.who")
        _log.info("signed out", who=who, client=client_of(request.scope))
        clear_session(request, answer)
    else:
        set_cookie(request, answer, ROLE, "", 0)
    return answer


def _choose(request: Request, form: Form) -> Response:
    """With AUTH off one is who one says."""
    role = form.get("role", "")
    if role not in ROLES:
        wrong = {"where": "role", "what": f"there is no such role; there are {', '.join(ROLES)}"}
        raise Problem("invalid-request", "the role cannot be chosen", errors=[wrong])
    address = own_path(form.get("next") or back_of(request))
    answer = Response(status_code=_SEE_OTHER, headers={"Location": address})
    set_cookie(request, answer, ROLE, role, _YEAR_SECONDS)
    return answer


def _end(sessions: Sessions, cookie: str | None) -> None:
    if cookie is None:
        return
    try:
        sessions.end(sessions.read(cookie))
    except NoSession:
        return  # it is over, or never was


def _page(
    request: Request, visitor: Visitor | None, goes_on: str, why: str | None, status: int = 200
) -> Response:
    access: Access = request.app.state.access
    pages: Pages = request.app.state.pages
    settings: Settings = request.app.state.settings
    shown: dict[str, Any] = {
        "goes_on": goes_on,
        "why": why,
        "auth": access.is_on,
        "by_token": settings.tokens is not None,
        "by_provider": urlsplit(settings.oidc_issuer).hostname,
    }
    text = pages.render(request, visitor, "login.html", section="", title="Sign in", **shown)
    return html(text, status)


def _sentence(words: str) -> str:
    return words[:1].upper() + words[1:]


def _read(body: bytes) -> Form:
    """The first of each field; what is no form has none."""
    try:
        fields = parse_qs(body.decode(), max_num_fields=20)
    except ValueError:
        raise Problem("invalid-request", "the form cannot be read; load the page again") from None
    return {name: values[0] for name, values in fields.items()}
