"""A proof for whoever signs a command that somebody else will send."""

import time
from datetime import UTC, datetime

from fastapi import APIRouter, Request, Response

from domain.gaming_day import write_moment
from domain.proofs import Person
from services.entry.proofs import make_proof
from services.http.access import SignedIn
from services.http.answers import json_answer
from services.http.commands import BODY, commands_of
from services.http.problems import Problem

router = APIRouter(tags=["commands"])


@router.post("/v1/proofs", status_code=201, openapi_extra=BODY)
async def post_proof(request: Request, signer: SignedIn) -> Response:
    """The caller signs this very command: `{"proof", "expires"}`, good once and for a while.

    The command names its table. Who will send it, and other proofs it carries, are left out.
    """
    commands = await commands_of(request, None, None)
    if signer is None:
        raise Problem("forbidden", "nobody signs in where AUTH is off: no proof is asked for")
    if len(commands) != 1:
        raise Problem("invalid-request", "a proof is for one command")
    expires = int(time.time()) + request.app.state.settings.proof_seconds
    person = Person(signer.actor.id, signer.actor.role)
    proof = make_proof(commands[0], person, signer.secret, expires)
    until = write_moment(datetime.fromtimestamp(expires, UTC))
    return json_answer({"proof": proof, "expires": until}, 201)
