"""Rules: regulations, the submissions in force, their payout signs, and the words of the game."""

from functools import cache
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from domain.game_library import LIBRARY, REGULATIONS
from domain.games.seam.regulation import Regulation
from domain.games.seam.sheet import RegulationSheet
from services.http.problems import Problem, shorten
from services.rulebook.in_force import InForce
from services.rulebook.sheets import facts_of, regulation_sheet, submission_sheet
from services.rulebook.sign import sign_of, vigorish_told
from services.rulebook.standing import refusal_of
from services.web.frame import page
from services.web.pages.table import in_force
from services.web.visitor import Visiting

router = APIRouter(include_in_schema=False)
Name = Annotated[str | None, Query(max_length=64)]


@router.get("/rules")
def rules(request: Request, visitor: Visiting) -> Response:
    """Everything that the house plays by, and the way to each."""
    return page(
        request,
        visitor,
        "rules.html",
        section="rules",
        title="Rules",
        regulations=REGULATIONS,
        in_force=in_force(request),
        glossaries=[one for game in LIBRARY.games for one in game.layout.glossary()],
    )


@router.get("/rules/regulations/{name}")
def regulation(name: str, request: Request, visitor: Visiting) -> Response:
    """One regulation: its facts, what its wagers pay and keep, the paragraph of each duty."""
    found = next((one for one in REGULATIONS if name in (one.name, one.ref)), None)
    if found is None:
        known = ", ".join(one.name for one in REGULATIONS)
        raise Problem("not-found", f"there is no regulation {shorten(name)!r}; there are {known}")
    return page(
        request,
        visitor,
        "regulation.html",
        section="rules",
        title=found.title,
        rules=found,
        facts=facts_of(found.name),
        sheet=_sheet(found.name),
        played=[one for one in in_force(request) if one.regulation == found.ref],
    )


@cache
def _sheet(name: str) -> RegulationSheet:
    """It never changes while this build runs, and takes a while to be counted."""
    return regulation_sheet(LIBRARY.in_force(name))


@router.get("/rules/submissions/{content}")
def submission(content: str, request: Request, visitor: Visiting) -> Response:
    """One submission: its elections, limits, payouts, edges and filed exceptions."""
    found = _found(request, content)
    told, regulation = found.submission, _regulation(found)
    sheet = submission_sheet(told, regulation)
    return page(
        request,
        visitor,
        "submission.html",
        section="rules",
        title=f"Submission {found.hash[:12]}",
        found=found,
        elected=told.model_dump(mode="json", exclude_defaults=True),
        approval=found.approval,
        refusal=refusal_of(told),
        sheet=sheet,
        vigorish=vigorish_told(sheet),
    )


@router.get("/rules/sign")
def sign(
    request: Request, visitor: Visiting, table: Name = None, submission: Name = None
) -> Response:
    """The payout sign, to be printed and posted."""
    if (table is None) == (submission is None):
        raise Problem("invalid-request", "name either a table or a submission")
    found = _of_table(request, table) if table is not None else _found(request, submission or "")
    regulation = _regulation(found)
    posted = sign_of(found.submission, regulation)
    return page(
        request,
        visitor,
        "sign.html",
        section="rules",
        title="Payouts and limits",
        found=found,
        sign=posted,
        table=table,
        vigorish=vigorish_told(posted.sheet),
    )


def _regulation(found: InForce) -> Regulation:
    """As it was recorded; a version that this build no longer carries has no sheet."""
    carried = LIBRARY.regulation(found.regulation)
    if carried is None:
        raise Problem("not-found", f"this build does not carry {found.regulation}")
    return carried


def _found(request: Request, content: str) -> InForce:
    for one in in_force(request):
        if one.hash == content:
            return one
    raise Problem("not-found", f"no table plays under a submission {shorten(content)!r}")


def _of_table(request: Request, table: str) -> InForce:
    for one in in_force(request):
        if table in one.tables:
            return one
    raise Problem("not-found", f"there is no table {shorten(table)!r}")
