"""Evidence of a round: an archive that anybody checks with the public key of the house."""

from fastapi import APIRouter, Request, Response

from domain.commands.fields import Actor
from services.evidence.bundle import (
    SEALED_WITHIN_SECONDS,
    NoEvidence,
    NoRound,
    NotAsSealed,
    NotYet,
    TooMuch,
    make_evidence,
)
from services.evidence.texts import file_name
from services.http.access import Caller
from services.http.blind import counts
from services.http.masking import unseen
from services.http.problems import Problem, shorten
from services.http.readers import read_apart
from services.http.reading import ledger_of
from services.queries import is_round_id
from services.transparency.sealed_log import SealedLog

router = APIRouter(tags=["proof"])


@router.get("/v1/rounds/{round_id}/evidence")
@read_apart
def get_evidence(round_id: str, request: Request, actor: Caller) -> Response:
    """The round as evidence: its events as stored, their proofs, the checkpoint, an account.

    What the caller may not see is withheld; its hash and its proof are there.
    """
    return evidence_answer(request, round_id, actor)


def evidence_answer(request: Request, round_id: str, actor: Actor | None) -> Response:
    if not is_round_id(round_id):
        raise Problem("not-found", f"there is nothing called {shorten(round_id)!r}")
    if counts(actor):
        raise Problem(
            "forbidden",
            "the count is blind: evidence of a round shows the table's opening, and buy-ins that"
            " came while it was played",
            why="role",
        )
    ledger = ledger_of(request)
    try:
        archive = make_evidence(
            ledger, SealedLog(ledger.datastore), round_id, lambda logged: unseen(logged, actor)
        )
    except NoEvidence as error:
        raise _problem(error) from None
    named = {"Content-Disposition": f'attachment; filename="{file_name(round_id)}"'}
    return Response(archive, media_type="application/zip", headers=named)


def _problem(error: NoEvidence) -> Problem:
    if isinstance(error, NoRound):
        return Problem("not-found", str(error))
    if isinstance(error, NotAsSealed):
        return Problem("not-as-sealed", str(error))
    if isinstance(error, TooMuch):
        return Problem("too-large", str(error))
    assert isinstance(error, NotYet)
    problem = Problem("not-sealed", str(error), retry_after=SEALED_WITHIN_SECONDS)
    problem.headers["Retry-After"] = str(SEALED_WITHIN_SECONDS)
    return problem
