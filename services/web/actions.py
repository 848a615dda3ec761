"""What a page does: one form, one command, by whoever signed in, and back to the page."""

import asyncio
import contextlib
from typing import Any, Final

from fastapi import APIRouter, Request, Response

from domain.commands import Command, CommandError
from domain.commands.fields import Actor
from domain.duties import MAY
from services.desk import Answer
from services.http.answers import events_answer, in_brief
from services.http.bodies import read_body, read_command
from services.http.commands import carry_out
from services.http.cosigning import cosign, who_signs
from services.http.heads import Heads
from services.http.problems import Problem
from services.web.addresses import own_path
from services.web.forms import Signer, put, read_form
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)
_SEE_OTHER: Final = 303
_SEEN_SECONDS: Final = 2.0
_STEPS: Final = ("step", "status")
"""Fields by which `MAY` tells apart who does what."""


@router.post("/do")
async def do(request: Request, visitor: Visiting) -> Response:
    """One command, then back to where it was sent from; a refusal leaves as any problem does."""
    form = read_form(await read_body(request))
    require_role(form.command, visitor)
    command = signed_command(request, form.command, form.signers, visitor)
    answer = await carry_out(request, command, visitor.known)
    await _until_seen(request, answer)
    if "application/json" in request.headers.get("accept", ""):
        return events_answer(answer.events, 201)
    return Response(status_code=_SEE_OTHER, headers={"Location": own_path(form.back)})


async def _until_seen(request: Request, answer: Answer) -> None:
    """The page that is loaded next shows what was done; it is not waited for long."""
    heads: Heads = request.app.state.heads
    done = [in_brief(event) for event in answer.events]
    newest = {event.key: event.seq for event in done}
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(_SEEN_SECONDS):
            for key, seq in newest.items():
                while await heads.of(key) < seq:
                    pass


def require_role(command: dict[str, Any], visitor: Visitor) -> None:
    """On a page everybody keeps to their duties, whatever controls the table is under."""
    name = str(command.get("command"))
    step = next((command[field] for field in _STEPS if field in command), None)
    duty = f"{name} {step}" if step is not None and f"{name} {step}" in MAY else name
    # Whose duty a correction is depends on what is corrected, which only the table knows.
    may = {role for one in MAY if one == duty or one.startswith(f"{duty} ") for role in MAY[one]}
    if may and visitor.role not in may:
        told = ", ".join(sorted(may))
        detail = f"`{duty}` is for {told}, and {visitor.actor.id} is {visitor.role}"
        raise Problem("forbidden", f"{detail}. Nothing was done", why="role")


def signed_command(
    request: Request,
    fields: dict[str, Any],
    signers: list[Signer],
    visitor: Visitor,
) -> Command:
    """The command with those who sign beside the sender, each by a proof of their own.

    Where nobody signs in, they are named.
    """
    told = dict(fields)
    for signer in signers:
        who = _who(request, signer, visitor)
        if signer.several:
            told.setdefault(signer.field, []).append(who.model_dump())
        else:
            put(told, signer.field, who.id)
    command = read_command(told, None, visitor.actor)
    others = [] if visitor.by_choice else [one for one in signers if not one.own]
    proofs = dict(cosign(request, command, one.text) for one in others)
    by_id = {person.id: proof for person, proof in proofs.items()}
    return command.model_copy(update={"proofs": by_id}) if by_id else command


def _who(request: Request, signer: Signer, visitor: Visitor) -> Actor:
    if signer.own:
        return visitor.actor
    return _named(signer) if visitor.by_choice else who_signs(request, signer.text)


def _named(signer: Signer) -> Actor:
    """`Ann, floorperson`; the role is left out where only an id is wanted."""
    name, _, role = (part.strip() for part in signer.text.partition(","))
    if signer.several and not role:
        what = "write name and role of each who signs, such as: Ann, floorperson"
        raise CommandError([{"where": signer.field, "what": what}])
    return Actor(id=name, role=role or "floorperson")
