"""`/rounds/ROUND`: a round played again, step by step, as far as the one who looks may see."""

from typing import Annotated, Final

from fastapi import APIRouter, Query, Request, Response

from domain.account.phrases import ENDED
from projections.rounds.row import RoundRow
from services.history.other_rules import NotComparable
from services.http.blind import counts
from services.http.evidence import evidence_answer
from services.http.masking import sight_of
from services.http.problems import Problem, shorten
from services.http.readers import read_apart
from services.http.reading import books, ledger_of
from services.queries import Queries, is_round_id
from services.rulebook.opened_under import other_rules_at
from services.settings import Settings
from services.video import video_address
from services.web.frame import page
from services.web.pages.table import in_force
from services.web.replay.other_rules import Beside, Choice, NoSuchRules, beside, choices
from services.web.replay.picture import drawing_of, pictures_of
from services.web.replay.steps import Incomplete, Replay, Step, replay_of
from services.web.visitor import Visiting, Visitor

router = APIRouter(include_in_schema=False)
_MOST_STEPS: Final = 100_000
_FINISHED: Final = ("closed", "voided")

StepNumber = Annotated[int | None, Query(ge=1, le=_MOST_STEPS)]
Under = Annotated[str | None, Query(max_length=64)]


@router.get("/rounds/{round_id}")
@read_apart
def round_page(
    round_id: str,
    request: Request,
    visitor: Visiting,
    step: StepNumber = None,
    under: Under = None,
) -> Response:
    """The layout after one step, and the whole account beside it."""
    replay = _replay(request, round_id, visitor)
    shown = _step(replay, step)
    rules = [] if under is None else choices(in_force(request), replay)
    pictures = pictures_of(replay)
    final = pictures[-1].row
    settings: Settings = request.app.state.settings
    event = shown.event
    return page(
        request,
        visitor,
        "round.html",
        section="rounds",
        title=f"Round {round_id}",
        replay=replay,
        shown=shown,
        drawing=drawing_of(pictures[shown.number - 1], replay.opened.terms, event),
        said=ENDED,
        row=final,
        sees_hands=sight_of(visitor.actor).hands,
        gets_evidence=not counts(visitor.actor),
        is_finished=final.phase in _FINISHED,
        seats=_seats(final),
        neighbours=_neighbours(books(request), round_id, replay.opened.number),
        under=under,
        rules=rules,
        other_rules=other_rules_at(ledger_of(request), replay.opened.key, replay.opened.seq),
        beside=_beside(request, visitor, replay, under, rules),
        video=video_address(
            settings.video_url,
            table=event.table or "",
            at=event.at,
            round=round_id,
            day=event.day,
        ),
    )


@router.get("/rounds/{round_id}/evidence")
@read_apart
def round_evidence(round_id: str, request: Request, visitor: Visiting) -> Response:
    """The archive; where there is none, a page that says why."""
    return evidence_answer(request, round_id, visitor.actor)


def _replay(request: Request, round_id: str, visitor: Visitor) -> Replay:
    if not is_round_id(round_id):
        detail = f"there is nothing called {shorten(round_id)!r}; a round is named as in PG01-3-17"
        raise Problem("not-found", detail)
    logged = ledger_of(request).log_of_round(round_id)
    if not logged:
        raise Problem("not-found", _absent(books(request), round_id))
    try:
        return replay_of(logged, books(request), visitor.actor)
    except Incomplete:
        detail = f"the beginning of round {round_id} is not in the store any more"
        raise Problem(
            "not-found", f"{detail}; restore it from the archive to play it again"
        ) from None


def _absent(read: Queries, round_id: str) -> str:
    """Why there is nothing to play again."""
    if read.round(round_id) is not None:
        return f"the events of round {round_id} are not in the store any more, but archived"
    table = round_id.partition("-")[0]
    if read.table(table) is None:
        return f"there is no round {round_id}: no table {table} was ever opened"
    return f"there is no round {round_id}; it was not played, or not yet"


def _step(replay: Replay, number: int | None) -> Step:
    """The one that is asked for; else the last of play."""
    if number is None:
        return replay.last_of_play
    if number > len(replay.steps):
        detail = f"round {replay.round} has {len(replay.steps)} steps; there is no step {number}"
        raise Problem("not-found", detail)
    return replay.steps[number - 1]


def _seats(row: RoundRow) -> list[int]:
    """Who may complain: whoever wagered or banked."""
    banked = {row.banker.seat} if row.banker is not None else set()
    lines = {line.seat for line in row.wagers} | {one.seat for one in row.placed}
    return sorted(lines | banked)


def _neighbours(read: Queries, round_id: str, number: int) -> tuple[str | None, str | None]:
    """The rounds of the session before and after it."""
    session = round_id.rpartition("-")[0]
    before, after = f"{session}-{number - 1}", f"{session}-{number + 1}"
    found = read.round(after)
    return (before if number > 1 else None, None if found is None else after)


def _beside(
    request: Request, visitor: Visitor, replay: Replay, under: str | None, rules: list[Choice]
) -> Beside | None:
    if not under:
        return None
    sees = sight_of(visitor.actor).hands
    try:
        return beside(ledger_of(request), replay, under, rules, sees_hands=sees)
    except NoSuchRules as error:
        raise Problem("invalid-request", f"under: {error}") from None
    except NotComparable as error:
        raise Problem("invalid-request", str(error)) from None
