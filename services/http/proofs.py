"""A proof for whoever signs a command that somebody else will send."""

from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from domain.gaming_day import write_moment
from services.entry.requests import Entry
from services.http.access import Access, SignedIn
from services.http.answers import json_answer
from services.http.commands import ONE, commands_of
from services.http.problems import Problem

router = APIRouter(tags=["commands"])


@router.post("/v1/proofs", status_code=201, openapi_extra=ONE)
async def post_proof(request: Request, signer: SignedIn) -> Response:
    """The caller signs this very command: `{"proof", "expires"}`, good once and for a while.

    The command names its table. Who will send it, and other proofs it carries, are left out.
    """
    commands = await commands_of(request, None, None)
    access: Access = request.app.state.access
    if signer is None or not access.is_on:
        raise Problem("forbidden", "nobody signs in where AUTH is off: no proof is asked for")
    if len(commands) != 1:
        raise Problem("invalid-request", "a proof is for one command")
    entry: Entry = request.app.state.entry
    _, proof, expires = entry.cosign(commands[0], signer)
    until = write_moment(datetime.fromtimestamp(expires, UTC))
    return json_answer({"proof": proof, "expires": until}, 201)
