"""The table's terminal: what is lawful now, picked by touch or key, for dealer and floor.

What the page knows of a hand in play is what was keyed in on it; no answer here brings one.
"""

from datetime import UTC, datetime
from typing import Any

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from domain.commands import CommandError
from domain.duties import MAY
from domain.gaming_day import write_moment
from projections.floor import TableRow
from projections.floor.next_view import next_view
from projections.floor.view import table_view
from services.http.answers import in_brief, json_answer
from services.http.bodies import decode, read_body
from services.http.commands import carry_out
from services.http.parameters import Seq
from services.http.problems import Problem, shorten
from services.http.reading import books, projected
from services.settings import Settings
from services.web.actions import require_role, signed_command
from services.web.command_forms import command_forms
from services.web.forms import Signer
from services.web.frame import page
from services.web.layouts import layout_of
from services.web.pages.table import in_force
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)


@router.get("/tables/{table}/terminal")
def terminal(table: str, request: Request, visitor: Visiting) -> Response:
    """The page; everything on it is read by its script from `state`."""
    row = _row(request, table)
    return page(
        request,
        visitor,
        "terminal.html",
        section="floor",
        title=f"{row.state.name} terminal",
        table=row.state.name,
    )


@router.get("/tables/{table}/terminal/state")
async def terminal_state(
    table: str, request: Request, visitor: Visiting, seq: Seq = None
) -> Response:
    """The table and what it takes now, for this visitor."""
    await projected(request, table, seq)
    row = await run_in_threadpool(_row, request, table)
    submissions = [] if row.state.is_open else await run_in_threadpool(_submissions, request, table)
    return json_answer(
        {
            "now": write_moment(datetime.now(UTC)),
            "actor": {"id": visitor.actor.id, "role": visitor.role},
            "by_choice": visitor.by_choice,
            "may": sorted(duty for duty, roles in MAY.items() if visitor.role in roles),
            "full_controls": _is_full(request.app.state.settings, row),
            "submissions": submissions,
            "last_round": row.state.books.last_round,
            "table": table_view(row),
            "dice": [
                {"label": one.label, "look": one.look}
                for one in layout_of(row.state.regulation).dice(row.state.terms)
            ],
            "next": next_view(row),
        }
    )


@router.get("/terminal/forms")
def terminal_forms(_: Visiting) -> Response:
    """Every command as a form, for those that have no picker of their own."""
    return json_answer(command_forms())


@router.post("/tables/{table}/terminal")
async def send(table: str, request: Request, visitor: Visiting) -> Response:
    """One command, with those who sign it beside it; the answer says where it stands now."""
    content = decode(await read_body(request))
    fields, signers = _told(content, table)
    _require_sender(content, visitor)
    require_role(fields, visitor)
    command = signed_command(request, fields, signers, visitor)
    answer = await carry_out(request, command, visitor.known)
    return json_answer({"events": [in_brief(one) for one in answer.events]}, 201)


def _row(request: Request, table: str) -> TableRow:
    row = books(request).row_of(table)
    if row is None:
        raise Problem("not-found", f"there is no table {shorten(table)!r}")
    return row


def _submissions(request: Request, table: str) -> list[dict[str, str]]:
    """What a closed table may be opened under: first what it last was."""
    found = sorted(in_force(request), key=lambda one: table not in one.tables)
    return [{"label": f"{one.label}: {one.words}", "json": one.json} for one in found]


def _is_full(settings: Settings, row: TableRow) -> bool:
    return "full" in (settings.controls, row.state.terms.controls)


def _require_sender(content: Any, visitor: Visitor) -> None:
    """What somebody left waiting is not sent in the name of whoever signed in after them."""
    meant = content.get("sender", visitor.actor.id)
    if meant != visitor.actor.id:
        detail = f"this waits for {shorten(repr(meant))}, and {visitor.actor.id} is signed in"
        raise Problem("forbidden", f"{detail}. Nothing was done", why="sender")


def _told(content: object, table: str) -> tuple[dict[str, Any], list[Signer]]:
    """`{"sender": ID, "command": {…}, "signers": [{"field", "several", "text" or "own"}]}`."""
    if not isinstance(content, dict) or not isinstance(content.get("command"), dict):
        raise CommandError([{"where": "command", "what": "a command is a JSON object"}])
    fields = {"table": table, **content["command"]}
    if fields["table"] != table:
        what = f"the command names {shorten(repr(fields['table']))}, the path {shorten(table)!r}"
        raise CommandError([{"where": "table", "what": what}])
    signers = content.get("signers", [])
    if not isinstance(signers, list):
        raise CommandError([{"where": "signers", "what": "a list is wanted"}])
    return fields, [_signer(one) for one in signers]


def _signer(one: Any) -> Signer:
    match one:
        case {"field": str(field), "several": bool(several), "own": True}:
            return Signer(field, "", several, own=True)
        case {"field": str(field), "several": bool(several), "text": str(text)}:
            return Signer(field, text, several)
    raise CommandError(
        [{"where": "signers", "what": "each has `field`, `several`, and `text` or `own`"}]
    )
